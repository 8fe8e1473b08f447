// The credential of a proxy: given to the processes that may use it, in the user information of its URL, and asked for in each request.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A credential of one proxy. */
export interface ProxyCredential {
  /** What clients are given as HTTPS_PROXY. */
  readonly url: (port: number) => string;
  /** Whether a `Proxy-Authorization` header has it. Takes equally long for every wrong one. */
  readonly matches: (header: string | undefined) => boolean;
}

const user = "capstan";

/** Creates a random credential. */
export function createProxyCredential(): ProxyCredential {
  const password = randomBytes(32).toString("hex");
  const expected = digest(`${user}:${password}`);
  return {
    url: (port) => `http://${user}:${password}@127.0.0.1:${port}`,
    matches: (header = "") => {
      const encoded = /^basic +([\w+/=-]+)$/i.exec(header)?.[1] ?? "";
      return timingSafeEqual(digest(Buffer.from(encoded, "base64")), expected);
    },
  };
}

function digest(value: string | Buffer): Buffer {
  return createHash("sha256").update(value).digest();
}

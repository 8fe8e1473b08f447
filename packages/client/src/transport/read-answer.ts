// Reads the answers of an API server: a whole body, and the Status of a rejection.
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { isStatus, type KubeStatus } from "@capstan/kube";

const unzip = promisify(gunzip);

/** Collects a body. `for await` would take a third longer for small ones. */
export async function readBody(response: IncomingMessage): Promise<string> {
  const body = await new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.once("end", () =>
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)),
    );
    response.once("error", reject);
  });
  return (response.headers["content-encoding"] === "gzip" ? await unzip(body) : body).toString("utf8");
}

/** An answer that is not 2xx. */
export interface Rejection {
  readonly code: number;
  /** The address that a redirect points to. */
  readonly location?: string | undefined;
  readonly body: string;
}

/** The Status of a rejection. Proxies in front of an API server answer without one, so it is made from what they sent. */
export function statusOf(rejection: Rejection): KubeStatus {
  const status = parseOrUndefined(rejection.body);
  if (isStatus(status)) return status;
  const { code } = rejection;
  const message = `${describeAnswer(rejection)} (HTTP ${code})`;
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, code };
}

function describeAnswer({ code, location, body }: Rejection): string {
  if (isRedirect(code)) return `the server redirects to ${withoutQuery(location ?? "") || "another address"}`;
  const content = body.trim();
  return content.startsWith("<") ? "the server answered with a web page" : content.slice(0, 200) || "no message";
}

/** Whether a status is a redirect; an API server never sends one. */
export function isRedirect(code: number): boolean {
  return code >= 300 && code < 400;
}

/** The query and the user of a login page's address can hold secrets. */
function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, "").replace(/^([a-z][a-z0-9+.-]{0,20}:)?\/\/[^/@]*@/i, "$1//");
}

function parseOrUndefined(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

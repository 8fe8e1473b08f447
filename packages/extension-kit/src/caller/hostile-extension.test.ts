// A caller and an extension that wants to hold or end it: what it sends is limited, from its first byte.
import dns from "node:dns";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { TlsOptions } from "node:tls";
import { hookCatalog } from "@capstan/api/catalog";
import { createCertificateAuthority } from "@capstan/serve/certificates";
import { afterEach, describe, expect, test, vi } from "vitest";
import { callHandler, connectExtension, discover, type ExtensionAddress, type ExtensionConnection } from "./index.ts";

const authority = createCertificateAuthority({ commonName: "test" });
const { certPem: cert, keyPem: key } = authority.issue({ commonName: "x", ipAddresses: ["127.0.0.1"] });
/** OpenSSL decodes its key in a third of a second. */
const slow = readFileSync(new URL("../../testdata/certificates/explicit-curve.crt", import.meta.url), "utf8");
const open: (() => unknown)[] = [];
afterEach(() => open.splice(0).forEach((close) => close()));

/** A connection to a server that answers in any way. */
async function connected(
  answer: RequestListener,
  more: Partial<ExtensionAddress> = {},
  tls: TlsOptions = {},
): Promise<ExtensionConnection> {
  const server = createServer({ cert, key, ...tls }, answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const connection = connectExtension({ url: `https://127.0.0.1:${port}`, caBundle: authority.certPem, ...more });
  open.push(
    () => connection.close(),
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return connection;
}

const none = JSON.stringify({ ...hookCatalog.Discovery, kind: "DiscoveryResponse", status: "Success", handlers: [] });
const usual: RequestListener = (_, response) => response.end(none);
const sending =
  (body: string): RequestListener =>
  (_, response) =>
    response.end(body);
/** Writes until the connection ends. */
const endless =
  (chunk: string): RequestListener =>
  (_, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", more);
    more();
  };

async function problemOf(connection: ExtensionConnection): Promise<string> {
  return discover(connection).then(
    () => "none",
    (error: Error) => error.message.replace(/^.* cannot be discovered: /, ""),
  );
}

const excess = (limit: string, name: string): string =>
  `it exceeds the limit of ${limit}, which is limits.${name} of connectExtension`;

describe("an answer", () => {
  test.each([
    ["without an end", endless(" ".repeat(65_536)), excess("8,388,608 bytes in one answer", "answerBytes")],
    [
      "of many values",
      sending(`[${"0,".repeat(400_000)}0]`),
      excess("400,000 values in the JSON of one answer", "jsonValues"),
    ],
    ["of many levels", sending("[".repeat(501)), excess("500 levels in the JSON of one answer", "jsonDepth")],
    [
      "of many names",
      sending(JSON.stringify(Object.fromEntries(Array.from({ length: 100_001 }, (_, i) => [`n${i}`, 0])))),
      excess("20,000 different beginnings of field names in the JSON of one answer", "jsonShapes"),
    ],
    [
      "with long headers",
      ((_, response) => response.setHeader("a", "b".repeat(20_000)).end(none)) satisfies RequestListener,
      excess("16,384 bytes of headers", "headerBytes"),
    ],
    [
      "that switches protocols",
      ((_, response) =>
        void response.socket?.write(
          "HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n",
        )) satisfies RequestListener,
      "the server switched to another protocol",
    ],
    [
      "that has no end of informational answers",
      ((_, response) => Array.from({ length: 20 }, () => response.writeProcessing())) satisfies RequestListener,
      "informational answers without an end",
    ],
  ])("%s", async (_, answer, want) => {
    expect(await problemOf(await connected(answer))).toBe(want);
  });

  test("in chunks of one byte", async () => {
    const connection = await connected(endless("x"), { limits: { answerBytes: 200_000 } });
    expect(await problemOf(connection)).toBe(excess("200,000 bytes in one answer", "answerBytes"));
  });

  test("that does not end in time", async () => {
    const connection = await connected((_, response) => void response.write("{"));
    await expect(connection.post("/", "{}", 0.1)).rejects.toThrow("no answer within 0.1s");
  });

  test("that is large, where the caller allows it", async () => {
    const long = JSON.stringify({ status: "Success", handlers: [], padding: "x".repeat(9_000_000) });
    expect(await problemOf(await connected(sending(long), { limits: { answerBytes: 10_000_000 } }))).toBe("none");
  });

  test("of a handler is no answer, as one that does not come is", async () => {
    const connection = await connected(endless(" ".repeat(65_536)));
    const handler = { name: "h", hook: hookCatalog.BeforeClusterDelete, timeoutSeconds: 10 } as const;
    const call = (failurePolicy: "Fail" | "Ignore"): Promise<unknown> =>
      callHandler(handler.hook, { connection, handler: { ...handler, failurePolicy } }, {
        cluster: { metadata: {} },
      } as never);
    await expect(call("Fail")).rejects.toThrow("calling BeforeClusterDelete of h failed: it exceeds the limit of");
    expect(await call("Ignore")).toMatchObject({ status: "Success" });
  });
});

test("many handlers are compared by name in time that grows with them", async () => {
  const { apiVersion } = hookCatalog.Discovery;
  const handlers = Array.from({ length: 1000 }, (_, i) => ({
    name: `h${i}`,
    requestHook: { apiVersion, hook: "BeforeClusterDelete" },
  }));
  const connection = await connected(sending(JSON.stringify({ status: "Success", handlers })));
  expect(await discover(connection)).toHaveLength(1000);
});

describe("a handshake", () => {
  test("with certificates that take long to decode", async () => {
    const connection = await connected(usual, {}, { cert: cert + slow.repeat(8) });
    const from = process.threadCpuUsage();
    expect(await problemOf(connection)).toBe(
      "one of the certificates that it sends has a key that is not RSA of up to 4096 bits, P-256, P-384, P-521 or Ed25519",
    );
    const { user, system } = process.threadCpuUsage(from);
    // The server of the test decodes them, too, when it starts. Decoded by the caller, they took 3 s.
    expect(user + system).toBeLessThan(1_000_000);
  });

  test("with many certificates", async () => {
    const connection = await connected(usual, {}, { cert: cert.repeat(40) });
    expect(await problemOf(connection)).toBe(
      excess("10,240 bytes before the connection is encrypted", "handshakeBytes"),
    );
  });

  test("in TLS 1.3 only, where it is trusted", async () => {
    const tls = { minVersion: "TLSv1.3" } as const;
    expect(await problemOf(await connected(usual, {}, tls))).toBe(
      "it does not accept TLS 1.2; if you trust it, set tls13 of connectExtension, or --tls13 of the command",
    );
    expect(await problemOf(await connected(usual, { tls13: true }, tls))).toBe("none");
  });

  test("with a key exchange that takes long", async () => {
    const tls = { maxVersion: "TLSv1.2", ciphers: "kDHE", dhparam: "auto" } as const;
    expect(await problemOf(await connected(usual, {}, tls))).toContain("alert handshake failure");
  });
});

test("its name is not looked up in the threads that look up those of all others", async () => {
  const server = await connected(usual);
  const lookup = vi.spyOn(dns, "lookup");
  const connection = connectExtension({
    url: server.url.replace("127.0.0.1", "localhost"),
    caBundle: authority.certPem,
  });
  expect(await problemOf(connection)).toContain("Cert does not contain a DNS name");
  connection.close();
  expect(lookup).not.toHaveBeenCalled();
  lookup.mockRestore();
});

test("calls use one connection", async () => {
  const ports = new Set<number | undefined>();
  const connection = await connected((request, response) => {
    ports.add(request.socket.remotePort);
    usual(request, response);
  });
  for (let i = 0; i < 3; i += 1) expect(await problemOf(connection)).toBe("none");
  expect(ports.size).toBe(1);
});

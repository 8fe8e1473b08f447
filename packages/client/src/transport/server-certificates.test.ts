// Certificates that a server sends are read before OpenSSL reads them. The servers are Node's; a proxy cuts what they send into records and
// packets of any size, which TLS allows.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { describeError } from "@capstan/kube";
import { connectMeasured } from "@capstan/kube/tls";
import { createCertificateAuthority } from "@capstan/serve/certificates";
import { afterEach, expect, test } from "vitest";
import { json, startFaultServer } from "../../test/fault-server.ts";
import { Foo, foo, key } from "../../test/foo-client.ts";
import { createClient } from "../create-client.ts";

const authority = createCertificateAuthority({ commonName: "test" });
const { certPem: cert, keyPem } = authority.issue({ commonName: "x", ipAddresses: ["127.0.0.1"] });
const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
});

const certificates = new URL("../../testdata/certificates/", import.meta.url);
const odd = (name: string): string => readFileSync(new URL(name, certificates), "utf8");

async function serve(tls: TlsOptions = {}): ReturnType<typeof startFaultServer> {
  const server = await startFaultServer([json(foo)], { tls: { cert, key: keyPem, ...tls } });
  open.push(server);
  return server;
}

async function get(port: number, limits: object = {}): Promise<unknown> {
  const credentials = { server: `https://127.0.0.1:${port}`, caData: authority.certPem };
  const client = createClient(credentials, { foreign: "Cluster ns/c", limits });
  open.push({ [Symbol.asyncDispose]: async () => client.close() });
  return client.get(Foo, key).catch(describeError);
}

const untrusted = (fault: string): string =>
  `cannot get Foo ns/a: the certificate of the API server of Cluster ns/c is not trusted: one of its chain ${fault}\n  help: use certificates without name constraints, with keys of RSA or on a usual curve; set limits.tls13 of the client only for a server that you trust`;
const kinds = "has a key that is not RSA of up to 4096 bits, P-256, P-384, P-521 or Ed25519";
const chains = [
  ["explicit-curve.crt", kinds],
  ["compressed-point.crt", kinds],
  ["sect571r1.crt", kinds],
  ["name-constraints.crt", "is larger than 16 KB or has name constraints"],
] as const;

test.each(chains)("a chain with %s", async (name, fault) => {
  const { port } = await serve({ cert: cert + odd(name) });
  expect(await get(port)).toBe(untrusted(fault));
});

/** Cuts the contents of a server's handshake into records of some bytes, and all that it sends into packets of some bytes. */
async function cutting(port: number, sizes: { readonly record: number; readonly packet: number }): Promise<number> {
  const proxy: Server = createServer((client) => {
    const server = connect({ port, host: "127.0.0.1" });
    client.on("error", () => server.destroy()).pipe(server);
    server.on("error", () => client.destroy());
    void forward(server, client, sizes).catch(() => client.destroy());
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  open.push({ [Symbol.asyncDispose]: async () => void proxy.close() });
  const address = proxy.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function forward(
  server: Socket,
  client: Socket,
  { record, packet }: { readonly record: number; readonly packet: number },
): Promise<void> {
  let bytes = Buffer.alloc(0);
  let isEncrypted = false;
  client.setNoDelay(true);
  for await (const chunk of server) {
    bytes = Buffer.concat([bytes, chunk]);
    while (bytes.length >= 5 && bytes.length >= 5 + bytes.readUInt16BE(3)) {
      const end = 5 + bytes.readUInt16BE(3);
      const whole = bytes.subarray(0, end);
      bytes = bytes.subarray(end);
      isEncrypted ||= whole[0] === 20;
      const records = isEncrypted ? whole : cut(whole, record);
      for (let at = 0; at < records.length; at += packet) {
        client.write(records.subarray(at, at + packet));
        if (!isEncrypted) await new Promise(setImmediate);
      }
    }
  }
  client.end();
}

function cut(record: Buffer, size: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = 5; at < record.length; at += size) {
    const content = record.subarray(at, at + size);
    parts.push(record.subarray(0, 3), Buffer.of(content.length >> 8, content.length & 255), content);
  }
  return Buffer.concat(parts);
}

const cuts = [
  [1, 1],
  [3, 7],
  [100, 5],
  [5, 20_000],
  [16_384, 1],
  [16_384, 20_000],
] as const;

test.each(cuts)("a handshake in records of %s bytes and packets of %s", async (record, packet) => {
  const limits = { handshakeBytes: 100_000 };
  const usual = await serve();
  expect(await get(await cutting(usual.port, { record, packet }), limits)).toEqual(foo);
  const hostile = await serve({ cert: cert + odd("explicit-curve.crt") });
  expect(await get(await cutting(hostile.port, { record, packet }), limits)).toBe(untrusted(kinds));
});

test("a server without TLS 1.2", async () => {
  const { port } = await serve({ minVersion: "TLSv1.3" });
  expect(await get(port)).toBe(
    "cannot get Foo ns/a: the API server of Cluster ns/c does not accept the version of TLS that the client uses\n  help: allow TLS 1.2 in the server, or set limits.tls13 of the client for a server that you trust",
  );
  expect(await get(port, { tls13: true })).toEqual(foo);
});

test("what a server sends at once is read in many turns of the event loop", async () => {
  const sent = 4 * 1024 * 1024;
  const server = createTlsServer({ cert, key: keyPem }, (socket) =>
    socket.on("error", () => undefined).write(Buffer.alloc(sent)),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const socket = connectMeasured(
    { port, host: "127.0.0.1", ca: authority.certPem },
    { handshakeBytes: Number.POSITIVE_INFINITY, tls13: true },
  );
  open.push(
    { [Symbol.asyncDispose]: async () => void server.close() },
    { [Symbol.asyncDispose]: async () => void socket.destroy() },
  );
  await once(socket, "secureConnect");
  let read = 0;
  let inTurn = 0;
  let most = 0;
  socket.on("data", (bytes: Buffer) => {
    if (inTurn === 0) setImmediate(() => (inTurn = 0));
    inTurn += bytes.length;
    most = Math.max(most, inTurn);
    read += bytes.length;
  });
  await expect.poll(() => read, { timeout: 10_000 }).toBe(sent);
  // libuv reads 64 KiB at once, and up to 32 times in one turn.
  expect(most).toBeLessThanOrEqual(2 * 65_536);
});

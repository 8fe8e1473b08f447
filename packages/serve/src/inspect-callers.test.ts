// What callers may send to a server that asks them for certificates. testdata/slow-root.crt takes OpenSSL a third of a second to decode.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:https";
import { connect as connectTcp } from "node:net";
import { text } from "node:stream/consumers";
import { connect, type ConnectionOptions, type TLSSocket } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { createCertificateAuthority } from "./certificates/index.ts";
import { jsonResponse, type Route } from "./route.ts";
import { type RunningServer, type ServerOptions, startServer } from "./server.ts";

const authority = createCertificateAuthority({ commonName: "test" });
const tls = authority.issue({ commonName: "server", ipAddresses: ["127.0.0.1"] });
const alice = authority.issue({ commonName: "alice", usages: ["client"] });
const slow = readFileSync(new URL("../testdata/slow-root.crt", import.meta.url), "utf8");
const routes: readonly Route[] = [
  { method: "GET", path: "/who", handle: (call) => jsonResponse(200, [call.client?.commonName, call.remoteAddress]) },
  { method: "POST", path: "/echo", handle: async (call) => jsonResponse(200, await call.json()) },
];
const running: RunningServer[] = [];
afterEach(() => Promise.all(running.splice(0).map((server) => server.close({ drainMs: 0 }))));

async function start(options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const server = await startServer({ port: 0, routes, tls, clientCa: authority.certPem, ...options });
  running.push(server);
  return server;
}

const caller = { ca: authority.certPem, cert: alice.certPem, key: alice.keyPem };

function call(server: RunningServer, path: string, body?: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}${path}`, { ...caller, method: body === undefined ? "GET" : "POST" });
    sent.once("error", reject);
    sent.once("response", (response) => void text(response).then((answer) => resolve(JSON.parse(answer)), reject));
    sent.end(body);
  });
}

async function handshake(server: RunningServer, options: ConnectionOptions): Promise<TLSSocket | string> {
  const socket = connect({ port: server.port, host: "127.0.0.1", ...caller, ...options });
  try {
    await once(socket, "secureConnect");
    return socket;
  } catch {
    return "rejected";
  }
}

test("a caller is known by its certificate and its address", async () => {
  expect(await call(await start(), "/who")).toEqual(["alice", "127.0.0.1"]);
});

test("large bodies arrive whole", async () => {
  const body = JSON.stringify({ a: "x".repeat(5_000_000) });
  expect(JSON.stringify(await call(await start(), "/echo", body))).toBe(body);
});

test.each([true, false])("a key that is slow to decode is not decoded; required: %s", async (isRequired) => {
  const server = await start({ requireClientCertificate: isRequired });
  const chain = alice.certPem + slow;
  expect(await handshake(server, { cert: chain })).toBe("rejected");
  const first = connect({ port: server.port, host: "127.0.0.1", ...caller, cert: chain });
  // The caller has decoded its own certificates here.
  const before = process.threadCpuUsage();
  await once(first, "close").catch(() => undefined);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(150);
  expect(await call(server, "/who")).toEqual(["alice", "127.0.0.1"]);
});

test("chains are limited in bytes, and in certificates", async () => {
  const chainOf = (others: number): string => {
    const rest = Array.from({ length: others }, () => authority.issue({ commonName: "other" }).certPem);
    return [alice.certPem, ...rest].join("");
  };
  const usual = await handshake(await start(), { cert: chainOf(8) });
  expect(usual).not.toBe("rejected");
  if (typeof usual !== "string") usual.destroy();
  expect(await handshake(await start(), { cert: chainOf(10) })).toBe("rejected");
  expect(await handshake(await start({ limits: { handshakeBytes: 2000 } }), { cert: chainOf(8) })).toBe("rejected");
});

test("without TLS 1.2 there is no connection", async () => {
  expect(await handshake(await start(), { minVersion: "TLSv1.3" })).toBe("rejected");
});

test("a caller cannot renegotiate, with other certificates", async () => {
  const socket = await handshake(await start(), {});
  if (typeof socket === "string") throw new Error("rejected");
  const outcome = await new Promise((resolve) => {
    socket.once("error", () => resolve("rejected"));
    socket.once("close", () => resolve("rejected"));
    socket.renegotiate({}, (error) => resolve(error === null ? "accepted" : "rejected"));
  });
  socket.destroy();
  expect(outcome).toBe("rejected");
});

test("sessions are not resumed: their certificates could not be read", async () => {
  const server = await start();
  const first = await handshake(server, {});
  if (typeof first === "string") throw new Error("rejected");
  const session = first.getSession();
  first.destroy();
  const second = await handshake(server, { session });
  if (typeof second === "string") throw new Error("rejected");
  expect(second.isSessionReused()).toBe(false);
  second.destroy();
});

test.each([
  ["a handshake in the form of SSL 2", Buffer.of(0x80, 0x2e, 1, 3, 1)],
  ["plain HTTP", Buffer.from("GET / HTTP/1.1\r\n\r\n")],
  ["encryption without certificates", Buffer.of(22, 3, 3, 0, 1, 1, 20, 3, 3, 0, 1, 1)],
])("a connection that begins with %s ends", async (_, bytes) => {
  const socket = connectTcp((await start()).port, "127.0.0.1");
  socket.on("error", () => undefined).resume();
  socket.write(bytes);
  // Before the deadline of handshakes, 10 s.
  const closed = once(socket, "close", { signal: AbortSignal.timeout(3000) });
  await expect(closed).resolves.toEqual([false]);
});

test("connections without a certificate do not take the places of callers that are answered", async () => {
  const slow = Promise.withResolvers<void>();
  const held: Route = {
    method: "GET",
    path: "/held",
    handle: () => slow.promise.then(() => jsonResponse(200, "held")),
  };
  const server = await start({ routes: [...routes, held], limits: { connections: 4 } });
  const answer = call(server, "/held");
  await new Promise((resolve) => setTimeout(resolve, 100));
  const flood = Array.from({ length: 12 }, () => connectTcp(server.port, "127.0.0.1").on("error", () => undefined));
  await Promise.all(flood.map((socket) => once(socket, "connect")));
  await new Promise((resolve) => setTimeout(resolve, 100));
  slow.resolve();
  expect(await answer).toBe("held");
  for (const socket of flood) socket.destroy();
});

test.each([true, false])("handshakes that are not complete do not delay a stop; authorities: %s", async (isSet) => {
  const server = await startServer({ port: 0, routes, tls, ...(isSet ? { clientCa: authority.certPem } : {}) });
  const socket = connectTcp(server.port, "127.0.0.1").on("error", () => undefined);
  socket.resume().write(Buffer.of(22, 3, 1));
  await once(socket, "connect");
  await new Promise((resolve) => setTimeout(resolve, 50));
  const start = performance.now();
  await server.close({ drainMs: 100 });
  expect(performance.now() - start).toBeLessThan(2000);
});

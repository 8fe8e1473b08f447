// HTTP/2 beside HTTP/1.1 on one port: the same routes and the same limits, and those that HTTP/2 needs.
import { once } from "node:events";
import { type ClientHttp2Session, connect, constants } from "node:http2";
import { request } from "node:https";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { createCertificateAuthority } from "./certificates/index.ts";
import { jsonResponse, type Route, textResponse } from "./route.ts";
import { type RunningServer, type ServerOptions, startServer } from "./server.ts";

const authority = createCertificateAuthority({ commonName: "test" });
const tls = authority.issue({ commonName: "server", ipAddresses: ["127.0.0.1"] });
const alice = authority.issue({ commonName: "alice", usages: ["client"] });
const caller = { ca: authority.certPem, cert: alice.certPem, key: alice.keyPem };
const megabyte = 1024 * 1024;
const { promise: released, resolve: release } = Promise.withResolvers<void>();
const routes: readonly Route[] = [
  {
    method: "POST",
    path: "/",
    handle: async (call) => {
      const { length } = await call.body();
      return jsonResponse(200, [length, call.query.get("q"), call.headers["x-a"], call.remoteAddress, call.client]);
    },
  },
  { method: "GET", path: "/large", handle: () => textResponse(200, "x".repeat(3 * megabyte)) },
  { method: "GET", path: "/slow", handle: async () => (await released, textResponse(200, "late")) },
];

const open: { destroy(): void }[] = [];
let server: RunningServer | undefined;
afterEach(async () => {
  open.splice(0).forEach((each) => each.destroy());
  await server?.close({ drainMs: 0 });
});

async function start(options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  server = await startServer({ port: 0, tls, routes, http2: true, ...options });
  return server;
}

function sessionOf({ url }: RunningServer): ClientHttp2Session {
  // A client that sends 30 MB at once needs the memory for it.
  const session = connect(url, { ...caller, maxSessionMemory: 100 });
  session.on("error", () => undefined);
  open.push(session);
  return session;
}

interface Got {
  readonly status: number | undefined;
  readonly body: string;
}

async function call(session: ClientHttp2Session, path: string, body?: Buffer): Promise<Got> {
  const stream = session.request({
    ":method": body === undefined ? "GET" : "POST",
    ":path": path,
    "x-a": "b",
  });
  let status: number | undefined;
  const parts: Buffer[] = [];
  stream.on("response", (headers) => (status = headers[":status"]));
  stream.on("data", (part: Buffer) => parts.push(part));
  stream.on("error", () => undefined);
  stream.end(body);
  await new Promise((resolve) => stream.once("close", resolve));
  return { status, body: Buffer.concat(parts).toString() };
}

test("a caller that opens a hundred streams before it knows the limit keeps its session", async () => {
  const session = sessionOf(await start());
  const got = await Promise.all(Array.from({ length: 100 }, () => call(session, "/", Buffer.from("{}"))));
  expect(got.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(16);
  expect(await call(session, "/", Buffer.from("{}"))).toMatchObject({ status: 200 });
});

test("routes answer as over HTTP/1.1, with the caller's certificate", async () => {
  const session = sessionOf(await start({ clientCa: authority.certPem }));
  expect(await call(session, "/?q=1", Buffer.alloc(100))).toEqual({
    status: 200,
    body: '[100,"1","b","127.0.0.1",{"commonName":"alice","organizations":[]}]',
  });
  expect(await call(session, "/none")).toEqual({ status: 404, body: "nothing is served at /none\n" });
  expect((await call(session, "/large")).body).toHaveLength(3 * megabyte);
});

test("callers of HTTP/1.1 have their answers on the same port, and without the option there is no HTTP/2", async () => {
  const { port } = await start();
  const sent = request({ port, host: "127.0.0.1", path: "/large", ...caller, agent: false });
  const [response] = await once(sent.end(), "response");
  expect([response.statusCode, response.httpVersion]).toEqual([200, "1.1"]);
  response.destroy();
  await server?.close({ drainMs: 0 });
  const plain = await start({ http2: false });
  const session = sessionOf(plain);
  await new Promise((resolve) => session.once("close", resolve));
  expect(session.alpnProtocol).not.toBe("h2");
});

test("a body that is too large has its answer while it is sent, and what is far too large is not read", async () => {
  const session = sessionOf(await start({ limits: { bodyBytes: megabyte } }));
  const answer = { status: 413, body: "the request body is larger than 1048576 bytes (limits.bodyBytes)\n" };
  expect(await call(session, "/", Buffer.alloc(3 * megabyte))).toEqual(answer);
  expect(await call(session, "/", Buffer.alloc(30 * megabyte))).toEqual(answer);
});

test("a connection has no more streams than requests, and a large header is not read", async () => {
  const session = sessionOf(await start({ limits: { requestsPerConnection: 3, headerBytes: 4096 } }));
  await once(session, "remoteSettings");
  expect(session.remoteSettings).toMatchObject({ maxConcurrentStreams: 3, maxHeaderListSize: 4096, enablePush: false });
  const stream = session.request({ ":path": "/", "x-large": "y".repeat(8000) });
  stream.on("error", () => undefined);
  await new Promise((resolve) => stream.once("close", resolve));
  expect(stream.rstCode).not.toBe(constants.NGHTTP2_NO_ERROR);
});

test("a call in progress ends after the server was told to close", async () => {
  const running = await start();
  const session = sessionOf(running);
  const slow = call(session, "/slow");
  await once(session, "remoteSettings");
  await new Promise((resolve) => setTimeout(resolve, 50));
  const closed = running.close({ drainMs: 5000 });
  release();
  expect(await slow).toEqual({ status: 200, body: "late" });
  await closed;
});

/** A connection that has chosen HTTP/2, for frames that no client sends. */
async function rawConnection({ port }: RunningServer): Promise<TLSSocket> {
  const socket = connectTls({ port, host: "127.0.0.1", ...caller, ALPNProtocols: ["h2"] });
  socket.on("error", () => undefined);
  open.push(socket);
  await once(socket, "secureConnect");
  socket.resume().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  socket.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]));
  return socket;
}

const ping = Buffer.from([0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
const reset = Buffer.from([0, 0, 4, 3, 0, 0, 0, 0, 1, 0, 0, 0, 8]);

/** A request without an end, as literals, then its reset. */
function resetRequest(id: number): Buffer {
  const literal = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
  const fields = { ":method": "POST", ":scheme": "https", ":path": "/" };
  const block = Buffer.concat(
    Object.entries(fields).flatMap(([name, value]) => [Buffer.from([0]), literal(name), literal(value)]),
  );
  const head = Buffer.from([0, 0, block.length, 1, 4, 0, 0, 0, 0]);
  const end = Buffer.from(reset);
  for (const frame of [head, end]) frame.writeUInt32BE(id, 5);
  return Buffer.concat([head, block, end]);
}

test.each([
  { name: "sends nothing but pings", bytes: () => ping },
  { name: "opens requests and resets them", bytes: (at: number) => resetRequest(1 + 2 * at) },
])("a caller that $name is disconnected, and others have their answers", async ({ bytes }) => {
  const running = await start({ limits: { headersMs: 1000 } });
  const socket = await rawConnection(running);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  for (let at = 0; !socket.destroyed && at < 20_000; at += 1) {
    socket.write(bytes(at));
    if (at % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await closed;
  expect((await call(sessionOf(running), "/", Buffer.alloc(1))).status).toBe(200);
});

test.each([
  {
    name: "sends no end of a request",
    limits: { headersMs: 300, requestMs: 300 },
    method: "POST",
    path: "/",
    ends: false,
  },
  { name: "does not read its answer", limits: { answerMs: 300 }, method: "GET", path: "/large", ends: true },
])("the session of a caller that $name is ended, with all of its streams", async ({ limits, method, path, ends }) => {
  const session = sessionOf(await start({ limits }));
  const streams = Array.from({ length: 3 }, () => session.request({ ":method": method, ":path": path }));
  const closed = streams.map((stream) =>
    once(
      stream.on("error", () => undefined),
      "close",
    ),
  );
  for (const stream of streams) if (ends) stream.end();
  await once(session, "close");
  // What has arrived of an answer is read.
  for (const stream of streams) stream.resume();
  expect(await Promise.all(closed)).toHaveLength(3);
});

test("requests that are reset while they are answered end nothing but themselves", async () => {
  const running = await start();
  for (let sessions = 0; sessions < 5; sessions += 1) {
    const session = sessionOf(running);
    for (let streams = 0; streams < 60; streams += 1) {
      const stream = session.request({ ":method": streams % 2 === 0 ? "GET" : "POST", ":path": "/none" });
      stream.on("error", () => undefined);
      if (streams % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
      stream.close(constants.NGHTTP2_CANCEL);
    }
  }
  expect((await call(sessionOf(running), "/", Buffer.alloc(1))).status).toBe(200);
});

test("a HEAD with a body that nobody reads is answered, and its stream ends", async () => {
  const stream = sessionOf(await start()).request({ ":method": "HEAD", ":path": "/" }, { endStream: false });
  let status: number | undefined;
  stream.on("response", (headers) => (status = headers[":status"])).resume();
  stream.end(Buffer.alloc(300_000));
  await new Promise((resolve) => stream.once("close", resolve));
  expect(status).toBe(405);
});

// Callers that do not read their answers: what they hold of a server goes to others.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { afterEach, expect, test, vi } from "vitest";
import { createSelfSigned } from "./certificates/index.ts";
import type { ServerLimits } from "./limits.ts";
import { type Route, textResponse } from "./route.ts";
import { type RunningServer, startServer } from "./server.ts";

const mebibyte = 1024 * 1024;
const running: RunningServer[] = [];
const sockets: Socket[] = [];
let gate = Promise.withResolvers<void>();
let lengths: number[] = [];

afterEach(async () => {
  gate.resolve();
  gate = Promise.withResolvers();
  lengths = [];
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(running.splice(0).map((server) => server.close({ drainMs: 0 })));
});

const routes: readonly Route[] = [
  {
    method: "POST",
    path: "/",
    async handle(request) {
      const { length } = await request.body();
      lengths.push(length);
      return textResponse(200, "read");
    },
  },
  {
    method: "GET",
    path: "/slow",
    async handle() {
      await gate.promise;
      return textResponse(200, "slow");
    },
  },
  { method: "GET", path: "/big", handle: () => textResponse(200, "x".repeat(32 * mebibyte)) },
];

async function start(limits: Partial<ServerLimits>): Promise<RunningServer> {
  const server = await startServer({ port: 0, routes, limits });
  running.push(server);
  return server;
}

async function send(server: RunningServer, bytes: string): Promise<Socket> {
  const socket = connect(server.port, "127.0.0.1").on("error", () => undefined);
  sockets.push(socket);
  await once(socket, "connect");
  socket.write(bytes);
  return socket;
}

/** Reads until the server closes the connection. */
async function received(socket: Socket): Promise<string> {
  let all = "";
  socket.on("data", (data: Buffer) => (all += data.toString("latin1")));
  await once(socket, "close");
  return all;
}

/** A connection whose answer has begun to arrive and is not read. */
async function unread(server: RunningServer): Promise<Socket> {
  const socket = await send(server, "GET /big HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(socket, "readable");
  return socket;
}

const post = (bytes: number, connection = "keep-alive"): string =>
  `POST / HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\nContent-Length: ${bytes}\r\n\r\n${"x".repeat(bytes)}`;

test("a body is free when its route has answered, also while its answer waits for an earlier one", async () => {
  const server = await start({ bodyBytes: 60, inFlightBytes: 100 });
  const pipelined = await send(server, `GET /slow HTTP/1.1\r\nHost: x\r\n\r\n${post(60)}`);
  await expect.poll(() => lengths).toEqual([60]);
  pipelined.write(post(59));
  await expect.poll(() => lengths).toEqual([60, 59]);
  expect(await received(await send(server, post(60, "close")))).toMatch(/^HTTP\/1\.1 200 /);
  gate.resolve();
  pipelined.end();
  expect((await received(pipelined)).match(/slow|read/g)).toEqual(["slow", "read", "read"]);
});

test("an answer that is not read takes no place of the body of another caller", async () => {
  const server = await start({ bodyBytes: mebibyte, inFlightBytes: mebibyte });
  await unread(server);
  expect(await received(await send(server, post(mebibyte, "close")))).toMatch(/^HTTP\/1\.1 200 /);
});

test("an answer that is not read makes room for other answers", async () => {
  const server = await start({ inFlightBytes: 40 * mebibyte });
  const slow = await unread(server);
  await unread(server);
  expect((await received(slow)).length).toBeLessThan(32 * mebibyte);
});

test("an answer that is not read stays while there is place", async () => {
  const server = await start({ inFlightBytes: 80 * mebibyte });
  const slow = await unread(server);
  await unread(server);
  slow.end();
  expect((await received(slow)).length).toBeGreaterThan(32 * mebibyte);
});

test("connections whose answers are not read give their places to new ones", async () => {
  const server = await start({ connections: 2, inFlightBytes: 256 * mebibyte });
  const slow = [await unread(server), await unread(server)];
  expect(await received(await send(server, post(1, "close")))).toMatch(/^HTTP\/1\.1 200 /);
  expect((await received(slow[0] as Socket)).length).toBeLessThan(32 * mebibyte);
});

test("answers that a busy process gives at the same time do not make room for each other", async () => {
  const body = "x".repeat(mebibyte / 4);
  let arrived = 0;
  const handle: Route["handle"] = async (request) => {
    await request.body();
    arrived += 1;
    await gate.promise;
    for (const until = performance.now() + 3; performance.now() < until;);
    return textResponse(200, body);
  };
  const limits = { bodyBytes: 1000, inFlightBytes: mebibyte };
  const tls = createSelfSigned({ commonName: "server" });
  const served: Route[] = [{ method: "POST", path: "/", handle }];
  const server = await startServer({ port: 0, tls, onError: () => undefined, routes: served, limits });
  running.push(server);
  const callers = Array.from({ length: 40 }, () => {
    const socket = connectTls({ host: "127.0.0.1", port: server.port, rejectUnauthorized: false });
    sockets.push(socket.on("error", () => undefined));
    socket.write(post(1, "close"));
    return socket;
  });
  const answers = callers.map(received);
  await vi.waitUntil(() => arrived === callers.length, 30_000);
  // All answers are written in one turn of the loop, each after some milliseconds of work.
  gate.resolve();
  const lengths = (await Promise.all(answers)).map(({ length }) => length > body.length);
  expect(lengths).toEqual(Array<boolean>(40).fill(true));
});

test("an idle connection keeps nothing of a large answer that was read", async () => {
  const tls = createSelfSigned({ commonName: "server" });
  const server = await startServer({ port: 0, tls, routes });
  running.push(server);
  const read = async (): Promise<void> => {
    const socket = connectTls({ host: "127.0.0.1", port: server.port, rejectUnauthorized: false });
    sockets.push(socket.on("error", () => undefined));
    socket.write("GET /big HTTP/1.1\r\nHost: x\r\n\r\n");
    let length = 0;
    for await (const piece of socket.iterator({ destroyOnReturn: false })) {
      length += piece.length;
      if (length >= 32 * mebibyte) return;
    }
  };
  await read();
  const before = process.memoryUsage.rss();
  for (let i = 0; i < 10; i += 1) await read();
  // Each kept as much as its answer, outside of the heap.
  expect((process.memoryUsage.rss() - before) / mebibyte).toBeLessThan(160);
});

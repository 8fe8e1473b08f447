// How a server with TLS reads its connections: in turns of the event loop, whatever its callers send.
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { request as httpsRequest } from "node:https";
import { text } from "node:stream/consumers";
import { connect, type TLSSocket } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { caller, endAll, post, start } from "../test/raw-callers.ts";
import { type KeyUpdates, keyUpdates } from "../test/key-updates.ts";
import { createSelfSigned } from "./certificates/index.ts";
import type { ServerLimits } from "./limits.ts";

afterEach(endAll);

/** Callers and server share one thread, and the machine may have others to serve: no caller is closed for its slowness. */
const patient: Partial<ServerLimits> = {
  handshakeMs: 600_000,
  headersMs: 600_000,
  requestMs: 600_000,
  answerMs: 600_000,
  idleMs: 600_000,
};

const tls = createSelfSigned({ commonName: "server", ipAddresses: ["127.0.0.1"] });

test("a server without an authority for clients prefers TLS 1.3", async () => {
  const { port } = await start({}, { tls });
  const socket = connect({ port, host: "127.0.0.1", ca: tls.certPem });
  await once(socket, "secureConnect");
  expect(socket.getProtocol()).toBe("TLSv1.3");
  socket.destroy();
});

/** Callers with what they are about to send. */
type Flood = readonly { readonly wire: Socket; readonly records: Buffer }[];

/** Connections that change their keys, with the records of that; one after another, because making the records holds the event loop. */
async function floodOf(count: number, port: number, updates: KeyUpdates): Promise<Flood> {
  const flood: Flood[number][] = [];
  while (flood.length < count) flood.push(await keyUpdates(port, updates));
  return flood;
}

/** Resolves when a connection is closed, also when it was before. */
function closed(wire: Socket): Promise<void> {
  return new Promise((resolve) => void (wire.closed ? resolve() : wire.once("close", () => resolve())));
}

/** The longest turn of the event loop while something is done, in milliseconds of processor time. */
async function longestTurnMs(doing: () => Promise<void>): Promise<number> {
  let longest = 0;
  let last = process.threadCpuUsage();
  let timer: NodeJS.Timeout;
  const turn = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
    timer = setTimeout(turn, 0);
  };
  timer = setTimeout(turn, 0);
  await doing();
  clearTimeout(timer);
  return longest;
}

test("callers that change their keys all the time do not hold the event loop", async () => {
  const server = await start(patient, { tls });
  const flood = await floodOf(10, server.port, { count: 1500 });
  const longest = await longestTurnMs(async () => {
    for (const { wire, records } of flood) wire.write(records);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  });
  // None was rejected.
  expect(new Set(flood.map(({ wire }) => wire.readyState))).toEqual(new Set(["open"]));
  for (const { wire } of flood) wire.destroy();
  // All of them are read in one turn without it.
  expect(longest).toBeLessThan(100);
});

/** A call through a connection of its own. */
async function echo(port: number): Promise<string> {
  const request = httpsRequest({
    port,
    host: "127.0.0.1",
    path: "/echo",
    method: "POST",
    agent: false,
    ca: tls.certPem,
  });
  request.end("1");
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return text(response);
}

/** A record that ends the connection when all before it was read. */
const unreadable = Buffer.concat([Buffer.from([23, 3, 3, 0, 20]), Buffer.alloc(20)]);

test("callers that change their keys all the time do not keep others waiting", async () => {
  const server = await start(patient, { tls });
  const flood = await floodOf(16, server.port, { count: 1600 });
  let read = 0;
  const all = flood.map(async ({ wire, records }) => {
    wire.write(Buffer.concat([records, unreadable]));
    await closed(wire);
    read += 1;
  });
  for (let i = 0; i < 5; i += 1) expect(await echo(server.port)).toBe("1");
  // Each of them waits for all without it.
  expect(read).toBeLessThan(flood.length / 2);
  await Promise.all(all);
});

test("a server without TLS reads in turns, too: thousands of requests in one piece, of which it answers sixteen", async () => {
  const server = await start(patient);
  const requests = "GET / HTTP/1.1\r\nHost:\r\n\r\n".repeat(2600);
  const flood = await Promise.all(Array.from({ length: 40 }, () => caller(server)));
  const longest = await longestTurnMs(async () => {
    for (const { socket } of flood) socket.write(requests);
    const honest = await caller(server);
    honest.socket.write(post("/echo", "1"));
    await honest.has("HTTP/1.1 200 ");
  });
  // All of them are parsed in one turn without it, which takes seconds.
  expect(longest).toBeLessThan(250);
});

/** A request whose body comes in chunks of a byte. */
const tinyChunks = (path: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${"1\r\n1\r\n".repeat(100_000)}0\r\n\r\n`;

/** Processor time of this process, in milliseconds. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

test.each([
  ["that are read", "/echo"],
  ["that nobody reads", "/unread"],
])("bodies in chunks of a byte, %s, do not keep others waiting", async (_, path) => {
  const listener = (_request: IncomingMessage, response: ServerResponse): unknown => response.end("unread");
  const server = await start(patient, { tls, listener });
  const connected = async (): Promise<TLSSocket> => {
    const socket = connect({ port: server.port, host: "127.0.0.1", ca: tls.certPem });
    await once(socket, "secureConnect");
    return socket;
  };
  const flood = await Promise.all(Array.from({ length: 30 }, connected));
  const begin = processorMs();
  const read = flood.map(async (socket) => {
    // When all of the body was read, the request after it is answered.
    socket.write(`${tinyChunks(path)}${post("/echo", '"second"')}`);
    let received = "";
    // The loop ends with the connection, too.
    for await (const piece of socket) if ((received += String(piece)).includes("second")) break;
    expect(received).toContain("second");
  });
  // It is known for what it is.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const before = processorMs();
  for (let i = 0; i < 10; i += 1) expect(await echo(server.port)).toBe("1");
  const ofCalls = processorMs() - before;
  await Promise.all(read);
  // They wait for a piece of each body again and again without it, for most of that time.
  expect(ofCalls).toBeLessThan((processorMs() - begin) / 2);
});

test("what one server reads does not keep another one waiting", async () => {
  const [one, other] = await Promise.all([start(patient, { tls }), start(patient, { tls })]);
  const flood = await floodOf(20, one.port, { count: 800 });
  const long = await keyUpdates(other.port, { count: 1400 });
  let read = 0;
  const all = [...flood, long].map(async ({ wire, records }) => {
    wire.write(Buffer.concat([records, unreadable]));
    await closed(wire);
    read += 1;
    return read;
  });
  // It waits for a piece of each of them without it.
  expect(await all.at(-1)).toBeLessThan(flood.length / 2);
  await Promise.all(all);
});

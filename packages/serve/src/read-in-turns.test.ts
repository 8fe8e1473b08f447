// How a server with TLS reads its connections: in turns of the event loop, whatever its callers send.
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { text } from "node:stream/consumers";
import { connect } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { caller, endAll, post, start } from "../test/raw-callers.ts";
import { keyUpdates } from "../test/key-updates.ts";
import { createSelfSigned } from "./certificates/index.ts";

afterEach(endAll);

const tls = createSelfSigned({ commonName: "server", ipAddresses: ["127.0.0.1"] });

test("a server without an authority for clients prefers TLS 1.3", async () => {
  const { port } = await start({}, { tls });
  const socket = connect({ port, host: "127.0.0.1", ca: tls.certPem });
  await once(socket, "secureConnect");
  expect(socket.getProtocol()).toBe("TLSv1.3");
  socket.destroy();
});

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
  // Making their records takes some seconds.
  const server = await start({ headersMs: 60_000, requestMs: 60_000 }, { tls });
  const flood = await Promise.all(Array.from({ length: 12 }, () => keyUpdates(server.port, { count: 2400 })));
  const longest = await longestTurnMs(async () => {
    for (const { wire, records } of flood) wire.write(records);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  });
  // None was rejected.
  expect(new Set(flood.map(({ wire }) => wire.readyState))).toEqual(new Set(["open"]));
  for (const { wire } of flood) wire.destroy();
  // All of them are read in one turn without it.
  expect(longest).toBeLessThan(100);
}, 60_000);

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

test("callers that change their keys all the time do not keep others waiting", async () => {
  const server = await start({ headersMs: 60_000, requestMs: 60_000 }, { tls });
  const flood = await Promise.all(Array.from({ length: 30 }, () => keyUpdates(server.port, { count: 2400 })));
  // It ends the connection when all before it was read.
  const unreadable = Buffer.concat([Buffer.from([23, 3, 3, 0, 20]), Buffer.alloc(20)]);
  let read = 0;
  for (const { wire, records } of flood)
    wire.once("close", () => (read += 1)).write(Buffer.concat([records, unreadable]));
  for (let i = 0; i < 5; i += 1) expect(await echo(server.port)).toBe("1");
  // Each of them waits for all without it.
  expect(read).toBeLessThan(flood.length / 2);
  await expect.poll(() => read, { timeout: 30_000 }).toBe(flood.length);
}, 60_000);

test("a server without TLS reads in turns, too: thousands of requests in one piece, of which it answers sixteen", async () => {
  const server = await start({});
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
}, 60_000);

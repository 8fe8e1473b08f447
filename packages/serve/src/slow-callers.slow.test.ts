// Connections of callers that send slowly, or nothing, more than the server has places for.
import { once } from "node:events";
import { request } from "node:https";
import { connect, type TLSSocket } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { createSelfSigned } from "./certificates/index.ts";
import { jsonResponse, type Route } from "./route.ts";
import { type RunningServer, startServer } from "./server.ts";

const tls = createSelfSigned({ commonName: "server", ipAddresses: ["127.0.0.1"] });
const routes: readonly Route[] = [
  { method: "POST", path: "/", handle: async (call) => jsonResponse(200, (await call.body()).length) },
];
const slowCallers = 1100;
const callers = 20;
/** Longer than a test may take: a caller that waited for a slow one would wait for as long. */
const slowMs = 3_600_000;

let server: RunningServer | undefined;
const slow: TLSSocket[] = [];
afterEach(async () => {
  for (const socket of slow.splice(0)) socket.destroy();
  await server?.close({ drainMs: 0 });
});

async function connectSlow(port: number, bytes: string): Promise<void> {
  const socket = connect({ port, host: "127.0.0.1", ca: tls.certPem });
  slow.push(socket);
  socket.on("error", () => undefined);
  await Promise.race([once(socket, "secureConnect"), once(socket, "close")]);
  socket.write(bytes);
}

async function call(port: number): Promise<number | undefined> {
  const sent = request({ port, host: "127.0.0.1", method: "POST", path: "/", ca: tls.certPem, agent: false });
  sent.end("{}");
  const [response] = await once(sent, "response");
  response.resume();
  return response.statusCode;
}

/** How long callers take that call at the same time, in milliseconds. */
async function timeOfCalls(port: number): Promise<number> {
  const began = performance.now();
  const statuses = await Promise.all(Array.from({ length: callers }, () => call(port)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  return performance.now() - began;
}

test.each([
  { name: "send nothing", bytes: "" },
  { name: "send a part of their headers", bytes: "POST / HTTP/1.1\r\nhost: a\r\nx-a: " },
  { name: "send a part of their body", bytes: "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000\r\n\r\nx" },
])("1,100 connections that $name do not keep callers waiting", async ({ bytes }) => {
  // None is closed for its slowness before all are there.
  const limits = { handshakeMs: slowMs, headersMs: slowMs, requestMs: slowMs, idleMs: slowMs };
  server = await startServer({ port: 0, tls, routes, limits });
  const { port } = server;
  const alone = await timeOfCalls(port);
  for (let from = 0; from < slowCallers; from += 50)
    await Promise.all(Array.from({ length: 50 }, () => connectSlow(port, bytes)));
  expect(await timeOfCalls(port)).toBeLessThan(2000 + 10 * alone);
});

test("a connection whose first byte does not come is closed", async () => {
  server = await startServer({ port: 0, tls, routes, limits: { headersMs: 1000 } });
  await connectSlow(server.port, "");
  const [socket] = slow;
  const began = performance.now();
  await new Promise((resolve) => socket?.resume().once("close", resolve));
  // The next limit that would close it is that of a request, 30 s.
  expect(performance.now() - began).toBeLessThan(20_000);
});

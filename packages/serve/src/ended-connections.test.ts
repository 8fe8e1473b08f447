// A peer that asks for answers of TLS itself (RFC 8446, 4.6.3) when this side has ended the connection.
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Socket } from "node:net";
import { get } from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { TLSSocket } from "node:tls";
import { clientTls, LimitedAgent } from "@capstan/kube/tls";
import { afterAll, afterEach, expect, test } from "vitest";
import { endAll, start } from "../test/raw-callers.ts";
import { ciphers, firstSecret, keyUpdates, recordsOf } from "../test/key-updates.ts";
import { createSelfSigned } from "./certificates/index.ts";

const tls = createSelfSigned({ commonName: "server", ipAddresses: ["127.0.0.1"] });

/** What would end the process. */
const uncaught: unknown[] = [];
process.on("uncaughtException", remember);
afterAll(() => void process.off("uncaughtException", remember));
function remember(error: unknown): void {
  uncaught.push(error);
}
afterEach(async () => {
  await endAll();
  uncaught.length = 0;
});

/** Sends records in pieces of a size, each in a turn of its own, and waits until the connection is closed. */
async function sendAll(wire: Socket, records: Buffer, size: number): Promise<void> {
  const closed = new Promise((resolve) => wire.on("error", () => undefined).once("close", resolve));
  for (let at = 0; at < records.length && !wire.destroyed; at += size) {
    wire.write(records.subarray(at, at + size));
    await delay(0);
  }
  wire.end();
  await closed;
}

test.each([60, 1000, 20_000])("a caller, in pieces of %i bytes", async (size) => {
  const server = await start({}, { tls });
  const data = "GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
  const updates = { data, count: 300, isAnswered: true };
  const callers = await Promise.all(Array.from({ length: 20 }, () => keyUpdates(server.port, updates)));
  await Promise.all(callers.map(({ wire, records }) => sendAll(wire, records, size)));
  expect(uncaught).toEqual([]);
});

test("a caller, while an answer ends with a write of nothing", async () => {
  let answers = 0;
  const listener = (_: IncomingMessage, response: ServerResponse): void => {
    answers += 1;
    response.writeHead(200, { "content-length": 300_000 }).write("x".repeat(300_000));
    setTimeout(() => response.end(), 1);
  };
  const server = await start({}, { tls, listener });
  const updates = { data: "GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(10), count: 600, isAnswered: true };
  const callers = await Promise.all(Array.from({ length: 20 }, () => keyUpdates(server.port, updates)));
  await Promise.all(callers.map(({ wire, records }) => sendAll(wire, records, 100)));
  expect(answers).toBe(200);
  expect(uncaught).toEqual([]);
});

/** A server that answers one call, and asks for changes of keys from then on. */
async function serveUpdates(wire: Socket): Promise<void> {
  const socket = new TLSSocket(wire, { isServer: true, cert: tls.certPem, key: tls.keyPem, ciphers });
  socket.on("error", () => undefined);
  const secret = firstSecret(socket, "SERVER_TRAFFIC_SECRET_0");
  await once(socket, "data");
  const data = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok";
  // In this turn, OpenSSL sends two tickets with its first keys.
  await delay(0);
  await sendAll(wire, recordsOf(await secret, 2, { data, count: 300, isAnswered: true }), 60);
}

test("a server", async () => {
  const server = createServer((wire) => void serveUpdates(wire)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const limits = { tls13: true, handshakeBytes: 10_240 };
  const agent = new LimitedAgent({ rejectUnauthorized: false, ...clientTls(true) }, limits);
  const calls = Array.from({ length: 20 }, async () => {
    const [response] = (await once(get({ port, host: "127.0.0.1", agent }), "response")) as [IncomingMessage];
    const closed = once(response.socket, "close");
    const body = await text(response);
    await closed;
    return body;
  });
  expect(new Set(await Promise.all(calls))).toEqual(new Set(["ok"]));
  server.close();
  expect(uncaught).toEqual([]);
});

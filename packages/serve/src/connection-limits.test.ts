// What callers can hold of a server beside bodies: requests on one connection, answers that they do not read, places for connections.
import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { createSelfSigned } from "./certificates/index.ts";
import { limitConnections } from "./connections.ts";
import type { RunningServer } from "./server.ts";
import {
  answerHeld,
  type Caller,
  caller,
  endAll,
  holds,
  nextHeld,
  post,
  start,
  statusOfNext,
} from "../test/raw-callers.ts";

afterEach(endAll);

test("a connection with too many unanswered requests is closed, and what it held is free again", async () => {
  const server = await start({ bodyBytes: 60, inFlightBytes: 60, requestsPerConnection: 3 });
  const one = await holds(server, 30);
  one.socket.write(post("/held", "x".repeat(10)).repeat(3));
  expect(await one.all).toBe("");
  answerHeld();
  await expect.poll(() => statusOfNext(server)).toBe("HTTP/1.1 200");
});

test("a caller that does not read its answer is disconnected", async () => {
  const server = await start({ answerMs: 100 });
  const one = await caller(server);
  one.socket.pause();
  one.socket.write("GET /big HTTP/1.1\r\nHost: x\r\n\r\n");
  await new Promise((resolve) => setTimeout(resolve, 500));
  one.socket.resume();
  // What the operating system had taken arrives, the rest of the 64 MiB does not.
  expect((await one.all).length).toBeLessThan(60 * 1024 * 1024);
});

test("a handshake that does not begin is disconnected", async () => {
  const tls = createSelfSigned({ commonName: "server" });
  const one = await caller(await start({ handshakeMs: 50 }, { tls, onError: () => undefined }));
  expect(await one.all).toBe("");
});

test.each([
  { name: "without a request", send: "" },
  { name: "in the middle of a body", send: post("/echo", "{", 50) },
])("a connection that stays $name is disconnected", async ({ send }) => {
  const one = await caller(await start({ headersMs: 50, requestMs: 100 }));
  one.socket.write(send);
  expect(await one.all).toMatch(/^HTTP\/1\.1 408 Request Timeout/);
});

const ec = createSelfSigned({ commonName: "server" });

/** Sends a request with this agent; the local port of its connection. */
async function callWith(server: RunningServer, agent: http.Agent): Promise<number | undefined> {
  const { request } = server.url.startsWith("https:") ? https : http;
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}/echo`, { method: "POST", agent, rejectUnauthorized: false }, (response) => {
      const { localPort } = response.socket;
      response.resume().once("end", () => resolve(localPort));
    });
    sent.once("error", reject).end("1");
  });
}

const partOfBody = post("/echo", "{", 50);
/** A connection that had an answer, and is idle. */
async function answered(server: RunningServer): Promise<Caller> {
  const one = await caller(server);
  one.socket.write(post("/echo", "1"));
  await one.has("\r\n\r\n1");
  return one;
}

test.each([
  { name: "idle", fill: answered },
  { name: "without a request", fill: caller },
  {
    name: "in the middle of a body",
    async fill(server: RunningServer) {
      const one = await caller(server);
      one.socket.write(partOfBody);
      return one;
    },
  },
])("a new connection takes the place of the oldest that is $name", async ({ fill }) => {
  const server = await start({ connections: 3 });
  const others = [await fill(server), await fill(server), await fill(server)];
  await answered(server);
  expect(await others[0]?.all).toMatch(/^(?:HTTP\/1\.1 200 [^]*1)?$/);
  expect(others.slice(1).map(({ socket }) => socket.readyState)).toEqual(["open", "open"]);
});

test.each([undefined, ec])(
  "connections that only connect leave those that had an answer (certificate: %o)",
  async (tls) => {
    const server = await start({ connections: 4 }, tls === undefined ? {} : { tls, onError: () => undefined });
    const agent = new (tls === undefined ? http : https).Agent({ keepAlive: true, maxSockets: 1 });
    const first = await callWith(server, agent);
    for (let i = 0; i < 20; i += 1) await caller(server);
    expect(await callWith(server, agent)).toBe(first);
    agent.destroy();
  },
);

test("a connection whose request is being answered is not closed; a new one is, when all are", async () => {
  const server = await start({ connections: 1 });
  const one = await holds(server, 5);
  expect(await (await caller(server)).all).toBe("");
  answerHeld();
  expect(await one.has("5 bytes")).toMatch(/^HTTP\/1\.1 200 /);
});

test("callers that had an answer leave half of the places to new ones", async () => {
  const server = await start({ connections: 4 });
  const idle = [await answered(server), await answered(server), await answered(server), await answered(server)];
  const first = await caller(server);
  await caller(server);
  expect(await idle[0]?.all).toContain("200");
  expect(await idle[1]?.all).toContain("200");
  first.socket.write(post("/echo", "2"));
  expect(await first.has("\r\n\r\n2")).toMatch(/^HTTP\/1\.1 200 /);
});

test("connections without a whole request give their place to new ones, those that are served do not", async () => {
  const server = await start({ connections: 4 });
  const busy = await caller(server);
  const wasEntered = nextHeld();
  busy.socket.write("POST /held HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}");
  await wasEntered;
  const kept = await caller(server);
  kept.socket.write("POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}");
  await kept.has("200 OK");
  const held = await Promise.all([caller(server), caller(server)]);
  held[1].socket.write("POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{");
  for (let i = 0; i < 20; i += 1) {
    const two = await Promise.all([caller(server), caller(server)]);
    for (const { socket, all } of two) {
      socket.write("POST /echo HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}");
      expect(await all).toContain("200 OK");
    }
  }
  await Promise.all(held.map(({ all }) => all));
  kept.socket.write("POST /echo HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 4\r\n\r\n[42]");
  expect(await kept.all).toContain("[42]");
  answerHeld();
  expect(await busy.has("2 bytes")).toContain("200 OK");
});

test("connections that are kept leave their places to nobody", async () => {
  const server = http.createServer();
  const places = limitConnections(server, 2);
  server.on("connect", (request: http.IncomingMessage, client: Duplex) => {
    places.keep(request);
    client.write("kept");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const at = { port: (server.address() as AddressInfo).port };
  const one = await caller(at);
  one.socket.write("CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n");
  await one.has("kept");
  const [idle, next] = [await caller(at), await caller(at)];
  expect(await idle.all).toBe("");
  next.socket.write("CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n");
  await next.has("kept");
  expect(await (await caller(at)).all).toBe("");
  expect([one, next].map(({ socket }) => socket.readyState)).toEqual(["open", "open"]);
  server.close();
});

test("requests with many headers make room for others while they have no answer", async () => {
  // Each takes 4 KiB, and 100 headers 13 KiB more.
  const server = await start({ inFlightBytes: 64 * 1024, bodyBytes: 1024, headerBytes: 2048 });
  const headers = Array.from({ length: 100 }, (_, i) => `x${i}: ${i}\r\n`).join("");
  const greedy: Caller[] = [];
  for (let i = 0; i < 8; i += 1) {
    const arrived = nextHeld();
    const one = await caller(server);
    greedy.push(one);
    one.socket.write(`POST /held HTTP/1.1\r\nhost: x\r\n${headers}content-length: 2\r\n\r\n{}`);
    await arrived;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const open = greedy.filter(({ socket }) => socket.readyState === "open").length;
  expect(open).toBeGreaterThan(1);
  expect(open).toBeLessThan(5);
  const small = await caller(server);
  small.socket.write(post("/echo", "1"));
  expect(await small.has("\r\n\r\n1")).toMatch(/^HTTP\/1\.1 200 /);
  answerHeld();
  await expect.poll(() => statusOfNext(server)).toBe("HTTP/1.1 200");
});

// What callers can hold of a server: bytes of bodies, requests on one connection, answers that they do not read, connections.
import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createSelfSigned } from "./certificates/index.ts";
import type { ServerLimits } from "./limits.ts";
import { jsonResponse, type Route, textResponse } from "./route.ts";
import { type RunningServer, type ServerOptions, startServer } from "./server.ts";

const running: RunningServer[] = [];
const sockets: Socket[] = [];
let gate = Promise.withResolvers<void>();
let entered: () => void = () => undefined;

afterEach(async () => {
  gate.resolve();
  gate = Promise.withResolvers();
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(running.splice(0).map((server) => server.close({ drainMs: 0 })));
});

const routes: readonly Route[] = [
  { method: "POST", path: "/echo", handle: async (request) => jsonResponse(200, await request.json()) },
  {
    method: "POST",
    path: "/held",
    async handle(request) {
      const { length } = await request.body();
      entered();
      await gate.promise;
      return textResponse(200, `${length} bytes`);
    },
  },
  { method: "GET", path: "/big", handle: () => textResponse(200, "x".repeat(64 * 1024 * 1024)) },
];

async function start(limits: Partial<ServerLimits>, options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const server = await startServer({ port: 0, routes, limits, ...options });
  running.push(server);
  return server;
}

interface Caller {
  readonly socket: Socket;
  /** Everything that the server sent, once it ends or closes the connection. */
  readonly all: Promise<string>;
  /** Waits until the server has sent this. */
  has(text: string): Promise<string>;
}

async function caller(server: RunningServer): Promise<Caller> {
  const socket = connect(server.port, "127.0.0.1");
  sockets.push(socket);
  let received = "";
  socket.on("data", (data) => (received += data.toString("latin1")));
  socket.on("error", () => undefined);
  const all = new Promise<string>((resolve) => socket.once("close", () => resolve(received)));
  await once(socket, "connect");
  return {
    socket,
    all,
    async has(text) {
      while (!received.includes(text)) await once(socket, "data");
      return received;
    },
  };
}

const post = (path: string, body: string, length = body.length): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${body}`;
const chunked = (path: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`;

const busy =
  "the bodies of requests in flight have 100 bytes together (limits.inFlightBytes); send the request again\n";

/** Holds this many bytes of a server in a request that is not answered; `next` is sent together with it. */
async function holds(server: RunningServer, bytes: number, next = ""): Promise<Caller> {
  const arrived = new Promise<void>((resolve) => (entered = resolve));
  const one = await caller(server);
  one.socket.write(`${post("/held", "x".repeat(bytes))}${next}`);
  await arrived;
  return one;
}

test.each([
  { name: "declared", send: post("/echo", `"${"y".repeat(48)}"`) },
  { name: "not declared", send: chunked("/echo", `"${"y".repeat(48)}"`) },
])(
  "a body beyond the budget of the server, its length $name, is answered with 503 and Retry-After",
  async ({ send }) => {
    const server = await start({ bodyBytes: 60, inFlightBytes: 100 });
    await holds(server, 60);
    const second = await caller(server);
    second.socket.write(send);
    const answer = await second.all;
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toContain("retry-after: 1\r\n");
    expect(answer.slice(answer.indexOf("\r\n\r\n") + 4)).toBe(busy);
  },
);

test("a body that arrives in part holds what arrived, and not what it declares", async () => {
  const server = await start({ bodyBytes: 100, inFlightBytes: 100 });
  const slow = await caller(server);
  slow.socket.write(post("/held", "x".repeat(40), 100));
  // Answered after it, so the 40 bytes were read.
  const small = await caller(server);
  small.socket.write(post("/echo", `"${"y".repeat(58)}"`));
  expect(await small.has("y")).toMatch(/^HTTP\/1\.1 200 /);
});

/** The status of a body of 60 bytes, which fits when nothing is held. */
async function statusOfNext(server: RunningServer): Promise<string> {
  const next = await caller(server);
  next.socket.write(post("/echo", `"${"y".repeat(58)}"`));
  return (await next.has("\r\n\r\n")).slice(0, 12);
}

test("the bytes of a request that was answered are free again", async () => {
  const server = await start({ bodyBytes: 60, inFlightBytes: 60 });
  const first = await holds(server, 60);
  gate.resolve();
  await first.has("60 bytes");
  await expect.poll(() => statusOfNext(server)).toBe("HTTP/1.1 200");
});

test("the bytes of a request whose caller has left are free when the route has answered", async () => {
  const server = await start({ bodyBytes: 60, inFlightBytes: 60 });
  const first = await holds(server, 60);
  first.socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await statusOfNext(server)).toBe("HTTP/1.1 503");
  gate.resolve();
  await expect.poll(() => statusOfNext(server)).toBe("HTTP/1.1 200");
});

test("a budget below one largest body is one largest body", async () => {
  const server = await start({ bodyBytes: 60, inFlightBytes: 1 });
  const one = await caller(server);
  one.socket.write(post("/echo", `"${"y".repeat(58)}"`));
  expect(await one.has("y")).toMatch(/^HTTP\/1\.1 200 /);
});

test("a body that arrives slowly makes place for others, and is answered with 503", async () => {
  const server = await start({ bodyBytes: 60, inFlightBytes: 100 });
  const slow = [await caller(server), await caller(server)];
  for (const { socket } of slow) socket.write(post("/held", "x".repeat(40), 60));
  const small = await caller(server);
  small.socket.write(post("/echo", "1"));
  await small.has("\r\n\r\n1");
  const real = await caller(server);
  real.socket.write(post("/echo", `"${"y".repeat(38)}"`));
  expect(await real.has("y")).toMatch(/^HTTP\/1\.1 200 /);
  // The one that has held its bytes for longest.
  const answer = (await slow[0]?.all) ?? "";
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  expect(answer).toContain(busy);
  slow[1]?.socket.write("x".repeat(20));
  gate.resolve();
  expect(await slow[1]?.has("60 bytes")).toMatch(/^HTTP\/1\.1 200 /);
});

test("large bodies leave a part of the budget to small ones", async () => {
  const server = await start({ bodyBytes: 600, inFlightBytes: 1000 });
  await holds(server, 475);
  await holds(server, 400);
  const [large, small] = [await caller(server), await caller(server)];
  large.socket.write(post("/echo", `"${"y".repeat(38)}"`));
  expect(await large.has("\r\n\r\n")).toMatch(/^HTTP\/1\.1 503 /);
  small.socket.write(post("/echo", `"${"y".repeat(18)}"`));
  expect(await small.has("y")).toMatch(/^HTTP\/1\.1 200 /);
});

test("a GET has no body for its route", async () => {
  const handle: Route["handle"] = async (request) => textResponse(200, `${(await request.body()).length} bytes`);
  const one = await caller(await start({}, { routes: [{ method: "GET", path: "/", handle }] }));
  one.socket.write("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc");
  expect(await one.has("bytes")).toContain("\r\n\r\n0 bytes");
});

test("pipelined requests of one connection may have one largest body together", async () => {
  const server = await start({ bodyBytes: 60, inFlightBytes: 1000 });
  const one = await holds(server, 40, post("/echo", `"${"y".repeat(38)}"`));
  gate.resolve();
  const answers = await one.all;
  expect(answers).toContain("40 bytes");
  expect(answers).toContain("HTTP/1.1 503 ");
  expect(answers).toContain(
    "the bodies of unanswered requests on this connection are larger than 60 bytes together (limits.bodyBytes)\n",
  );
});

test("a body in pieces of one byte is rejected after its pieces count as its limit", async () => {
  const server = await start({ bodyBytes: 64 * 1024 });
  const one = await caller(server);
  one.socket.write(`POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${"1\r\n \r\n".repeat(3000)}`);
  expect(await one.all).toMatch(/^HTTP\/1\.1 413 /);
});

test("a body of many pieces arrives whole", async () => {
  const server = await start({});
  const one = await caller(server);
  const pieces = Array.from({ length: 300 }, (_, i) => String(i % 10).repeat(i));
  const all = ['"', ...pieces.filter((piece) => piece !== ""), '"'];
  const chunks = all.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join("");
  one.socket.write(`POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
  expect(await one.has('9"')).toContain(all.join(""));
});

test("the body of a request that no route reads takes no memory", async () => {
  const listening = await start(
    {},
    {
      routes: [
        {
          method: "GET",
          path: "/slow",
          async handle() {
            entered();
            await gate.promise;
            return textResponse(200, "done");
          },
        },
      ],
    },
  );
  const one = await caller(listening);
  const arrived = new Promise<void>((resolve) => (entered = resolve));
  one.socket.write(`GET /slow HTTP/1.1\r\nHost: x\r\nContent-Length: ${64 * 1024 * 1024}\r\n\r\n`);
  await arrived;
  // A server that keeps the body stops reading long before the end.
  await new Promise((resolve) => one.socket.write("x".repeat(32 * 1024 * 1024), resolve));
  expect(one.socket.writableLength).toBe(0);
});

test("a connection with too many unanswered requests is closed, and what it held is free again", async () => {
  const server = await start({ bodyBytes: 60, inFlightBytes: 60, requestsPerConnection: 3 });
  const one = await holds(server, 30);
  one.socket.write(post("/held", "x".repeat(10)).repeat(3));
  expect(await one.all).toBe("");
  gate.resolve();
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
  gate.resolve();
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

test.each([
  {
    name: "a body nested too deep",
    body: "[".repeat(10_000) + "]".repeat(10_000),
    want: ["400", "the request body has more than 500 objects and lists inside each other (limits.jsonDepth)\n"],
  },
  {
    name: "a body with too many values",
    body: `[${"0,".repeat(1000)}0]`,
    want: ["413", "the request body has more than 1000 values (limits.jsonValues)\n"],
  },
])("$name names the limit and its setting", async ({ body, want }) => {
  const one = await caller(await start({ jsonValues: 1000 }));
  one.socket.end(post("/echo", body));
  const answer = await one.all;
  expect([answer.slice(9, 12), answer.slice(answer.indexOf("\r\n\r\n") + 4)]).toEqual(want);
});

test("a body that is not UTF-8 is rejected", async () => {
  const one = await caller(await start({}));
  one.socket.end(Buffer.from(post("/echo", '"\xff"'), "latin1"));
  expect(await one.all).toContain("the request body is not JSON: it is not UTF-8\n");
});

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

test("a body in many pieces of a usual size is whole", async () => {
  const one = await caller(await start({}));
  const body = JSON.stringify({ text: "abcdefgh".repeat(200_000) });
  one.socket.write(`POST /echo HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n`);
  for (let at = 0; at < body.length; at += 1000) {
    const piece = body.slice(at, at + 1000);
    one.socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
  }
  one.socket.write("0\r\n\r\n");
  expect((await one.has('h"}')).endsWith(body)).toBe(true);
});

test("connections without a whole request give their place to new ones, those that are served do not", async () => {
  const server = await start({ connections: 4 });
  const busy = await caller(server);
  const wasEntered = new Promise<void>((resolve) => (entered = resolve));
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
  gate.resolve();
  expect(await busy.has("2 bytes")).toContain("200 OK");
});

// One attempt, and every way in which it can end.
import { readFileSync } from "node:fs";
import { Agent, createServer, type RequestListener, type Server } from "node:http";
import { Agent as TlsAgent, createServer as createTlsServer } from "node:https";
import { connect, createServer as createNetServer } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { collectAnswer } from "./byte-collector.ts";
import { attempt, type AttemptOptions } from "./http-attempt.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function optionsFor(
  listener: RequestListener,
  more: Partial<AttemptOptions> = {},
  below = "",
): Promise<AttemptOptions> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    base: new URL(`http://127.0.0.1:${port}${below}`),
    agent: new Agent(),
    method: "POST",
    path: "/a?b=c",
    headers: { "x-a": "1" },
    body: "body",
    headerBytes: 4096,
    timeoutMs: 5000,
    timeoutError: () => new Error("too late"),
    signal: undefined,
    ...more,
  };
}

const echo: RequestListener = (request, response) =>
  void text(request).then((body) =>
    response.writeHead(201).end(JSON.stringify([request.method, request.url, request.headers["x-a"], body])),
  );

test.each([
  ["", "/a?b=c"],
  ["/", "/a?b=c"],
  ["/prefix", "/prefix/a?b=c"],
  ["/prefix/", "/prefix/a?b=c"],
])("below %j the path is %s", async (below, path) => {
  const { response, settle, reason } = await attempt(await optionsFor(echo, {}, below));
  expect([response.statusCode, JSON.parse(await text(response)), reason()]).toEqual([
    201,
    ["POST", path, "1", "body"],
    undefined,
  ]);
  settle();
});

test("without a body there is no length", async () => {
  const headers: RequestListener = (request, response) => response.end(request.headers["content-length"] ?? "none");
  const get = await attempt(await optionsFor(headers, { method: "GET", body: undefined }));
  expect(await text(get.response)).toBe("none");
  const post = await attempt(await optionsFor(headers, { body: "\u00e9" }));
  expect(await text(post.response)).toBe("2");
});

test.each<[string, RequestListener, string]>([
  ["closes the connection", (request) => request.socket.destroy(), "socket hang up"],
  [
    "switches protocols",
    (request) => request.socket.write("HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"),
    "the server switched to another protocol",
  ],
  [
    "sends informational answers without an end",
    (_, response) => Array.from({ length: 11 }, () => response.writeProcessing()),
    "informational answers without an end",
  ],
  ["sends nothing", () => undefined, "too late"],
])("a server that %s", async (_, listener, want) => {
  const options = await optionsFor(listener, want === "too late" ? { timeoutMs: 50 } : {});
  await expect(attempt(options)).rejects.toThrow(want);
});

test("ten informational answers are allowed", async () => {
  const { response } = await attempt(
    await optionsFor((_, answer) => {
      for (let i = 0; i < 10; i += 1) answer.writeProcessing();
      answer.end("x");
    }),
  );
  expect(await text(response)).toBe("x");
});

test("a signal ends an attempt before it begins, while it waits, and while its body is read", async () => {
  const early = AbortSignal.abort(new Error("early"));
  await expect(attempt(await optionsFor(echo, { signal: early }))).rejects.toThrow("early");
  const waiting = new AbortController();
  const waits = attempt(await optionsFor(() => waiting.abort(new Error("stopped")), { signal: waiting.signal }));
  await expect(waits).rejects.toThrow("stopped");
  const reading = new AbortController();
  const { response, reason } = await attempt(
    await optionsFor((_, answer) => void answer.writeHead(200).write("a"), { signal: reading.signal }),
  );
  const body = text(response);
  reading.abort(new Error("enough"));
  await expect(body).rejects.toThrow("aborted");
  expect(String(reason())).toContain("enough");
});

test("a deadline ends a body, unless the attempt was settled", async () => {
  const slow: RequestListener = (_, answer) => {
    answer.writeHead(200).write("a");
    setTimeout(() => answer.end("b"), 1500);
  };
  // The head of an answer may take some time on a busy machine.
  const late = await attempt(await optionsFor(slow, { timeoutMs: 500 }));
  await expect(text(late.response)).rejects.toThrow("aborted");
  expect(String(late.reason())).toContain("too late");
  const settled = await attempt(await optionsFor(slow, { timeoutMs: 500 }));
  settled.settle();
  expect(await text(settled.response)).toBe("ab");
});

test("a body is collected up to a limit, and one that is cut is an error", async () => {
  const sending =
    (body: string): RequestListener =>
    (_, answer) =>
      void answer.end(body);
  const excess = (): Error => new Error("too much");
  const whole = await attempt(await optionsFor(sending("x".repeat(100))));
  expect(await collectAnswer(whole.response, 100, excess)).toHaveLength(100);
  const more = await attempt(await optionsFor(sending("x".repeat(101))));
  await expect(collectAnswer(more.response, 100, excess)).rejects.toThrow("too much");
  const cut = await attempt(
    await optionsFor((request, answer) => {
      answer.writeHead(200, { "content-length": 10 }).write("x");
      setTimeout(() => request.socket.destroy(), 20);
    }),
  );
  await expect(collectAnswer(cut.response, 100, excess)).rejects.toThrow("aborted");
});

test("the length of a chunk with zeros without an end ends the answer", async () => {
  let sent = 0;
  const zeros = Buffer.alloc(64 * 1024, "0");
  const listener: RequestListener = (request, answer) => {
    answer.writeHead(200, { "transfer-encoding": "chunked" }).flushHeaders();
    const more = (): void => {
      sent += zeros.length;
      if (!request.socket.destroyed) request.socket.write(zeros, () => setImmediate(more));
    };
    more();
  };
  const endless = await attempt(await optionsFor(listener));
  await expect(collectAnswer(endless.response, 100, () => new Error("too much"))).rejects.toThrow("too much");
  expect(sent).toBeGreaterThan(256 * 1024);
});

test("what is checked before a request is sent is checked after the handshake", async () => {
  const [cert, key] = ["valid.crt", "valid.key"].map((name) =>
    readFileSync(new URL(`../../testdata/certificates/${name}`, import.meta.url)),
  );
  let received = 0;
  const server = createTlsServer({ cert, key }, (_, response) => {
    received += 1;
    response.end("ok");
  });
  const options = await optionsFor(echo);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  // The bytes of the handshake come after the leadership has ended.
  let leads = true;
  const slow = createNetServer((socket) => {
    socket.pause();
    leads = false;
    const through = connect(port, "127.0.0.1");
    socket.pipe(through).pipe(socket);
  });
  await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
  const slowAddress = slow.address();
  const slowPort = typeof slowAddress === "object" ? (slowAddress?.port ?? 0) : 0;
  const beforeSend = (): void => {
    if (!leads) throw new Error("does not lead");
  };
  const agent = new TlsAgent({ rejectUnauthorized: false });
  const base = new URL(`https://127.0.0.1:${slowPort}`);
  await expect(attempt({ ...options, base, agent, beforeSend })).rejects.toThrow("does not lead");
  expect(received).toBe(0);
  agent.destroy();
  slow.close();
  server.close().closeAllConnections();
});

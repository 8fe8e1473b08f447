// Large requests and answers on one connection over TLS, with a route that waits before it answers. Node is the caller.
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { connect } from "node:tls";
import { Worker } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import type { CallResults, CallsInTurn } from "../testdata/calls-in-turn.ts";
import { createSelfSigned } from "./certificates/index.ts";
import { textResponse } from "./route.ts";
import { type RunningServer, startServer } from "./server.ts";

const mebibyte = 1024 * 1024;
const running: RunningServer[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close({ drainMs: 0 })));
});

async function start(answerBytes: number, waitMs: number): Promise<RunningServer> {
  const answer = "a".repeat(answerBytes);
  const server = await startServer({
    port: 0,
    limits: { inFlightBytes: 128 * mebibyte },
    tls: createSelfSigned({ commonName: "server" }),
    onError: () => undefined,
    routes: [
      {
        method: "POST",
        path: "/",
        async handle(request) {
          await request.body();
          await wait(waitMs);
          return textResponse(200, answer);
        },
      },
    ],
  });
  running.push(server);
  return server;
}

test.each([
  { requests: mebibyte / 8, answers: mebibyte / 8 },
  { requests: 2 * mebibyte, answers: 2 * mebibyte },
  { requests: 8 * mebibyte, answers: 2 * mebibyte },
])("requests of $requests bytes with answers of $answers bytes share one connection", async ({ requests, answers }) => {
  const { port } = await start(answers, 3);
  const calls = 25;
  const workerData: CallsInTurn = { port, calls, bodyBytes: requests };
  const worker = new Worker(new URL("../testdata/calls-in-turn.ts", import.meta.url), { workerData });
  const [results] = (await once(worker, "message")) as [CallResults];
  expect(results).toEqual({ results: Array<string>(calls).fill(`200: ${answers} bytes`), connections: 1 });
});

// Both bodies together are larger than `limits.bodyBytes`.
test("a request that arrives while the last answer is not read is answered after it", async () => {
  const { port } = await start(32 * mebibyte, 0);
  const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false });
  await once(socket, "secureConnect");
  const request = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${5 * mebibyte}\r\n\r\n${"b".repeat(5 * mebibyte)}`;
  const last = request.replace("Host", "Connection: close\r\nHost");
  socket.write(request);
  await once(socket, "readable");
  socket.write(last);
  // Time for the server to read what it reads of it.
  await wait(300);
  const received: Buffer[] = [];
  socket.on("data", (piece: Buffer) => received.push(piece));
  await once(socket, "end");
  const answers = Buffer.concat(received).toString();
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200"]);
  expect(answers.length).toBeGreaterThan(64 * mebibyte);
});

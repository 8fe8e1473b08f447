// What callers without a certificate can hold of a server with little effort: memory, the budget of bodies, connections.
import { Agent, request } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import type { Attack } from "../area.ts";
import { startVictim, type Victim } from "../victim.ts";
import type { FloodKind } from "../victims/flooder.ts";
import { exchange, open, post } from "../wire.ts";
import { patchesPath, realHook } from "./server-samples.ts";

interface Served {
  readonly port: number;
}

const hooks = (): Promise<Victim<Served>> => startVictim(new URL("../victims/hook-server.ts", import.meta.url), {});

const realCall = post(patchesPath, JSON.stringify(realHook));

/** The head of a body that comes in pieces. */
const chunked = `POST ${patchesPath} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;

/** One connection with a body in pieces of one byte: 22 MiB on the wire for each 4 million. */
export const tinyPieces: Attack = {
  name: "one connection with a body in pieces of one byte, 22 MiB on the wire",
  before: "one connection ended the process in 13 s: heap out of memory",
  async run() {
    await using victim = await hooks();
    const socket = await open(victim.info.port);
    let answer = "";
    socket.on("data", (data: Buffer) => (answer += data.toString("latin1")));
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.write(chunked);
    const pieces = "1\r\n \r\n".repeat(10_000);
    for (let sent = 0; sent < 3_800_000 && !socket.destroyed; sent += 10_000) {
      if (socket.write(pieces)) continue;
      await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), closed]);
    }
    await sleep(500);
    const real = await exchange(victim.info.port, realCall);
    const { growthMiB } = await victim.measure();
    socket.destroy();
    if (real.status !== 200) throw new Error(`a real call has the answer ${real.status}`);
    if (growthMiB > 150) throw new Error(`memory grew by ${growthMiB.toFixed(0)} MiB`);
    const ended = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? "no answer";
    return `the connection is closed (${ended === "200" ? "a response with status Failure" : ended}); memory grows by ${growthMiB.toFixed(0)} MiB`;
  },
};

/** Requests of 990 headers each, sent at once on many connections: each takes fifty kilobytes of memory. */
export const manyHeaders: Attack = {
  name: "500 connections with 14 requests of 990 headers each, sent at once: 63 MB",
  before: "the process ended: heap out of memory",
  async run() {
    await using victim = await hooks();
    const headers = Array.from({ length: 990 }, (_, i) => `X${i}:${i}\r\n`).join("");
    const requests = `GET /none HTTP/1.1\r\nHost: x\r\n${headers}\r\n`.repeat(14);
    const sockets = await Promise.all(Array.from({ length: 500 }, () => open(victim.info.port)));
    for (const socket of sockets) socket.pause().write(requests);
    await sleep(5000);
    const real = await exchange(victim.info.port, realCall, 20_000);
    const { growthMiB } = await victim.measure();
    for (const socket of sockets) socket.destroy();
    if (real.status !== 200) throw new Error(`a real call has the answer ${real.status}`);
    if (growthMiB > 450) throw new Error(`memory grew by ${growthMiB.toFixed(0)} MiB`);
    return `a real call is answered; memory grows by ${growthMiB.toFixed(0)} MiB`;
  },
};

const mebibyte = 2 ** 20;

/** Sends nearly all of a body and holds the connection; when it is closed, the next one begins. Ends when `stopped` aborts. */
async function holdBodies(port: number, bytes: number, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    const socket = await open(port).catch(() => undefined);
    if (socket === undefined) continue;
    const closed = new Promise((resolve) => socket.once("close", resolve));
    const end = (): unknown => socket.destroy();
    stopped.addEventListener("abort", end);
    socket.resume().write(`${chunked}${(bytes + 10).toString(16)}\r\n`);
    socket.write(Buffer.alloc(bytes, " "));
    await closed;
    stopped.removeEventListener("abort", end);
    await sleep(20);
  }
}

/** A real call with spaces before its end, sent again once; the time until it was answered with 200. */
async function realCallMs(port: number, bytes: number): Promise<number> {
  const from = performance.now();
  const body = post(patchesPath, JSON.stringify(realHook).padEnd(bytes));
  const statuses: unknown[] = [];
  for (let tries = 1; tries <= 2; tries += 1) {
    const { status } = await exchange(port, body, 2000);
    if (status === 200) return performance.now() - from;
    statuses.push(status ?? "no answer");
  }
  throw new Error(`a real call of ${bytes} bytes: ${statuses.join(", ")}`);
}

/** Two connections that hold the budget of all bodies. */
export const heldBodies: Attack = {
  name: "two connections hold bodies of 19 MiB that never end, and come again when they are closed; real calls of 100 KB and 5 MB",
  before: "503 for as long as two connections send slowly",
  async run() {
    await using victim = await hooks();
    const { port } = victim.info;
    const stop = new AbortController();
    const attackers = [19, 19].map((size) => holdBodies(port, size * mebibyte, stop.signal));
    await sleep(2000);
    let longest = 0;
    for (let i = 0; i < 10; i += 1) {
      for (const bytes of [100_000, 5_000_000]) longest = Math.max(longest, await realCallMs(port, bytes));
      await sleep(300);
    }
    stop.abort();
    await Promise.all(attackers);
    const { growthMiB } = await victim.measure();
    if (longest > 2000) throw new Error(`a real call took ${longest.toFixed(0)} ms`);
    return `20 of 20 real calls are answered with 200, with one retry at most, after ${longest.toFixed(0)} ms at most; memory grows by ${growthMiB.toFixed(0)} MiB`;
  },
};

interface Calls {
  right: number;
  all: number;
  longestMs: number;
}

/** A call that is answered after this long was kept out. Most take less than 0.4 s; on a machine with six times as much work as processors one has taken 5. */
const longestCallMs = 10_000;

/** Calls every 200 ms until the time is over. */
async function callRegularly(port: number, agent: Agent | false, forMs: number): Promise<Calls> {
  const calls: Calls = { right: 0, all: 0, longestMs: 0 };
  const body = JSON.stringify(realHook);
  for (const until = performance.now() + forMs; performance.now() < until; await sleep(200)) {
    const from = performance.now();
    const options = { port, host: "127.0.0.1", path: patchesPath, method: "POST", agent, rejectUnauthorized: false };
    const status = await new Promise((resolve) => {
      const sent = request({ ...options, timeout: longestCallMs }, (answer) => {
        answer.resume().once("end", () => resolve(answer.statusCode));
      });
      sent
        .once("timeout", () => sent.destroy())
        .once("error", resolve)
        .end(body);
    });
    calls.all += 1;
    if (status === 200) calls.right += 1;
    calls.longestMs = Math.max(calls.longestMs, performance.now() - from);
  }
  return calls;
}

const flood = (kind: FloodKind, what: string, before: string): Attack => ({
  name: `a process keeps 1,100 connections to a server with 1,024 places, ${what}, and opens again those that are closed`,
  before,
  async run() {
    await using victim = await hooks();
    const { port } = victim.info;
    await using flooder = await startVictim(new URL("../victims/flooder.ts", import.meta.url), {
      port,
      kind,
      connections: 1100,
      path: patchesPath,
    });
    await sleep(2500);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const [kept, fresh] = await Promise.all([callRegularly(port, agent, 8000), callRegularly(port, false, 8000)]);
    agent.destroy();
    const opened = await flooder.call(null);
    const shown = [kept, fresh].map(
      ({ right, all, longestMs }) => `${right} of ${all} in ${longestMs.toFixed(0)} ms at most`,
    );
    const text = `real calls with 200: kept connection ${shown[0]}, new connections ${shown[1]}; ${String(opened)} connections were opened`;
    for (const { right, all, longestMs } of [kept, fresh]) {
      if (right < 0.8 * all || longestMs > longestCallMs) throw new Error(text);
    }
    return text;
  },
});

/** All places of a server, taken by those who do not call. */
export const floods: readonly Attack[] = [
  flood("connect", "without a byte", "no answers for 17 of 20 s"),
  flood("handshake", "with a handshake and no request", "no answers for 17 of 20 s"),
  flood("body", "with one byte of a body", "no answers for 17 of 20 s"),
];

// Hooks and webhooks: what callers without a certificate can do to the servers of an extension and of a provider.
import { setTimeout as sleep } from "node:timers/promises";
import type { Area, Attack } from "../area.ts";
import { startVictim, type Victim } from "../victim.ts";
import { exchange, open, post } from "../wire.ts";
import { costlyBodies } from "./server-bodies.ts";
import { changedKeys, slowCallers } from "./server-callers.ts";
import { floods, heldBodies, manyHeaders, tinyPieces } from "./server-floods.ts";
import { growingReviews } from "./server-growth.ts";
import { memoryOfMany } from "./server-memory.ts";
import { hookRequests, webhookRequests } from "./server-requests.ts";
import { manyReviews } from "./server-reviews.ts";
import { conversionReview, patchesPath, realHook, realReview } from "./server-samples.ts";

interface Served {
  readonly port: number;
}

const hooks = (limits?: object): Promise<Victim<Served>> =>
  startVictim(new URL("../victims/hook-server.ts", import.meta.url), { limits });
const webhooks = (): Promise<Victim<Served>> =>
  startVictim(new URL("../victims/webhook-server.ts", import.meta.url), {});

const mebibyte = 2 ** 20;
/** What bodies, answers and what is parsed of them may take; on a busy machine the collector comes late. The heap of a server ends at 716 MB. */
const budgetGrowthMiB = 500;

const halfBodies: Attack = {
  name: "60 connections to a hook without a certificate, each with 19 of 20 MiB",
  before: "memory 108 -> 1276 MiB",
  async run() {
    await using victim = await hooks();
    const { port } = victim.info;
    const [head, body] = [post(patchesPath, Buffer.alloc(20 * mebibyte, " ")), 19 * mebibyte];
    const sockets = await Promise.all(Array.from({ length: 60 }, () => open(port)));
    for (const socket of sockets) socket.write(head.subarray(0, head.length - 20 * mebibyte + body));
    await sleep(3000);
    const core = await exchange(port, post(patchesPath, JSON.stringify(realHook)));
    const { growthMiB } = await victim.measure();
    for (const socket of sockets) socket.destroy();
    if (growthMiB > budgetGrowthMiB) throw new Error(`memory grew by ${growthMiB.toFixed(0)} MiB`);
    if (core.status !== 200 && core.status !== 503) throw new Error(`a real call has the answer ${core.status}`);
    await sleep(200);
    const after = await exchange(port, post(patchesPath, JSON.stringify(realHook)));
    if (after.status !== 200) throw new Error(`afterwards a real call has the answer ${after.status}`);
    return `memory grows by ${growthMiB.toFixed(0)} MiB; a real call meanwhile: ${core.status} after ${core.ms.toFixed(0)} ms`;
  },
};

const slowReaders: Attack = {
  name: "100 callers that send requests and read no answer, with a deadline of 0.5 s",
  before: "no deadline",
  async run() {
    await using victim = await hooks({ answerMs: 500, requestsPerConnection: 1000 });
    const big = post(patchesPath, JSON.stringify({ ...realHook, items: Array(2000).fill(realHook.items[0]) }))
      .toString("latin1")
      .replace("Connection: close\r\n", "");
    const sockets = await Promise.all(Array.from({ length: 100 }, () => open(victim.info.port)));
    let closed = 0;
    for (const socket of sockets) socket.pause().once("close", () => (closed += 1));
    for (const socket of sockets) socket.write(big, "latin1");
    await sleep(4000);
    const real = await exchange(victim.info.port, post(patchesPath, JSON.stringify(realHook)));
    const { growthMiB } = await victim.measure();
    for (const socket of sockets) socket.destroy();
    if (real.status !== 200) throw new Error(`a real call has the answer ${real.status}`);
    if (growthMiB > budgetGrowthMiB) throw new Error(`memory grew by ${growthMiB.toFixed(0)} MiB`);
    return `memory grows by ${growthMiB.toFixed(0)} MiB; a real call afterwards: 200 after ${real.ms.toFixed(0)} ms`;
  },
};

const idleConnections: Attack = {
  name: "idle connections take all places of a server (here 50)",
  before: "further callers were closed until a place was free",
  async run() {
    await using victim = await hooks({ connections: 50 });
    const { port } = victim.info;
    const request = post(patchesPath, JSON.stringify(realHook)).toString("latin1").replace("Connection: close\r\n", "");
    for (let i = 0; i < 50; i += 1) {
      const socket = await open(port);
      socket.write(request, "latin1");
      await new Promise((resolve) => socket.once("data", resolve));
    }
    for (let tries = 1; tries <= 3; tries += 1) {
      const real = await exchange(port, post(patchesPath, JSON.stringify(realHook))).catch(() => undefined);
      if (real?.status === 200) return `a real call is answered at try ${tries}`;
    }
    throw new Error("three real calls were closed");
  },
};

const hugeNames: Attack = {
  name: "hook requests with one name of 19.9 MiB, and with 200,000 wrong values",
  before: "up to 3.0 s without another answer, and 0.5 s",
  async run() {
    await using victim = await hooks();
    const stalls: number[] = [];
    const one = { ["1.".repeat((19.9 * mebibyte) / 2)]: 1 };
    const many = Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`k${i}`, 1]));
    for (const settings of [one, many]) {
      await victim.measure();
      const answer = await exchange(victim.info.port, post(patchesPath, JSON.stringify({ ...realHook, settings })));
      const body = answer.all.slice(answer.all.indexOf("\r\n\r\n") + 4);
      if (answer.status !== 200 || !body.includes("Failure")) throw new Error(answer.all.slice(0, 300));
      if (body.length > 4000) throw new Error(`the answer has ${body.length} bytes`);
      stalls.push((await victim.measure()).longestStallMs);
    }
    const text = `a response with status Failure; the longest stalls are ${stalls.map((ms) => `${ms.toFixed(0)} ms`).join(" and ")}`;
    // The second one is the time of JSON.parse, for names that all differ.
    if (stalls.some((ms) => ms > 1000)) throw new Error(text);
    return text;
  },
};

const deep = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

const deepReviews: Attack = {
  name: "conversion reviews: `null`, a spec 8,000 deep, conversion data 10,000 deep",
  before: "500, 500, the review fails",
  async run() {
    await using victim = await webhooks();
    const { port } = victim.info;
    const send = (body: string): ReturnType<typeof exchange> => exchange(port, post("/convert", body));
    const real = JSON.stringify(realReview);
    const nothing = await send("null");
    const spec = await send(real.replace('"spec":{', `"spec":{"x":${deep(8000)},`));
    const annotations = { "cluster.x-k8s.io/conversion-data": deep(10_000) };
    const data = await send(JSON.stringify(conversionReview({ annotations })));
    if (nothing.status !== 400 || !spec.all.includes('"status":"Failure"'))
      throw new Error(`${nothing.status}, ${spec.all.slice(0, 500)}`);
    if (!data.all.includes('"status":"Success"')) throw new Error(data.all.slice(0, 500));
    return "400, the review fails, converted without the data";
  },
};

const cbcSuites: Attack = {
  name: "TLS 1.2 with CBC suites",
  before: "accepted",
  async run() {
    await using victim = await hooks();
    for (const ciphers of ["ECDHE-ECDSA-AES128-SHA", "ECDHE-ECDSA-AES256-SHA", "ECDHE-ECDSA-AES128-SHA256"]) {
      const socket = await open(victim.info.port, { ciphers, maxVersion: "TLSv1.2" }).catch(() => undefined);
      if (socket !== undefined) throw new Error(`${ciphers} is accepted`);
    }
    return "rejected";
  },
};

/** The hooks and webhooks. */
export const servers: Area = {
  name: "servers",
  attacks: [
    halfBodies,
    slowReaders,
    idleConnections,
    hugeNames,
    deepReviews,
    cbcSuites,
    slowCallers,
    changedKeys,
    ...costlyBodies,
    tinyPieces,
    manyHeaders,
    ...manyReviews,
    ...growingReviews,
    ...memoryOfMany,
    heldBodies,
    ...floods,
  ],
  fuzzes: [hookRequests(hooks), webhookRequests(webhooks)],
};

// What many callers together make a server of hooks keep: patches in the making, answers that were read, and what comes with requests beside bodies.
import { setTimeout as sleep } from "node:timers/promises";
import type { TLSSocket } from "node:tls";
import type { Attack } from "../area.ts";
import { startVictim } from "../victim.ts";
import { exchange, open, post, type WireAnswer } from "../wire.ts";
import { patchesPath, realHook } from "./server-samples.ts";

interface Served {
  readonly port: number;
}

/**
 * Requests and answers in flight, patches in the making, and what the collector comes too late for: 560 to 680 MiB for the same patches. A container has 1 GiB, of which
 * a process takes 130 MiB at its start.
 */
const growthLimitMiB = { patches: 750, leftovers: 500 } as const;

/** A request whose variable of this many characters goes into as many templates. */
function patchRequest(characters: number, templates: number): Buffer {
  const items = Array.from({ length: templates }, (_, i) => ({ ...realHook.items[0], uid: String(i) }));
  const variables = [{ name: "files", value: [{ content: "x".repeat(characters) }] }];
  return post(patchesPath, JSON.stringify({ ...realHook, variables, items }));
}

/** A real call; again after 503. */
async function realCall(port: number, request: Buffer): Promise<WireAnswer> {
  const answer = await exchange(port, request, 15_000);
  return answer.status === 503 ? exchange(port, request, 15_000) : answer;
}

/** Sends a request on a connection that stays open, and reads all that comes. */
async function sendAndStay(port: number, request: Buffer): Promise<TLSSocket> {
  const socket = await open(port);
  socket.resume().write(request.toString("latin1").replace("Connection: close\r\n", ""), "latin1");
  return socket;
}

const manyPatches: Attack = {
  name: "150 calls at once, each with a variable of 100 KB for 118 templates (23 MB together), on connections that stay open",
  before: "2,155 MiB, or the process ended: heap out of memory",
  async run() {
    await using victim = await startVictim<Served>(new URL("../victims/list-patcher.ts", import.meta.url), {});
    const { port } = victim.info;
    const request = patchRequest(100_000, 118);
    const sockets = await Promise.all(Array.from({ length: 150 }, () => sendAndStay(port, request)));
    await sleep(1000);
    const real = await realCall(port, patchRequest(10, 5));
    await sleep(10_000);
    const { growthMiB, longestStallMs } = await victim.measure();
    for (const socket of sockets) socket.destroy();
    if (!real.all.includes('"status":"Success"')) throw new Error(`a real call: ${real.all.slice(0, 300)}`);
    const measured = `a real call is answered after ${real.ms.toFixed(0)} ms; memory grows by ${growthMiB.toFixed(0)} MiB`;
    if (growthMiB > growthLimitMiB.patches) throw new Error(`${measured}, stall ${longestStallMs.toFixed(0)} ms`);
    return measured;
  },
};

const hook = { apiVersion: realHook["apiVersion"], kind: "BeforeClusterCreateRequest" };
const cluster = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", metadata: { name: "c", namespace: "n" } };
const hookPath = (kind: string): string =>
  `/hooks.runtime.cluster.x-k8s.io/v1alpha1/beforecluster${kind}/before-cluster-${kind}`;
const body = JSON.stringify({ ...hook, cluster: { ...cluster, spec: {} } });

const fields = Array.from({ length: 985 }, (_, i) => `X${i}:v${i}\r\n`).join("");
const withLength = `Content-Length: ${body.length}\r\n`;

interface Leftover {
  readonly name: string;
  readonly before: string;
  readonly connections: number;
  /** What follows the path. */
  readonly rest: string;
}

const leftovers: readonly Leftover[] = [
  {
    name: "985 trailers each",
    before: "memory grows by 693 MiB",
    connections: 500,
    rest: ` HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n${fields}\r\n`,
  },
  {
    name: "985 headers each, and leave",
    before: "memory grows by 572 MiB",
    connections: 300,
    rest: ` HTTP/1.1\r\nHost: x\r\n${withLength}${fields}\r\n${body}`,
  },
];

const leftoverAttacks: readonly Attack[] = leftovers.map(({ name, before, connections, rest }) => ({
  name: `${connections} connections send a hook that waits 14 requests with ${name}`,
  before,
  async run() {
    await using victim = await startVictim<Served>(new URL("../victims/waiting-hook.ts", import.meta.url), {});
    const { port } = victim.info;
    const requests = `POST ${hookPath("create")}${rest}`.repeat(14);
    for (let opened = 0; opened < connections; opened += 25) {
      const sockets = await Promise.all(Array.from({ length: 25 }, () => open(port)));
      for (const socket of sockets) socket.resume().write(requests);
      if (name.endsWith("leave")) void sleep(3000).then(() => sockets.forEach((socket) => socket.destroy()));
    }
    await sleep(4000);
    const real = await exchange(port, post(hookPath("delete"), body.replace("CreateRequest", "DeleteRequest")));
    const { growthMiB } = await victim.measure();
    if (real.status !== 200) throw new Error(`a real call has the answer ${real.status}`);
    if (growthMiB > growthLimitMiB.leftovers) throw new Error(`memory grew by ${growthMiB.toFixed(0)} MiB`);
    return `a real call is answered; memory grows by ${growthMiB.toFixed(0)} MiB`;
  },
}));

/** Many callers at once. */
export const memoryOfMany: readonly Attack[] = [manyPatches, ...leftoverAttacks];

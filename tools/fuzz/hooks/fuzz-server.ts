// A server under hostile requests: each is tried, and between them the server must answer a valid one, live, and not grow.
import { request } from "node:https";
import { text } from "node:stream/consumers";
import { describeError, isJsonObject } from "@capstan/kube";
import { startVictim, type Victim } from "@capstan/tool-attack/victim";
import type { Outcome, Part, Settings } from "../part.ts";
import type { VictimState } from "./extension-victim.ts";
import { tryHttp1, type Tried } from "./http1.ts";
import { tryHttp2 } from "./http2.ts";
import { olderClusters } from "./older-clusters.ts";
import { type Sample, samplesOf } from "./requests/samples.ts";

/** Sends one hostile request. */
export type Try = (port: number, samples: readonly Sample[], seed: number) => Promise<Tried>;

/** Requests at the same time. */
const side = 8;
/** Of how many requests one is valid, and its answer compared. */
const validEach = 250;
/** Requests before memory is measured first, at most a quarter of those that count: what is compiled and cached by then stays. */
const warmUp = 1_000;
const limits = { heapMiB: 16, residentMiB: 96, stallMs: 1_000 };

type Server = Victim<{ readonly port: number }>;

/** Tries requests that follow from the seed, and says what went wrong. */
export async function fuzzServer(name: string, tryOne: Try, { runs, seed }: Settings): Promise<readonly Outcome[]> {
  await using server = await startVictim<{ port: number }>(new URL("./extension-victim.ts", import.meta.url), {});
  const { port } = server.info;
  const samples = samplesOf(
    JSON.parse(await post(port, "/hooks.runtime.cluster.x-k8s.io/v1alpha1/discovery", {})).handlers,
  );
  const results = new Results();
  const tryFrom = (from: number, count: number): Promise<void> =>
    inParallel(count, async (i) => {
      if (server.exit !== undefined) return;
      results.add(`request ${from + i}`, await tryOne(port, samples, seed * 1_000_003 + from + i));
      if ((from + i) % validEach === 0) results.add("a valid request", await tryValid(port, samples));
    });
  // With requests of their own, so that those that count have the same numbers whatever the warm-up is.
  await tryFrom(runs, Math.min(warmUp, Math.ceil(runs / 4)));
  results.clear();
  const before = await stateOf(server);
  await tryFrom(0, runs);
  const after = await stateOf(server);
  results.check("the server", serverProblems(server, before, after));
  const { longestStallMs } = server.exit === undefined ? await server.measure() : { longestStallMs: 0 };
  if (longestStallMs > limits.stallMs) results.check("the event loop", [`stood still for ${longestStallMs} ms`]);
  return [
    results.outcome(
      name,
      `heap ${inMiB(before?.heapMiB)} to ${inMiB(after?.heapMiB)} MiB, resident ${inMiB(before?.residentMiB)} to ${inMiB(after?.residentMiB)} MiB`,
    ),
  ];
}

function inMiB(size: number | undefined): string {
  return size === undefined ? "none" : size.toFixed(0);
}

/** What requests have led to. */
class Results {
  #cases = 0;
  readonly #failures: string[] = [];
  readonly #statuses = new Map<number, number>();

  add(which: string, { how, statuses, problems }: Tried): void {
    this.#cases += 1;
    for (const status of statuses) this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (problems.length > 0) this.#failures.push(`${which} (${how.join(", ")}): ${problems.join("; ")}`);
  }

  /** Something that is not one request. */
  check(which: string, problems: readonly string[]): void {
    this.add(which, { how: ["after all"], statuses: [], problems });
  }

  clear(): void {
    this.#cases = 0;
    this.#statuses.clear();
  }

  outcome(group: string, memory: string): Outcome {
    const counts = [...this.#statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    return { group, cases: this.#cases, failures: this.#failures, note: `${counts.join(", ")}; ${memory}` };
  }
}

/** What `call` of extension-victim.ts returns; undefined once it has ended. */
async function stateOf(server: Server): Promise<VictimState | undefined> {
  const state = server.exit === undefined ? await server.call({}) : undefined;
  if (!isJsonObject(state)) return undefined;
  const { residentMiB, heapMiB, polluted } = state;
  return { residentMiB: Number(residentMiB), heapMiB: Number(heapMiB), polluted };
}

function serverProblems(server: Server, before: VictimState | undefined, after: VictimState | undefined): string[] {
  if (before === undefined || after === undefined) return [`it ended with ${server.exit}: ${server.output}`];
  const grown = { heapMiB: after.heapMiB - before.heapMiB, residentMiB: after.residentMiB - before.residentMiB };
  return [
    ...(grown.heapMiB > limits.heapMiB ? [`its heap has grown by ${grown.heapMiB.toFixed(1)} MiB`] : []),
    ...(grown.residentMiB > limits.residentMiB ? [`its memory has grown by ${grown.residentMiB.toFixed(0)} MiB`] : []),
    ...(after.polluted === null ? [] : [`every object has "polluted": ${JSON.stringify(after.polluted)}`]),
  ];
}

/** A valid call is answered as ever. */
async function tryValid(port: number, samples: readonly Sample[]): Promise<Tried> {
  const problems: string[] = [];
  try {
    const { path = "", request: body = {} } = samples.find((sample) => sample.path.includes("/generatepatches/")) ?? {};
    const answer = JSON.parse(await post(port, path, body));
    if (answer.status !== "Success" || answer.items.length !== 3) problems.push(`answered ${JSON.stringify(answer)}`);
  } catch (error) {
    problems.push(describeError(error));
  }
  return { how: ["valid"], statuses: [], problems };
}

function post(port: number, path: string, body: object): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const options = { port, path, host: "127.0.0.1", method: "POST", rejectUnauthorized: false, agent: false } as const;
  const sent = request({ ...options, timeout: 10_000 }, (response) => void text(response).then(resolve, reject));
  sent.once("timeout", () => sent.destroy(new Error("no answer within 10 s")));
  sent.once("error", reject);
  sent.end(JSON.stringify(body));
  return promise;
}

/** Does something with the numbers below `count`, a few at the same time. */
async function inParallel(count: number, work: (i: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const i = next;
      next += 1;
      await work(i);
    }
  };
  await Promise.all(Array.from({ length: side }, lane));
}

/** The share of HTTP/2: a connection of it has several requests, and takes longer. */
const http2Share = 0.05;

/** The parts of `pnpm run fuzz hooks`, in the order in which they run. */
export const hookParts: readonly Part[] = [
  {
    name: "http1",
    share: 1 - http2Share,
    run: (settings) => fuzzServer("hostile requests over HTTP/1.1", tryHttp1, settings),
  },
  {
    name: "http2",
    share: http2Share,
    run: (settings) => fuzzServer("hostile connections over HTTP/2", tryHttp2, settings),
  },
  olderClusters,
];

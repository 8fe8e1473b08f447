// The thread that answers probes. It has nothing to do but this: what keeps the other thread busy delays no probe, nor do connections that wait for it.
import { parentPort, workerData } from "node:worker_threads";
import { errorFrom, isCapstanError } from "@capstan/kube";
import type { ServerLimits } from "./limits.ts";
import { probeAnswer, probeNames } from "./probes.ts";
import type { FromProbeThread, ProbeResults, ProbeThreadData, ToProbeThread } from "./probe-server.ts";
import type { Route, ServeResponse } from "./route.ts";
import { startServer } from "./server.ts";

/** A kubelet sends its requests at once, without a body, and each on a connection of its own. */
const limits: Partial<ServerLimits> = {
  headersMs: 2000,
  requestMs: 2000,
  answerMs: 2000,
  idleMs: 2000,
  bodyBytes: 1024,
  headerBytes: 8 * 1024,
  inFlightBytes: 1024 * 1024,
  requestsPerConnection: 1,
  connections: 512,
};

/** How long a probe waits for the state of the other thread; a kubelet waits a second. */
const patienceMs = 500;
/** For how long the other thread counts as alive without an answer. */
const aliveMs = 30_000;
/** So old a state is not asked for again: a flood of probes costs the other thread next to nothing. */
const freshMs = 10;

/** The last state of the other thread. */
class State {
  #results: ProbeResults | undefined;
  #at = performance.now();
  #isAsked = false;
  readonly #waiting = new Set<() => void>();

  set(results: ProbeResults): void {
    this.#results = results;
    this.#at = performance.now();
    this.#isAsked = false;
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  /** The results of now, or the last ones if there are none in time; undefined when the other thread has not answered for long. */
  async read(): Promise<ProbeResults | undefined> {
    if (this.#results === undefined || performance.now() - this.#at > freshMs) await this.#ask();
    return performance.now() - this.#at > aliveMs ? undefined : this.#results;
  }

  async #ask(): Promise<void> {
    if (!this.#isAsked) send({ ask: true });
    this.#isAsked = true;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(wake);
        resolve();
      }, patienceMs);
      const wake = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.add(wake);
    });
  }
}

const state = new State();

const busy = [{ name: "event-loop", ok: false }];

const routes = probeNames.map((name): Route => ({
  method: "GET",
  path: `/${name}`,
  handle: async () => closing(probeAnswer((await state.read())?.[name] ?? busy)),
}));

/** Ends the connection: a caller who stays would take a place, and send more. */
function closing({ headers, ...answer }: ServeResponse): ServeResponse {
  return { ...answer, headers: { ...headers, connection: "close" } };
}

function send(message: FromProbeThread): void {
  parentPort?.postMessage(message);
}

async function main(): Promise<void> {
  // The other thread starts this one with its address.
  const { host, port } = workerData as ProbeThreadData;
  const onError = (error: unknown): void => send({ error: errorFrom(error).message });
  const server = await startServer({ host, port, limits, routes, onError });
  parentPort?.on("message", (message: ToProbeThread) => {
    if ("results" in message) state.set(message.results);
    else void server.close(message.close).then(() => parentPort?.close());
  });
  send({ listening: { url: server.url, port: server.port } });
}

try {
  await main();
} catch (error) {
  const { message } = errorFrom(error);
  const [code, help] = isCapstanError(error) ? [error.code, error.help] : ["serve/cannot-listen", undefined];
  send({ failed: { code, message, help } });
}

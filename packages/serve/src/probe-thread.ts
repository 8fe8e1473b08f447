// The thread that answers probes. It has nothing to do but this: what keeps the other thread busy delays no probe, nor do connections that wait for it. It reads the first line of the
// first request of each connection itself: Node's server makes objects for every request in what one read has, which a caller can fill with hundreds.
import { createServer, type Server, type Socket } from "node:net";
import { parentPort } from "node:worker_threads";
import { errorFrom, isCapstanError } from "@capstan/kube";
import { limitConnections } from "./connections.ts";
import { listen } from "./listen.ts";
import { formatListenAddress } from "./listen-address.ts";
import { probeAnswer, probeNames } from "./probes.ts";
import type { FromProbeThread, ProbeAddress, ProbeResults, ToProbeThread } from "./probe-server.ts";
import { endWith, type HeadLimits, type ReadHead, readHead } from "./read-head.ts";
import { type ServeResponse, textResponse } from "./route.ts";

/** A kubelet sends its requests at once, without a body, and each on a connection of its own. */
const limits: HeadLimits = { methods: ["GET", "HEAD"], bytes: 8 * 1024, ms: 2000 };
/** One without an answer takes the place of an older one: a probe has so many new connections of time, also where its first packets were lost. */
const mostConnections = 2048;
/** The system keeps fewer if its own limit is lower. */
const backlog = 4096;

/** How long a probe waits for the state of the other thread; a kubelet waits a second at least. */
const patienceMs = 500;
/** The same where there are so many connections that they may take its place: the other thread answers in this time unless it is busy. */
const crowded = { connections: mostConnections / 16, patienceMs: 20 } as const;
/** For how long the other thread counts as alive while it does not answer. */
const aliveMs = 30_000;
/** So old a state is not asked for again: a flood of probes costs the other thread next to nothing. */
const freshMs = 10;
/** How long callers may take to read an answer when the server closes. */
const longestDrainMs = 1000;

/** The last state of the other thread. */
class State {
  #results: ProbeResults | undefined;
  #at = Number.NEGATIVE_INFINITY;
  /** Since when there is a question without an answer. */
  #askedAt: number | undefined;
  readonly #waiting = new Set<() => void>();

  get isKnown(): boolean {
    return this.#results !== undefined;
  }

  set(results: ProbeResults): void {
    this.#results = results;
    this.#at = performance.now();
    this.#askedAt = undefined;
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  /** The results of now, or the last ones if there are none in time; undefined when the other thread has not answered for long. */
  async read(longestMs: number): Promise<ProbeResults | undefined> {
    if (performance.now() - this.#at > freshMs) await this.#ask(longestMs);
    const silence = this.#askedAt === undefined ? 0 : performance.now() - this.#askedAt;
    return silence > aliveMs ? undefined : this.#results;
  }

  async #ask(longestMs: number): Promise<void> {
    if (this.#askedAt === undefined) send({ ask: true });
    this.#askedAt ??= performance.now();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(wake);
        resolve();
      }, longestMs);
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

async function answer(socket: Socket, head: ReadHead, connections: number): Promise<void> {
  if ("status" in head) return end(socket, textResponse(head.status, "only GET is answered\n"));
  const [method, target = ""] = head.read.toString("latin1", 0, limits.bytes).split(" ", 2);
  const path = target.split("?", 1)[0];
  const name = probeNames.find((one) => path === `/${one}`);
  // Before there is a state, the probe waits for it.
  const longestMs = state.isKnown && connections > crowded.connections ? crowded.patienceMs : patienceMs;
  const response =
    name === undefined ? textResponse(404, "not found\n") : probeAnswer((await state.read(longestMs))?.[name] ?? busy);
  end(socket, response, method === "HEAD");
}

const reasons: Readonly<Record<number, string>> = {
  200: "OK",
  404: "Not Found",
  405: "Method Not Allowed",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
};

function end(socket: Socket, { status, headers = {}, body = "" }: ServeResponse, isHead = false): void {
  const lines = Object.entries({ ...headers, "content-length": Buffer.byteLength(body), connection: "close" });
  const head = [`HTTP/1.1 ${status} ${reasons[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  endWith(socket, [...head, "", isHead ? "" : String(body)].join("\r\n"));
}

function send(message: FromProbeThread): void {
  parentPort?.postMessage(message);
}

function close(server: Server, open: ReadonlySet<Socket>, drainMs: number): void {
  const timer = setTimeout(() => open.forEach((socket) => socket.destroy()), Math.min(drainMs, longestDrainMs));
  server.close(() => {
    clearTimeout(timer);
    parentPort?.close();
  });
}

/** Listens, and returns what ends that. */
async function serve({ host, port }: ProbeAddress): Promise<(drainMs: number) => void> {
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    readHead(socket, limits, (head) => void answer(socket, head, open.size));
  });
  limitConnections(server, mostConnections);
  await listen(server, { host, port, backlog });
  // A connection that cannot be accepted ends nothing.
  server.on("error", () => undefined);
  const bound = server.address();
  if (typeof bound !== "object" || bound === null) throw new Error("the server of the probes has no address");
  const named = formatListenAddress({ host: host === "" ? "localhost" : host, port: bound.port });
  send({ listening: { url: `http://${named}`, port: bound.port, address: bound.address } });
  return (drainMs) => close(server, open, drainMs);
}

async function start(address: ProbeAddress): Promise<void> {
  try {
    stop = await serve(address);
  } catch (error) {
    const { message } = errorFrom(error);
    const [code, help] = isCapstanError(error) ? [error.code, error.help] : ["serve/cannot-listen", undefined];
    send({ failed: { code, message, help } });
  }
}

/** Ends the server, once there is one. */
let stop: ((drainMs: number) => void) | undefined;

// Until it is known where to listen, the thread waits.
parentPort?.on("message", (message: ToProbeThread) => {
  if ("listen" in message) void start(message.listen);
  else if ("results" in message) state.set(message.results);
  else stop?.(message.close.drainMs ?? longestDrainMs);
});

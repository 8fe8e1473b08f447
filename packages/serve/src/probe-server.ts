// Serves the probes of a kubelet from a thread of their own. A busy event loop accepts one connection in each of its turns, so callers who keep it busy, and others
// who open many connections, would delay probes by seconds, and the kubelet would restart the container. The thread asks for the state of this one, and says that it is
// not alive when it has no answer for long.
import { channel } from "node:diagnostics_channel";
import { Worker } from "node:worker_threads";
import { CapstanError, errorFrom } from "@capstan/kube";
import { type ProbeOptions, type ProbeResult, probeRoutes, resultsOf } from "./probes.ts";
import { type CloseOptions, type RunningServer, startServer } from "./server.ts";

/** Where probes are served, and what they say. */
export interface ProbeServerOptions extends ProbeOptions {
  /** The address to listen on; the empty string is every address of this computer. Default: 127.0.0.1. */
  readonly host?: string;
  /** The port; 0 selects any free one. */
  readonly port: number;
  /** Called with errors that callers do not see. Default: `process.emitWarning`. */
  readonly onError?: (error: unknown) => void;
}

/** Where the thread is to listen. */
export interface ProbeAddress {
  readonly host: string;
  readonly port: number;
}

/** The results of both probes. */
export type ProbeResults = Readonly<Record<keyof ProbeOptions, readonly ProbeResult[]>>;

/** What this thread sends to that of the probes. */
export type ToProbeThread =
  | { readonly listen: ProbeAddress }
  | { readonly results: ProbeResults }
  | { readonly close: CloseOptions };

/** Where the thread listens; the address is the one it is bound to. */
export interface Listening extends Pick<RunningServer, "url" | "port"> {
  readonly address: string;
}

/** What the thread of the probes sends. */
export type FromProbeThread =
  | { readonly listening: Listening }
  | { readonly failed: { readonly code: string; readonly message: string; readonly help: string | undefined } }
  | { readonly ask: true };

/**
 * Tells other code of the process that the thread listens, with its address, its port, and whether it still listens: Node announces servers in each thread
 * for itself, and `capstan dev` asks a server of the very process that it has started. Subscribers run before all else and import no package, so
 * they have the name of their own (say-ready.ts of the cli).
 */
const listens = channel("capstan:thread-server.listen");

/** Its limits on callers take a small part of it. */
const heapMiB = 64;

/** Only the source has TypeScript files. */
const isSource = import.meta.url.endsWith(".ts");
const threadFile = new URL(isSource ? "./probe-thread.ts" : "./probe-thread.js", import.meta.url);

/** A thread that nobody has taken yet. */
let prepared: Worker | undefined;

/**
 * Starts the thread of the next `startProbes` already. It takes a tenth of a second to start, in which a program can prepare what its probes are about. It listens to nothing,
 * and keeps no process running.
 *
 * @example
 * prepareProbes();
 * const client = createClient(await loadCredentials());
 * await using probes = await startProbes({ host: "", port: 9440 });
 */
export function prepareProbes(): void {
  if (prepared !== undefined) return;
  const thread = createThread();
  // `startProbes` meets the same failure, and reports it.
  thread.on("error", () => {
    if (prepared === thread) prepared = undefined;
  });
  thread.unref();
  prepared = thread;
}

function createThread(): Worker {
  return new Worker(threadFile, {
    name: "probes",
    resourceLimits: { maxOldGenerationSizeMb: heapMiB },
    // What the process preloads is for its own modules; here it would make the start of the thread twice as long.
    execArgv: isSource ? ["--conditions=@capstan/source"] : [],
  });
}

/** The prepared thread, or a new one. */
function takeThread(): Worker {
  const thread = prepared ?? createThread();
  prepared = undefined;
  thread.ref();
  return thread;
}

/**
 * Serves `/healthz` and `/readyz` from a thread of its own, so that probes are answered however busy this one is. The checks run here, when a probe
 * asks for them. While this thread does not answer, its last results count; after 30 s without an answer both probes fail.
 *
 * Rejects with `serve/port-in-use` or `serve/cannot-listen` when the address is not available. In a program that is bundled into one file, where the thread
 * cannot be loaded, probes are served from this thread.
 *
 * @example
 * await using probes = await startProbes({ host: "", port: 9440, readyz: { cache: () => informer.hasSynced } });
 */
export async function startProbes(options: ProbeServerOptions): Promise<RunningServer> {
  const { host = "127.0.0.1", port } = options;
  const thread = takeThread();
  post(thread, { listen: { host, port } });
  try {
    const listening = await listeningOf(thread, options);
    return running(thread, listening);
  } catch (error) {
    await thread.terminate();
    if (error instanceof NoThreadError) return startServer({ ...options, host, routes: probeRoutes(options) });
    throw error;
  }
}

/** The file of the thread does not exist. */
class NoThreadError extends Error {}

/** Resolves when the thread listens, and answers it from then on. */
function listeningOf(thread: Worker, options: ProbeServerOptions): Promise<Listening> {
  const onError = options.onError ?? ((error: unknown) => process.emitWarning(errorFrom(error)));
  return new Promise((resolve, reject) => {
    thread.on("error", (error: NodeJS.ErrnoException) => {
      reject(error.code === "ERR_MODULE_NOT_FOUND" ? new NoThreadError() : error);
      onError(error);
    });
    thread.on("message", (message: FromProbeThread) => {
      if ("listening" in message) resolve(message.listening);
      else if ("failed" in message) reject(errorOfThread(message.failed));
      else void tell(thread, options);
    });
  });
}

function errorOfThread({ code, message, help }: Extract<FromProbeThread, { failed: object }>["failed"]): CapstanError {
  return new CapstanError(code, message, help === undefined ? {} : { help });
}

async function tell(thread: Worker, options: ProbeOptions): Promise<void> {
  const [healthz, readyz] = await Promise.all([resultsOf(options.healthz), resultsOf(options.readyz)]);
  post(thread, { results: { healthz, readyz } });
}

function post(thread: Worker, message: ToProbeThread): void {
  thread.postMessage(message);
}

function running(thread: Worker, { url, port, address }: Listening): RunningServer {
  let isListening = true;
  const ended = new Promise<void>((resolve) => {
    thread.once("exit", () => {
      isListening = false;
      resolve();
    });
  });
  listens.publish({
    address,
    port,
    get listening() {
      return isListening;
    },
  });
  const close = (how: CloseOptions = {}): Promise<void> => {
    isListening = false;
    post(thread, { close: how });
    return ended;
  };
  return { url, port, close, [Symbol.asyncDispose]: () => close() };
}

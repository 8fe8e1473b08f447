// The side of a thread that serves: what it is told, and the server that it runs.
import { isMainThread, parentPort, type MessagePort, workerData } from "node:worker_threads";
import { isJsonObject } from "@capstan/kube";
import { type Logger, startServers } from "@capstan/process";
import type { ServerOptions } from "@capstan/serve";
import type { ServerContext } from "../manager/manager-options.ts";
import { measuredServer, serverContext } from "../metrics/measured-server.ts";
import { noMetrics } from "../metrics/metrics.ts";
import { Counted } from "./counted.ts";
import { startName, tellMs, type ThreadNews, type ThreadStart, type ThreadStop } from "./thread-messages.ts";

/** A thread that is to serve. */
export interface ServerThread extends ThreadStart {
  /** Aborts when it is to stop; the reason is how. */
  readonly signal: AbortSignal;
  readonly main: MessagePort;
}

/** The thread that this code runs in, if the manager of its process started it to serve. */
export function serverThread(): ServerThread | undefined {
  const data: unknown = workerData;
  if (isMainThread || parentPort === null || !isJsonObject(data) || !isStart(data[startName])) return undefined;
  const main = parentPort;
  const stop = new AbortController();
  main.once("message", (message: ThreadStop) => stop.abort(message));
  return { ...data[startName], signal: stop.signal, main };
}

function isStart(value: unknown): value is ThreadStart {
  return isJsonObject(value) && typeof value["port"] === "number";
}

/** Serves until the thread is told to stop. */
export async function serveInThread(
  thread: ServerThread,
  server: (context: ServerContext) => ServerOptions,
  log: Logger,
): Promise<void> {
  const { main, signal, port, reusePort } = thread;
  const counted = new Counted();
  const metrics = thread.counts ? counted.metrics : noMetrics;
  const onCertificateRead = (ok: boolean): void => metrics.certificateRead(ok);
  const options = { ...measuredServer(server(serverContext(log, metrics)), metrics), port, reusePort };
  const running = await startServers({ servers: [options], onCertificateRead, log });
  const tell = (news: ThreadNews): void => main.postMessage(news);
  const tellCounts = (): void => tell({ kind: "works", counts: counted.take() });
  tell({ kind: "listening", port: running.servers[0]?.port ?? port });
  const timer = setInterval(tellCounts, tellMs);
  const { drainMs } = await stopped(signal);
  await running.close(drainMs === undefined ? {} : { drainMs });
  clearInterval(timer);
  tellCounts();
}

function stopped(signal: AbortSignal): Promise<ThreadStop> {
  const told = (): ThreadStop => signal.reason;
  return new Promise((resolve) => {
    if (signal.aborted) resolve(told());
    else signal.addEventListener("abort", () => resolve(told()), { once: true });
  });
}

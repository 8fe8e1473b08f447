// How the process of an entry says that it is ready. Only its own word counts, sent through its channel to the command that started it: at its port, another process can answer, also one of
// another user, before it listens there or when it has ended. So it asks its own server, once that listens.
import { subscribe } from "node:diagnostics_channel";
import { get } from "node:http";
import { Server } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** The environment variable with the address that answers 200 when the process is ready. */
const variable = "CAPSTAN_READY_URL";
/** What the process sends when it is ready. */
export const readyMessage = "capstan: the process is ready";
/** Where `@capstan/serve` announces servers of other threads, such as that of the probes (probe-server.ts there). No package is imported here: this runs before all else. */
const threadServers = "capstan:thread-server.listen";
const pollMs = 10;
const answerMs = 1000;

/** A server of another thread, as it is announced. */
interface ThreadServer {
  readonly address: string;
  readonly port: number;
  readonly listening: boolean;
}

/** The variable for a process that is to say when it is ready. */
export function readyVariable(url: string): Readonly<Record<string, string>> {
  return { [variable]: url };
}

/** Sends the message when the process listens at the address and answers there, if its environment names one. What the process starts inherits no address. */
export function sayWhenReady(): void {
  const { [variable]: url } = process.env;
  if (url === undefined) return;
  Reflect.deleteProperty(process.env, variable);
  const { hostname, port } = new URL(url);
  /** At that very address: where a server listens at every address, some systems let another process have this one. */
  const isThere = (bound: Pick<ThreadServer, "address" | "port">): boolean =>
    bound.address === hostname && bound.port === Number(port);
  subscribe("tracing:net.server.listen:asyncEnd", (message) => {
    if (!(message instanceof Object && "server" in message && message.server instanceof Server)) return;
    const bound = message.server.address();
    if (bound instanceof Object && isThere(bound)) void sayOnceReady(message.server, url);
  });
  subscribe(threadServers, (message) => {
    // Only the package itself publishes there.
    const server = message as ThreadServer;
    if (isThere(server)) void sayOnceReady(server, url);
  });
}

async function sayOnceReady(server: Pick<ThreadServer, "listening">, url: string): Promise<void> {
  while (server.listening) {
    const ready = await answers(url);
    if (ready && server.listening && process.connected) return void process.send?.(readyMessage);
    await delay(pollMs, undefined, { ref: false });
  }
}

/** Whether the answer is 200. Its body is not read. */
function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = get(url, { agent: false, signal: AbortSignal.timeout(answerMs) }, (response) => {
      resolve(response.statusCode === 200);
      asked.destroy();
    });
    asked.on("error", () => resolve(false));
  });
}

// The connection to the API server of a workload cluster. One that does not answer must not hold what belongs to other Clusters: where watches say what changes, it is tried beside the steps.
import { setTimeout as sleep } from "node:timers/promises";
import { isApiError, type Client } from "@capstan/client";
import { Node } from "@capstan/kube/builtin";

/** How servers are tried beside the steps. */
export interface ConnectionTrial {
  /** How long a step waits for the first answers of all servers. Most need less. */
  readonly patienceMs: number;
  /** Called when there is something to do: a server answers. */
  readonly connected: () => void;
}

/** After this time a server is tried again that has not answered any more. */
const pauseMs = 10_000;

/** One connection, and whether its server answers. */
export class TriedConnection {
  /** The client that this connection owns. */
  readonly client: Client;
  readonly #connected: () => void;
  #isAnswering = false;
  #attempt: Promise<void> | undefined;
  #retryAt = 0;

  constructor(client: Client, connected: () => void) {
    this.client = client;
    this.#connected = connected;
  }

  get isAnswering(): boolean {
    return this.#isAnswering;
  }

  /** Waits for the first answer of the server, for so long at most; returns how long it was. */
  async begin(patienceMs: number): Promise<number> {
    this.retry();
    const began = performance.now();
    const end = new AbortController();
    const waited = sleep(patienceMs, undefined, { signal: end.signal }).catch(() => undefined);
    await Promise.race([this.#attempt, waited]);
    end.abort();
    return performance.now() - began;
  }

  /** Tries the server again, unless it answers, without waiting for it. */
  retry(): void {
    if (!this.#isAnswering && performance.now() >= this.#retryAt) this.#attempt ??= this.#try();
  }

  /** The server has not answered: it is tried again after a time, and nothing else is requested from it until it answers. */
  lose(): void {
    this.#isAnswering = false;
    this.#retryAt = performance.now() + pauseMs;
  }

  async #try(): Promise<void> {
    try {
      await this.client.list(Node, { limit: 1 });
      this.#answered();
    } catch (error) {
      if (isApiError(error)) this.#answered();
    } finally {
      this.#attempt = undefined;
    }
  }

  #answered(): void {
    this.#isAnswering = true;
    this.#connected();
  }
}

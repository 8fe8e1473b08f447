// What handlers get of a cluster while they run in the process of a command: a client that only reads, or none. A write is never sent, and each call says what its handler wanted.
import type { Client, RawRequest } from "@capstan/client";
import { CapstanError } from "@capstan/kube";

/** The commands that give handlers such a client. */
export type ReadingCommand = "plan" | "call";

/** The members of a client that change nothing. What is not among them writes. */
const reads: ReadonlySet<string | symbol> = new Set([
  "server",
  "namespace",
  "get",
  "find",
  "list",
  "listAll",
  "watch",
  "watchOnce",
  "resourceFor",
  "observe",
]);

/** A cluster that handlers may read; none without a client. */
export class ClusterAccess {
  readonly #command: ReadingCommand;
  readonly #client: Client | undefined;

  constructor(command: ReadingCommand, client: Client | undefined) {
    this.#command = command;
    this.#client = client;
  }

  /** The access of one call. */
  begin(): CallAccess {
    return new CallAccess(this.#command, this.#client);
  }
}

/** The access of one call, which remembers what its handler wanted. */
export class CallAccess {
  /** Whether it called for a client that there is not. */
  lacksClient = false;
  /** The names of the functions with which it wanted to write. */
  readonly writes: Set<string> = new Set();
  readonly #command: ReadingCommand;
  readonly #client: Client | undefined;

  constructor(command: ReadingCommand, client: Client | undefined) {
    this.#command = command;
    this.#client = client;
  }

  /** What `ctx.client()` resolves to. */
  readonly open = async (): Promise<Client> => {
    if (this.#client !== undefined) return this.#reading(this.#client);
    this.lacksClient = true;
    const message = `capstan ${this.#command} has no client: name a cluster with --kubeconfig`;
    throw new CapstanError(`${this.#command}/needs-client`, message);
  };

  #reading(client: Client): Client {
    const rejected = async (name: string): Promise<never> => {
      this.writes.add(name);
      const message = `capstan ${this.#command} only reads the cluster, so ${name} was not sent`;
      throw new CapstanError(`${this.#command}/writes`, message);
    };
    const request: Client["request"] = (raw: RawRequest) =>
      raw.method === "GET" ? client.request(raw) : rejected(raw.method);
    return new Proxy(client, {
      get(target, name) {
        if (name === "request") return request;
        // All calls share it.
        if (name === "close") return () => undefined;
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        return reads.has(name) ? value.bind(target) : () => rejected(String(name));
      },
    });
  }
}

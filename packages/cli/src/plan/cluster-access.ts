// What handlers get of a cluster while they are compared: a client that only reads, or none. A write is never sent, and each call says what its handler wanted.
import type { Client, RawRequest } from "@capstan/client";
import { CapstanError } from "@capstan/kube";

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
  readonly #client: Client | undefined;

  constructor(client: Client | undefined) {
    this.#client = client;
  }

  /** The access of one call. */
  begin(): CallAccess {
    return new CallAccess(this.#client);
  }
}

/** The access of one call, which remembers what its handler wanted. */
export class CallAccess {
  /** Whether it called for a client that there is not. */
  lacksClient = false;
  /** The names of the functions with which it wanted to write. */
  readonly writes: Set<string> = new Set();
  readonly #client: Client | undefined;

  constructor(client: Client | undefined) {
    this.#client = client;
  }

  /** What `ctx.client()` resolves to. */
  readonly open = async (): Promise<Client> => {
    if (this.#client !== undefined) return this.#reading(this.#client);
    this.lacksClient = true;
    throw new CapstanError("plan/needs-client", "capstan plan has no client: name a cluster with --kubeconfig");
  };

  #reading(client: Client): Client {
    const rejected = async (name: string): Promise<never> => {
      this.writes.add(name);
      throw new CapstanError("plan/writes", `capstan plan only reads the cluster, so ${name} was not sent`);
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

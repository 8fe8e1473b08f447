// A client of a workload cluster's API server. Each call makes one request, and returns how it ended.
import { type Client, createClient } from "@capstan/client";
import { errorFrom, isCapstanError } from "@capstan/kube";
import { Namespace, Node } from "@capstan/kube/builtin";

/** What is requested. */
export type Verb = "get" | "find" | "listAll" | "create" | "discover" | "version" | "watch";

/** How it ended. */
export interface Ended {
  /** The code of the error; "none" when there was no error, "uncoded" for one of Node. */
  readonly code: string;
  readonly message: string;
}

const key = { namespace: "", name: "a" };

async function readEvents(client: Client): Promise<void> {
  let left = 200;
  for await (const events of client.watchOnce(Node, { idleMs: 200 })) {
    left -= events.length;
    if (left <= 0) return;
  }
}

const verbs: Readonly<Record<Verb, (client: Client) => Promise<unknown>>> = {
  get: (client: Client) => client.get(Node, key),
  find: (client: Client) => client.find(Namespace, key),
  listAll: (client: Client) => client.listAll(Node),
  create: (client: Client) =>
    client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { namespace: "", name: "a" } }),
  discover: (client: Client) => client.resourceFor({ apiVersion: "x.io/v1", kind: "Foo" }),
  version: async (client: Client) => (await client.request({ method: "GET", path: "/version" })).json(),
  watch: readEvents,
};

let client: Client | undefined;

/** What the client connects to. */
export interface Target {
  readonly server: string;
  readonly caData?: string;
  readonly timeoutMs: number;
}

/** Connects to a server; waits between retries end at once. */
export async function start({ timeoutMs, ...credentials }: Target): Promise<object> {
  const after = (_: number, go: () => void): (() => void) => {
    const timer = setImmediate(go);
    return () => clearImmediate(timer);
  };
  const clock = { now: () => performance.now(), date: () => new Date(), after, random: Math.random };
  const options = { timeoutMs, clock, foreign: "Cluster tenant/a", limits: { callMs: 4 * timeoutMs } };
  client = createClient(credentials, options);
  return {};
}

/** Makes one request. */
export async function call(verb: Verb): Promise<Ended> {
  if (client === undefined) throw new Error("not started");
  try {
    await verbs[verb](client);
    return { code: "none", message: "" };
  } catch (error) {
    return { code: isCapstanError(error) ? error.code : "uncoded", message: errorFrom(error).message };
  }
}

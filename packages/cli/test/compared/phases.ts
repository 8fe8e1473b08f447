// The phases that objects pass through, in their order, as watches see them.
import type { Client } from "@capstan/client";
import { isJsonObject, type Resource, resourceOf, type UnstructuredObject } from "@capstan/kube";
import { normalized } from "./facts.ts";

/** The phases that not everybody sees. */
const passing: Readonly<Record<string, string>> = { Machine: "Provisioned", Cluster: "Pending" };

const kinds = ["Cluster", "MachineDeployment", "Machine"];

/** Follows the objects of a server. */
export class Phases {
  readonly #stop = new AbortController();
  readonly #seen = new Map<string, string[]>();
  readonly #watches: readonly Promise<void>[];

  constructor(client: Client) {
    const resources = kinds.map((kind) => resourceOf<UnstructuredObject>("cluster.x-k8s.io/v1beta2", kind));
    this.#watches = resources.map((resource) => this.#follow(client, resource));
  }

  async #follow(client: Client, resource: Resource<UnstructuredObject>): Promise<void> {
    const { signal } = this.#stop;
    try {
      for await (const { type, object } of client.watch(resource, { namespace: "default", signal }))
        if (type === "ADDED" || type === "MODIFIED") this.#see(object);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  #see({ kind, metadata, status }: UnstructuredObject): void {
    const phase = isJsonObject(status) ? status["phase"] : undefined;
    // Whether a Machine is seen as Provisioned before its Node exists, and a Cluster as Pending before its topology names its infrastructure, depends on how fast each is.
    if (typeof phase !== "string" || phase === passing[kind]) return;
    const name = `${kind} ${metadata.name ?? ""}`;
    const phases = this.#seen.get(name) ?? [];
    if (phases.at(-1) !== phase) phases.push(phase);
    this.#seen.set(name, phases);
  }

  /** Ends, and returns the phases by kind and name, those of objects whose names differ at random together. */
  async stop(): Promise<Readonly<Record<string, readonly string[]>>> {
    this.#stop.abort();
    await Promise.all(this.#watches);
    const byName = Map.groupBy(this.#seen, ([name]) => normalized(name));
    return Object.fromEntries(
      Array.from(byName, ([name, seen]) => [
        name,
        [...new Set(seen.map(([, phases]) => phases.join(", ")))].toSorted(),
      ]),
    );
  }
}

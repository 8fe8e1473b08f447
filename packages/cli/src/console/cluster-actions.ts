// What the console can do with a cluster: write objects through a client, and make the embedded server fail.
import type { Client, UntypedPatches } from "@capstan/client";
import { hasPausedAnnotation } from "@capstan/contract";
import { createMergePatch, formatKey, keyOf, type Resource, type UnstructuredObject } from "@capstan/kube";
import type { Faults } from "@capstan/testenv";
import type { ConsoleActions } from "./console-source.ts";
import { editablePart } from "./object-detail.ts";
import { rejectedSize, scaleInTopology } from "./topology-scale.ts";
import type { FaultName } from "./wire.ts";

/** The most replicas that a key or the page sets: a simulation of more takes all of the machine, and such a number was mistyped. */
export const mostReplicas = 1000;

/** The same as people read it. */
export const mostInWords: string = mostReplicas.toLocaleString("en");

/** The actions that write objects. */
export function clusterActions(client: Client): Required<Pick<ConsoleActions, "apply" | "delete" | "scale" | "pause">> {
  const patch = async (object: UnstructuredObject, body: object): Promise<void> => {
    const resource = await client.resourceFor(object);
    await client.patch(resource, keyOf(object), { type: "merge", body });
  };
  return {
    async apply(object, base) {
      const resource = await client.resourceFor(object);
      if (base === undefined) {
        const created = placedIn(client.namespace, object, resource);
        return `created ${nameOf(await client.create(resource, created, { fieldValidation: "Strict" }))}`;
      }
      const body = createMergePatch(editablePart(base), editablePart(object));
      if (body === undefined) return `${nameOf(object)} is unchanged`;
      const patches: UntypedPatches = client;
      await patches.patch(resource, keyOf(object), { type: "merge", body, fieldValidation: "Strict" });
      return `updated ${nameOf(object)}`;
    },
    async delete(object) {
      const resource = await client.resourceFor(object);
      const { uid } = object.metadata;
      await client.delete(resource, keyOf(object), uid === undefined ? {} : { preconditions: { uid } });
      return `deleting ${nameOf(object)}`;
    },
    async scale(object, replicas) {
      if (replicas > mostReplicas)
        throw new Error(`${nameOf(object)} cannot be scaled to ${replicas} here: at most ${mostInWords}`);
      const rejected = rejectedSize(object, replicas);
      if (rejected !== undefined) throw new Error(`${nameOf(object)} cannot be scaled to ${replicas}: ${rejected}`);
      const inTopology = await scaleInTopology(client, object, replicas);
      if (inTopology !== undefined) return inTopology;
      await patch(object, { spec: { replicas } });
      return `scaled ${nameOf(object)} to ${replicas}`;
    },
    async pause(object, paused) {
      const isCluster = object.kind === "Cluster" && object.apiVersion.startsWith("cluster.x-k8s.io/");
      const metadata = { annotations: { "cluster.x-k8s.io/paused": paused ? "" : null } };
      // A Cluster that runs again must have neither.
      const isAnnotated = !paused && hasPausedAnnotation(object);
      await patch(object, isCluster ? { spec: { paused }, ...(isAnnotated && { metadata }) } : { metadata });
      return `${paused ? "paused" : "resumed"} ${nameOf(object)}`;
    },
  };
}

/** An object without a namespace is in this one, as those of a sample are, if its kind has namespaces. */
function placedIn(namespace: string, object: UnstructuredObject, { scope }: Resource): UnstructuredObject {
  if (scope !== "Namespaced" || (object.metadata.namespace ?? "") !== "") return object;
  return { ...object, metadata: { ...object.metadata, namespace } };
}

function nameOf(object: UnstructuredObject): string {
  return `${object.kind} ${formatKey(keyOf(object))}`;
}

/** What each fault adds to the server. */
const lasting: Readonly<
  Partial<Record<FaultName, { readonly inject: (faults: Faults) => void; readonly on: string }>>
> = {
  down: { inject: (faults) => faults.inject({}, { cut: true }), on: "the API server cuts every connection" },
  slow: { inject: (faults) => faults.inject({}, { delayMs: 800 }), on: "the API server takes 800 ms longer" },
  conflicts: {
    inject: (faults) => {
      for (const verb of ["update", "patch"] as const) faults.inject({ verb }, { reason: "Conflict" });
    },
    on: "every update and patch is a conflict",
  },
};

/** The faults of the embedded server, which can be switched on and off one by one. */
export class ServerFaults {
  readonly #faults: Faults;
  readonly #active = new Set<FaultName>();

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  /** The faults that last, for `SessionFacts`. */
  get active(): readonly FaultName[] {
    return [...this.#active];
  }

  /** Switches a fault; cutting the watches happens once. Returns what is so now. */
  set(fault: FaultName, on: boolean): string {
    if (fault === "watches" || lasting[fault] === undefined) return `cut ${this.#faults.dropWatches()} watches`;
    if (on) this.#active.add(fault);
    else this.#active.delete(fault);
    // A server that is down has no open watches either.
    if (on && fault === "down") this.#faults.dropWatches();
    this.#faults.clear();
    for (const name of this.#active) lasting[name]?.inject(this.#faults);
    return on ? lasting[fault].on : `ended: ${lasting[fault].on}`;
  }
}

// What a simulation with watches keeps from step to step: the lists of the management cluster and of workload clusters, the contracts of kinds, and which reconciles
// need not be repeated.
import { Cluster } from "@capstan/api/core/v1beta2";
import type { Client } from "@capstan/client";
import { formatKey, keyOf } from "@capstan/kube";
import { CustomResourceDefinition, Secret } from "@capstan/kube/builtin";
import type { Changes } from "./changes.ts";
import { ClusterReader, type ReaderParts } from "./cluster-reader.ts";
import type { ListObserver } from "./kind-list.ts";
import { Memos } from "./memos.ts";
import { StepLists } from "./step-lists.ts";
import type { WorkloadClients } from "./workload-clients.ts";

interface KeptParts {
  readonly changes: Changes;
  readonly workloads: WorkloadClients;
}

/** The state between steps. */
export class KeptState {
  readonly memos: Memos = new Memos();
  readonly #client: Client;
  readonly #changes: Changes;
  readonly #parts: ReaderParts;
  /** The lists of workload clusters, by their clients. */
  readonly #lists = new Map<Client, StepLists>();

  constructor(client: Client, scope: { readonly namespace?: string }, { changes, workloads }: KeptParts) {
    this.#client = client;
    this.#changes = changes;
    const observe: ListObserver = (of, list, resourceVersion) =>
      changes.observe(of, list.resource, {
        resourceVersion,
        heard: (type, object) => list.hear(type, object),
        ended: () => list.lose(),
      });
    const listsOf = (of: Client): StepLists => {
      const lists = this.#lists.get(of) ?? new StepLists(of, {}, { observe });
      this.#lists.set(of, lists);
      return lists;
    };
    this.#parts = { lists: new StepLists(client, scope, { observe }), workloads, listsOf, contracts: new Map() };
  }

  /** Begins a step. With `all`, everything is read again: nothing was heard for long. */
  async begin(all: boolean): Promise<void> {
    this.#changes.observe(this.#client, Secret);
    this.#changes.observe(this.#client, CustomResourceDefinition, { heard: () => this.#forgetContracts() });
    this.memos.begin();
    this.#parts.workloads.begin();
    await Promise.all([this.#parts.lists, ...this.#lists.values()].map((lists) => lists.begin(all)));
  }

  /** Ends a step, and the connections to clusters that do not exist any more. */
  async end(hasFailed: boolean): Promise<void> {
    if (hasFailed) this.#parts.contracts.clear();
    const { lists, workloads } = this.#parts;
    const found = await lists.list(Cluster).catch(() => undefined);
    if (found === undefined) return;
    const clusters = new Set(found.map((cluster) => formatKey(keyOf(cluster))));
    for (const key of workloads.connected) if (!clusters.has(formatKey(key))) workloads.forget(key);
    const clients = new Set(workloads.clients);
    for (const client of this.#lists.keys()) {
      if (clients.has(client)) continue;
      this.#lists.delete(client);
      this.#changes.endOf(client);
    }
  }

  /** A reader for a step. */
  reader(): ClusterReader {
    return new ClusterReader(this.#parts);
  }

  /** Another contract is another version to read: whatever was reconciled may have another result. */
  #forgetContracts(): boolean {
    this.#parts.contracts.clear();
    this.memos.clear();
    return true;
  }
}

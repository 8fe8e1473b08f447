// What the simulated controllers read: objects by their contract, Machines of a Cluster, Nodes of a workload cluster. Everything
// is read live, except for a kind's contract, which is cached for one step.
import type { Client } from "@capstan/client";
import { Machine, type Cluster, type ContractVersionedObjectReference } from "@capstan/api/core/v1beta2";
import { clusterNameOf } from "@capstan/contract";
import { resolveContract } from "@capstan/contract/crd";
import type { ContractView } from "@capstan/contract/fields";
import type { ContractKind, ContractVersion } from "@capstan/contract/rules";
import { getAt, keyOf, pluralOfKind, resourceOf, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import { CustomResourceDefinition, Node } from "@capstan/kube/builtin";
import type { WorkloadClients } from "./workload-clients.ts";

/** A kind in the version that its contract label names. */
export interface ContractResource<K extends ContractKind = ContractKind> {
  readonly resource: Resource;
  readonly view: ContractView<K>;
}

/** A referenced object, with the contract to read it by. */
export interface External<K extends ContractKind = ContractKind> extends ContractResource<K> {
  readonly object: KubeObject;
}

/** What the CRD of a kind says. */
interface ResolvedKind {
  readonly resource: Resource;
  readonly contract: ContractVersion;
}

/** Reads the management cluster and its workload clusters. */
export class ClusterReader {
  readonly client: Client;
  readonly #workloads: WorkloadClients;
  readonly #contracts: Map<string, Promise<ResolvedKind>> = new Map<string, Promise<ResolvedKind>>();

  constructor(client: Client, workloads: WorkloadClients) {
    this.client = client;
    this.#workloads = workloads;
  }

  /** The kind in the version that its CRD's contract label names; rejects, as Cluster API does, when the CRD has no label. */
  async contractOf<K extends ContractKind>(group: string, kind: string, contractKind: K): Promise<ContractResource<K>> {
    const name = `${pluralOfKind(kind)}.${group}`;
    const known = this.#contracts.get(name) ?? this.#resolve(name, group, kind);
    this.#contracts.set(name, known);
    const { resource, contract } = await known;
    return { resource, view: { kind: contractKind, contract, contracts: [contract] } };
  }

  /** Reads a referenced object; undefined when it does not exist. */
  async external<K extends ContractKind>(
    from: KubeObject,
    reference: ContractVersionedObjectReference,
    contractKind: K,
  ): Promise<External<K> | undefined> {
    const { resource, view } = await this.contractOf(reference.apiGroup, reference.kind, contractKind);
    const object = await this.client.find(resource, { namespace: keyOf(from).namespace, name: reference.name });
    return object === undefined ? undefined : { resource, view, object };
  }

  /** The Machines of a Cluster. */
  machines(cluster: Cluster): Promise<readonly Machine[]> {
    return this.descendants(Machine, cluster);
  }

  /** The objects of a kind that belong to a Cluster, by label or by spec.clusterName. */
  async descendants<T extends KubeObject>(resource: Resource<T>, cluster: Cluster): Promise<readonly T[]> {
    const { namespace, name } = keyOf(cluster);
    const { items } = await this.client.listAll(resource, { namespace });
    return items.filter((object) => clusterNameOf(object) === name || getAt(object, ["spec", "clusterName"]) === name);
  }

  /** The Nodes of a Cluster's workload cluster; undefined while it cannot be reached. */
  async nodes(cluster: Cluster): Promise<readonly Node[] | undefined> {
    const workload = await this.workload(cluster);
    if (workload === undefined) return undefined;
    return workload.listAll(Node).then(
      (list) => list.items,
      () => undefined,
    );
  }

  /** A client for a workload cluster; undefined while there is no kubeconfig. */
  workload(cluster: Cluster): Promise<Client | undefined> {
    return this.#workloads.clientOf(this.client, cluster);
  }

  /** Closes the connections to a workload cluster that exists no more. */
  forgetWorkload(cluster: ObjectKey): void {
    this.#workloads.forget(cluster);
  }

  async #resolve(name: string, group: string, kind: string): Promise<ResolvedKind> {
    const crd = await this.client.get(CustomResourceDefinition, { namespace: "", name });
    const { contract, version } = resolveContract(crd);
    const { plural } = crd.spec.names;
    return { resource: resourceOf(`${group}/${version}`, kind, { plural }), contract };
  }
}

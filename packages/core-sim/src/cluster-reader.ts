// What the simulated controllers read in a step: objects by their contract, Machines of a Cluster, Nodes of a workload cluster.
import { Cluster, Machine, type ContractVersionedObjectReference } from "@capstan/api/core/v1beta2";
import { clusterNameOf } from "@capstan/contract";
import { resolveContract } from "@capstan/contract/crd";
import type { ContractView } from "@capstan/contract/fields";
import type { ContractKind, ContractVersion } from "@capstan/contract/rules";
import {
  formatKey,
  getAt,
  keyOf,
  pluralOfKind,
  resourceOf,
  type KubeObject,
  type ObjectKey,
  type Resource,
} from "@capstan/kube";
import { CustomResourceDefinition, Node } from "@capstan/kube/builtin";
import { type ListObserver, StepLists } from "./step-lists.ts";
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
  /** The management cluster. */
  readonly lists: StepLists;
  readonly #workloads: WorkloadClients;
  readonly #observe: ListObserver | undefined;
  readonly #contracts: Map<string, Promise<ResolvedKind>> = new Map<string, Promise<ResolvedKind>>();
  readonly #workloadLists: Map<string, Promise<StepLists | undefined>> = new Map<
    string,
    Promise<StepLists | undefined>
  >();

  constructor(lists: StepLists, workloads: WorkloadClients, observe?: ListObserver) {
    this.lists = lists;
    this.#workloads = workloads;
    this.#observe = observe;
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
    const object = await this.lists.find(resource, { namespace: keyOf(from).namespace, name: reference.name });
    return object === undefined ? undefined : { resource, view, object };
  }

  /** The Machines of a Cluster. */
  machines(cluster: Cluster): Promise<readonly Machine[]> {
    return this.descendants(Machine, cluster);
  }

  /** The objects of a kind that belong to a Cluster, by label or by spec.clusterName. */
  async descendants<T extends KubeObject>(resource: Resource<T>, cluster: Cluster): Promise<readonly T[]> {
    const { namespace, name } = keyOf(cluster);
    const objects = await this.lists.list(resource);
    return objects.filter(
      (object) =>
        object.metadata.namespace === namespace &&
        (clusterNameOf(object) === name || getAt(object, ["spec", "clusterName"]) === name),
    );
  }

  /** The objects of a kind that an object owns. */
  async owned<T extends KubeObject>(resource: Resource<T>, { metadata }: KubeObject): Promise<readonly T[]> {
    const objects = await this.lists.list(resource);
    return objects.filter((object) => (object.metadata.ownerReferences ?? []).some(({ uid }) => uid === metadata.uid));
  }

  /** The Cluster of an object in its namespace; undefined when it does not exist. */
  cluster(of: KubeObject, name: string): Promise<Cluster | undefined> {
    return this.lists.find(Cluster, { namespace: keyOf(of).namespace, name });
  }

  /** The Nodes of a Cluster's workload cluster; undefined while it cannot be reached. */
  async nodes(cluster: Cluster): Promise<readonly Node[] | undefined> {
    const workload = await this.workload(cluster);
    return workload?.list(Node).catch(() => undefined);
  }

  /** A workload cluster; undefined while there is no kubeconfig. */
  workload(cluster: Cluster): Promise<StepLists | undefined> {
    const key = formatKey(keyOf(cluster));
    const known = this.#workloadLists.get(key) ?? this.#connect(cluster);
    this.#workloadLists.set(key, known);
    return known;
  }

  /** Deletes a Node, which is no write to the management cluster. */
  async deleteNode(cluster: Cluster, node: Node): Promise<void> {
    const workload = await this.workload(cluster);
    await workload?.client.delete(Node, keyOf(node));
    await workload?.forget(Node, keyOf(node));
  }

  /** Connects again, to the server that the kubeconfig names now. */
  reconnect(cluster: Cluster): void {
    this.#workloadLists.delete(formatKey(keyOf(cluster)));
  }

  async #connect(cluster: Cluster): Promise<StepLists | undefined> {
    const client = await this.#workloads.clientOf(this.lists.client, cluster);
    return client && new StepLists(client, {}, this.#observe);
  }

  /** Closes the connections to a workload cluster that exists no more. */
  forgetWorkload(cluster: ObjectKey): void {
    this.#workloads.forget(cluster);
  }

  /** The labels of the CRD say it all: its schemas may be long. */
  async #resolve(name: string, group: string, kind: string): Promise<ResolvedKind> {
    const { client } = this.lists;
    const selected = { fieldSelector: `metadata.name=${name}`, metadataOnly: true };
    const [found] = (await client.list(CustomResourceDefinition, selected)).items;
    const { contract, version } = resolveContract(
      found ?? (await client.get(CustomResourceDefinition, { namespace: "", name })),
    );
    const plural = name.slice(0, -group.length - 1);
    return { resource: resourceOf(`${group}/${version}`, kind, { plural }), contract };
  }
}

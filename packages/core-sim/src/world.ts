// What the scripted core reads: objects by the contract of their CRD, machines of a cluster, Nodes of a workload cluster.
// Everything is read live; the only thing kept for the length of a step is which contract a kind follows.
import type { Client } from "@capstan/client";
import { Machine, type Cluster, type ContractVersionedObjectReference } from "@capstan/api/core/v1beta2";
import { clusterNameOf, resolveContract, type ContractKind, type ContractView } from "@capstan/contract";
import { keyOf, pluralOfKind, resourceOf, type KubeObject, type Resource } from "@capstan/kube";
import { CustomResourceDefinition, Node } from "@capstan/kube/builtin";
import type { WorkloadClients } from "./workload-clients.ts";

/** A kind as core sees it: at the version its contract label names. */
export interface ContractResource {
  readonly resource: Resource;
  readonly view: ContractView;
}

/** An object that core refers to, with the contract to read it by. */
export interface External extends ContractResource {
  readonly object: KubeObject;
}

/** The state of the management cluster and of the workload clusters behind it. */
export class World {
  readonly client: Client;
  readonly #workloads: WorkloadClients;
  readonly #contracts: Map<string, Promise<ContractResource>> = new Map<string, Promise<ContractResource>>();

  constructor(client: Client, workloads: WorkloadClients) {
    this.client = client;
    this.#workloads = workloads;
  }

  /** The kind at the version its CRD's contract label names; an error, as in core, when the CRD has no label. */
  contractOf(group: string, kind: string, contractKind: ContractKind): Promise<ContractResource> {
    const name = `${pluralOfKind(kind)}.${group}`;
    const known = this.#contracts.get(name) ?? this.#resolve(name, { group, kind, contractKind });
    this.#contracts.set(name, known);
    return known;
  }

  /** The object a reference names, or undefined when it does not exist. */
  async external(
    from: KubeObject,
    reference: ContractVersionedObjectReference,
    contractKind: ContractKind,
  ): Promise<External | undefined> {
    const { resource, view } = await this.contractOf(reference.apiGroup, reference.kind, contractKind);
    const object = await this.client.find(resource, { namespace: keyOf(from).namespace, name: reference.name });
    return object === undefined ? undefined : { resource, view, object };
  }

  /** The Machines of a Cluster. */
  async machines(cluster: Cluster): Promise<readonly Machine[]> {
    const { namespace, name } = keyOf(cluster);
    const { items } = await this.client.listAll(Machine, { namespace });
    return items.filter((machine) => machine.spec.clusterName === name || clusterNameOf(machine) === name);
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

  async #resolve(
    name: string,
    kind: { group: string; kind: string; contractKind: ContractKind },
  ): Promise<ContractResource> {
    const crd = await this.client.get(CustomResourceDefinition, { namespace: "", name });
    const { contract, version } = resolveContract(crd);
    const resource = resourceOf(`${kind.group}/${version}`, kind.kind);
    return { resource, view: { kind: kind.contractKind, contract, contracts: [contract] } };
  }
}

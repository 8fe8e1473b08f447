// What the simulated controllers read in a step: objects by their contract, Machines of a Cluster, Nodes of a workload cluster.
import { Cluster, Machine, type ContractVersionedObjectReference } from "@capstan/api/core/v1beta2";
import { isNotFound, type Client } from "@capstan/client";
import { isConditionTrue } from "@capstan/contract/conditions";
import { resolveContract } from "@capstan/contract/crd";
import type { ContractView } from "@capstan/contract/fields";
import type { ContractKind, ContractVersion } from "@capstan/contract/rules";
import {
  createMergePatch,
  formatKey,
  isCapstanError,
  isJsonObject,
  keyOf,
  pluralOfKind,
  resourceOf,
  type KubeObject,
  type ObjectKey,
  type Resource,
} from "@capstan/kube";
import { CustomResourceDefinition, Node } from "@capstan/kube/builtin";
import { clusterGroup, controlPlaneGroup, ownerGroup, providerGroup } from "./kind-list.ts";
import type { ChangeCounter, ReadLog } from "./read-log.ts";
import type { StepLists } from "./step-lists.ts";
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
export interface ResolvedKind {
  readonly resource: Resource;
  readonly contract: ContractVersion;
}

/** What all readers of a step have in common, and where watches say what others change, those of all steps. */
export interface ReaderParts {
  /** The management cluster. */
  readonly lists: StepLists;
  readonly workloads: WorkloadClients;
  /** The lists of a workload cluster. */
  readonly listsOf: (client: Client) => StepLists;
  /** What the CRDs of kinds say, by the kinds and their groups. */
  readonly contracts: Map<string, Promise<ResolvedKind>>;
}

/** What a step knows of the connection to a workload cluster: it does not see later changes. */
interface Connection {
  readonly lists: Promise<StepLists | undefined>;
  readonly counter: ChangeCounter;
  /** How many changes it has seen. */
  readonly changes: number;
}

/** The workload clusters that a step has connected to. */
type Connected = Map<string, Connection>;

/** Reads the management cluster and its workload clusters. */
export class ClusterReader {
  /** The management cluster. */
  readonly lists: StepLists;
  readonly #parts: ReaderParts;
  readonly #connected: Connected;
  readonly #log: ReadLog | undefined;

  constructor(parts: ReaderParts, connected: Connected = new Map(), log?: ReadLog) {
    this.lists = log === undefined ? parts.lists : parts.lists.recording(log);
    this.#parts = parts;
    this.#connected = connected;
    this.#log = log;
  }

  /** The same reader; what is read goes into the log. */
  recording(log: ReadLog): ClusterReader {
    return new ClusterReader(this.#parts, this.#connected, log);
  }

  /** The kind in the version that its CRD's contract label names; rejects, as Cluster API does, when the CRD has no label. */
  async contractOf<K extends ContractKind>(group: string, kind: string, contractKind: K): Promise<ContractResource<K>> {
    const id = `${kind}.${group}`;
    const { contracts } = this.#parts;
    const known = contracts.get(id) ?? this.#resolve(`${pluralOfKind(kind)}.${group}`, group, kind);
    contracts.set(id, known);
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

  /** Those of them that are of its control plane. */
  controlPlaneMachines(cluster: Cluster): Promise<readonly Machine[]> {
    return this.lists.list(Machine, controlPlaneGroup(keyOf(cluster)));
  }

  /** The objects of a kind that belong to a Cluster, by label or by spec.clusterName. */
  descendants<T extends KubeObject>(resource: Resource<T>, cluster: Cluster): Promise<readonly T[]> {
    return this.descendantsOf(resource, keyOf(cluster));
  }

  /** The same for a Cluster that may not exist. */
  descendantsOf<T extends KubeObject>(resource: Resource<T>, cluster: ObjectKey): Promise<readonly T[]> {
    return this.lists.list(resource, clusterGroup(cluster));
  }

  /** The objects of a kind that an object owns. */
  owned<T extends KubeObject>(resource: Resource<T>, { metadata }: KubeObject): Promise<readonly T[]> {
    return this.lists.list(resource, ownerGroup(metadata.uid));
  }

  /** The Cluster of an object in its namespace; undefined when it does not exist. A reconcile that reads it so is not repeated for its counts and conditions. */
  cluster(of: KubeObject, name: string): Promise<Cluster | undefined> {
    return this.lists.find(Cluster, { namespace: keyOf(of).namespace, name }, clusterFacts);
  }

  /** The Nodes of a Cluster's workload cluster, or those with a provider ID; undefined while it cannot be reached. */
  async nodes(cluster: Cluster, providerID?: string): Promise<readonly Node[] | undefined> {
    const workload = await this.workload(cluster);
    const nodes = await workload
      ?.list(Node, providerID === undefined ? undefined : providerGroup(providerID))
      .catch((error: unknown) => {
        this.#parts.workloads.failed(keyOf(cluster), error);
        return undefined;
      });
    // Nobody says when it can be reached.
    if (nodes === undefined) this.#log?.addUncounted();
    return nodes;
  }

  /** Whether somebody waits in vain for a connection to the workload cluster; never where none are used. */
  async isDisconnected(cluster: Cluster): Promise<boolean> {
    return this.#parts.workloads.areUsed && (await this.nodes(cluster)) === undefined;
  }

  /** A workload cluster; undefined while there is no kubeconfig. */
  async workload(cluster: Cluster): Promise<StepLists | undefined> {
    const known = this.#connected.get(formatKey(keyOf(cluster)));
    const { lists, counter, changes } = known ?? this.#remember(cluster, () => this.#connect(cluster));
    const workload = await lists;
    this.#log?.addAsOf(counter, changes);
    return this.#log === undefined ? workload : workload?.recording(this.#log);
  }

  /** Deletes a Node, which is no write to the management cluster. */
  async deleteNode(cluster: Cluster, node: Node): Promise<void> {
    const workload = await this.workload(cluster);
    await workload?.client.delete(Node, keyOf(node)).catch((error: unknown) => {
      this.#parts.workloads.failed(keyOf(cluster), error);
      throw error;
    });
    workload?.forget(Node, keyOf(node));
  }

  /** Changes metadata and taints of a Node, unless nothing differs, or somebody else has changed it. That is no write to the management cluster. */
  async patchNode(cluster: Cluster, node: Node, draft: Node): Promise<void> {
    const body = createMergePatch(node, draft);
    const workload = body === undefined ? undefined : await this.workload(cluster);
    if (workload === undefined || !isJsonObject(body)) return;
    const { metadata } = body;
    const { resourceVersion } = node.metadata;
    const locked = { ...body, metadata: { ...(isJsonObject(metadata) ? metadata : {}), resourceVersion } };
    try {
      workload.put(Node, await workload.client.patch(Node, keyOf(node), { type: "merge", body: locked }));
    } catch (error) {
      // The connection may have ended since the Node was read; then nothing is known of the Node, and the step does not wait for the server again.
      if (hasNoAnswer(error)) this.#lose(cluster, error);
      else if (!isNotFound(error)) throw error;
      workload.forget(Node, keyOf(node));
    }
  }

  /** Runs calls to a workload cluster. Where its server does not answer, this step does not wait for it again, and nothing else is requested from it before it answers. */
  async calling(cluster: Cluster, calls: () => Promise<void>): Promise<void> {
    try {
      await calls();
    } catch (error) {
      if (hasNoAnswer(error)) this.#lose(cluster, error);
      throw error;
    }
  }

  /** Connects again, to the server that the kubeconfig names now. */
  reconnect(cluster: Cluster): void {
    this.#connected.delete(formatKey(keyOf(cluster)));
  }

  #remember(cluster: Cluster, connect: () => Promise<StepLists | undefined>): Connection {
    const counter = this.#parts.workloads.counterOf(keyOf(cluster));
    const { changes } = counter;
    const connection = { counter, changes, lists: connect() };
    this.#connected.set(formatKey(keyOf(cluster)), connection);
    return connection;
  }

  #lose(cluster: Cluster, error: unknown): void {
    this.#parts.workloads.failed(keyOf(cluster), error);
    this.#remember(cluster, () => Promise.resolve(undefined));
  }

  async #connect(cluster: Cluster): Promise<StepLists | undefined> {
    const client = await this.#parts.workloads.clientOf(this.lists.client, cluster);
    return client && this.#parts.listsOf(client);
  }

  /** Closes the connections to a workload cluster that exists no more. */
  forgetWorkload(cluster: ObjectKey): void {
    this.#parts.workloads.forget(cluster);
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

function hasNoAnswer(error: unknown): boolean {
  return isCapstanError(error) && ["client/timeout", "client/unreachable"].includes(error.code);
}

/** What reconciles of the objects of a Cluster read of it, as a string. */
const clusterParts = new WeakMap<Cluster, string>();

/** All of a Cluster but the counts and conditions, which change with each of its objects. */
function clusterFacts(cluster: Cluster | undefined): string {
  if (cluster === undefined) return "";
  const known = clusterParts.get(cluster) ?? textOf(cluster);
  clusterParts.set(cluster, known);
  return known;
}

function textOf(cluster: Cluster): string {
  const { managedFields: _, resourceVersion: __, ...metadata } = cluster.metadata;
  const { initialization, failureDomains } = cluster.status ?? {};
  const isInitialized = isConditionTrue(cluster, "ControlPlaneInitialized");
  return JSON.stringify([metadata, cluster.spec, initialization, failureDomains, isInitialized]);
}

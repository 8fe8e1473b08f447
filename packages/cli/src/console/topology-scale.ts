// Where the replicas of an object are set that the topology of a Cluster creates (in the topology, from which the topology controller sets them again), and which numbers core rejects.
import { Cluster, type Topology } from "@capstan/api/core/v1beta2";
import type { Client } from "@capstan/client";
import { clusterNameOf, isTopologyOwned, labels } from "@capstan/contract";
import {
  formatKey,
  formatPointer,
  getAt,
  keyOf,
  type KubeObject,
  parseApiVersion,
  type UnstructuredObject,
  type JsonPatchOperation,
} from "@capstan/kube";
import { rejectedReplicasOf, rejectedRolloutOf, versionsOf } from "../tree/object-versions.ts";

/** The part of a topology that an object is made from. */
interface TopologyPart {
  /** `workers "md-0"`. */
  readonly words: string;
  /** Its path in the Cluster. */
  readonly path: readonly string[];
  /** The part of a list is at this place only while it has this name. */
  readonly name?: string;
  readonly replicas: number | undefined;
}

/** Sets the replicas in the topology. Returns what was done; undefined when the object's own number is what counts. */
export async function scaleInTopology(
  client: Pick<Client, "find" | "patch">,
  object: UnstructuredObject,
  replicas: number,
): Promise<string | undefined> {
  const name = clusterNameOf(object);
  if (name === undefined || !isTopologyOwned(object)) return undefined;
  const cluster = await client.find(Cluster, { ...keyOf(object), name });
  const part = cluster && topologyPart(cluster, object);
  if (cluster === undefined || part?.replicas === undefined) return undefined;
  const at = (field: string): string => formatPointer([...part.path, field]);
  const named: readonly JsonPatchOperation[] =
    part.name === undefined ? [] : [{ op: "test", path: at("name"), value: part.name }];
  const body: readonly JsonPatchOperation[] = [...named, { op: "replace", path: at("replicas"), value: replicas }];
  await client.patch(Cluster, keyOf(cluster), { type: "json", body });
  const what = `the ${part.words} of the topology of Cluster ${formatKey(keyOf(cluster))}`;
  // Another number of the control plane may be the one that is accepted.
  if (part.name !== undefined && rejectedReplicasOf(cluster) !== undefined)
    return `set to ${replicas}, but held while the number of control plane machines is rejected: ${what}`;
  if (part.name !== undefined && rejectedRolloutOf(cluster) !== undefined)
    return `set to ${replicas}, but held while the limits of a rollout are rejected: ${what}`;
  const upgrade = awaitedVersion(cluster, object);
  return upgrade === undefined
    ? `scaled ${what} to ${replicas}`
    : `set to ${replicas}, but held until the upgrade to ${upgrade}: ${what}`;
}

/** The version that an object is to have first: core changes nothing of a part that waits for its upgrade. */
function awaitedVersion(cluster: Cluster, object: UnstructuredObject): string | undefined {
  const path = workerKinds.includes(object.kind) ? ["spec", "template", "spec", "version"] : ["spec", "version"];
  const has = getAt(object, path);
  const { wanted } = versionsOf(cluster);
  return typeof has === "string" && has !== wanted ? wanted : undefined;
}

/** The kinds of workers that a topology has. */
const workerKinds: readonly string[] = ["MachineDeployment", "MachinePool"];

function topologyPart({ spec }: Cluster, object: UnstructuredObject): TopologyPart | undefined {
  const { topology, controlPlaneRef } = spec;
  if (topology === undefined) return undefined;
  if (object.kind === "MachineDeployment")
    return workersPart(topology, "machineDeployments", object.metadata.labels?.[labels.topologyDeploymentName]);
  if (object.kind === "MachinePool")
    return workersPart(topology, "machinePools", object.metadata.labels?.[labels.topologyPoolName]);
  if (controlPlaneRef?.kind !== object.kind || controlPlaneRef.name !== object.metadata.name) return undefined;
  const path = ["spec", "topology", "controlPlane"];
  return { words: "control plane", path, replicas: topology.controlPlane?.replicas };
}

function workersPart(
  { workers }: Topology,
  list: "machineDeployments" | "machinePools",
  name: string | undefined,
): TopologyPart | undefined {
  const entries = workers?.[list] ?? [];
  const index = entries.findIndex((entry) => entry.name === name);
  const entry = entries[index];
  if (entry === undefined) return undefined;
  const path = ["spec", "topology", "workers", list, `${index}`];
  return { words: `workers "${entry.name}"`, path, name: entry.name, replicas: entry.replicas };
}

/** Why a KubeadmControlPlane cannot have so many machines, as the webhook of Cluster API says it: where that does not run, a number that it rejects would be stored. Undefined where it can, and of other kinds. */
export function rejectedSize(object: KubeObject, replicas: number): string | undefined {
  const { group } = parseApiVersion(object.apiVersion);
  if (object.kind !== "KubeadmControlPlane" || group !== "controlplane.cluster.x-k8s.io") return undefined;
  const field = "spec.replicas: Forbidden:";
  if (replicas <= 0) return `${field} cannot be less than or equal to 0`;
  const external = getAt(object, ["spec", "kubeadmConfigSpec", "clusterConfiguration", "etcd", "external"]);
  const isStacked = external === undefined;
  return isStacked && replicas % 2 === 0 ? `${field} cannot be an even number when etcd is stacked` : undefined;
}

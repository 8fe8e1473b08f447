// A part of a Cluster of a class that waits for its version: which one it has, what defers the other one, and that all other changes of the topology wait with it.
import { isTopologyOwned, labels } from "@capstan/contract";
import { getAt, type KubeObject } from "@capstan/kube";
import { isCoreKind } from "./object-set.ts";
import { versionsOf } from "./object-versions.ts";

/** What a control plane or workers wait for. */
export interface WaitingPart {
  /** The version that it has, and keeps until then. */
  readonly from: string;
  readonly to: string;
  /** The annotation of the topology that defers the upgrade of workers. */
  readonly deferredBy?: string;
  /** How many machines it gets with the version, where the topology has another number. */
  readonly replicas?: number;
}

/** The annotations that defer an upgrade: of the workers that have one, and of those and all after them. */
const [deferred, held] = ["topology.cluster.x-k8s.io/defer-upgrade", "topology.cluster.x-k8s.io/hold-upgrade-sequence"];

/** Where a topology lists workers, by their kinds, and the label with their names there. */
const workers: ReadonlyMap<string, readonly [list: string, label: string]> = new Map([
  ["MachineDeployment", ["machineDeployments", labels.topologyDeploymentName]],
  ["MachinePool", ["machinePools", labels.topologyPoolName]],
]);

/** Which parts of a Cluster wait, as a function of them. */
export function waitingParts(cluster: KubeObject): (part: KubeObject) => WaitingPart | undefined {
  const { wanted } = versionsOf(cluster);
  const topology = getAt(cluster, ["spec", "topology"]);
  if (!isCoreKind(cluster, "Cluster") || wanted === undefined) return () => undefined;
  return (part) => {
    const place = isCoreKind(part, part.kind) ? placeOfWorkers(topology, part) : placeOfPlane(cluster, part);
    const from = place && getAt(part, place.version);
    if (place === undefined || typeof from !== "string" || from === wanted) return undefined;
    const replicas = getAt(place.topology, ["replicas"]);
    const isOther = typeof replicas === "number" && replicas !== getAt(part, ["spec", "replicas"]);
    return {
      from,
      to: wanted,
      ...(place.deferredBy !== undefined && { deferredBy: place.deferredBy }),
      ...(isOther && { replicas }),
    };
  };
}

/** What a topology says of a part. */
interface Place {
  readonly topology: unknown;
  /** Where the part has its version. */
  readonly version: readonly string[];
  readonly deferredBy?: string | undefined;
}

function placeOfPlane(cluster: KubeObject, { kind, metadata }: KubeObject): Place | undefined {
  const reference = getAt(cluster, ["spec", "controlPlaneRef"]);
  const isIts = getAt(reference, ["kind"]) === kind && getAt(reference, ["name"]) === metadata.name;
  return isIts
    ? { topology: getAt(cluster, ["spec", "topology", "controlPlane"]), version: ["spec", "version"] }
    : undefined;
}

function placeOfWorkers(topology: unknown, part: KubeObject): Place | undefined {
  const [list, label] = workers.get(part.kind) ?? [];
  if (list === undefined || label === undefined || !isTopologyOwned(part)) return undefined;
  const entries: unknown = getAt(topology, ["workers", list]);
  const all: readonly unknown[] = Array.isArray(entries) ? entries : [];
  const index = all.findIndex((entry) => getAt(entry, ["name"]) === part.metadata.labels?.[label]);
  if (index < 0) return undefined;
  const has = (entry: unknown, name: string): boolean => getAt(entry, ["metadata", "annotations", name]) !== undefined;
  const isHeld = all.slice(0, index + 1).some((entry) => has(entry, held));
  const own = has(all[index], deferred) ? deferred : undefined;
  return {
    topology: all[index],
    version: ["spec", "template", "spec", "version"],
    deferredBy: own ?? (isHeld ? held : undefined),
  };
}

/** `v1.33.0 waits for v1.34.0, and 5 machines with it; deferred by the annotation ...`. */
export function waitingWords({ from, to, deferredBy, replicas }: WaitingPart): string {
  const changes = replicas === undefined ? "every other change" : `the change to ${replicas} machines`;
  const why = deferredBy === undefined ? "" : `; deferred by the annotation ${deferredBy}`;
  return `${from} waits for ${to}, and ${changes} with it${why}`;
}

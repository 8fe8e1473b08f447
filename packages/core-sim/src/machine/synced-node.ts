// What core manages of a Machine's Node: labels and annotations that it takes over from the Machine, those that name the Machine, and two taints.
// Taints of the Machine are behind a feature gate that is off, and are not set.
import type { Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { readPath } from "@capstan/contract";
import { controllerOf, deepClone, type KubeObject } from "@capstan/kube";
import type { Node } from "@capstan/kube/builtin";

const core = "cluster.x-k8s.io";
const labelsFromMachine = `${core}/labels-from-machine`;
const annotationsFromMachine = `${core}/annotations-from-machine`;
const interruptible = `${core}/interruptible`;
const managedDomain = `node.${core}`;
const roleDomain = "node-role.kubernetes.io";
const restrictedDomain = "node-restriction.kubernetes.io";

/** Annotations that each Node of a Machine has, and that are not counted as taken over. */
const common = ["cluster-name", "cluster-namespace", "machine", "owner-kind", "owner-name"].map(
  (name) => `${core}/${name}`,
);

/** What identifies a taint. */
interface NodeTaint {
  readonly key: string;
  readonly effect: string;
}

/** The taint that a Node may join with until core has set its labels. */
const uninitialized: NodeTaint = { key: `${managedDomain}/uninitialized`, effect: "NoSchedule" };

/** That one, and the taint of a Node that a rollout replaces. */
const removedTaints: readonly NodeTaint[] = [
  uninitialized,
  { key: `${managedDomain}/outdated-revision`, effect: "PreferNoSchedule" },
];

/** The Node with what core manages of it. */
export function syncedNode(node: Node, machine: Machine, infrastructure: KubeObject | undefined): Node {
  const draft = deepClone(node);
  const annotations = managedAnnotations(machine);
  const labels = managedLabels(machine, infrastructure);
  const known = draft.metadata.annotations ?? {};
  const old = {
    annotations: [...listed(known[annotationsFromMachine]), ...common],
    labels: listed(known[labelsFromMachine]),
  };
  draft.metadata.labels = { ...without(draft.metadata.labels ?? {}, old.labels), ...labels };
  const counted = Object.keys(annotations).filter((name) => !common.includes(name));
  draft.metadata.annotations = {
    ...without(known, old.annotations),
    ...annotations,
    [labelsFromMachine]: Object.keys(labels).toSorted().join(","),
    [annotationsFromMachine]: counted.toSorted().join(","),
  };
  removeTaints(draft, removedTaints);
  return draft;
}

/** The Node of a machine in a MachinePool, with what core sets there. */
export function syncedPoolNode(node: Node, { metadata, spec }: MachinePool): Node {
  const draft = deepClone(node);
  draft.metadata.annotations = {
    ...draft.metadata.annotations,
    [`${core}/cluster-name`]: spec.clusterName,
    [`${core}/cluster-namespace`]: metadata.namespace ?? "",
    [`${core}/owner-kind`]: "MachinePool",
    [`${core}/owner-name`]: metadata.name ?? "",
  };
  removeTaints(draft, [uninitialized]);
  return draft;
}

function removeTaints(draft: Node, removed: readonly NodeTaint[]): void {
  const { taints } = draft.spec ?? {};
  if (taints === undefined) return;
  const left = taints.filter(
    (taint) => !removed.some(({ key, effect }) => taint.key === key && taint.effect === effect),
  );
  draft.spec = { ...draft.spec, taints: left };
}

function managedLabels({ metadata }: Machine, infrastructure: KubeObject | undefined): Record<string, string> {
  const entries = Object.entries(metadata.labels ?? {}).filter(([name]) => {
    const domain = domainOf(name);
    return domain === roleDomain || isWithin(domain, restrictedDomain) || isWithin(domain, managedDomain);
  });
  const isInterruptible = infrastructure !== undefined && readPath(infrastructure, "status.interruptible") === true;
  return { ...Object.fromEntries(entries), ...(isInterruptible ? { [interruptible]: "" } : {}) };
}

function managedAnnotations(machine: Machine): Record<string, string> {
  const { name = "", namespace = "", annotations = {} } = machine.metadata;
  const owner = controllerOf(machine);
  const entries = Object.entries(annotations).filter(([key]) => isWithin(domainOf(key), managedDomain));
  return {
    [`${core}/cluster-name`]: machine.spec.clusterName,
    [`${core}/cluster-namespace`]: namespace,
    [`${core}/machine`]: name,
    ...(owner === undefined ? {} : { [`${core}/owner-kind`]: owner.kind, [`${core}/owner-name`]: owner.name }),
    ...Object.fromEntries(entries),
  };
}

function domainOf(name: string): string {
  return name.split("/", 1).join("");
}

function isWithin(domain: string, parent: string): boolean {
  return domain === parent || domain.endsWith(`.${parent}`);
}

function listed(names: string | undefined): readonly string[] {
  return names === undefined || names === "" ? [] : names.split(",");
}

function without(values: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

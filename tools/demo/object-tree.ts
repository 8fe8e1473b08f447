// A Cluster and everything below it as lines: phase, and each condition as met or not. Reads the API server, decides nothing.
import { Cluster, Machine, MachineDeployment, MachineSet } from "@capstan/api/core/v1beta2";
import type { Client } from "@capstan/client";
import type { Condition, KubeObject, Resource } from "@capstan/kube";
import { LocalCluster } from "../../examples/provider-local/src/api/v1beta1/local-cluster.ts";
import { LocalMachine } from "../../examples/provider-local/src/api/v1beta1/local-machine.ts";

const kinds = [Cluster, LocalCluster, MachineDeployment, MachineSet, Machine, LocalMachine] as const;

/** The lines of the tree, owners above what they own. */
export async function objectTree(client: Client, namespace: string): Promise<readonly string[]> {
  const lists = await Promise.all(kinds.map((kind) => client.listAll(kind as Resource<Shown>, { namespace })));
  const objects = lists.flatMap(({ items }) => items);
  const known = new Set(objects.map(({ metadata }) => metadata.uid));
  const roots = objects.filter((object) => ownerOf(object, known) === undefined);
  return linesOf(roots, "", (parent) => objects.filter((object) => ownerOf(object, known) === parent.metadata.uid));
}

/** What every kind shown here has. */
interface Shown extends KubeObject {
  status?: { phase?: string; conditions?: Condition[] };
}

/** The managing controller, or else the first owner that is shown. */
function ownerOf({ metadata }: KubeObject, known: ReadonlySet<string | undefined>): string | undefined {
  const owners = (metadata.ownerReferences ?? []).filter((owner) => known.has(owner.uid));
  return (owners.find((owner) => owner.controller === true) ?? owners[0])?.uid;
}

function linesOf(objects: readonly Shown[], indent: string, childrenOf: (parent: Shown) => readonly Shown[]): string[] {
  return objects.flatMap((object, index) => {
    const last = index === objects.length - 1;
    const line = `${indent}${last ? "└─ " : "├─ "}${describe(object)}`;
    return [line, ...linesOf(childrenOf(object), `${indent}${last ? "   " : "│  "}`, childrenOf)];
  });
}

/** The conditions that tell the story; a kind that is not here shows all of its own. */
const told: Readonly<Record<string, readonly string[]>> = {
  Cluster: ["InfrastructureReady", "ControlPlaneInitialized", "WorkersAvailable"],
  MachineDeployment: ["Available"],
  MachineSet: ["MachinesReady"],
  Machine: ["BootstrapConfigReady", "InfrastructureReady", "NodeReady"],
};

function describe({ kind, metadata, status }: Shown): string {
  const phase = metadata.deletionTimestamp === undefined ? status?.phase : "Deleting";
  const shown = (status?.conditions ?? []).filter(({ type }) => told[kind]?.includes(type) ?? type !== "Paused");
  const parts = [`${kind} ${metadata.name}`, phase, ...shown.map(mark)];
  return parts.filter((part) => part !== undefined && part !== "").join("  ");
}

const marks: Readonly<Record<Condition["status"], string>> = { True: "✓", False: "✗", Unknown: "?" };

/** A condition that does not hold says why. */
function mark({ type, status, reason }: Condition): string {
  return status === "True" ? `${marks[status]}${type}` : `${marks[status]}${type}(${reason})`;
}

// The objects of interest of a management cluster as text: name, phase, conditions that are not as they should be.
import { Cluster, Machine, MachineDeployment } from "@capstan/api/core/v1beta2";
import { formatKey, isJsonObject, keyOf, resourceOf, type KubeObject, type Resource } from "@capstan/kube";
import { localKinds } from "./local-kinds.ts";
import type { ManagementCluster } from "./management-cluster.ts";

const { machine, cluster } = localKinds("v1beta1");
const kinds: readonly Resource[] = [
  Cluster,
  cluster,
  MachineDeployment,
  Machine,
  machine,
  resourceOf("controlplane.cluster.x-k8s.io/v1beta2", "KubeadmControlPlane"),
];

/** One line for each object, then one for each of its conditions. */
export async function objectStates({ local }: ManagementCluster): Promise<string> {
  const lists = await Promise.all(
    kinds.map(async (kind) => (await local.client.list(kind).catch(() => undefined))?.items ?? []),
  );
  return lists.flat().flatMap(stateOf).join("\n");
}

function stateOf(object: KubeObject): string[] {
  const status = (object as { status?: unknown }).status;
  const fields: Record<string, unknown> = isJsonObject(status) ? status : {};
  const deleting = object.metadata.deletionTimestamp === undefined ? "" : " deleting";
  const conditions = Array.isArray(fields["conditions"]) ? (fields["conditions"] as Condition[]) : [];
  return [
    `${object.kind} ${formatKey(keyOf(object))} ${typeof fields["phase"] === "string" ? fields["phase"] : ""}${deleting}`,
    ...conditions.map(
      ({ type, status: value, reason, message }) =>
        `  ${type}=${value} ${reason ?? ""} ${(message ?? "").split("\n").join("; ")}`,
    ),
  ];
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

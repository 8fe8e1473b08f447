// The version of a Cluster's topology that core rejects. Where its webhook does not run, the API server stores such a version, and only a condition says that nobody wants it.
import { readableConditions } from "@capstan/contract/conditions";
import { getAt, type KubeObject } from "@capstan/kube";
import { isCoreKind } from "./object-set.ts";

/** The message about the version that the topology has now; undefined where nothing is known against it. */
export function rejectedVersionOf(object: KubeObject): string | undefined {
  if (!isCoreKind(object, "Cluster") || object.metadata.deletionTimestamp !== undefined) return undefined;
  const version = getAt(object, ["spec", "topology", "version"]);
  if (typeof version !== "string") return undefined;
  const start = `spec.topology.version: Invalid value: ${JSON.stringify(version)}: `;
  const condition = readableConditions(object).find(({ type }) => type === "TopologyReconciled");
  const isRejected = condition?.status === "False" && condition.message.startsWith(start);
  return isRejected ? condition.message : undefined;
}

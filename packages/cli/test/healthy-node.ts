// The conditions of a Node that core takes for healthy: ready, and without pressure of any kind.
import type { NodeCondition } from "@capstan/kube/builtin";

/** Conditions of a healthy Node. */
export const healthyNode: readonly Pick<NodeCondition, "type" | "status">[] = [
  { type: "Ready", status: "True" },
  ...["MemoryPressure", "DiskPressure", "PIDPressure"].map((type) => ({ type, status: "False" as const })),
];

// Which machines of a MachineSet are deleted first, as Cluster API orders them. Where core has no preference they are deleted by their names, also under the order `Random`.
import type { Machine, MachineSet } from "@capstan/api/core/v1beta2";
import { annotations, isDeleting } from "@capstan/contract";
import { getCondition } from "@capstan/contract/conditions";
import { byName } from "../creation-order.ts";
import { createdAt } from "../drafts.ts";

/** So many of the machines of a set, the first to be deleted first; those that are being deleted count. */
export function machinesToDelete(set: MachineSet, machines: readonly Machine[], count: number): readonly Machine[] {
  const { order = "Random" } = set.spec.deletion ?? {};
  const direction = { Random: 0, Oldest: 1, Newest: -1 }[order];
  const byAge = (one: Machine, other: Machine): number =>
    isHealthy(one) ? direction * (createdAt(one) - createdAt(other)) : 0;
  const sorted = machines.toSorted(
    (one, other) => rankOf(one) - rankOf(other) || byAge(one, other) || byName(one, other),
  );
  return sorted.slice(0, Math.max(0, count));
}

/** Those that are being deleted, those that the user has marked, and those that do not serve come first. */
function rankOf(machine: Machine): number {
  if (isDeleting(machine)) return 0;
  if (machine.metadata.annotations?.[annotations.deleteMachine] !== undefined) return 1;
  return isHealthy(machine) ? 3 : 2;
}

function isHealthy(machine: Machine): boolean {
  if (machine.status?.nodeRef === undefined) return false;
  return ["NodeHealthy", "HealthCheckSucceeded"].every((type) => getCondition(machine, type)?.status !== "False");
}

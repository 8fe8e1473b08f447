// In which failure domain a control plane creates its next Machine, and from which it deletes one.
import type { Machine } from "@capstan/api/core/v1beta2";
import { annotations, isDeleting } from "@capstan/contract";
import { type ControlPlaneInWork, isToReplace } from "./control-plane-in-work.ts";

type PlacedMachines = Pick<ControlPlaneInWork, "cluster" | "machines" | "outdated">;

/** One that the user has marked, or else one of those to replace, or of all: the oldest whose failure domain does not exist, or else the oldest in the one with the most of them, and of several such domains with the most of all. */
export function machineToDelete(placed: PlacedMachines, outdated: readonly Machine[]): Machine | undefined {
  const { machines } = placed;
  const isMarked = ({ metadata }: Machine): boolean => metadata.annotations?.[annotations.deleteMachine] !== undefined;
  const groups = [outdated.filter(isMarked), machines.filter(isMarked), outdated, machines];
  const eligible = groups.find(({ length }) => length > 0) ?? [];
  const domains = domainsOf(placed);
  const lost = eligible.find(({ spec }) => !domains.includes(spec.failureDomain ?? ""));
  const [fullest] = eligible.toSorted(
    (one, other) => differenceIn(eligible, other.spec, one.spec) || differenceIn(machines, other.spec, one.spec),
  );
  return lost ?? fullest;
}

/** The failure domain for control planes with the fewest Machines that stay, and of several the one with the fewest of all; undefined when there is none. */
export function nextFailureDomain(placed: PlacedMachines): string | undefined {
  const { machines } = placed;
  const staying = machines.filter((machine) => !isToReplace(machine, placed) && !isDeleting(machine));
  const places = domainsOf(placed).map((failureDomain) => ({ failureDomain }));
  const [emptiest] = places.toSorted(
    (one, other) => differenceIn(staying, one, other) || differenceIn(machines, one, other),
  );
  return emptiest?.failureDomain;
}

/** Those for control planes. */
function domainsOf({ cluster }: PlacedMachines): readonly string[] {
  const domains = (cluster.status?.failureDomains ?? []).filter(({ controlPlane }) => controlPlane === true);
  return domains.map(({ name }) => name);
}

/** Where a machine is. */
type Place = Pick<Machine["spec"], "failureDomain">;

/** How many more machines the one place has. */
function differenceIn(machines: readonly Machine[], one: Place, other: Place): number {
  const countIn = ({ failureDomain }: Place): number =>
    machines.filter(({ spec }) => spec.failureDomain === failureDomain).length;
  return countIn(one) - countIn(other);
}

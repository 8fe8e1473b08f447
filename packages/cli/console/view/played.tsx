// The mark of what is simulated, so that nobody takes it for the work of the project or of a real Cluster API.
import type { VNode } from "preact";
import type { ObjectRow } from "../../src/console/wire.ts";
import { isPlayed } from "../model/ownership.ts";
import { facts } from "../model/session.ts";

/** The mark of an object whose controller is simulated; a short one for small boxes. */
export function Played({ row, short = false }: { row: ObjectRow; short?: boolean }): VNode | null {
  if (!isPlayed(row, facts.value?.plays ?? [])) return null;
  return (
    <span class="played" title="capstan dev simulates the controller of this object">
      {short ? "sim." : "simulated"}
    </span>
  );
}

/** All that is simulated in this session. */
export function PlayedRoles(): VNode | null {
  const plays = facts.value?.plays ?? [];
  return plays.length === 0 ? null : <p class="plays">Simulated: {plays.join(", ")}</p>;
}

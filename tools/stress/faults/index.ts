// The table of faults, in the order in which they are run.
import type { Fault } from "../fault.ts";
import { controlPlaneFaults } from "./control-plane.ts";
import { leaderFaults } from "./leaders.ts";

/** Every row. */
export const faults: readonly Fault[] = [...controlPlaneFaults, ...leaderFaults];

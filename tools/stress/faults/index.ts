// The table of faults, in the order in which they are run.
import type { Fault } from "../fault.ts";
import { answerFaults } from "./answers.ts";
import { clockFaults } from "./clocks.ts";
import { connectionFaults } from "./connections.ts";
import { controlPlaneFaults } from "./control-plane.ts";
import { credentialFaults } from "./credentials.ts";
import { definitionFaults } from "./definitions.ts";
import { leaderFaults } from "./leaders.ts";
import { massFaults } from "./masses.ts";
import { providerFaults } from "./provider.ts";
import { reconcileFaults } from "./reconciles.ts";

/** Every row. */
export const faults: readonly Fault[] = [
  ...controlPlaneFaults,
  ...connectionFaults,
  ...answerFaults,
  ...credentialFaults,
  ...definitionFaults,
  ...leaderFaults,
  ...clockFaults,
  ...reconcileFaults,
  ...providerFaults,
  ...massFaults,
];

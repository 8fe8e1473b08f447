// The errors of this package, as a table.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of this package's errors. */
export type CoreSimErrorCode = "core-sim/goal" | "core-sim/provider-id";

/** This package's errors. */
export const coreSimErrors: Readonly<Record<CoreSimErrorCode, DiagnosticRule>> = {
  "core-sim/goal": {
    severity: "error",
    message: '"{goal}" was not reached in {steps} steps; {state}',
    help: "look at the conditions of the objects that are not ready, and at the provider's log",
    explain:
      "The simulated core ran out of steps before the goal was reached. The message names every Cluster and Machine with its last phase. Most often the provider has not reported what core waits for.",
  },
  "core-sim/provider-id": {
    severity: "error",
    message: "the providerID {providerID} belongs to more than one Node: {nodes}",
    help: "give every machine a unique providerID",
    explain: "Core finds the Node of a Machine by its providerID and cannot choose between two.",
  },
};

// The errors of this package, as a table.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of this package's errors. */
export type CoreSimErrorCode = "core-sim/goal" | "core-sim/no-template" | "core-sim/provider-id";

/** This package's errors. */
export const coreSimErrors: Readonly<Record<CoreSimErrorCode, DiagnosticRule>> = {
  "core-sim/goal": {
    severity: "error",
    message: '"{goal}" was not reached in {steps} steps\n  {state}',
    help: "look at the provider's log; raise `maxSteps` if the provider needs more time",
    explain:
      "The simulated core ran out of steps before the goal was reached. The message names every Cluster, Machine and infrastructure object with its last conditions, and the errors of the last step. Most often the provider has not reported what core waits for.",
  },
  "core-sim/no-template": {
    severity: "error",
    message: "the ClusterClass {clusterClass} names the {kind} {name}, which does not exist",
    help: "create it in the namespace of the ClusterClass, or correct the reference",
    explain:
      "The simulated topology controller creates what a Cluster consists of from the templates that its ClusterClass names. They are in the namespace of the ClusterClass.",
  },
  "core-sim/provider-id": {
    severity: "error",
    message: "the providerID {providerID} belongs to more than one Node: {nodes}",
    help: "give every machine a unique providerID",
    explain: "Core finds the Node of a Machine by its providerID and cannot choose between two.",
  },
};

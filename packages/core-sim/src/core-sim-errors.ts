// Every error that this package throws on purpose, as a table: `capstan explain` prints the pages.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of this package's errors. */
export type CoreSimErrorCode = "core-sim/goal" | "core-sim/provider-id";

/** This package's errors. */
export const coreSimErrors: Readonly<Record<CoreSimErrorCode, DiagnosticRule>> = {
  "core-sim/goal": {
    severity: "error",
    message: '"{goal}" did not come true in {steps} steps; {state}',
    hint: "look at the conditions of the objects that lag behind, and at the provider's log",
    explain:
      "The scripted core was stepped until a goal should hold, and it never did. The message names the Clusters and Machines with their phases as they were last; the provider has usually not reported what core waits for.",
  },
  "core-sim/provider-id": {
    severity: "error",
    message: "the providerID {providerID} belongs to more than one Node: {nodes}",
    hint: "give every machine a providerID of its own",
    explain: "Core finds the Node of a Machine by its providerID and cannot choose between two.",
  },
};

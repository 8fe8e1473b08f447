// What can go wrong in the simulator because of the objects it is given; thrown by the passes, explained by `capstan explain`.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of this package. */
export type CoreSimErrorCode = "core-sim/bootstrap-config" | "core-sim/gone-after-provisioned" | "core-sim/no-crd" | "core-sim/not-reached" | "core-sim/two-nodes";

/** This package's errors. */
export const coreSimErrors: Readonly<Record<CoreSimErrorCode, DiagnosticRule>> = {
  "core-sim/no-crd": {
    severity: "error",
    message: '{owner} refers to a {kind} in group "{group}", but the API server has no CustomResourceDefinition "{crd}"',
    hint: "apply the provider's CRDs, whose name must be the plural of the kind and the group",
    explain: "Core finds the version of a referenced kind by the CRD's name (the plural of the kind in lower case, a dot, the group) and its contract labels.",
  },
  "core-sim/gone-after-provisioned": {
    severity: "error",
    message: "{kind} {key} has been deleted after being provisioned",
    explain: "Infrastructure that was there and is gone cannot come back by itself: core reports an error for as long as the object that refers to it exists.",
  },
  "core-sim/bootstrap-config": {
    severity: "error",
    message: "Machine {key} has a bootstrap.configRef, which the simulator does not play",
    hint: "give the Machine a bootstrap.dataSecretName",
    explain: "The simulator plays the Cluster, MachineDeployment, MachineSet and Machine controllers for infrastructure providers. Bootstrap providers are not part of it.",
  },
  "core-sim/two-nodes": {
    severity: "error",
    message: 'more than one Node of the workload cluster has the provider ID "{providerID}"',
    hint: "find out which machine was started twice",
    explain: "A provider ID names one machine, and a machine registers one Node. Two Nodes with one ID mean that a machine was created twice.",
  },
  "core-sim/not-reached": {
    severity: "error",
    message: "{goal} was not reached in {steps} steps; the last step wrote {writes} and failed with {failures}",
    explain: "The simulator was asked to step until something holds, and it did not. The message shows what the last step still did.",
  },
};

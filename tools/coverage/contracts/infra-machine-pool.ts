// The tests that show what enforces the rules of an InfraMachinePool.
import type { EvidenceById } from "../evidence.ts";
import { shownBy } from "./files.ts";

/** Evidence by the ids of rules. */
export const infraMachinePool: EvidenceById = {
  "inframachinepool/spec-and-status": shownBy([
    "poolErrors",
    "inframachinepool/spec-and-status: the object has no status",
  ]),
  "inframachinepool/kind-convention": shownBy(["poolErrors", "inframachinepool/kind-convention"]),
  "inframachinepool/provider-id-list": shownBy(
    ["poolErrors", "inframachinepool/provider-id-list: spec.providerIDList is not a list of strings"],
    ["goldenBounds", "warning inframachinepool/provider-id-list: spec.providerIDList is not atomic"],
    ["pools", "scale the MachinePool to ${replicas}: machines, Nodes and references follow"],
  ),
  "inframachinepool/initialization-completed": shownBy(
    ["poolPass", "reports the machines that exist, and both flags, since core reads status.ready of a pool"],
    ["poolErrors", "which core reads of a pool under every contract"],
  ),
  "inframachinepool/replicas": shownBy(
    ["poolPass", "follows the MachinePool to %i machines"],
    ["poolErrors", "inframachinepool/replicas: status.replicas is not a number"],
  ),
  "inframachinepool/provider-id": shownBy([
    "poolErrors",
    "inframachinepool/provider-id: spec.providerID is not a string",
  ]),
  "inframachinepool/instances": shownBy([
    "poolErrors",
    "inframachinepool/instances: status.instances is not a list of objects",
  ]),
  "inframachinepool/machine-pool-machines": shownBy(
    ["poolErrors", "inframachinepool/machine-pool-machines"],
    ["poolLabels", "$name"],
    ["poolMachines", "core has a Machine for each machine of a pool"],
  ),
  "inframachinepool/conditions": shownBy([
    "poolErrors",
    "inframachinepool/conditions: status.conditions is not a list of conditions:",
  ]),
  "inframachinepool/pausing": shownBy(
    ["life", "pause holds everything still, deletion included"],
    ["recordPause", "a new pause"],
  ),
  "inframachinepool/paused-condition": shownBy(["pause", "the Paused condition for $reason"]),
  "inframachinepool/terminal-failures": shownBy([
    "goldenBounds",
    "warning inframachinepool/terminal-failures: a status.failureReason of a pool",
  ]),
  "inframachinepool/template": shownBy(["goldenPoolTemplate", "listKind: FooMachinePoolTemplateList"]),
  "inframachinepool/template-ssa-dry-run": shownBy(["rejections", "a dry run of the topology controller"]),
};

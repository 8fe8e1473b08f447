// What enforces the rules of an InfraMachinePool.
import type { Entries } from "../entry.ts";
import { byGenerator, byKit, byScenario, byType, inPart } from "./files.ts";

/** Entries of an InfraMachinePool's rules. */
export const infraMachinePool: Entries = {
  "inframachinepool/provider-id-list": byType(
    ["poolErrors", "inframachinepool/provider-id-list: spec.providerIDList is not a list of strings"],
    ["goldenBounds", "warning inframachinepool/provider-id-list: spec.providerIDList is not atomic"],
    ["pools", "scale the MachinePool to ${replicas}: machines, Nodes and references follow"],
  ),
  "inframachinepool/initialization-completed": byKit(
    ["poolPass", "reports the machines that exist, and both flags, since core reads status.ready of a pool"],
    ["poolErrors", "which core reads of a pool under every contract"],
  ),
  "inframachinepool/replicas": byKit(
    ["poolPass", "follows the MachinePool to %i machines"],
    ["poolErrors", "inframachinepool/replicas: status.replicas is not a number"],
  ),
  "inframachinepool/provider-id": byType([
    "poolErrors",
    "inframachinepool/provider-id: spec.providerID is not a string",
  ]),
  "inframachinepool/instances": byType([
    "poolErrors",
    "inframachinepool/instances: status.instances is not a list of objects",
  ]),
  "inframachinepool/machine-pool-machines": inPart(
    byType(["poolErrors", "inframachinepool/machine-pool-machines"]),
    "the kit creates no InfraMachine for each replica, and nothing checks their labels yet",
  ),
  "inframachinepool/conditions": byType([
    "poolErrors",
    "inframachinepool/conditions: status.conditions is not a list of conditions:",
  ]),
  "inframachinepool/pausing": inPart(
    byScenario(["life", "pause holds everything still, deletion included"], ["recordPause", "a new pause"]),
    "the pass is the same for every kind; no test pauses a pool",
  ),
  "inframachinepool/paused-condition": byKit(["pause", "the Paused condition for $reason"]),
  "inframachinepool/terminal-failures": byGenerator([
    "goldenBounds",
    "warning inframachinepool/terminal-failures: a status.failureReason of a pool",
  ]),
  "inframachinepool/template": byGenerator(["goldenPoolTemplate", "listKind: FooMachinePoolTemplateList"]),
  "inframachinepool/template-ssa-dry-run": byKit(["templateWebhook", "a dry run of the topology controller"]),
};

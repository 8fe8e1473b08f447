// What enforces the rules of an InfraMachine.
import type { Entries } from "../entry.ts";
import { byBundle, byGenerator, byKit, byType, inPart, notYet } from "./files.ts";

/** Entries of an InfraMachine's rules. */
export const infraMachine: Entries = {
  "inframachine/kcp-rbac": byBundle(["components", "kubeadm.controlplane.cluster.x-k8s.io/aggregate-to-manager"]),
  "inframachine/provider-id": inPart(
    byType(
      ["machineErrors", "inframachine/provider-id: spec.providerID is not a string"],
      ["checkContract", "a machine that says where it is at the old path"],
      ["machinePass", "reports the provider ID, addresses, failure domain and the flag"],
    ),
    "that the ID equals that of the Node, and differs from those of other machines, is the author's to test",
  ),
  "inframachine/failure-domain": inPart(
    byType(
      ["machineErrors", "inframachine/failure-domain: status.failureDomain is not a string"],
      ["fields", "reports its placement where the contract reads it"],
      ["checkContract", "a machine that says where it is at the old path"],
    ),
    "that a machine is placed where its Machine says is the author's to test",
  ),
  "inframachine/addresses": byType(["machineErrors", "inframachine/addresses"], ["fields", "has addresses, or none"]),
  "inframachine/initialization-completed": byType(
    ["clusterErrors", "inframachine/initialization-completed: the status has no field `ready`"],
    ["machinePass", "reports the provider ID, addresses, failure domain and the flag"],
  ),
  "inframachine/conditions": byType(["machineErrors", "inframachine/conditions: status.conditions"]),
  "inframachine/ready-condition": byKit(["ready", "a closed gate"]),
  "inframachine/terminal-failures": byType(["machineErrors", "inframachine/terminal-failures: status.failureReason"]),
  "inframachine/in-place": notYet("a provider that supports updates in place is not part of the repository"),
  "inframachine/template": byGenerator(
    ["goldenMachineTemplate", "listKind: FooMachineTemplateList"],
    ["templateErrors", "template/kind: the annotation is not a template of this kind"],
  ),
  "inframachine/template-ssa-dry-run": byKit(
    ["templateWebhook", "a dry run of the topology controller"],
    ["webhooks", "a template cannot be changed, except in a topology dry run"],
    ["components", "sideEffects: None"],
  ),
  "inframachine/autoscale-from-zero": inPart(
    byGenerator(
      ["checkContract", "a template that says what its machines have"],
      ["goldenBounds", "warning inframachine/autoscale-from-zero: the template's status.capacity"],
    ),
    "what the template's status says of a machine is the author's to set",
  ),
  "inframachine/interruptible": byType(["machineErrors", "inframachine/interruptible"]),
};

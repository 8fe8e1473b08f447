// The tests that show what enforces the rules of an InfraMachine.
import type { EvidenceById } from "../evidence.ts";
import { shownBy } from "./files.ts";

/** Evidence by the ids of rules. */
export const infraMachine: EvidenceById = {
  "inframachine/spec-and-status": shownBy(["machineErrors", "inframachine/spec-and-status: the object has no status"]),
  "inframachine/kind-convention": shownBy(["clusterErrors", "inframachine/kind-convention"]),
  "inframachine/kcp-rbac": shownBy(["components", "kubeadm.controlplane.cluster.x-k8s.io/aggregate-to-manager"]),
  "inframachine/provider-id": shownBy(
    ["machineErrors", "inframachine/provider-id: spec.providerID is not a string"],
    ["checkContract", "a machine that says where it is at the old path"],
    ["machinePass", "reports the provider ID, addresses, failure domain and the flag"],
  ),
  "inframachine/failure-domain": shownBy(
    ["machineErrors", "inframachine/failure-domain: status.failureDomain is not a string"],
    ["fields", "reports its placement where the contract reads it"],
    ["checkContract", "a machine that says where it is at the old path"],
  ),
  "inframachine/addresses": shownBy(["machineErrors", "inframachine/addresses"], ["fields", "has addresses, or none"]),
  "inframachine/initialization-completed": shownBy(
    ["clusterErrors", "inframachine/initialization-completed: the status has no field `ready`"],
    ["machinePass", "reports the provider ID, addresses, failure domain and the flag"],
  ),
  "inframachine/conditions": shownBy(["machineErrors", "inframachine/conditions: status.conditions"]),
  "inframachine/ready-condition": shownBy(["ready", "a closed gate"]),
  "inframachine/terminal-failures": shownBy(["machineErrors", "inframachine/terminal-failures: status.failureReason"]),
  "inframachine/in-place": shownBy(["machinePass", "the author knows when an extension updates the machine in place"]),
  "inframachine/template": shownBy(
    ["goldenMachineTemplate", "listKind: FooMachineTemplateList"],
    ["checkKinds", "is missed where the contract demands one"],
    ["templateErrors", "template/kind: the annotation is not a template of this kind"],
  ),
  "inframachine/template-ssa-dry-run": shownBy(
    ["rejections", "a dry run of the topology controller"],
    ["webhooks", "a template cannot be changed, except in a topology dry run"],
    ["components", "sideEffects: None"],
  ),
  "inframachine/autoscale-from-zero": shownBy(
    ["checkContract", "a template that says what its machines have"],
    ["goldenBounds", "warning inframachine/autoscale-from-zero: the template's status.capacity"],
  ),
  "inframachine/interruptible": shownBy(["machineErrors", "inframachine/interruptible"]),
};

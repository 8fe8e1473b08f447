// The tests that show what enforces the rules of a ControlPlane.
import type { EvidenceById } from "../evidence.ts";
import { shownBy } from "./files.ts";

/** Evidence by the ids of rules. */
export const controlPlane: EvidenceById = {
  "controlplane/spec-and-status": shownBy([
    "controlPlaneErrors",
    "controlplane/spec-and-status: the object has no status",
  ]),
  "controlplane/kind-convention": shownBy(["controlPlaneErrors", "controlplane/kind-convention"]),
  "controlplane/endpoint": shownBy([
    "controlPlaneErrors",
    "controlplane/endpoint: the spec has no controlPlaneEndpoint",
  ]),
  "controlplane/replicas": shownBy(
    ["controlPlaneErrors", "controlplane/replicas: spec.replicas is not a number"],
    ["controlPlaneErrors", "controlplane/replicas: status.selector is not a string"],
    ["goldenControlPlane", "specReplicasPath: .spec.replicas"],
    ["checkKinds", "is warned about replicas without a selector, numbers and scale"],
  ),
  "controlplane/version": shownBy(
    ["controlPlaneErrors", "controlplane/version: spec.version is not a string"],
    ["goldenBounds", "warning controlplane/version: status.versions is not keyed by version"],
    ["checkKinds", "is warned about a version that the status does not report"],
  ),
  "controlplane/machines": shownBy(
    ["controlPlaneErrors", "controlplane/machines: spec.machineTemplate.spec.infrastructureRef has no kind and name"],
    ["checkKinds", "is warned about machines without their infrastructure, or with it where another contract has it"],
  ),
  "controlplane/readiness-gates": shownBy(
    ["controlPlaneErrors", "controlplane/readiness-gates: spec.machineTemplate.spec.readinessGates is not a list"],
    ["goldenBounds", "warning controlplane/readiness-gates: spec.machineTemplate.spec.readinessGates is not keyed"],
  ),
  "controlplane/taints": shownBy(
    ["controlPlaneErrors", "controlplane/taints: spec.machineTemplate.spec.taints is not a list"],
    ["goldenBounds", "warning controlplane/taints: spec.machineTemplate.spec.taints is not keyed"],
  ),
  "controlplane/external-managed": shownBy(["controlPlaneErrors", "controlplane/external-managed"]),
  "controlplane/rollout-after": shownBy(["controlPlaneErrors", "controlplane/rollout-after"]),
  "controlplane/initialization-completed": shownBy([
    "controlPlaneErrors",
    "controlplane/initialization-completed: status.initialized is not a boolean",
  ]),
  "controlplane/conditions": shownBy([
    "controlPlaneErrors",
    "controlplane/conditions: status.conditions is not a list of conditions:",
  ]),
  "controlplane/terminal-failures": shownBy([
    "controlPlaneErrors",
    "controlplane/terminal-failures: status.failureReason",
  ]),
  "controlplane/template": shownBy(["goldenControlPlaneTemplate", "listKind: FooControlPlaneTemplateList"]),
};

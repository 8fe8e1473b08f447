// What enforces the rules of a ControlPlane. Its record and its types exist, a kit for its passes does not.
import type { Entries } from "../entry.ts";
import { byGenerator, byType, inPart, notYet } from "./files.ts";

const noKit = "there is no kit for control planes yet";

/** Entries of a ControlPlane's rules. */
export const controlPlane: Entries = {
  "controlplane/endpoint": byType([
    "controlPlaneErrors",
    "controlplane/endpoint: the spec has no controlPlaneEndpoint",
  ]),
  "controlplane/replicas": inPart(
    byType(
      ["controlPlaneErrors", "controlplane/replicas: spec.replicas is not a number"],
      ["controlPlaneErrors", "controlplane/replicas: status.selector is not a string"],
      ["goldenControlPlane", "specReplicasPath: .spec.replicas"],
    ),
    `nothing counts machines: ${noKit}`,
  ),
  "controlplane/version": inPart(
    byType(
      ["controlPlaneErrors", "controlplane/version: spec.version is not a string"],
      ["goldenBounds", "warning controlplane/version: status.versions is not keyed by version"],
    ),
    `nothing checks the order of versions: ${noKit}`,
  ),
  "controlplane/machines": inPart(
    byType([
      "controlPlaneErrors",
      "controlplane/machines: spec.machineTemplate.spec.infrastructureRef has no kind and name",
    ]),
    `nothing labels Machines or propagates metadata: ${noKit}`,
  ),
  "controlplane/readiness-gates": inPart(
    byType(
      ["controlPlaneErrors", "controlplane/readiness-gates: spec.machineTemplate.spec.readinessGates is not a list"],
      ["goldenBounds", "warning controlplane/readiness-gates: spec.machineTemplate.spec.readinessGates is not keyed"],
    ),
    `nothing copies them to Machines: ${noKit}`,
  ),
  "controlplane/taints": inPart(
    byType(
      ["controlPlaneErrors", "controlplane/taints: spec.machineTemplate.spec.taints is not a list"],
      ["goldenBounds", "warning controlplane/taints: spec.machineTemplate.spec.taints is not keyed"],
    ),
    `nothing copies them to Machines: ${noKit}`,
  ),
  "controlplane/external-managed": byType(["controlPlaneErrors", "controlplane/external-managed"]),
  "controlplane/rollout-after": byType(["controlPlaneErrors", "controlplane/rollout-after"]),
  "controlplane/initialization-completed": byType([
    "controlPlaneErrors",
    "controlplane/initialization-completed: status.initialized is not a boolean",
  ]),
  "controlplane/in-place": notYet(noKit),
  "controlplane/conditions": byType([
    "controlPlaneErrors",
    "controlplane/conditions: status.conditions is not a list of conditions:",
  ]),
  "controlplane/terminal-failures": byType([
    "controlPlaneErrors",
    "controlplane/terminal-failures: status.failureReason",
  ]),
  "controlplane/template": byGenerator(["goldenControlPlaneTemplate", "listKind: FooControlPlaneTemplateList"]),
  "controlplane/kubeconfig-secret": notYet(noKit),
  "controlplane/certificates": notYet(noKit),
  "controlplane/machine-placement": notYet(noKit),
  "controlplane/metadata-propagation": notYet(noKit),
  "controlplane/min-ready-uptodate": notYet(noKit),
  "controlplane/pausing": notYet(noKit),
};

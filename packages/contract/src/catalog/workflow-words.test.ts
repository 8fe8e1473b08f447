// The workflow of the kinds in words.
import { expect, it } from "vitest";
import { contractKinds } from "../contracts/kind-contracts.ts";
import { workflowWords } from "./workflow-words.ts";

const linesOf = (kind: Parameters<typeof workflowWords>[0]): readonly string[] =>
  workflowWords(kind).map(({ about, says }) => `${about}: ${says}`);

it("says what core and the controllers of a BootstrapConfig do", () => {
  expect(linesOf("BootstrapConfig")).toEqual([
    "Owner: the Machine whose spec.bootstrap.configRef names it (spec, labels, annotations, status.initialization); or the MachinePool whose spec.template.spec.bootstrap.configRef names it (spec, labels, annotations, status.initialization)",
    "Mirrored: Ready as BootstrapConfigReady and BootstrapReady of status.deprecated.v1beta1 of the Machine; Ready as BootstrapReady of status.deprecated.v1beta1 of the MachinePool",
    "Waits for: the infrastructure of the Cluster",
    "Also watched: its Cluster (pause, deletion, spec.controlPlaneEndpoint, status.initialization)",
    "Results of its own: dataCreated",
    "Conditions: Ready, Paused",
    "Rights: get, list, patch, watch on the objects; create, get, update on Secrets",
    "Paused by: spec.paused of the Cluster, or the annotation cluster.x-k8s.io/paused of the object",
  ]);
});

it("says what the controllers of a pool of addresses do", () => {
  expect(linesOf("IPPool")).toEqual([
    "Also watched: its Cluster (pause); the claims, their addresses, and the pool",
    "Results of its own: allocated, exhausted, poolNotReady",
    "Conditions: Ready, Paused",
    "Rights: get, list, patch, watch on the objects; create, delete, get, list, patch, watch on the IPAddress objects",
    "Paused by: spec.paused of the Cluster, or the annotation cluster.x-k8s.io/paused of the object or of the Cluster",
  ]);
});

it.each(contractKinds)("says of a %s who sets its conditions, and what it may do", (kind) => {
  const known = workflowWords(kind).map(({ about }) => about);
  expect(known).toEqual(expect.arrayContaining(["Conditions", "Rights", "Paused by"]));
});

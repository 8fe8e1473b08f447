// Which changes of templates are allowed.
import { resourceOf, type KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { templateRejection, templateWebhookPath } from "./template-immutability.ts";

const template = resourceOf("infrastructure.cluster.x-k8s.io/v1beta1", "FooMachineTemplate");
const refusal = "FooMachineTemplate spec.template is immutable: create a new FooMachineTemplate and refer to it";

function object(size: string, metadata: KubeObject["metadata"] = {}): KubeObject {
  return {
    apiVersion: template.apiVersion,
    kind: template.kind,
    metadata: { name: "a", ...metadata },
    spec: { template: { spec: { size } } },
  } as KubeObject;
}

const dryRunMark = { annotations: { "topology.cluster.x-k8s.io/dry-run": "" } };

test.each([
  { name: "a create", given: { operation: "CREATE", object: object("s") }, want: undefined },
  { name: "a delete", given: { operation: "DELETE", oldObject: object("s") }, want: undefined },
  {
    name: "a change of spec.template",
    given: { operation: "UPDATE", object: object("l"), oldObject: object("s") },
    want: refusal,
  },
  {
    name: "a dry run of the topology controller",
    given: { operation: "UPDATE", dryRun: true, object: object("l", dryRunMark), oldObject: object("s") },
    want: undefined,
  },
  {
    name: "any other dry run",
    given: { operation: "UPDATE", dryRun: true, object: object("l"), oldObject: object("s") },
    want: refusal,
  },
  {
    name: "the mark without a dry run",
    given: { operation: "UPDATE", object: object("l", dryRunMark), oldObject: object("s") },
    want: refusal,
  },
  {
    name: "a new owner",
    given: { operation: "UPDATE", object: object("s", { ownerReferences: [] }), oldObject: object("s") },
    want: undefined,
  },
] as const)("$name", ({ given, want }) => {
  expect(templateRejection(template, { uid: "1", ...given })).toBe(want);
});

test("the path has controller-runtime's form", () => {
  expect(templateWebhookPath(template)).toBe("/validate-infrastructure-cluster-x-k8s-io-v1beta1-foomachinetemplate");
});

// Which changes of templates and of externally managed objects are allowed.
import { resourceOf, type KubeObject } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { FooCluster } from "../../test/foo-kinds.ts";
import { markRejection, templateRejection } from "./rejections.ts";

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
  { name: "an update without objects", given: { operation: "UPDATE" }, want: undefined },
  {
    name: "an update of nothing",
    given: { operation: "UPDATE", object: object("l"), oldObject: null },
    want: undefined,
  },
  {
    name: "an update to nothing",
    given: { operation: "UPDATE", object: null, oldObject: object("s") },
    want: undefined,
  },
  {
    name: "another operation on both",
    given: { operation: "CONNECT", object: object("l"), oldObject: object("s") },
    want: undefined,
  },
  {
    name: "a new owner",
    given: { operation: "UPDATE", object: object("s", { ownerReferences: [] }), oldObject: object("s") },
    want: undefined,
  },
] as const)("$name", ({ given, want }) => {
  expect(templateRejection(template, { uid: "1", ...given })).toBe(want);
});

describe("the mark of an externally managed object", () => {
  const managedBy = "cluster.x-k8s.io/managed-by";
  const cluster = (metadata: KubeObject["metadata"] = {}): KubeObject => ({
    apiVersion: FooCluster.apiVersion,
    kind: FooCluster.kind,
    metadata: { name: "a", ...metadata },
  });
  const marked = cluster({ annotations: { [managedBy]: "terraform" } });
  const refusal =
    "FooCluster stays externally managed: cluster.x-k8s.io/managed-by cannot be removed; create a new FooCluster for Cluster API to manage";

  test.each([
    { name: "may be added", oldObject: cluster(), object: marked, want: undefined },
    { name: "may change", oldObject: marked, object: cluster({ annotations: { [managedBy]: "" } }), want: undefined },
    { name: "cannot be removed", oldObject: marked, object: cluster(), want: refusal },
    {
      name: "cannot be removed as a label",
      oldObject: cluster({ labels: { [managedBy]: "" } }),
      object: cluster(),
      want: refusal,
    },
    {
      name: "goes with all annotations when clusterctl move deletes the object",
      oldObject: marked,
      object: cluster({ annotations: { "clusterctl.cluster.x-k8s.io/delete-for-move": "" } }),
      want: undefined,
    },
    {
      name: "does not come off by way of the annotation of clusterctl move",
      oldObject: cluster({ annotations: { "clusterctl.cluster.x-k8s.io/delete-for-move": "" } }),
      object: cluster(),
      want: "FooCluster was moved: clusterctl.cluster.x-k8s.io/delete-for-move cannot be removed; delete the object, and create it again",
    },
    { name: "is not missed", oldObject: cluster(), object: cluster(), want: undefined },
  ])("$name", ({ want, ...objects }) => {
    expect(markRejection({ uid: "1", operation: "UPDATE", ...objects })).toBe(want);
  });

  test.each([
    { operation: "UPDATE", object: cluster() },
    { operation: "UPDATE", object: null, oldObject: marked },
    { operation: "UPDATE", object: cluster(), oldObject: null },
    { operation: "CREATE", object: cluster(), oldObject: marked },
  ] as const)("nobody removes it: %j", (request) => {
    expect(markRejection({ uid: "1", ...request })).toBeUndefined();
  });

  test("may go with the object", () => {
    expect(markRejection({ uid: "1", operation: "DELETE", oldObject: marked })).toBeUndefined();
  });
});

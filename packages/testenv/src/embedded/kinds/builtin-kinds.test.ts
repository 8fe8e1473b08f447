// What built-in kinds accept: names, selectable fields, counted generations and writes without a version.
import { expect, test } from "vitest";
import type { ApiKind } from "./api-kind.ts";
import { builtinKinds } from "./builtin-kinds.ts";

const kinds = builtinKinds();
const kindOf = (group: string, plural: string): ApiKind => {
  const found = kinds.find((kind) => kind.group === group && kind.plural === plural);
  if (found === undefined) throw new Error(`there is no ${plural}.${group}`);
  return found;
};
const namesOf = (wanted: (kind: ApiKind) => boolean): string[] => kinds.filter(wanted).map(({ kind }) => kind);

test("metadata.generation counts where a controller reads it", () => {
  expect(namesOf(({ counted }) => counted)).toEqual([
    "DaemonSet",
    "Deployment",
    "ReplicaSet",
    "StatefulSet",
    "CustomResourceDefinition",
    "MutatingWebhookConfiguration",
    "ValidatingWebhookConfiguration",
  ]);
});

test("a PUT must carry the version of leases, definitions and webhook configurations", () => {
  expect(namesOf(({ unconditionalUpdate }) => !unconditionalUpdate)).toEqual([
    "Lease",
    "CustomResourceDefinition",
    "MutatingWebhookConfiguration",
    "ValidatingWebhookConfiguration",
  ]);
});

test("field selectors", () => {
  const fields = kinds.flatMap(({ group, plural, versions }) =>
    versions.flatMap(({ selectableFields }) => selectableFields.map((field) => `${plural}.${group} ${field}`)),
  );
  expect(fields).toEqual([
    "events. involvedObject.kind",
    "events. involvedObject.namespace",
    "events. involvedObject.name",
    "events. involvedObject.uid",
    "events. reason",
    "events. source",
    "events. type",
    "namespaces. status.phase",
    "nodes. spec.unschedulable",
    "pods. spec.nodeName",
    "pods. status.phase",
    "secrets. type",
  ]);
});

test.each([
  { group: "", plural: "namespaces", name: "a.b", ok: false },
  { group: "", plural: "namespaces", name: "a-b", ok: true },
  { group: "", plural: "configmaps", name: "a.b", ok: true },
  { group: "", plural: "configmaps", name: "A:b", ok: false },
  { group: "rbac.authorization.k8s.io", plural: "clusterroles", name: "System:node", ok: true },
  { group: "rbac.authorization.k8s.io", plural: "roles", name: "...", ok: true },
])("the name $name of $plural is accepted: $ok", ({ group, plural, name, ok }) => {
  expect(kindOf(group, plural).nameProblems(name).length === 0).toBe(ok);
});

test.each([
  { name: ".", problems: ["may not be '.'"] },
  { name: "..", problems: ["may not be '..'"] },
  { name: "a/b", problems: ["may not contain '/'"] },
  { name: "a%b/", problems: ["may not contain '/'", "may not contain '%'"] },
])("the problems of the RBAC name $name", ({ name, problems }) => {
  expect(kindOf("rbac.authorization.k8s.io", "roles").nameProblems(name)).toEqual(problems);
});

test.each([
  { group: "", plural: "pods", listKind: "PodList", singular: "pod", storageVersion: "v1" },
  { group: "apps", plural: "daemonsets", listKind: "DaemonSetList", singular: "daemonset", storageVersion: "v1" },
])("$plural is stored in $storageVersion and listed as $listKind", ({ group, plural, ...want }) => {
  const kind = kindOf(group, plural);
  expect(kind).toMatchObject({ ...want, versions: [{ name: "v1", served: true }] });
  const object = { apiVersion: "v1", kind: kind.kind, metadata: {} };
  expect(kind.convert(object, "v1")).toEqual(object);
});

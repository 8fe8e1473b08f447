// The rules that follow from what controllers declare.
import { type KubeObject, resourceOf } from "@capstan/kube";
import { ConfigMap, Node, Secret } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import type { ControllerOptions } from "../controller/controller-options.ts";
import { controllerRights } from "./controller-rights.ts";

const Foo = resourceOf<KubeObject>("example.com/v1", "Foo");
const controller: ControllerOptions = {
  name: "foo",
  for: Foo,
  watches: [{ resource: ConfigMap, owner: "controller" }],
  reads: [Node, Secret],
  calls: [
    { resource: Secret, verbs: ["get"] },
    { resource: ConfigMap, verbs: ["create", "patch"] },
    { resource: ConfigMap, verbs: ["delete"], names: ["old"] },
    { resource: Foo, subresource: "status", verbs: ["patch"] },
  ],
  reconcile: async () => undefined,
};

test("the rights of an operator are those of its declarations, to the verb, and of its manager", () => {
  expect(controllerRights([controller])).toEqual({
    clusterRules: [
      { apiGroups: [""], resources: ["nodes"], verbs: ["get", "list", "watch"] },
      { apiGroups: ["authentication.k8s.io"], resources: ["tokenreviews"], verbs: ["create"] },
      { apiGroups: ["authorization.k8s.io"], resources: ["subjectaccessreviews"], verbs: ["create"] },
    ],
    watchedRules: [
      { apiGroups: [""], resources: ["configmaps"], verbs: ["create", "get", "list", "patch", "watch"] },
      { apiGroups: [""], resources: ["configmaps"], verbs: ["delete"], resourceNames: ["old"] },
      { apiGroups: [""], resources: ["events"], verbs: ["create", "patch"] },
      { apiGroups: [""], resources: ["secrets"], verbs: ["get", "list", "watch"] },
      { apiGroups: ["example.com"], resources: ["foos"], verbs: ["get", "list", "watch"] },
      { apiGroups: ["example.com"], resources: ["foos/status"], verbs: ["patch"] },
    ],
    namespaceRules: [{ apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["create", "get", "update"] }],
  });
});

test("an apply needs create and patch, and of a subresource patch", () => {
  const calls = [
    { resource: Secret, verbs: ["apply", "get"] },
    { resource: Secret, verbs: ["apply"], names: ["one"] },
    { resource: Foo, subresource: "status", verbs: ["apply"] },
  ] as const;
  const { watchedRules } = controllerRights([{ for: Foo, calls }]);
  expect(watchedRules).toEqual([
    { apiGroups: [""], resources: ["events"], verbs: ["create", "patch"] },
    { apiGroups: [""], resources: ["secrets"], verbs: ["create", "get", "patch"] },
    { apiGroups: [""], resources: ["secrets"], verbs: ["create", "patch"], resourceNames: ["one"] },
    { apiGroups: ["example.com"], resources: ["foos"], verbs: ["get", "list", "watch"] },
    { apiGroups: ["example.com"], resources: ["foos/status"], verbs: ["patch"] },
  ]);
});

test("what two controllers declare of a kind is one rule", () => {
  const other = { ...controller, name: "other", for: Secret, reads: [], watches: [], calls: [] };
  const { watchedRules } = controllerRights([controller, other]);
  expect(watchedRules).toContainEqual({ apiGroups: [""], resources: ["secrets"], verbs: ["get", "list", "watch"] });
});

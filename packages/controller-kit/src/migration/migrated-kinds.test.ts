// Whose definitions a provider migrates: its own.
import { defineTemplate, type Resource, type TemplateOf } from "@capstan/api";
import { Machine } from "@capstan/api/core/v1beta2";
import type { PolicyRule } from "@capstan/contract/description";
import type { UnstructuredObject } from "@capstan/kube";
import { ConfigMap } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { FooCluster, FooDisk, FooIPPool, FooMachine } from "../../test/foo-kinds.ts";
import { allocated } from "../authoring/ip-pool.ts";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import { done, provisioned, removed } from "../authoring/result.ts";
import { owns, reads } from "../authoring/watch.ts";
import { describeProvider } from "../run/describe-provider.ts";
import { crdNameOf, migratedKinds } from "./migrated-kinds.ts";

const kit: ProviderKit<object> = initProvider();
const FooMachineTemplate: Resource<TemplateOf<FooMachine>> = defineTemplate(FooMachine);
const group = "infrastructure.cluster.x-k8s.io";

const provider = kit.provider({
  name: "foo",
  type: "infrastructure",
  controllers: [
    kit.infraMachine(FooMachine, {
      cluster: FooCluster,
      watches: [owns(FooDisk), owns(ConfigMap), reads(Machine)],
      reconcile: async () => provisioned({ providerID: "foo://1" }),
      delete: async () => removed(),
    }),
    kit.ipPool(FooIPPool, { allocate: async () => allocated({ address: "10.0.0.1", prefix: 24 }) }),
    kit.controller(ConfigMap, { reconcile: async () => done() }),
  ],
  templates: [FooMachineTemplate],
  conversions: ["FooMachine", "FooIdentity"].map((kind) => ({
    group,
    kind,
    hub: `${group}/v1beta1`,
    versions: [`${group}/v1beta1`],
    // Never called.
    convert: (object: object) => object as UnstructuredObject,
  })),
});

test("they are those of controllers, pools, templates, owned kinds and converters, and not those of others", () => {
  expect(migratedKinds(provider).map(crdNameOf).toSorted()).toEqual([
    `foodisks.${group}`,
    `fooidentities.${group}`,
    `fooippools.${FooIPPool.group}`,
    `foomachines.${group}`,
    `foomachinetemplates.${group}`,
  ]);
});

test("its rights are to read all definitions, to patch its own, and to list and patch its objects", () => {
  const { clusterRules, watchedRules, migrationRules = [] } = describeProvider(provider);
  const resourceNames = migratedKinds(provider).map(crdNameOf).toSorted();
  const apiGroups = ["apiextensions.k8s.io"];
  expect(migrationRules.filter((rule) => rule.apiGroups[0] === apiGroups[0])).toEqual([
    { apiGroups, resources: ["customresourcedefinitions"], verbs: ["get", "list", "watch"] },
    {
      apiGroups,
      resources: ["customresourcedefinitions", "customresourcedefinitions/status"],
      verbs: ["patch"],
      resourceNames,
    },
  ]);
  const verbsOn = (resource: string): readonly string[] =>
    [...clusterRules, ...watchedRules, ...migrationRules].flatMap(({ resources, verbs }) =>
      resources.includes(resource) ? verbs : [],
    );
  expect(verbsOn("foomachinetemplates")).toEqual(["get", "list", "patch"]);
  expect(verbsOn("foomachinetemplates/status")).toEqual(["patch"]);
  expect(verbsOn("fooidentities")).toEqual(["get", "list", "patch"]);
  expect(verbsOn("foomachines")).toContain("patch");
  expect(migrationRules.flatMap(({ resources }) => resources)).not.toContain("configmaps/status");
});

test("what a manager of one namespace has does not name them, and nothing is given twice", () => {
  const { clusterRules, watchedRules, migrationRules = [] } = describeProvider(provider);
  const given = new Set([...clusterRules, ...watchedRules].flatMap(rightsOf));
  expect([...given].filter((right) => /customresourcedefinitions|fooidentities|templates/.test(right))).toEqual([]);
  expect(
    migrationRules
      .filter((rule) => rule.resourceNames === undefined)
      .flatMap(rightsOf)
      .filter((right) => given.has(right)),
  ).toEqual([]);
});

function rightsOf({ resources, verbs }: PolicyRule): string[] {
  return resources.flatMap((resource) => verbs.map((verb) => `${verb} ${resource}`));
}

// The rights of each declaration in `watches`, to the verb, and those of `rules`.
import { ConfigMap, Node, Secret } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { FooCluster, FooDisk } from "../../test/foo-kinds.ts";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import type { Provider } from "../authoring/provider.ts";
import type { ProviderRules } from "../authoring/provider-rules.ts";
import { done, removed } from "../authoring/result.ts";
import { gets, maps, owns, reads, writes, type Watch } from "../authoring/watch.ts";
import { describeProvider } from "./describe-provider.ts";

const kit: ProviderKit<object> = initProvider();

function providerWith(watches: readonly Watch[], rules?: ProviderRules): Provider<object> {
  const controller = kit.infraCluster(FooCluster, {
    watches,
    reconcile: async () => done(),
    delete: async () => removed(),
  });
  const controllers = [controller];
  return kit.provider({ name: "foo", type: "infrastructure", controllers, ...(rules === undefined ? {} : { rules }) });
}

/** The verbs on a resource, of all rules. */
function verbsOn(provider: Provider<object>, name: string): string {
  const { clusterRules, watchedRules } = describeProvider(provider);
  const rules = [...clusterRules, ...watchedRules].filter(({ resources }) => resources.includes(name));
  return rules.map(({ verbs }) => verbs.join(" ")).join("; ");
}

const declared: readonly (readonly [string, Watch, string, string])[] = [
  ["gets(Secret)", gets(Secret), "secrets", "get"],
  ["gets(Node), which has no namespace", gets(Node), "nodes", "get"],
  ["reads(Secret), which is not cached", reads(Secret), "secrets", "get list"],
  ["reads(ConfigMap), which is not cached", reads(ConfigMap), "configmaps", "get list"],
  ["reads of another kind", reads(FooDisk), "foodisks", "get list watch"],
  ["maps(Secret), which is cached", maps(Secret, () => []), "secrets", "get list watch"],
  ["owns", owns(FooDisk), "foodisks", "create delete get list patch watch"],
  ["owns with verbs", owns(FooDisk, { verbs: ["create"] }), "foodisks", "create get list watch"],
  ["owns that applies", owns(FooDisk, { verbs: ["apply"] }), "foodisks", "create get list patch watch"],
  ["owns that only reads", owns(FooDisk, { verbs: [] }), "foodisks", "get list watch"],
  ["writes(Secret)", writes(Secret), "secrets", "create delete get patch"],
  ["writes that applies", writes(Secret, { verbs: ["apply"] }), "secrets", "create get patch"],
  ["writes that patches the status", writes(FooDisk, { verbs: ["get", "status"] }), "foodisks", "get"],
  ["owns with the status", owns(FooDisk, { verbs: ["status"] }), "foodisks/status", "patch"],
  ["writes of the status alone, on objects", writes(FooDisk, { verbs: ["status"] }), "foodisks", ""],
  ["owns without verbs, on the status", owns(FooDisk), "foodisks/status", ""],
  ["writes with verbs", writes(Secret, { verbs: ["create", "list"] }), "secrets", "create get list"],
];

test.each(declared)("the rights of %s", (_, watch, resource, verbs) => {
  // The workflow of an InfraCluster gets Secrets.
  expect(verbsOn(providerWith([watch]), resource)).toBe(verbs);
});

test("a manager patches the objects of its own kind and their status, and neither creates nor deletes them", () => {
  const provider = providerWith([]);
  expect(verbsOn(provider, "fooclusters")).toBe("get list patch watch");
  expect(verbsOn(provider, "fooclusters/status")).toBe("patch");
  expect(verbsOn(provider, "clusters")).toBe("get list watch");
  expect(verbsOn(provider, "clusters/status")).toBe("");
});

test("no manager may do everything, or anything with every kind", () => {
  const { clusterRules, watchedRules, namespaceRules } = describeProvider(
    providerWith([writes(Secret), owns(FooDisk)]),
  );
  const words = [...clusterRules, ...watchedRules, ...namespaceRules].flatMap(({ apiGroups, resources, verbs }) => [
    ...apiGroups,
    ...resources,
    ...verbs,
  ]);
  expect(words).not.toContain("*");
});

test("rules of the author are granted where they are needed, merged with the others", () => {
  const rules: ProviderRules = {
    cluster: [{ apiGroups: [""], resources: ["nodes", "nodes/status"], verbs: ["list", "get"] }],
    watched: [
      { apiGroups: [""], resources: ["secrets"], verbs: ["list"] },
      { apiGroups: [""], resources: ["configmaps"], verbs: ["patch"], resourceNames: ["state"] },
    ],
    own: [{ apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["delete"] }],
  };
  const { clusterRules, watchedRules, namespaceRules } = describeProvider(providerWith([gets(Secret)], rules));
  expect(clusterRules).toContainEqual({
    apiGroups: [""],
    resources: ["nodes", "nodes/status"],
    verbs: ["get", "list"],
  });
  expect(watchedRules).toContainEqual({ apiGroups: [""], resources: ["secrets"], verbs: ["get", "list"] });
  expect(watchedRules).toContainEqual({
    apiGroups: [""],
    resources: ["configmaps"],
    verbs: ["patch"],
    resourceNames: ["state"],
  });
  expect(namespaceRules).toEqual([
    { apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["create", "delete", "get", "update"] },
  ]);
});

const wrong: readonly (readonly [string, object])[] = [
  ["no group", { resources: ["nodes"], verbs: ["get"] }],
  ["no resources", { apiGroups: [""], resources: [], verbs: ["get"] }],
  ["no verbs", { apiGroups: [""], resources: ["nodes"], verbs: [] }],
  ["a verb that is not a string", { apiGroups: [""], resources: ["nodes"], verbs: [1] }],
  ["a string of verbs", { apiGroups: [""], resources: ["nodes"], verbs: "get", resourceNames: ["a"] }],
  ["no names", { apiGroups: [""], resources: ["nodes"], verbs: ["get"], resourceNames: [] }],
  ["names for create", { apiGroups: [""], resources: ["nodes"], verbs: ["create"], resourceNames: ["a"] }],
];

test.each(wrong)("a rule with %s is rejected with the rule in the message", (_, rule) => {
  // As a program without types would give it.
  const rules = { cluster: [rule] } as unknown as ProviderRules;
  expect(() => providerWith([], rules)).toThrow(
    `provider foo: a rule in \`rules\` allows nothing: ${JSON.stringify(rule)}`,
  );
});

// The generated catalog has all hooks, with the paths that core posts to.
import { expect, test } from "vitest";
import { hookCatalog } from "./generated/catalog.ts";
import * as hooks from "./hooks/v1alpha1/index.ts";

test("the catalog has every defined hook, unchanged, with its path", () => {
  for (const [name, { path, ...hook }] of Object.entries(hookCatalog)) {
    expect(hook).toEqual((hooks as Readonly<Record<string, unknown>>)[name]);
    expect(path).toBe(`/hooks.runtime.cluster.x-k8s.io/v1alpha1/${name.toLowerCase()}`);
  }
});

/** Which hooks Cluster API 1.14 calls, and how: no type declares this. */
test.each([
  { name: "AfterClusterUpgrade", blocking: true, handlers: "all", since: "1.2" },
  { name: "AfterControlPlaneInitialized", blocking: false, handlers: "all", since: "1.2" },
  { name: "AfterControlPlaneUpgrade", blocking: true, handlers: "all", since: "1.2" },
  { name: "AfterWorkersUpgrade", blocking: true, handlers: "all", since: "1.12" },
  { name: "BeforeClusterCreate", blocking: true, handlers: "all", since: "1.2" },
  { name: "BeforeClusterDelete", blocking: true, handlers: "all", since: "1.2" },
  { name: "BeforeClusterUpgrade", blocking: true, handlers: "all", since: "1.2" },
  { name: "BeforeControlPlaneUpgrade", blocking: true, handlers: "all", since: "1.12" },
  { name: "BeforeWorkersUpgrade", blocking: true, handlers: "all", since: "1.12" },
  { name: "CanUpdateMachine", blocking: false, handlers: "one", since: "1.12" },
  { name: "CanUpdateMachineSet", blocking: false, handlers: "one", since: "1.12" },
  { name: "DiscoverVariables", blocking: false, handlers: "named", since: "1.4" },
  { name: "Discovery", blocking: false, handlers: "all", since: "1.2" },
  { name: "GeneratePatches", blocking: false, handlers: "named", since: "1.2" },
  { name: "GenerateUpgradePlan", blocking: false, handlers: "named", since: "1.12" },
  { name: "UpdateMachine", blocking: true, handlers: "one", since: "1.12" },
  { name: "ValidateTopology", blocking: false, handlers: "named", since: "1.2" },
] as const)("$name", (want) => {
  const hook = hookCatalog[want.name];
  expect({ name: hook.name, blocking: hook.blocking, handlers: hook.handlers, since: hook.since }).toEqual(want);
  expect(hook.singleton).toBe(want.name === "Discovery");
});

// Which templates selectors and kinds match. `pnpm run oracle extensions` compares them with those of Cluster API.
import type { Builtins, HolderReference } from "@capstan/api/hooks/v1alpha1";
import { describeError, type KubeObject } from "@capstan/kube";
import { silentLogger } from "@capstan/process";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { HookContext } from "../authoring/context.ts";
import { manyKinds, type TemplateKinds, type TemplateSelector, templatesOf } from "./template-selectors.ts";

const template: KubeObject = {
  apiVersion: "infrastructure.example.dev/v1beta2",
  kind: "FooMachineTemplate",
  metadata: { name: "foo" },
};
const worker = {
  class: "gpu-large",
  topologyName: "pool-a",
  metadata: { labels: { zone: "a" } },
  version: "v1.36.0",
  name: "c-pool-a-x",
  replicas: 1,
};
const builtin: Builtins = {
  cluster: {
    name: "one",
    namespace: "team-a",
    metadata: { labels: { tier: "gold" } },
    topology: { version: "v1.36.0", classRef: { name: "quick-start", namespace: "default" } },
  },
  machineDeployment: worker,
  machinePool: { ...worker, class: "spot" },
};
const uses = {
  infrastructure: ["Cluster", "spec.infrastructureRef"],
  controlPlane: ["Cluster", "spec.controlPlaneRef"],
  machinesV1Beta1: ["KubeadmControlPlane", "spec.machineTemplate.infrastructureRef"],
  machinesV1Beta2: ["KubeadmControlPlane", "spec.machineTemplate.spec.infrastructureRef"],
  bootstrap: ["MachineDeployment", "spec.template.spec.bootstrap.configRef"],
  machines: ["MachineDeployment", "spec.template.spec.infrastructureRef"],
  pool: ["MachinePool", "spec.template.spec.infrastructureRef"],
  unknown: ["MachineDeployment", "spec.other"],
} as const;

const context: HookContext = {
  handler: "patches",
  signal: new AbortController().signal,
  deadline: 0,
  settings: {},
  log: silentLogger,
  client: () => Promise.reject(new Error("no selector needs a client")),
};

/** The uses that a selector matches. */
function matched(selector: TemplateSelector): string[] {
  return Object.entries(uses).flatMap(([name, [kind, fieldPath]]) => {
    const holder: HolderReference = { apiVersion: "v1", kind, fieldPath, namespace: "team-a", name: "h" };
    return selector({ template, holder, builtin }, context) ? [name] : [];
  });
}

const { machineDeployments, machinePools, clusters, any, all, not, controlPlane, infrastructureCluster } = templatesOf;
const everything = Object.keys(uses);

describe("selectors", () => {
  test.each<readonly [name: string, selector: TemplateSelector, want: readonly string[]]>([
    ["the infrastructure cluster", infrastructureCluster, ["infrastructure"]],
    ["the control plane", controlPlane, ["controlPlane", "machinesV1Beta1", "machinesV1Beta2"]],
    ["MachineDeployments", machineDeployments(), ["bootstrap", "machines"]],
    ["MachineDeployments of a class", machineDeployments({ classes: ["gpu-large"] }), ["bootstrap", "machines"]],
    ["of classes that begin so", machineDeployments({ classes: ["spot-*", "gpu-*"] }), ["bootstrap", "machines"]],
    ["of classes that end so", machineDeployments({ classes: ["*-large"] }), ["bootstrap", "machines"]],
    ["of any class", machineDeployments({ classes: ["*"] }), ["bootstrap", "machines"]],
    ["of another class", machineDeployments({ classes: ["gpu", "large", "*-small"] }), []],
    ["of no class", machineDeployments({ classes: [] }), []],
    ["by their names", machineDeployments({ names: ["pool-*"] }), ["bootstrap", "machines"]],
    ["of one class and by other names", machineDeployments({ classes: ["*"], names: ["other"] }), []],
    ["by labels", machineDeployments({ labels: { matchLabels: { zone: "a" } } }), ["bootstrap", "machines"]],
    ["by other labels", machineDeployments({ labels: { matchLabels: { zone: "b" } } }), []],
    ["MachinePools", machinePools({ classes: ["spot"] }), ["pool"]],
    ["Clusters of a class", clusters({ classes: ["quick-*"] }), everything],
    ["Clusters of another class", clusters({ classes: ["other"] }), []],
    ["Clusters by name", clusters({ names: ["on*"], namespaces: ["team-a"] }), everything],
    ["Clusters in another namespace", clusters({ names: ["one"], namespaces: ["team-b"] }), []],
    [
      "Clusters by labels",
      clusters({ labels: { matchExpressions: [{ key: "tier", operator: "Exists" }] } }),
      everything,
    ],
    ["Clusters without a label", clusters({ labels: { matchLabels: { tier: "none" } } }), []],
    ["one of two", any(infrastructureCluster, machinePools()), ["infrastructure", "pool"]],
    ["one of none", any(), []],
    ["both", all(machineDeployments(), ({ holder }) => holder.fieldPath.endsWith("configRef")), ["bootstrap"]],
    ["the others", not(any(controlPlane, machineDeployments(), machinePools())), ["infrastructure", "unknown"]],
  ])("%s", (_, selector, want) => expect(matched(selector)).toEqual(want));

  test("types: settings of a function keep their type beside the selectors of templatesOf, in either order", () => {
    interface Settings {
      readonly wanted: "a" | "b";
    }
    const selectors: readonly TemplateSelector<Settings>[] = [
      any(controlPlane, (_, { settings }) => settings.wanted === "a"),
      any((_, { settings }) => settings.wanted === "a", controlPlane),
      all(infrastructureCluster, machinePools(), (_, { settings }) => settings.wanted === "a"),
      all((_, { settings }) => settings.wanted === "a", clusters({}), machineDeployments()),
      all(
        controlPlane,
        not((_, { settings }) => settings.wanted === "a"),
      ),
    ];
    expectTypeOf(any(controlPlane, (_, { settings }: HookContext<Settings>) => settings.wanted === "a")).toEqualTypeOf<
      TemplateSelector<Settings>
    >();
    const holder: HolderReference = { apiVersion: "v1", kind: "Cluster", fieldPath: "f", namespace: "n", name: "h" };
    const ofSettings = { ...context, settings: { wanted: "a" } as const };
    const matches = selectors.map((selector) => selector({ template, holder, builtin }, ofSettings));
    expect(matches).toEqual([true, true, false, false, false]);
  });

  test("a Cluster of a core that does not send classRef", () => {
    const old = { cluster: { topology: { class: "quick-start" } } } as unknown as Builtins;
    const holder: HolderReference = { apiVersion: "v1", kind: "Cluster", fieldPath: "f", namespace: "n", name: "h" };
    expect(clusters({ classes: ["quick-start"] })({ template, holder, builtin: old })).toBe(true);
    expect(clusters({ classes: ["*"] })({ template, holder, builtin: {} })).toBe(false);
  });
});

test.each<readonly [kinds: TemplateKinds, want: boolean]>([
  [{}, true],
  [{ group: "*.example.dev", version: "v1*", kind: "*MachineTemplate" }, true],
  [{ group: ["other", "infrastructure.example.dev"] }, true],
  [{ kind: ["FooMachineTemplate"] }, true],
  [{ group: "example.dev" }, false],
  [{ version: "v1beta1" }, false],
  [{ kind: "MachineTemplate" }, false],
])("kinds %o match: %s", (kinds, want) => expect(manyKinds(kinds).matches(template)).toBe(want));

test.each(["", "a*b", "**", "*a*"])("%j is no pattern", (pattern) => {
  let message = "";
  try {
    machineDeployments({ classes: [pattern] });
  } catch (error) {
    message = describeError(error);
  }
  expect(message).toBe(`"${pattern}" is not a pattern of names
  help: write a whole name, or its beginning or end with one "*" in place of the rest: "gpu-*", "*-large"`);
});

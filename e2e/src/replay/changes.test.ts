// Random changes: a seed repeats them, and a long run has every kind.
import { callInProcess, patchedTemplates, requestItems, requestVariables } from "@capstan/extension-kit/testing";
import { hookCatalog } from "@capstan/api/catalog";
import { expect, test } from "vitest";
import { patches } from "../../../examples/extension-topology/src/patches.ts";
import { chainsOf, type ChainStep } from "../../replayed-extension/src/changes.ts";
import { defineExtension } from "@capstan/extension-kit";
import { changeKinds } from "../../replayed-extension/src/kinds.ts";

const names = (chains: readonly (readonly ChainStep[])[]): unknown =>
  chains.map((steps) => steps.map(({ handler, change }) => [handler, change?.name]));

test("a seed repeats its changes, and another one has others", () => {
  const plan = { changes: 30, chains: 6, seed: 7 };
  expect(names(chainsOf(plan))).toEqual(names(chainsOf(plan)));
  expect(names(chainsOf({ ...plan, seed: 8 }))).not.toEqual(names(chainsOf(plan)));
});

test.each([1, 2, 3])("thirty changes of seed %d have every kind, over six chains of five", (seed) => {
  const chains = chainsOf({ changes: 30, chains: 6, seed });
  const kinds = new Set(chains.flat().flatMap(({ change }) => change?.kinds.map(({ name }) => name) ?? []));
  expect([...kinds].toSorted()).toEqual(changeKinds.map(({ name }) => name).toSorted());
  expect(chains.map((steps) => steps.length)).toEqual([6, 6, 6, 6, 6, 6]);
});

test("the first handler of a chain is the example's, and later ones make other templates", async () => {
  const [steps = []] = chainsOf({ changes: 16, chains: 1, seed: 3 });
  const later = Object.fromEntries(steps.map(({ handler, patcher }) => [handler, patcher]));
  const extension = defineExtension({ generatePatches: { ...later, ...patches.handlers } });
  const items = requestItems(templates);
  const request = { items, variables: requestVariables({ machineStartup: "1s" }) };
  const made = async (handler: string): Promise<string> => {
    const answer = await callInProcess(extension, hookCatalog.GeneratePatches, { request, handler });
    return JSON.stringify(patchedTemplates(items, answer));
  };
  const all = await Promise.all(steps.map(({ handler }) => made(handler)));
  expect(all[0]).toBe(await made("patches-v1"));
  expect(new Set(all).size).toBeGreaterThan(5);
});

const workers = { kind: "MachineDeployment", name: "workers" } as const;
const builtin = { variables: { builtin: { machineDeployment: { class: "default-worker", topologyName: "md-0" } } } };
const dev = "infrastructure.cluster.x-k8s.io/v1beta2";
const named = { metadata: { name: "one" }, spec: { template: { spec: {} } } };
const templates = [
  {
    object: { apiVersion: "controlplane.cluster.x-k8s.io/v1beta2", kind: "KubeadmControlPlaneTemplate", ...named },
    holder: { kind: "Cluster", name: "one", fieldPath: "spec.controlPlaneRef" },
  },
  {
    object: { apiVersion: dev, kind: "DevMachineTemplate", ...named },
    holder: { ...workers, fieldPath: "spec.template.spec.infrastructureRef" },
    ...builtin,
  },
  {
    object: { apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2", kind: "KubeadmConfigTemplate", ...named },
    holder: { ...workers, fieldPath: "spec.template.spec.bootstrap.configRef" },
    ...builtin,
  },
];

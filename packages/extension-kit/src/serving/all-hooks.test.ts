// Every hook of Cluster API, served over TLS, discovered and called: what each may carry, and that nothing else is there.
import { hookCatalog, type HookName } from "@capstan/api/catalog";
import type { Cluster, Machine, MachineSet } from "@capstan/api/core/v1beta2";
import type { HookEntry } from "@capstan/api/codegen/v1";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defineExtension } from "../authoring/define-extension.ts";
import { proceed, retryAfter } from "../authoring/results.ts";
import { callHandler, type CallTarget, connectExtension, discover } from "../caller/index.ts";
import { served } from "../testing/served.ts";

const cluster: Cluster = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", metadata: { name: "c" }, spec: {} };
const ref = { apiGroup: "example.dev", kind: "Foo", name: "foo" };
const machineSpec = { clusterName: "c", bootstrap: {}, infrastructureRef: ref };
const machine: Machine = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Machine",
  metadata: { name: "m" },
  spec: machineSpec,
};
const machineSet: MachineSet = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "MachineSet",
  metadata: { name: "ms" },
  spec: { clusterName: "c", selector: {}, template: { spec: machineSpec } },
};
const objects = { machine, infrastructureMachine: { kind: "Foo" } };
const setObjects = { machineSet, infrastructureMachineTemplate: { kind: "FooTemplate" } };
const between = { cluster, fromKubernetesVersion: "v1.34.0", toKubernetesVersion: "v1.35.0" };
const at = { cluster, kubernetesVersion: "v1.35.0" };
const plan = { controlPlaneUpgrades: [{ version: "v1.35.0" }] };

const hold = (): ReturnType<typeof retryAfter> => retryAfter("5s", "not yet");
const extension = defineExtension({
  beforeClusterCreate: hold,
  afterControlPlaneInitialized: () => proceed(),
  beforeClusterUpgrade: hold,
  beforeControlPlaneUpgrade: hold,
  afterControlPlaneUpgrade: hold,
  beforeWorkersUpgrade: hold,
  afterWorkersUpgrade: hold,
  afterClusterUpgrade: hold,
  beforeClusterDelete: hold,
  generatePatches: {
    patches: ({ items }) => proceed({ items: items.map(({ uid }) => ({ uid, patch: { spec: 1 } })) }),
  },
  validateTopology: { checks: () => proceed() },
  discoverVariables: { variables: () => proceed({ variables: [] }) },
  generateUpgradePlan: { plan: () => proceed(plan) },
  canUpdateMachine: () => proceed({ machinePatch: [{ op: "remove" as const, path: "/spec/version" }] }),
  canUpdateMachineSet: () => proceed({ machineSetPatch: { spec: { minReadySeconds: 1 } } }),
  updateMachine: hold,
});

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64");
const held = { status: "Success", retryAfterSeconds: 5, message: "not yet" };
const success = { status: "Success" };
const template = {
  uid: "1",
  holderReference: { apiVersion: "v1", kind: "A", namespace: "n", name: "a", fieldPath: "spec" },
  object: {},
};

/** The request of each hook, and its response without apiVersion and kind. */
const calls: Readonly<Record<Exclude<HookName, "Discovery">, { readonly request: object; readonly want: object }>> = {
  BeforeClusterCreate: { request: { cluster }, want: held },
  AfterControlPlaneInitialized: { request: { cluster }, want: success },
  BeforeClusterUpgrade: { request: between, want: held },
  BeforeControlPlaneUpgrade: { request: { ...between, ...plan }, want: held },
  AfterControlPlaneUpgrade: { request: { ...at, ...plan }, want: held },
  BeforeWorkersUpgrade: { request: { ...between, workersUpgrades: [{ version: "v1.35.0" }] }, want: held },
  AfterWorkersUpgrade: { request: at, want: held },
  AfterClusterUpgrade: { request: at, want: held },
  BeforeClusterDelete: { request: { cluster }, want: held },
  GeneratePatches: {
    request: { items: [template] },
    want: { ...success, items: [{ uid: "1", patchType: "JSONMergePatch", patch: base64({ spec: 1 }) }] },
  },
  ValidateTopology: { request: { items: [template] }, want: success },
  DiscoverVariables: { request: {}, want: { ...success, variables: [] } },
  GenerateUpgradePlan: {
    request: { cluster, fromControlPlaneKubernetesVersion: "v1.34.0", toKubernetesVersion: "v1.35.0" },
    want: { ...success, ...plan },
  },
  CanUpdateMachine: {
    request: { current: objects, desired: objects },
    want: {
      ...success,
      machinePatch: { patchType: "JSONPatch", patch: base64([{ op: "remove", path: "/spec/version" }]) },
    },
  },
  CanUpdateMachineSet: {
    request: { current: setObjects, desired: setObjects },
    want: {
      ...success,
      machineSetPatch: { patchType: "JSONMergePatch", patch: base64({ spec: { minReadySeconds: 1 } }) },
    },
  },
  UpdateMachine: { request: { desired: objects }, want: held },
};

const stack = new AsyncDisposableStack();
let targets: readonly CallTarget[];

beforeAll(async () => {
  const server = stack.use(await served(extension));
  const connection = connectExtension({ url: server.running.url, caBundle: server.caBundle });
  stack.defer(() => connection.close());
  targets = (await discover(connection)).map((handler) => ({ connection, handler }));
});
afterAll(() => stack.disposeAsync());

test("discovery lists all of them", () => expect(targets).toHaveLength(16));

test.each(Object.entries(calls))("%s", async (name, { request, want }) => {
  const hook: HookEntry = hookCatalog[name as HookName];
  const target = targets.find(({ handler }) => handler.hook === hook);
  expect(target).toBeDefined();
  if (target === undefined) return;
  const { apiVersion, kind } = { apiVersion: hook.apiVersion, kind: hook.responseKind };
  expect(await callHandler(hook, target, request)).toEqual({ apiVersion, kind, ...want });
});

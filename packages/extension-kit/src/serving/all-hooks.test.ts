// Every hook of Cluster API, served over TLS, discovered and called: what each may carry, and that nothing else is there.
import { hookCatalog } from "@capstan/api/catalog";
import type { HookEntry } from "@capstan/api/codegen/v1";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CalledHook, hookRequests, plannedUpgrade } from "../../test/hook-requests.ts";
import { defineExtension } from "../authoring/define-extension.ts";
import { proceed, retryAfter } from "../authoring/results.ts";
import { callHandler, type CallTarget, connectExtension, discover } from "../caller/index.ts";
import { served } from "../testing/served.ts";

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
  generateUpgradePlan: { plan: () => proceed(plannedUpgrade) },
  canUpdateMachine: () => proceed({ machinePatch: [{ op: "add" as const, path: "/spec/version", value: "v2" }] }),
  canUpdateMachineSet: () => proceed({ machineSetPatch: { spec: { template: { spec: { version: "v2" } } } } }),
  updateMachine: hold,
});

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64");
const held = { status: "Success", retryAfterSeconds: 5, message: "not yet" };
const success = { status: "Success" };
/** The response of each hook, without apiVersion and kind. */
const responses: Readonly<Record<CalledHook, object>> = {
  BeforeClusterCreate: held,
  AfterControlPlaneInitialized: success,
  BeforeClusterUpgrade: held,
  BeforeControlPlaneUpgrade: held,
  AfterControlPlaneUpgrade: held,
  BeforeWorkersUpgrade: held,
  AfterWorkersUpgrade: held,
  AfterClusterUpgrade: held,
  BeforeClusterDelete: held,
  GeneratePatches: {
    ...success,
    items: [{ uid: "1", patchType: "JSONMergePatch", patch: base64({ spec: 1 }) }],
  },
  ValidateTopology: success,
  DiscoverVariables: { ...success, variables: [] },
  GenerateUpgradePlan: { ...success, ...plannedUpgrade },
  CanUpdateMachine: {
    ...success,
    machinePatch: { patchType: "JSONPatch", patch: base64([{ op: "add", path: "/spec/version", value: "v2" }]) },
  },
  CanUpdateMachineSet: {
    ...success,
    machineSetPatch: {
      patchType: "JSONMergePatch",
      patch: base64({ spec: { template: { spec: { version: "v2" } } } }),
    },
  },
  UpdateMachine: held,
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

const names = Object.keys(hookRequests) as readonly CalledHook[];
test.each(names)("%s", async (name) => {
  const hook: HookEntry = hookCatalog[name];
  const target = targets.find(({ handler }) => handler.hook === hook);
  expect(target).toBeDefined();
  if (target === undefined) return;
  const { apiVersion, kind } = { apiVersion: hook.apiVersion, kind: hook.responseKind };
  expect(await callHandler(hook, target, hookRequests[name])).toEqual({ apiVersion, kind, ...responses[name] });
});

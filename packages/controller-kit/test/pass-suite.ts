// The order of a pass, step by step, on a real or embedded API server: which objects are left alone, what is written when, and the effect
// of a pause, a missing owner or an error.
import { Cluster } from "@capstan/api/core/v1beta2";
import { ownerReferenceTo } from "@capstan/contract";
import { conditionsAt, type AnyCondition } from "@capstan/contract/conditions";
import { CapstanError, finalizerOf, type KubeObject } from "@capstan/kube";
import { silentLogger } from "@capstan/operator";
import type { TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ControllerDefinition } from "../src/authoring/controller-definition.ts";
import { initProvider, type ProviderKit } from "../src/authoring/provider-kit.ts";
import { done, provisioned, removed, requeueAfter, waiting } from "../src/authoring/result.ts";
import { FooCluster } from "./foo-kinds.ts";
import { createPassBench, startBenchEnv, type PassBench } from "./pass-bench.ts";
import type { PassDeps } from "../src/workflow/pass-deps.ts";
import { kindShapeOf } from "../src/workflow/kind-shape.ts";

const kit: ProviderKit<object> = initProvider();
let env: TestEnv;
let bench: PassBench;
let calls: string[];

beforeAll(async () => {
  env = await startBenchEnv();
}, 120_000);
afterAll(() => env.stop());
beforeEach(async () => {
  bench = await createPassBench(env);
  calls = [];
});

const fooCluster: ControllerDefinition<object> = kit.infraCluster(FooCluster, {
  conditions: { NetworkReady: ["Provisioning", "Available"] },
  async reconcile({ object, cluster }) {
    calls.push(`reconcile ${object.metadata.name} of ${cluster.metadata.name}`);
    return provisioned({
      endpoint: { host: "10.0.0.1", port: 6443 },
      failureDomains: [{ name: "b" }, { name: "a", controlPlane: true }],
    });
  },
  async delete({ object }) {
    calls.push(`delete ${object.metadata.name}`);
    return removed();
  },
});

/** The FooCluster "a" with its owner, as core leaves it. */
async function owned(spec: Partial<Cluster["spec"]> = {}, metadata: KubeObject["metadata"] = {}): Promise<void> {
  const cluster = await bench.cluster("c", spec);
  await bench.create(FooCluster, {
    metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)], ...metadata },
  });
}

function conditions(object: KubeObject): Record<string, string> {
  const list: readonly AnyCondition[] = conditionsAt(object, kindShapeOf(FooCluster).conditions);
  return Object.fromEntries(list.map(({ type, status, reason }) => [type, `${status}/${reason}`]));
}

// Before the author's function is called.
test("a deleted object ends the pass", async () => {
  expect(await bench.pass(fooCluster, "nothing")).toEqual({ step: "not-found" });
});

test("an object without the watch-filter's label is left alone", async () => {
  await owned();
  expect(await bench.pass(fooCluster, "a", { watchFilter: "blue" })).toEqual({ step: "filtered" });
  expect(bench.takeWrites()).toEqual([]);
});

test.each([
  { mark: "annotation", metadata: { annotations: { "cluster.x-k8s.io/managed-by": "" } } },
  { mark: "label", metadata: { labels: { "cluster.x-k8s.io/managed-by": "" } } },
])("an externally managed object ($mark) is left alone, also when it is deleted", async ({ metadata }) => {
  await owned({}, { ...metadata, finalizers: ["example.org/hold"] });
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "externally-managed" });
  await bench.remove(FooCluster, "a");
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "externally-managed" });
  expect(bench.takeWrites()).toEqual([]);
});

/** What passes log as warnings, and the events that they record. */
function recordedWarnings(): Pick<PassDeps, "log" | "events"> & { warnings: string[] } {
  const warnings: string[] = [];
  return {
    warnings,
    log: { ...silentLogger, warn: (message) => void warnings.push(message) },
    events: {
      record: ({ metadata }, { type, reason, message }) =>
        void warnings.push(`${metadata.name} ${type} ${reason} ${message}`),
    },
  };
}

test("without an owner nothing is written", async () => {
  await bench.create(FooCluster, { metadata: { name: "a" } });
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "no-owner" });
  expect(bench.takeWrites()).toEqual([]);
});

test("a deleted object without an owner loses the finalizer, a warning names it, and the author is not called", async () => {
  const { warnings, ...deps } = recordedWarnings();
  await bench.create(FooCluster, { metadata: { name: "a", finalizers: [finalizerOf(FooCluster)] } });
  expect(await bench.pass(fooCluster, "a", deps)).toEqual({ step: "no-owner" });
  expect(warnings).toEqual([]);
  await bench.remove(FooCluster, "a");
  expect(await bench.pass(fooCluster, "a", deps)).toEqual({ step: "no-owner" });
  expect(await bench.pass(fooCluster, "a", deps)).toEqual({ step: "not-found" });
  expect(calls).toEqual([]);
  const message = "the owner reference was removed before the deletion, so the infrastructure was not deleted";
  expect(warnings).toEqual([
    `FooCluster ${bench.namespace}/a: ${message}; look for what is left of it`,
    `a Warning InfrastructureNotDeleted ${message}`,
  ]);
});

test("a deleted object without an owner and without our finalizer causes no warning", async () => {
  const { warnings, ...deps } = recordedWarnings();
  await bench.create(FooCluster, { metadata: { name: "a", finalizers: ["example.org/hold"] } });
  await bench.remove(FooCluster, "a");
  expect(await bench.pass(fooCluster, "a", deps)).toEqual({ step: "no-owner" });
  expect(warnings).toEqual([]);
});

test("an owner that is named but does not exist is an error", async () => {
  const reference = { apiVersion: "cluster.x-k8s.io/v1beta1", kind: "Cluster", name: "gone", uid: "1" };
  await bench.create(FooCluster, {
    metadata: { name: "a", finalizers: ["example.org/hold"], ownerReferences: [reference] },
  });
  await expect(bench.pass(fooCluster, "a")).rejects.toThrow(`the owner Cluster ${bench.namespace}/gone does not exist`);
});

test("an owner of the same name with another uid is waited for, and a deletion, too", async () => {
  const { metadata } = await bench.cluster("c");
  const reference = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", name: "c", uid: "of-the-backup" };
  await bench.create(FooCluster, {
    metadata: { name: "a", finalizers: [finalizerOf(FooCluster)], ownerReferences: [reference] },
  });
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "owner-replaced" });
  await bench.remove(FooCluster, "a");
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "owner-replaced" });
  expect(bench.takeWrites()).toEqual([]);
  expect(calls).toEqual([]);
  const ownerReferences = [{ ...reference, uid: metadata.uid }];
  await bench.patch(FooCluster, "a", { metadata: { ownerReferences } });
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "pause-recorded", requeueAfter: "0s" });
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "reconciled" });
  expect(calls).toEqual(["delete a"]);
});

test("Paused, then the finalizer, then the author: one pass each", async () => {
  await owned();
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "pause-recorded", requeueAfter: "0s" });
  const recorded = await bench.get(FooCluster, "a");
  expect(conditions(recorded)).toEqual({ Paused: "False/NotPaused" });
  expect(recorded.metadata.finalizers).toBeUndefined();
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "finalizer-added", requeueAfter: "0s" });
  expect((await bench.get(FooCluster, "a")).metadata.finalizers).toEqual([finalizerOf(FooCluster)]);
  expect(calls).toEqual([]);
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "reconciled", requeueAfter: "0s" });
  expect(calls).toEqual(["reconcile a of c"]);
});

// A pause.
test.each([
  { why: "Cluster.spec.paused", spec: { paused: true }, metadata: {}, message: "Cluster spec.paused is set to true" },
  {
    why: "the annotation, whatever its value",
    spec: {},
    metadata: { annotations: { "cluster.x-k8s.io/paused": "false" } },
    message: "FooCluster has the cluster.x-k8s.io/paused annotation",
  },
  {
    why: "delete-for-move",
    spec: {},
    metadata: { annotations: { "clusterctl.cluster.x-k8s.io/delete-for-move": "" } },
    message: "FooCluster has the clusterctl.cluster.x-k8s.io/delete-for-move annotation",
  },
])("by $why stops the author and changes only the Paused condition", async ({ spec, metadata, message }) => {
  await owned(spec, metadata);
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "paused" });
  expect(bench.takeWrites().map(({ subresource }) => subresource)).toEqual(["status"]);
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "paused" });
  expect(bench.takeWrites()).toEqual([]);
  const object = await bench.get(FooCluster, "a");
  expect(object.status?.conditions?.map(({ type, status, message: text }) => [type, status, text])).toEqual([
    ["Paused", "True", message],
  ]);
  expect(calls).toEqual([]);
});

test("delays a deletion until it ends", async () => {
  await owned();
  await bench.settle(fooCluster, "a");
  await bench.patch(Cluster, "c", { spec: { paused: true } });
  await bench.remove(FooCluster, "a");
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "paused" });
  expect(calls).toEqual(["reconcile a of c"]);
  await bench.patch(Cluster, "c", { spec: { paused: null } });
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "pause-recorded", requeueAfter: "0s" });
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "reconciled" });
  expect(calls).toEqual(["reconcile a of c", "delete a"]);
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "not-found" });
});

test("that the cache has not seen yet delays a deletion too", async () => {
  await owned();
  await bench.settle(fooCluster, "a");
  const stale = await bench.get(Cluster, "c");
  await bench.patch(Cluster, "c", { spec: { paused: true } });
  await bench.remove(FooCluster, "a");
  const object = await bench.get(FooCluster, "a");
  const find = async ({ kind }: { kind: string }): Promise<never> => (kind === "Cluster" ? stale : object) as never;
  const cached = { view: find, get: find, list: async () => [], listBy: async () => [] };
  expect(await bench.pass(fooCluster, "a", { reader: cached })).toEqual({ step: "paused" });
  expect(calls).toEqual(["reconcile a of c"]);
});

// What a pass writes.
test("endpoint, flag, failure domains and conditions of contract v1beta2, in three requests", async () => {
  await owned();
  await bench.pass(fooCluster, "a");
  await bench.pass(fooCluster, "a");
  bench.takeWrites();
  await bench.pass(fooCluster, "a");
  expect(bench.takeWrites().map(({ subresource, body }) => [subresource, Object.keys(body as object)])).toEqual([
    ["", ["spec"]],
    ["status", ["status"]],
    ["status", ["metadata", "status"]],
  ]);
  const object = await bench.get(FooCluster, "a");
  expect(object.spec).toEqual({ controlPlaneEndpoint: { host: "10.0.0.1", port: 6443 } });
  expect(object.status?.initialization).toEqual({ provisioned: true });
  expect(object.status?.failureDomains).toEqual([{ name: "a", controlPlane: true }, { name: "b" }]);
  expect(conditions(object)).toEqual({
    Ready: "True/Ready",
    NetworkReady: "True/Available",
    Paused: "False/NotPaused",
  });
});

test("a second pass that changes nothing sends nothing", async () => {
  await owned();
  await bench.settle(fooCluster, "a");
  // The endpoint was a change of spec, so the next pass observes that generation.
  await bench.pass(fooCluster, "a");
  bench.takeWrites();
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "reconciled" });
  expect(bench.takeWrites()).toEqual([]);
});

test("an endpoint that the user has set is kept", async () => {
  await owned();
  await bench.patch(FooCluster, "a", { spec: { controlPlaneEndpoint: { host: "mine.example.org", port: 443 } } });
  await bench.settle(fooCluster, "a");
  expect((await bench.get(FooCluster, "a")).spec).toEqual({
    controlPlaneEndpoint: { host: "mine.example.org", port: 443 },
  });
});

test("conditions that other writers set meanwhile are kept", async () => {
  await owned();
  const racing = kit.infraCluster(FooCluster, {
    conditions: { NetworkReady: ["Provisioning", "Available"] },
    async reconcile() {
      const other = {
        type: "Audited",
        status: "True",
        reason: "Fine",
        message: "",
        lastTransitionTime: "2026-01-01T00:00:00Z",
      };
      const { status } = await bench.get(FooCluster, "a");
      await bench.patchStatus(FooCluster, "a", { status: { conditions: [...(status?.conditions ?? []), other] } });
      return done();
    },
    delete: async () => removed(),
  });
  await bench.settle(racing, "a");
  expect(conditions(await bench.get(FooCluster, "a"))).toEqual({
    Ready: "False/NotProvisioned",
    Audited: "True/Fine",
    NetworkReady: "True/Available",
    Paused: "False/NotPaused",
  });
});

test("what the author changed in spec and status is written too", async () => {
  await owned();
  const sizing = kit.infraCluster(FooCluster, {
    async reconcile({ object }) {
      object.spec = { ...object.spec, region: "north" };
      object.status = { ...object.status, size: 3 };
      return done();
    },
    delete: async () => removed(),
  });
  await bench.settle(sizing, "a");
  const object = await bench.get(FooCluster, "a");
  expect([object.spec?.region, object.status?.size]).toEqual(["north", 3]);
});

test("lists in metadata are written with the version that was read, and the conditions with the one after that", async () => {
  await owned();
  const holding = kit.infraCluster(FooCluster, {
    conditions: { NetworkReady: ["Provisioning", "Available"] },
    async reconcile({ object }) {
      object.metadata.finalizers = [...(object.metadata.finalizers ?? []), "example.org/hold"];
      return done();
    },
    delete: async () => removed(),
  });
  await bench.settle(holding, "a");
  expect((await bench.get(FooCluster, "a")).metadata.finalizers).toEqual([finalizerOf(FooCluster), "example.org/hold"]);
});

test("conditions are not written to another object of the same name", async () => {
  await owned();
  const replaced = kit.infraCluster(FooCluster, {
    async reconcile() {
      await bench.patch(FooCluster, "a", { metadata: { finalizers: null } });
      await bench.remove(FooCluster, "a");
      await bench.create(FooCluster, { metadata: { name: "a" } });
      return done();
    },
    delete: async () => removed(),
  });
  await bench.settle(replaced, "a");
  expect((await bench.get(FooCluster, "a")).status).toBeUndefined();
});

test("waiting sets the condition and with it Ready, and leaves the flag unchanged", async () => {
  await owned();
  await bench.settle(fooCluster, "a");
  const degraded = kit.infraCluster(FooCluster, {
    conditions: { NetworkReady: ["Provisioning", "Available"] },
    reconcile: async () => waiting("NetworkReady", "Provisioning", "half of it is there", { requeueAfter: "15s" }),
    delete: async () => removed(),
  });
  expect(await bench.pass(degraded, "a")).toEqual({ step: "reconciled", requeueAfter: "15s" });
  const object = await bench.get(FooCluster, "a");
  expect(conditions(object)).toEqual({
    Ready: "False/NotReady",
    NetworkReady: "False/Provisioning",
    Paused: "False/NotPaused",
  });
  expect(object.status?.conditions?.[0]?.message).toBe("* NetworkReady: half of it is there");
  expect(object.status?.initialization).toEqual({ provisioned: true });
});

test("an error is thrown after the conditions set before it were written", async () => {
  await owned();
  const broken = kit.infraCluster(FooCluster, {
    conditions: { NetworkReady: ["Provisioning", "Available"] },
    async reconcile(_, ctx) {
      ctx.conditions.set("NetworkReady", "False", "Provisioning", "no answer");
      throw new Error("the cloud is down");
    },
    delete: async () => removed(),
  });
  await bench.pass(broken, "a");
  await bench.pass(broken, "a");
  await expect(bench.pass(broken, "a")).rejects.toThrow("the cloud is down");
  expect(conditions(await bench.get(FooCluster, "a"))).toEqual({
    Ready: "False/ReconcileFailed",
    NetworkReady: "False/Provisioning",
    Paused: "False/NotPaused",
  });
});

test("a deletion that is not finished keeps the finalizer, and Ready has the reason Deleting", async () => {
  await owned();
  await bench.settle(fooCluster, "a");
  await bench.remove(FooCluster, "a");
  const slow = kit.infraCluster(FooCluster, {
    reconcile: async () => done(),
    delete: async () => requeueAfter("10s"),
  });
  expect(await bench.pass(slow, "a")).toEqual({ step: "reconciled", requeueAfter: "10s" });
  const object = await bench.get(FooCluster, "a");
  expect([object.metadata.finalizers, object.status?.conditions?.[0]?.reason]).toEqual([
    [finalizerOf(FooCluster)],
    "Deleting",
  ]);
});

test("after the stop signal nothing is written", async () => {
  await owned();
  await bench.pass(fooCluster, "a");
  await bench.pass(fooCluster, "a");
  bench.takeWrites();
  const stopping = kit.infraCluster(FooCluster, {
    reconcile: async (_, ctx) => {
      Object.defineProperty(ctx.signal, "aborted", { value: true });
      return provisioned();
    },
    delete: async () => removed(),
  });
  expect(await bench.pass(stopping, "a")).toEqual({ step: "aborted" });
  expect(bench.takeWrites()).toEqual([]);
});

test("a run that takes too long has failed, and its object says so", async () => {
  await owned();
  await bench.pass(fooCluster, "a");
  await bench.pass(fooCluster, "a");
  const timeout = new CapstanError("operator/reconcile-timeout", "the reconcile did not end within 60 s");
  const late = new AbortController();
  const slow = kit.infraCluster(FooCluster, {
    reconcile: async () => {
      late.abort(timeout);
      return provisioned();
    },
    delete: async () => removed(),
  });
  const before = (await bench.get(FooCluster, "a")).status?.initialization;
  await expect(bench.pass(slow, "a", {}, late.signal)).rejects.toBe(timeout);
  const { status } = await bench.get(FooCluster, "a");
  expect([status?.initialization, conditionOf(status?.conditions)]).toEqual([
    before,
    ["Unknown", "ReconcileFailed", "the reconcile did not end within 60 s"],
  ]);
});

test("an abandoned run is reported in its object, and nothing else of the object changes", async () => {
  await owned();
  await bench.pass(fooCluster, "a");
  await bench.pass(fooCluster, "a");
  const before = await bench.get(FooCluster, "a");
  await bench.abandoned(fooCluster, "a", new Error("the reconcile was abandoned"));
  const after = await bench.get(FooCluster, "a");
  expect(conditionOf(after.status?.conditions)).toEqual(["Unknown", "ReconcileFailed", "the reconcile was abandoned"]);
  expect([after.spec, after.metadata.finalizers]).toEqual([before.spec, before.metadata.finalizers]);
});

function conditionOf(conditions: readonly AnyCondition[] = []): (string | undefined)[] {
  const ready = conditions.find(({ type }) => type === "Ready");
  return [ready?.status, ready?.reason, ready?.message?.split("\n")[0]];
}

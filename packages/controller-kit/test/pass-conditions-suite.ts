// Conditions that passes write, on a real or embedded API server: what Ready says, which generation they name, and what happens when another
// writer was first.
import { ownerReferenceTo } from "@capstan/contract";
import { type Condition, finalizerOf } from "@capstan/kube";
import { type EventRecorder, type RecordedEvent, TransientError } from "@capstan/operator";
import type { TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ControllerDefinition } from "../src/authoring/controller-definition.ts";
import type { InfraClusterOptions } from "../src/authoring/infra-cluster.ts";
import { initProvider, type ProviderKit } from "../src/authoring/provider-kit.ts";
import { provisioned, removed, requeueAfter } from "../src/authoring/result.ts";
import { FooCluster } from "./foo-kinds.ts";
import { createPassBench, startBenchEnv, type PassBench } from "./pass-bench.ts";

type Options = InfraClusterOptions<FooCluster, typeof declared, readonly [], object>;

const kit: ProviderKit<object> = initProvider();
const declared = { NetworkReady: ["Unreachable", "Available"], PeeringReady: ["Missing", "Peered"] } as const;
let env: TestEnv;
let bench: PassBench;

beforeAll(async () => {
  env = await startBenchEnv();
}, 120_000);
afterAll(() => env.stop());
beforeEach(async () => {
  bench = await createPassBench(env);
  const cluster = await bench.cluster("c");
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
});

const controller = (reconcile: Options["reconcile"]): ControllerDefinition<object> =>
  kit.infraCluster(FooCluster, { conditions: declared, reconcile, delete: async () => removed() });

/** The conditions of the object after a pass, without their times, by type. */
async function after(reconcile: Options["reconcile"]): Promise<Readonly<Record<string, string>>> {
  await bench.settle(controller(reconcile), "a").catch(() => undefined);
  const { status } = await bench.get(FooCluster, "a");
  return Object.fromEntries(
    (status?.conditions ?? []).map((one) => [one.type, `${one.status}/${one.reason}: ${one.message}`]),
  );
}

test("an error of an object that was ready makes Ready Unknown, and the next pass corrects it", async () => {
  const good = { NetworkReady: "True/Available: ", PeeringReady: "True/Peered: ", Paused: "False/NotPaused: " };
  const works: Options["reconcile"] = async () => provisioned();
  expect(await after(works)).toEqual({ ...good, Ready: "True/Ready: " });
  const unreachable = "Unknown/ReconcileFailed: the cloud does not answer";
  expect(
    await after(async () => {
      throw new Error("the cloud does not answer");
    }),
  ).toEqual({ ...good, Ready: unreachable });
  expect(await after(works)).toEqual({ ...good, Ready: "True/Ready: " });
});

test.each<[string, (object: FooCluster) => void]>([
  ["a spec", (object) => (object.spec = { ...object.spec, region: "x".repeat(64) })],
  ["a status", (object) => (object.status = { ...object.status, size: -1 })],
])("%s that the API server rejects makes Ready Unknown, and the next pass corrects it", async (_, change) => {
  const rejected: Options["reconcile"] = async ({ object }) => {
    change(object);
    return provisioned();
  };
  const { Ready, ...others } = await after(rejected);
  expect(Ready).toMatch(/^Unknown\/ReconcileFailed: .*FooCluster.* is invalid/);
  expect(others).toMatchObject({ NetworkReady: "True/Available: " });
  expect((await bench.get(FooCluster, "a")).status?.initialization?.provisioned).toBeUndefined();
  expect(await after(async () => provisioned())).toMatchObject({ Ready: "True/Ready: " });
  expect((await after(rejected))["Ready"]).toMatch(/^Unknown\/ReconcileFailed: /);
});

const limited = (): never => {
  throw new TransientError("the cloud limits us, request 1", { retryAfter: "30s" });
};

test("a transient error leaves a Ready that is True alone, writes nothing and records an event", async () => {
  await after(async () => provisioned());
  const before = await bench.get(FooCluster, "a");
  bench.takeWrites();
  const recorded: RecordedEvent[] = [];
  const events: EventRecorder = { record: (_, event) => void recorded.push(event) };
  const pass = bench.pass(
    controller(async () => limited()),
    "a",
    { events },
  );
  await expect(pass).rejects.toThrow(TransientError);
  expect(bench.takeWrites()).toEqual([]);
  expect((await bench.get(FooCluster, "a")).status).toEqual(before.status);
  expect(recorded).toEqual([{ type: "Warning", reason: "TransientError", message: "the cloud limits us, request 1" }]);
});

test("a function that returns no result fails the pass, and a deletion keeps the finalizer", async () => {
  // Without types, as an author of JavaScript writes it.
  const returnsNothing: Options["reconcile"] = async () => JSON.parse("null");
  expect((await after(returnsNothing))["Ready"]).toContain("returned null");
  await bench.remove(FooCluster, "a");
  const deletes = kit.infraCluster(FooCluster, { reconcile: returnsNothing, delete: async () => JSON.parse("null") });
  await expect(bench.settle(deletes, "a")).rejects.toMatchObject({ code: "workflow/result" });
  expect((await bench.get(FooCluster, "a")).metadata.finalizers).toHaveLength(1);
});

test("a conflict leaves Ready alone, writes nothing and records no event", async () => {
  await after(async () => provisioned());
  const { status } = await bench.get(FooCluster, "a");
  bench.takeWrites();
  const recorded: RecordedEvent[] = [];
  const events: EventRecorder = { record: (_, event) => void recorded.push(event) };
  const outdated: Options["reconcile"] = async ({ object }) => {
    await bench.client.update(FooCluster, { ...object, metadata: { ...object.metadata, resourceVersion: "1" } });
    return provisioned();
  };
  await expect(bench.pass(controller(outdated), "a", { events })).rejects.toThrow("has been modified");
  expect(bench.takeWrites()).toEqual([]);
  expect((await bench.get(FooCluster, "a")).status).toEqual(status);
  expect(recorded).toEqual([]);
  await after(async () => {
    throw new Error("no route");
  });
  expect((await after(outdated))["Ready"]).toBe("Unknown/ReconcileFailed: no route");
  const conditions = await after(async (pass, ctx) => {
    ctx.conditions.set("NetworkReady", "False", "Unreachable", "no route");
    return outdated(pass, ctx);
  });
  expect(conditions).toMatchObject({ NetworkReady: "False/Unreachable: no route" });
});

test("also when it is the cause of another error, and of a spec that nothing has looked at yet", async () => {
  await after(async () => provisioned());
  await bench.patch(FooCluster, "a", { spec: { region: "south" } });
  const conditions = await after(async () => {
    throw new Error("read the network", { cause: new TransientError("the cloud is down") });
  });
  expect(conditions["Ready"]).toBe("True/Ready: ");
  const ready = (await bench.get(FooCluster, "a")).status?.conditions?.find(({ type }) => type === "Ready");
  expect(ready?.observedGeneration).toBe(1);
});

test("a transient error before Ready is True says why it is not", async () => {
  const conditions = await after(async () => limited());
  expect(conditions["Ready"]).toContain("Unknown/ReconcileFailed: the cloud limits us, request 1\n");
});

test.each([
  { status: "False", want: "False/ReconcileFailed: the cloud limits us, request 1\n* NetworkReady: no route" },
  { status: "Unknown", want: "Unknown/ReconcileFailed: the cloud limits us, request 1\n* NetworkReady: no route" },
] as const)(
  "what the pass has set to $status before a transient error makes Ready $status",
  async ({ status, want }) => {
    await after(async () => provisioned());
    const conditions = await after(async (_, ctx) => {
      ctx.conditions.set("NetworkReady", status, "Unreachable", "no route");
      return limited();
    });
    expect(conditions["Ready"]).toBe(want);
  },
);

test("a transient error of a deletion says so in Ready, and keeps the finalizer", async () => {
  await after(async () => provisioned());
  await bench.remove(FooCluster, "a");
  const deletes = kit.infraCluster(FooCluster, {
    conditions: declared,
    reconcile: async () => provisioned(),
    delete: async () => limited(),
  });
  await expect(bench.settle(deletes, "a")).rejects.toThrow(TransientError);
  const { metadata, status } = await bench.get(FooCluster, "a");
  expect(metadata.finalizers).toHaveLength(1);
  expect(status?.conditions?.find(({ type }) => type === "Ready")).toMatchObject({
    status: "False",
    reason: "ReconcileFailed",
    message: "the cloud limits us, request 1",
  });
});

test("the kit's finalizer stays, whatever a reconcile makes of the list", async () => {
  const clears = controller(async ({ object }) => {
    object.metadata.finalizers = [];
    return provisioned();
  });
  for (let pass = 1; pass <= 2; pass += 1) await bench.settle(clears, "a");
  expect((await bench.get(FooCluster, "a")).metadata.finalizers).toEqual([finalizerOf(FooCluster)]);
});

test.each<[string, () => ReturnType<typeof requeueAfter>]>([
  ["that waits", () => requeueAfter("10s")],
  [
    "that fails",
    () => {
      throw new Error("the cloud does not answer");
    },
  ],
])("a deletion %s keeps the kit's finalizer, whatever it makes of the list", async (_, end) => {
  await after(async () => provisioned());
  const ours = finalizerOf(FooCluster);
  await bench.patch(FooCluster, "a", { metadata: { finalizers: ["example.com/first", ours, "example.com/last"] } });
  await bench.remove(FooCluster, "a");
  const deletes = kit.infraCluster(FooCluster, {
    reconcile: async () => provisioned(),
    async delete({ object }) {
      object.metadata.finalizers = ["example.com/last"];
      return end();
    },
  });
  for (let pass = 1; pass <= 2; pass += 1) await bench.settle(deletes, "a").catch(() => undefined);
  expect((await bench.get(FooCluster, "a")).metadata.finalizers).toEqual([ours, "example.com/last"]);
});

test("a condition that is not reported makes Ready Unknown", async () => {
  const conditions = await after(async (_, ctx) => {
    ctx.conditions.set("NetworkReady", "True", "Available");
    return requeueAfter("1m");
  });
  expect(conditions["Ready"]).toBe("Unknown/ReadyUnknown: * PeeringReady: Condition not yet reported");
});

test("a deleted condition is removed and does not count", async () => {
  await after(async () => provisioned());
  const conditions = await after(async (_, ctx) => {
    ctx.conditions.delete("PeeringReady");
    return provisioned();
  });
  expect(conditions).toEqual({
    Ready: "True/Ready: ",
    NetworkReady: "True/Available: ",
    Paused: "False/NotPaused: ",
  });
});

test("conditions have the generation that the pass has read, also when the spec changed meanwhile", async () => {
  await after(async ({ object }) => {
    await bench.patch(FooCluster, "a", { spec: { region: "south" } });
    expect(object.metadata.generation).toBe(1);
    return provisioned();
  });
  const { metadata, status } = await bench.get(FooCluster, "a");
  expect(metadata.generation).toBe(2);
  expect(status?.conditions?.map((one) => [one.type, one.observedGeneration])).toEqual(
    ["Ready", "NetworkReady", "PeeringReady", "Paused"].map((type) => [type, 1]),
  );
  await after(async () => provisioned());
  expect((await bench.get(FooCluster, "a")).status?.conditions?.map((one) => one.observedGeneration)).toEqual([
    2, 2, 2, 2,
  ]);
});

test.each([
  { type: "NetworkReady", ends: "reconciled" },
  { type: "Audited", ends: "condition Audited was changed by another writer at the same time" },
])("$type that another writer sets during the pass: $ends", async ({ type, ends }) => {
  await bench.settle(
    controller(async () => provisioned()),
    "a",
  );
  const condition = (status: Condition["status"]): Condition => ({
    type,
    status,
    reason: "R",
    message: "",
    lastTransitionTime: "2026-01-01T00:00:00Z",
  });
  const put = (list: Condition[] = [], one: Condition): Condition[] => [
    ...list.filter((other) => other.type !== type),
    one,
  ];
  const racing = controller(async ({ object }) => {
    const live = await bench.get(FooCluster, "a");
    const conditions = put(live.status?.conditions, condition("False"));
    await bench.patchStatus(FooCluster, "a", { status: { conditions } });
    object.status = { ...object.status, conditions: put(object.status?.conditions, condition("Unknown")) };
    return provisioned();
  });
  const ended = await bench.pass(racing, "a").then(({ step }) => step, String);
  expect(ended).toContain(ends);
});

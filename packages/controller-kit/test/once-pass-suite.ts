// `ctx.once` in passes on a real or embedded API server: what is stored when, when the next pass runs, and what a pause stops.
import { Cluster } from "@capstan/api/core/v1beta2";
import { ownerReferenceTo } from "@capstan/contract";
import type { TestEnv } from "@capstan/testenv";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ControllerDefinition } from "../src/authoring/controller-definition.ts";
import type { Once, OnceCalls } from "../src/authoring/once.ts";
import { initProvider, type ProviderKit } from "../src/authoring/provider-kit.ts";
import { provisioned, removed, requeueAfter, stalled } from "../src/authoring/result.ts";
import type { Context } from "../src/authoring/context.ts";
import { FooCluster } from "./foo-kinds.ts";
import { createPassBench, type PassBench, startBenchEnv } from "./pass-bench.ts";

const kit: ProviderKit<object> = initProvider();
/** Longer than some calls of a server on a busy machine. */
const settleMs = 3000;
const annotation = "infrastructure.cluster.x-k8s.io/once-network";
let env: TestEnv;
let bench: PassBench;
let networks: { readonly ref: string; readonly tag: string }[];
let beforeFind: () => Promise<unknown>;

beforeAll(async () => {
  env = await startBenchEnv();
}, 120_000);
afterAll(() => env.stop());
beforeEach(async () => {
  bench = await createPassBench(env);
  networks = [];
  beforeFind = async () => undefined;
});

type Network = (typeof networks)[number];

const calls: OnceCalls<Network> = {
  async find({ id }) {
    await beforeFind();
    return networks.filter(({ tag }) => tag === id);
  },
  remove: async ({ ref }) => (networks = networks.filter((network) => network.ref !== ref)),
  idOf: ({ ref }) => ref,
  settle: `${settleMs}ms`,
};

const networkOf = (ctx: Pick<Context<object, {}, never, []>, "once">): Once<Network> => ctx.once("network", calls);

const fooCluster: ControllerDefinition<object> = kit.infraCluster(FooCluster, {
  conditions: { NetworkReady: ["Gone", "Available"] },
  async reconcile(_, ctx) {
    const network = await networkOf(ctx).ensure(async ({ id }) => {
      networks.push({ ref: `net-${networks.length + 1}`, tag: id });
      return { ref: `net-${networks.length}`, tag: id };
    });
    if (network === undefined) return stalled("NetworkReady", "Gone", "the network was deleted");
    return provisioned({ endpoint: { host: network.ref, port: 6443 } });
  },
  delete: async (_, ctx) => ((await networkOf(ctx).remove()) ? removed() : requeueAfter("1m")),
});

async function created(): Promise<void> {
  const cluster = await bench.cluster("c");
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
}

async function note(): Promise<unknown> {
  const { annotations } = (await bench.get(FooCluster, "a")).metadata;
  return JSON.parse(annotations?.[annotation] ?? "{}");
}

test("one thing is created, a pass is planned until its create is over, and deletion removes it", async () => {
  await created();
  await bench.settle(fooCluster, "a");
  expect((await bench.get(FooCluster, "a")).spec?.controlPlaneEndpoint?.host).toBe("net-1");
  expect(await note()).toMatchObject({ ref: "net-1", attempt: expect.any(String) });
  const again = await bench.pass(fooCluster, "a");
  expect(again).toMatchObject({ step: "reconciled", requeueAfter: expect.stringMatching(/^[0-9.]+m?s$/) });
  await sleep(settleMs);
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "reconciled" });
  expect(await note()).toEqual({ seed: expect.any(String), id: networks[0]?.tag, ref: "net-1" });

  await bench.remove(FooCluster, "a");
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "reconciled", requeueAfter: "1m" });
  expect(networks).toEqual([]);
  await bench.pass(fooCluster, "a");
  expect(await bench.client.find(FooCluster, { namespace: bench.namespace, name: "a" })).toBeUndefined();
});

test("a pass that meets a pause before its create ends without one, and writes no condition", async () => {
  await created();
  await bench.pass(fooCluster, "a");
  await bench.pass(fooCluster, "a");
  beforeFind = () => bench.patch(Cluster, "c", { spec: { paused: true } });
  bench.takeWrites();
  expect(await bench.pass(fooCluster, "a")).toEqual({ step: "paused" });
  expect(bench.takeWrites().map(({ subresource, body }) => [subresource, Object.keys(body as object)])).toEqual([
    ["", ["metadata"]],
  ]);
  expect(networks).toEqual([]);
});

test("a deletion waits for the answer of a create that another process may have sent", async () => {
  await created();
  await bench.settle(fooCluster, "a");
  const [left] = networks.splice(0);
  await bench.remove(FooCluster, "a");
  const end = await bench.pass(fooCluster, "a");
  expect(end).toMatchObject({ step: "reconciled", requeueAfter: expect.stringMatching(/^[0-9.]+m?s$/) });
  networks = left === undefined ? [] : [left];
  await sleep(settleMs);
  await bench.pass(fooCluster, "a");
  await bench.pass(fooCluster, "a");
  expect(networks).toEqual([]);
  expect(await bench.client.find(FooCluster, { namespace: bench.namespace, name: "a" })).toBeUndefined();
});

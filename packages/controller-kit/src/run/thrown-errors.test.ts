// What passes throw, below the real manager: when the next one runs, whatever is written meanwhile.
import { Cluster } from "@capstan/api/core/v1beta2";
import { ownerReferenceTo } from "@capstan/contract";
import { type LogFields, type Logger, silentLogger, TerminalError, TransientError } from "@capstan/operator";
import type { TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FooCluster } from "../../test/foo-kinds.ts";
import { createPassBench, startBenchEnv, type PassBench } from "../../test/pass-bench.ts";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import { provisioned, removed } from "../authoring/result.ts";
import { type RunningProvider, startProvider } from "../testing/start-provider.ts";

let env: TestEnv;

beforeAll(async () => {
  env = await startBenchEnv();
});
afterAll(() => env.stop());

const kit: ProviderKit<object> = initProvider();

interface Rig {
  readonly bench: PassBench;
  /** When passes called the author, in milliseconds. */
  readonly calls: number[];
  readonly logged: { readonly message: string; readonly fields: LogFields }[];
  readonly running: RunningProvider;
}

/** A provider whose passes set a condition with the id of a request, as a cloud gives one with each answer, and then throw. */
async function start(thrown: (call: number) => unknown): Promise<Rig> {
  const bench = await createPassBench(env);
  const calls: number[] = [];
  const logged: Rig["logged"] = [];
  const write = (message: string, fields: LogFields = {}): void => {
    if (message.includes("error")) logged.push({ message, fields });
  };
  const log: Logger = { ...silentLogger, info: write, error: write, child: () => log };
  const provider = kit.provider({
    name: "foo",
    type: "infrastructure",
    controllers: [
      kit.infraCluster(FooCluster, {
        conditions: { NetworkReady: ["Unknown", "Available"] },
        async reconcile(_, { conditions }) {
          calls.push(Date.now());
          const error = thrown(calls.length);
          if (error === undefined) return provisioned();
          conditions.set("NetworkReady", "True", "Available", `request ${calls.length}`);
          throw error;
        },
        delete: async () => removed(),
      }),
    ],
  });
  const cluster = await bench.cluster("c");
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
  const options = { credentials: env.credentials, services: {}, namespaces: [bench.namespace], log };
  return { bench, calls, logged, running: startProvider(provider, options) };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test.each([
  { name: "a TerminalError", error: new TerminalError("no such region") },
  { name: "a TerminalError that caused another error", error: new Error("x", { cause: new TerminalError("y") }) },
  { name: "a TransientError with a long wait", error: new TransientError("limited", { retryAfter: "1h" }) },
])("after $name neither own writes nor those of core cause a pass; a change of the spec does", async ({ error }) => {
  const { bench, calls, running } = await start(() => error);
  await using _running = running;
  await expect.poll(() => calls.length).toBe(1);
  const message = async (): Promise<string | undefined> =>
    (await bench.get(FooCluster, "a")).status?.conditions?.find(({ type }) => type === "NetworkReady")?.message;
  await expect.poll(message).toBe("request 1");
  // Core shows Ready of the infrastructure in the Cluster.
  const conditions = [{ type: "InfrastructureReady", status: "Unknown", reason: "ReconcileFailed", message: "x" }];
  const mirrored = conditions.map((one) => ({ ...one, lastTransitionTime: "2026-01-01T00:00:00Z" }));
  await bench.patchStatus(Cluster, "c", { status: { conditions: mirrored } });
  await pause(500);
  expect(calls.length).toBe(1);
  await bench.patch(FooCluster, "a", { spec: { region: "south" } });
  await expect.poll(() => calls.length).toBe(2);
});

test("a TransientError runs the next pass after its time, and the backoff of the error after it is a first one", async () => {
  const { calls, logged, running } = await start((call) => {
    if (call <= 2) return new TransientError("limited", { retryAfter: "700ms" });
    return call === 3 ? new Error("boom") : undefined;
  });
  await using _running = running;
  await expect.poll(() => calls.length, { timeout: 5000 }).toBe(4);
  const [first = 0, second = 0, third = 0, fourth = 0] = calls;
  // The clock of a timer and that of dates differ by some milliseconds.
  expect(Math.min(second - first, third - second)).toBeGreaterThanOrEqual(690);
  expect(fourth - third).toBeLessThan(600);
  expect(logged.map(({ message, fields }) => [message, fields["retryAfter"], fields["failures"]])).toEqual([
    ["Transient error, reconciling again later", "700ms", undefined],
    ["Transient error, reconciling again later", "700ms", undefined],
    ["Reconciler error", undefined, 1],
  ]);
});

test.each([
  { name: "a string", error: "boom", want: "boom" },
  { name: "an object", error: { code: 42 }, want: '{"code":42}' },
  { name: "a BigInt", error: 7n, want: "7" },
])("$name that is thrown is logged, shown in Ready and retried", async ({ error, want }) => {
  const { bench, calls, logged, running } = await start((call) => (call === 1 ? error : undefined));
  await using _running = running;
  await expect.poll(() => calls.length).toBe(2);
  expect(logged[0]).toMatchObject({ message: "Reconciler error", fields: { error: want } });
  expect(logged[0]?.fields["thrown"]).toContain("which has no stack");
  const ready = async (): Promise<string | undefined> =>
    (await bench.get(FooCluster, "a")).status?.conditions?.find(({ type }) => type === "Ready")?.status;
  await expect.poll(ready).toBe("True");
});

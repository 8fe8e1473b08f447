// Reconciles that go on when they may not: after their timeout, and after the process lost its lease.
import type { Client } from "@capstan/client";
import { describeError } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { a, Foo, foo, type Rig, start } from "../../test/controller-rig.ts";
import { settle } from "../../test/fake-clock.ts";
import { createPrometheusMetrics } from "../metrics/prometheus-page.ts";

describe("a run that never ends (Q8)", () => {
  const hang = async (gate: Promise<void>, options: Parameters<typeof start>[2] = {}): Promise<Rig> =>
    start(
      [foo("a"), foo("b")],
      async ({ name }, { client }, run) => {
        if (run > 1) return;
        await gate;
        await client.update(Foo, foo(name, 99));
      },
      { timeout: "5s", concurrency: 1, ...options },
    );

  test("is abandoned: its worker is free, its key waits, and its calls are rejected when it goes on", async () => {
    const gate = Promise.withResolvers<void>();
    const rig = await hang(gate.promise);
    await rig.clock.advance(9999);
    expect(rig.runs).toEqual(["0 a"]);
    await rig.clock.advance(1);
    rig.api.put(Foo, foo("a", 2));
    await rig.clock.advance(60_000);
    expect([rig.runs, rig.controller.active, rig.controller.longestAbandoned]).toEqual([["0 a", "10000 b"], 0, 70]);
    expect(rig.counted).toEqual(["error", "timeout", "abandoned", "success"]);
    gate.resolve();
    await rig.clock.advance(5);
    expect(rig.runs.slice(2)).toEqual(["70000 a"]);
    expect([rig.controller.longestAbandoned, rig.api.asked.includes("update foos")]).toEqual([0, false]);
    expect(rig.logged.map(({ message }) => message)).toEqual(["Reconcile abandoned", "Abandoned reconcile ended"]);
    await rig.stop();
  });

  test("that is abandoned during the stop is reported with a signal that has aborted, and the report can write", async () => {
    const gate = Promise.withResolvers<void>();
    const reasons: unknown[] = [];
    const rig = await hang(gate.promise, {
      abandoned: async (key, { client, signal }) => {
        reasons.push(signal.reason);
        await client.patch(Foo, key, { type: "merge", body: { spec: { size: 7 } } });
      },
    });
    await rig.clock.advance(8000);
    const stopping = new Error("the manager stops");
    rig.abort(stopping);
    await rig.clock.advance(3000);
    expect(reasons).toEqual([stopping]);
    expect(rig.api.objects.get("Foo ns/a")).toMatchObject({ spec: { size: 7 } });
    gate.resolve();
    await rig.stop();
  });

  test("is on the page of metrics until it ends", async () => {
    const gate = Promise.withResolvers<void>();
    const page = createPrometheusMetrics();
    const rig = await hang(gate.promise, { deps: { metrics: page.metrics } });
    const open = async (): Promise<readonly string[]> =>
      (await page.text()).split("\n").filter((line) => line.startsWith("capstan_abandoned_reconciles{"));
    const seen = [await open()];
    await rig.clock.advance(10_000);
    seen.push(await open());
    gate.resolve();
    await rig.clock.advance(5);
    seen.push(await open());
    expect(seen).toEqual(
      [0, 1, 0].map((count) => [`capstan_abandoned_reconciles{name="foo",controller="foo"} ${count}`]),
    );
    await rig.stop();
  });

  test("is reported with a context that can write, and a report that fails is logged", async () => {
    const gate = Promise.withResolvers<void>();
    const told: string[] = [];
    const rig = await hang(gate.promise, {
      abandoned: async (key, { client, cache }, error) => {
        const object = cache.get(Foo, key);
        if (object !== undefined) await client.update(Foo, { ...object, spec: { size: 7 } });
        told.push(error.message);
        throw new Error("not reported");
      },
    });
    await rig.clock.advance(10_000);
    expect(told).toEqual(["the reconcile did not end 10 s after its start, and was abandoned"]);
    expect((rig.api.objects.get("Foo ns/a") as Foo | undefined)?.spec).toEqual({ size: 7 });
    expect(rig.logged.map(({ message }) => message)).toEqual([
      "Reconcile abandoned",
      "Abandoned reconcile not reported",
    ]);
    gate.resolve();
    await rig.stop();
  });

  test("is open until its report has ended: no run of its key is beside that", async () => {
    const [gate, report] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const rig = await hang(gate.promise, { abandoned: () => report.promise });
    await rig.clock.advance(10_000);
    gate.resolve();
    let isDrained = false;
    void rig.controller.drained().then(() => (isDrained = true));
    await rig.clock.advance(1000);
    expect([rig.runs, rig.controller.abandoned, isDrained]).toEqual([["0 a", "10000 b"], 1, false]);
    report.resolve();
    await rig.clock.advance(5);
    expect([rig.runs, rig.controller.abandoned, isDrained]).toEqual([["0 a", "10000 b", "11005 a"], 0, true]);
    await rig.stop();
  });
});

test("calls of a run end at its timeout, and those that begin after it do not", async () => {
  const outcomes: unknown[] = [];
  const rig = await start(
    [foo("a")],
    async (_key, { client }) => {
      await client.get(Foo, a).catch((error: unknown) => outcomes.push((error as Error).message));
      outcomes.push(await client.find(Foo, a).then((found) => found?.metadata.name));
    },
    {
      timeout: "5s",
      deps: {
        client: {
          find: async () => foo("a"),
          get: (_resource: unknown, _key: unknown, { signal }: { signal: AbortSignal }) =>
            new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error))),
          // The two methods that the reconcile calls.
        } as unknown as Client,
      },
    },
  );
  await rig.clock.advance(5000);
  expect(outcomes).toEqual(["the reconcile did not end within 5 s", "a"]);
  await rig.stop();
});

test("after its process lost its lease, no call of a run is made (L1)", async () => {
  let leads = true;
  let problem: unknown;
  const gate = Promise.withResolvers<void>();
  const rig = await start(
    [foo("a")],
    async (_key, { client }) => {
      await gate.promise;
      await client.update(Foo, foo("a", 9)).catch((error: unknown) => (problem = error));
    },
    { deps: { mayRun: () => leads } },
  );
  leads = false;
  gate.resolve();
  await settle();
  expect(describeError(problem)).toBe(
    "the reconcile of Foo ns/a may not call the API server: this process does not lead any more\n  help: pass the signal of the reconcile to everything that waits, and do not use its client after that",
  );
  expect(rig.api.asked).not.toContain("update foos");
  await rig.stop();
});

test.each([
  { how: "whose process does not lead any more", leads: false, ms: 0, want: "this process does not lead any more" },
  { how: "that was abandoned", leads: true, ms: 10_000, want: "it did not end in time and was abandoned" },
])("assertLeader throws in a run $how (L5)", async ({ leads, ms, want }) => {
  const lease = { leads: true };
  const gate = Promise.withResolvers<void>();
  let problem: unknown;
  const rig = await start(
    [foo("a")],
    async (_key, context, run) => {
      if (run > 1) return;
      context.assertLeader();
      await gate.promise;
      try {
        context.assertLeader();
      } catch (error) {
        problem = error;
      }
    },
    { timeout: "5s", deps: { mayRun: () => lease.leads } },
  );
  await rig.clock.advance(ms);
  lease.leads = leads;
  gate.resolve();
  await settle();
  expect(describeError(problem)).toMatch(`the reconcile of Foo ns/a may not call the API server: ${want}`);
  await rig.stop();
});

test("a write that began before the stop completes (Q10)", async () => {
  const answer = Promise.withResolvers<void>();
  const outcomes: unknown[] = [];
  const patch = async (_resource: unknown, _key: unknown, { signal }: { signal: AbortSignal }): Promise<unknown> => {
    await Promise.race([answer.promise, new Promise((resolve) => signal.addEventListener("abort", resolve))]);
    signal.throwIfAborted();
    return foo("a", 2);
  };
  const rig = await start(
    [foo("a")],
    async (_key, { client, signal }) => {
      const written = client.patch(Foo, a, { type: "merge", body: { spec: { size: 2 } } });
      outcomes.push(await written.then(({ spec }) => spec, describeError), signal.aborted);
    },
    // The method that the reconcile calls.
    { deps: { client: { patch } as unknown as Client } },
  );
  rig.abort("stop");
  await settle();
  expect(outcomes).toEqual([]);
  answer.resolve();
  await rig.controller.drained();
  expect(outcomes).toEqual([{ size: 2 }, true]);
  await rig.stop();
});

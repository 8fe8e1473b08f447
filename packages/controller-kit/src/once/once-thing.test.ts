// What `ensure`, `remove` and `forget` do in the situations that a kill does not bring about: things that others delete, copies of objects, pauses, errors of the cloud.
import { Cluster } from "@capstan/api/core/v1beta2";
import { CapstanError, errorFrom } from "@capstan/kube";
import { TransientError } from "@capstan/operator";
import { beforeEach, expect, test } from "vitest";
import { machineKey, OnceProcess, OnceBench, runPasses, times } from "../../test/once-bench.ts";
import { GateError, gated } from "../workflow/outcome.ts";

const annotation = "infrastructure.cluster.x-k8s.io/once-server";
let bench: OnceBench;
beforeEach(() => {
  bench = new OnceBench();
});

async function noteText(): Promise<string> {
  return (await bench.machine()).metadata.annotations?.[annotation] ?? "";
}

async function note(): Promise<Record<string, string>> {
  return JSON.parse(await noteText()) as Record<string, string>;
}

/** How a call ends: its value, or the message and the delay of its error. */
async function outcome(work: Promise<unknown>): Promise<unknown> {
  return work.catch((thrown: unknown) => {
    const error = errorFrom(thrown);
    return error instanceof TransientError ? [error.message, error.retryAfter] : error.message;
  });
}

async function ensure(process: OnceProcess): Promise<unknown> {
  return outcome((await process.once()).ensure(async ({ id }) => bench.create(id)));
}

test("the object says what is about to be created, then what was, and then only that", async () => {
  const process = new OnceProcess(bench);
  const once = await process.once();
  await once.ensure(async ({ id }) => {
    expect(await note()).toEqual({ seed: expect.any(String), id, attempt: expect.any(String) });
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    return bench.create(id);
  });
  expect(await note()).toMatchObject({ ref: "srv-1", attempt: expect.any(String) });
  await runPasses(bench, "pass");
  expect(await note()).toEqual({ seed: expect.any(String), id: bench.servers[0]?.tag, ref: "srv-1" });
});

test("a moved object, with another uid and without status, finds its thing", async () => {
  await runPasses(bench, "pass");
  const text = await noteText();
  bench.putMachine({ [annotation]: text });
  await runPasses(bench, "pass");
  expect([bench.created, ...bench.returned]).toEqual([1, "srv-1"]);
});

test("a copy of the annotation on another object is of no use: the object gets a thing of its own", async () => {
  await runPasses(bench, "pass");
  const text = JSON.stringify({ ...(await note()), seed: "another" });
  bench.putMachine({ [annotation]: text });
  await runPasses(bench, "pass");
  expect([...bench.returned]).toEqual(["srv-1", "srv-2"]);
  expect(bench.servers.length).toBe(2);
});

test.each(["", "{}", "[]", '{"seed":"a","id":"b","ref":""}', '{"seed":"a","id":1}'])(
  "an annotation that is not a note creates and removes nothing: %s",
  async (text) => {
    bench.putMachine({ [annotation]: text });
    expect(await outcome(new OnceProcess(bench).once())).toBe(
      `the annotation ${annotation} of FooMachine default/m is not what this provider writes`,
    );
  },
);

test("a thing that the cloud does not list is waited for, and then does not exist any more", async () => {
  const process = new OnceProcess(bench);
  await runPasses(bench, "pass");
  bench.servers = [];
  const missing = "server of FooMachine default/m: the cloud does not list it";
  expect(await ensure(process)).toEqual([missing, "10s"]);
  await bench.wait(4000);
  expect(await ensure(process)).toEqual([missing, "6s"]);
  await bench.wait(6000);
  expect(await ensure(process)).toBeUndefined();
  expect(bench.created).toBe(1);
});

test("a thing that a list lacked for a moment is the same afterwards, and its next absence is a new one", async () => {
  const process = new OnceProcess(bench);
  await runPasses(bench, "pass");
  const { servers } = bench;
  for (let round = 0; round < 2; round++) {
    bench.servers = [];
    expect(await ensure(process)).toMatchObject([expect.stringContaining("does not list it"), "10s"]);
    await bench.wait(9000);
    bench.servers = servers;
    expect(await ensure(process)).toMatchObject({ ref: "srv-1" });
    await bench.wait(9000);
  }
});

test("what is not its thing is removed, also when its thing does not exist", async () => {
  const process = new OnceProcess(bench);
  await runPasses(bench, "pass");
  const { id = "" } = await note();
  bench.servers = [];
  bench.create(id);
  await bench.wait(times.listed);
  await ensure(process);
  expect(bench.servers).toEqual([]);
});

test("after `forget` another one is created, when the first has not come back", async () => {
  const process = new OnceProcess(bench);
  await runPasses(bench, "pass");
  bench.servers = [];
  await (await process.once()).forget();
  const waiting = "server of FooMachine default/m: it is not known yet whether the cloud has created it";
  expect(await ensure(process)).toEqual([waiting, "10s"]);
  await runPasses(bench, "pass");
  expect([...bench.returned]).toEqual(["srv-1", "srv-2"]);
});

test("a create without an answer is waited for; one that the cloud has rejected is not", async () => {
  const rejecting = new OnceProcess(bench, { calls: { rejected: (error) => errorFrom(error).message === "quota" } });
  const attempt = async (thrown: unknown): Promise<unknown> =>
    outcome((await rejecting.once()).ensure(() => Promise.reject(thrown)));
  expect(await attempt(new Error("quota"))).toBe("quota");
  expect(await attempt(new GateError(gated("WaitingForBootstrapData", "no Secret")))).toBe("no Secret");
  expect(await attempt(new Error("timeout"))).toBe("timeout");
  expect(await attempt(new Error("not called"))).toMatchObject([expect.stringContaining("not known yet"), "10s"]);
  await bench.wait(times.settle);
  expect(await attempt(new Error("called"))).toBe("called");
});

test("the time of a create without an answer begins when the call ends", async () => {
  const process = new OnceProcess(bench);
  const slow = async (): Promise<never> => {
    await bench.wait(8000);
    throw new Error("timeout");
  };
  expect(await outcome((await process.once()).ensure(slow))).toBe("timeout");
  await bench.wait(8000);
  expect(await ensure(process)).toMatchObject([expect.stringContaining("not known yet"), "2s"]);
});

test("a list that was requested before the time was over does not end it", async () => {
  const process = new OnceProcess(bench, {
    calls: {
      find: async () => {
        await bench.wait(6000);
        return [];
      },
    },
  });
  expect(await outcome((await process.once()).ensure(() => Promise.reject(new Error("timeout"))))).toBe("timeout");
  await bench.wait(5000);
  // Requested after 5 s, answered after 11 s.
  expect(await ensure(process)).toMatchObject([expect.stringContaining("not known yet"), "5s"]);
});

test.each([
  { name: "paused", change: { spec: { paused: true } }, want: "Cluster spec.paused is set to true" },
  { name: "deleted, as after a move", change: undefined, want: "the Cluster does not exist" },
])("nothing is created or removed when the Cluster was $name after the pass began", async ({ change, want }) => {
  const { client } = bench.api;
  const key = { namespace: machineKey.namespace, name: "c" };
  const pause = async (): Promise<void> => {
    if (change === undefined) await client.delete(Cluster, key);
    else await client.patch(Cluster, key, { type: "merge", body: change });
  };
  // The first call finds, the second stores the attempt.
  const process = new OnceProcess(bench, { beforeCall: async (count) => void (count === 2 && (await pause())) });
  expect(await ensure(process)).toBe(want);
  expect([bench.created, (await note())["attempt"]]).toEqual([0, expect.any(String)]);
});

test("extras stay when the Cluster was paused after the pass began", async () => {
  await runPasses(bench, "pass");
  bench.create((await note())["id"] ?? "");
  await bench.wait(times.listed);
  const key = { namespace: machineKey.namespace, name: "c" };
  await bench.api.client.patch(Cluster, key, { type: "merge", body: { spec: { paused: true } } });
  expect(await ensure(new OnceProcess(bench))).toBe("Cluster spec.paused is set to true");
  expect(bench.servers.length).toBe(2);
});

test("an object that was deleted after the pass began gets nothing", async () => {
  const process = new OnceProcess(bench, {
    beforeCall: async (count) => {
      if (count !== 2) return;
      const { metadata, ...machine } = await bench.machine();
      bench.api.put({ ...machine, metadata: { ...metadata, deletionTimestamp: "2026-01-01T00:00:00Z" } });
    },
  });
  const changed = `another process has changed the annotation ${annotation} of FooMachine default/m, or the object was deleted`;
  expect(await ensure(process)).toEqual([changed, "1s"]);
  expect(bench.created).toBe(0);
});

test("writes of others to the object do not disturb it", async () => {
  const process = new OnceProcess(bench, {
    beforeCall: async (count) => {
      const { metadata, ...machine } = await bench.machine();
      if (count < 9) bench.api.put({ ...machine, metadata: { ...metadata, labels: { count: String(count) } } });
    },
  });
  expect(await ensure(process)).toMatchObject({ ref: "srv-1" });
});

test.each([
  { name: "Server", calls: {}, want: '"Server" cannot be a name in `ctx.once`', code: "once/name" },
  {
    name: "server",
    calls: { settle: "10" },
    want: '`settle` of "server" must be a duration of 0 or more, not "10"',
    code: "once/settle",
  },
])("$code", async ({ name, calls, want, code }) => {
  const thrown = await new OnceProcess(bench, { calls, name }).once().catch((error: unknown) => error);
  expect(thrown).toMatchObject({ code, message: want });
  expect(thrown).toBeInstanceOf(CapstanError);
});

test("what is removed stays removed while another thing of the object is waited for", async () => {
  const process = new OnceProcess(bench);
  // A create without an answer, and without an effect.
  await outcome((await process.once()).ensure(() => Promise.reject(new Error("no answer"))));
  const results: boolean[] = [];
  for (let pass = 0; pass < 5; pass += 1) {
    results.push(await (await process.once()).remove());
    await bench.wait(times.settle / 2);
  }
  expect(results).toEqual([false, false, true, true, true]);
});

test("nothing is removed while a thing has no ref", async () => {
  await runPasses(bench, "pass");
  bench.create((await note())["id"] ?? "");
  await bench.wait(times.listed);
  const process = new OnceProcess(bench, { calls: { idOf: () => "" } });
  const want = '`idOf` of server returned "" for a thing of FooMachine default/m';
  expect([await ensure(process), await outcome((await process.once()).remove())]).toEqual([want, want]);
  expect(bench.servers.length).toBe(2);
});

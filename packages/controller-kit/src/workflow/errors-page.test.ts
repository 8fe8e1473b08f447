// Each row of the table in docs/errors.md: what Ready says after a pass that ends so, and when the next one runs.
import { readFileSync } from "node:fs";
import { Cluster } from "@capstan/api/core/v1beta2";
import { ownerReferenceTo } from "@capstan/contract";
import { isNotFound } from "@capstan/client";
import { Secret } from "@capstan/kube/builtin";
import { TerminalError, TransientError } from "@capstan/operator";
import type { TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { FooCluster, FooMachine } from "../../test/foo-kinds.ts";
import { createPassBench, startBenchEnv, type PassBench } from "../../test/pass-bench.ts";
import type { ControllerDefinition } from "../authoring/controller-definition.ts";
import type { InfraMachineOptions } from "../authoring/infra-machine.ts";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import { provisioned, removed, requeueAfter, stalled, waiting } from "../authoring/result.ts";

const declared = { InstanceReady: ["Creating", "Invalid", "Gone", "QuotaExceeded", "Running"] } as const;
type Options = InfraMachineOptions<FooMachine, FooCluster, typeof declared, readonly [], object>;
type End = Awaited<ReturnType<Options["reconcile"]>>;

const message = "the cloud says no";
const fail = (error: unknown): never => {
  throw error;
};

/** What the third column of the table does. */
const ends: Readonly<Record<string, () => End>> = {
  'waiting("InstanceReady", "Creating", message, { requeueAfter: "15s" })': () =>
    waiting("InstanceReady", "Creating", message, { requeueAfter: "15s" }),
  'waiting("InstanceReady", "QuotaExceeded", message, { requeueAfter: "5m" })': () =>
    waiting("InstanceReady", "QuotaExceeded", message, { requeueAfter: "5m" }),
  'requeueAfter("15s")': () => requeueAfter("15s"),
  'stalled("InstanceReady", "Invalid", message)': () => stalled("InstanceReady", "Invalid", message),
  'stalled("InstanceReady", "Gone", message)': () => stalled("InstanceReady", "Gone", message),
  "throw new TerminalError(message)": () => fail(new TerminalError(message)),
  "throw new TransientError(message)": () => fail(new TransientError(message)),
  'throw new TransientError(message, { retryAfter: "30s" })': () =>
    fail(new TransientError(message, { retryAfter: "30s" })),
  'throw new TransientError(message, { retryAfter: "5m" })': () =>
    fail(new TransientError(message, { retryAfter: "5m" })),
  "throw new Error(message)": () => fail(new Error(message)),
};

interface Row {
  readonly cloud: string;
  readonly phase: string;
  readonly end: string;
  readonly ready: string;
  readonly next: string;
}

function rows(): readonly Row[] {
  const page = readFileSync(new URL("../../../../docs/errors.md", import.meta.url), "utf8");
  const table = page.split("\n").filter((line) => /^\|.*\| (?:provisioning|running|deleting) +\|/.test(line));
  return table.map((line) => {
    const cells = line.split("|").map((cell) => cell.trim().replaceAll("`", ""));
    const [, cloud = "", phase = "", end = "", ready = "", next = ""] = cells;
    return { cloud, phase, end, ready, next };
  });
}

const kit: ProviderKit<object> = initProvider();
let env: TestEnv;
let bench: PassBench;

beforeAll(async () => {
  env = await startBenchEnv();
});
afterAll(() => env.stop());
beforeEach(async () => {
  bench = await createPassBench(env);
  const cluster = await bench.cluster("c");
  await bench.patchStatus(Cluster, "c", { status: { initialization: { infrastructureProvisioned: true } } });
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
  await bench.create(Secret, { metadata: { name: "boot" }, type: "cluster.x-k8s.io/secret", data: { value: "eA==" } });
  const machine = await bench.machine("m", cluster, { bootstrap: { dataSecretName: "boot" } });
  const owner = ownerReferenceTo(machine, { controller: true });
  await bench.create(FooMachine, { metadata: { name: "m", ownerReferences: [owner] } });
});

const works = (): End => provisioned({ providerID: "foo://1" });

function machines(reconcile: () => End, destroy?: () => End): ControllerDefinition<object> {
  return kit.infraMachine(FooMachine, {
    cluster: FooCluster,
    conditions: declared,
    reconcile: async () => reconcile(),
    // The results of this table that are not for a deletion are in no row of one.
    delete: async () => (destroy === undefined ? removed() : destroy()) as ReturnType<typeof removed>,
  });
}

/** The status and the reason of Ready; what is True needs no reason. */
async function ready(): Promise<string> {
  try {
    const { status } = await bench.get(FooMachine, "m");
    const found = status?.conditions?.find(({ type }) => type === "Ready");
    return found?.status === "True" ? "True" : `${found?.status}, ${found?.reason}`;
  } catch (error) {
    if (isNotFound(error)) return "-";
    throw error;
  }
}

/** Runs passes until one calls the author, and says when the next one runs. */
async function nextPass(controller: ControllerDefinition<object>): Promise<string> {
  try {
    for (let passes = 0; passes < 10; passes++) {
      const { step, requeueAfter: time } = await bench.pass(controller, "m");
      if (step === "reconciled") return time === undefined ? "at a change" : `after ${time}`;
    }
    throw new RangeError("the author was not called");
  } catch (error) {
    if (error instanceof RangeError) throw error;
    if (error instanceof TransientError && error.retryAfter !== undefined) return `after ${error.retryAfter}`;
    return error instanceof TerminalError ? "at a change" : "with backoff";
  }
}

test.each(rows())("$cloud, while $phase: $end", async ({ phase, end, ready: wanted, next }) => {
  const act = end === "removed()" ? undefined : (ends[end] ?? fail(new Error(`the test does not know ${end}`)));
  if (phase !== "provisioning") await nextPass(machines(works));
  if (phase === "running") await nextPass(machines(works));
  if (phase === "deleting") await bench.remove(FooMachine, "m");
  const before = phase === "running" ? await ready() : "True";
  const then = await nextPass(phase === "deleting" ? machines(works, act) : machines(act ?? works));
  expect({ before, ready: await ready(), next: end === "removed()" ? "-" : then }).toEqual({
    before: "True",
    ready: wanted,
    next,
  });
});

test("the table has every phase of every failure that it names", () => {
  const phases = (failure: string): readonly string[] =>
    rows()
      .filter(({ cloud }) => cloud.includes(failure))
      .map(({ phase }) => phase);
  for (const failure of ["400", "401", "404", "429", "5xx", "no answer", "timeout", "quota", "works on it"])
    expect([failure, ...new Set(phases(failure))]).toEqual([failure, "provisioning", "running", "deleting"]);
});

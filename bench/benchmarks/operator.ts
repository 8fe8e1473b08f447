// Operators on the real API server: one of ours beside one on controller-runtime. Both read each object from their cache and write nothing.
import { itemCrd } from "@capstan/tool-peers/item-crd";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, createClient } from "@capstan/client";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import type { Benchmark, Contender, Figures, Limit } from "../src/benchmark.ts";
import { createItems, writeItems } from "../src/item.ts";
import {
  bareProgram,
  goProgram,
  type OperatorCommand,
  ownOperator,
  readLatencies,
  readLongestTurn,
  reconciledAll,
  startOperator,
} from "../src/operator-process.ts";
import { peakMegabytes } from "../src/peak-memory.ts";
import { cpuSeconds, residentMegabytes } from "../src/process-usage.ts";
import { quantile } from "../src/statistics.ts";
import { makeTemporaryFolder, removeTemporaryFolder } from "../src/temporary-folder.ts";

/** Writes to one object after the other. */
const load = { rate: 200, seconds: 10 } as const;

/** How long a process may take to reconcile all objects, and how long its memory may settle after that. */
const limitMs = 120_000;
const settleMs = 2000;

/** The API server with the objects, shared by all contenders. */
interface Setup {
  readonly env: TestEnv;
  readonly client: Client;
  readonly folder: string;
  readonly kubeconfig: string;
  users: number;
}

/** Contenders that read so many objects, a namespace for each number. */
function contenders(sizes: readonly number[]): Contender[] {
  let setup: Promise<Setup> | undefined;
  const contender = (name: string, command: (setup: Setup) => Promise<OperatorCommand>): Contender => ({
    name,
    prepare: async () => {
      setup ??= startSetup(sizes);
      (await setup).users += 1;
    },
    run: async () => {
      const figures: Record<string, number> = {};
      const at = await required(setup);
      const started = await command(at);
      for (const size of sizes) Object.assign(figures, await measureSize(started, at, size));
      return figures;
    },
    stop: async () => {
      const used = await required(setup);
      used.users -= 1;
      if (used.users > 0) return;
      used.client.close();
      await used.env.stop();
      removeTemporaryFolder(used.folder);
      setup = undefined;
    },
  });
  return [
    contender("Capstan", async ({ folder }) => await ownOperator(folder)),
    contender("controller-runtime 0.24", () => goProgram("operator")),
    contender("Node alone, one watch", async ({ folder }) => await bareProgram("operator-bare", folder)),
  ];
}

async function required(setup: Promise<Setup> | undefined): Promise<Setup> {
  if (setup === undefined) throw new Error("the API server does not run");
  return await setup;
}

async function startSetup(sizes: readonly number[]): Promise<Setup> {
  const env = await startTestEnv({ backend: "envtest", crds: [itemCrd] });
  const client = createClient(env.credentials);
  for (const size of sizes) await createItems(client, namespaceOf(size), size);
  const folder = makeTemporaryFolder();
  const kubeconfig = join(folder, "kubeconfig");
  writeFileSync(kubeconfig, env.kubeconfig(), { mode: 0o600 });
  return { env, client, folder, kubeconfig, users: 0 };
}

function namespaceOf(size: number): string {
  return `items-${size}`;
}

/** Starts a process, waits until it has reconciled all objects, then writes some of them at a steady rate. */
async function measureSize(started: OperatorCommand, setup: Setup, size: number): Promise<Figures> {
  const report = join(setup.folder, `report-${Math.random().toString(36).slice(2)}`);
  const began = performance.now();
  const running = await startOperator(started, setup, {
    expect: `${size}`,
    report,
    namespace: namespaceOf(size),
  });
  try {
    await reconciledAll(running, report, limitMs);
    const seconds = (performance.now() - began) / 1000;
    const cpu = cpuSeconds(running.pid);
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    const memory = residentMegabytes(running.pid);
    const peak = peakMegabytes(running.pid) ?? Number.NaN;
    const before = cpuSeconds(running.pid);
    await writeItems(setup.client, namespaceOf(size), { objects: size, ...load });
    await new Promise((resolve) => setTimeout(resolve, 500));
    const during = cpuSeconds(running.pid) - before;
    await running.stop();
    const latencies = readLatencies(running, report, Math.min(size, load.rate * load.seconds));
    const turn = readLongestTurn(report);
    const name = size.toLocaleString("en-US");
    return {
      [`${name}: seconds`]: seconds,
      [`${name}: CPU seconds`]: cpu,
      [`${name}: MB`]: memory,
      [`${name}: peak MB`]: peak,
      [`${name}, 200/s: p50 ms`]: quantile(latencies, 0.5),
      [`${name}, 200/s: p99 ms`]: quantile(latencies, 0.99),
      [`${name}, 200/s: CPU seconds`]: during,
      ...(turn === undefined ? {} : { [`${name}: longest turn ms`]: turn }),
    };
  } finally {
    await running.stop();
  }
}

const how =
  "An operator with one kind and 8 workers on the real kube-apiserver, from its start until it has reconciled each object of 2 kB once (seconds, processor time), its memory 2 s later; " +
  "then objects are written 200 times a second for 10 s: the time from before the write until the reconcile that sees it, and the processor time of those 10 s. The longest turn is that of our event loop from the start to the end, in processor time; to look for it, a hundred times a second, is part of our processor time. Ours is an operator on the built packages with the variables and flags of its container, the peer one on " +
  "controller-runtime with typed objects and without managedFields. Node alone reads one watch and parses its lines, and keeps nothing: less is not possible on Node. Server, operator and writer share this machine.";

interface Ratios {
  readonly seconds: number;
  readonly cpu: number;
  readonly writes: { readonly p50: number; readonly p99: number; readonly cpu: number };
}

/** The most that ours may need of what the peer needs (docs/decisions/0034-operators-cost-what-events-cost.md). */
function limits(size: string, { seconds, cpu, writes }: Ratios): Limit[] {
  const ratio = (figure: string, most: number): Limit => ({ figure: `${size}${figure}`, of: "ratio", most });
  return [
    ratio(": seconds", seconds),
    ratio(": CPU seconds", cpu),
    ratio(": MB", 0.85),
    ratio(", 200/s: p50 ms", writes.p50),
    ratio(", 200/s: p99 ms", writes.p99),
    ratio(", 200/s: CPU seconds", writes.cpu),
  ];
}

const few: Ratios = { seconds: 0.7, cpu: 0.55, writes: { p50: 1.1, p99: 1, cpu: 1 } };
const many: Ratios = { seconds: 0.6, cpu: 0.5, writes: { p50: 1.2, p99: 2.5, cpu: 1.2 } };

/** 1,000 and 10,000 objects. */
export const operator: Benchmark = {
  name: "operator",
  how,
  contenders: contenders([1000, 10_000]),
  warmUps: 0,
  runs: { short: 1, full: 7 },
  limits: [...limits("1,000", few).filter(({ figure }) => figure.includes("200/s")), ...limits("10,000", few)],
};

/** No turn of the event loop may be longer: probes, the lease and other kinds wait for it. */
const turn = (size: string): Limit => ({ figure: `${size}: longest turn ms`, of: "value", most: 50 });

/** 50,000 and 100,000 objects beside 10,000: where figures bend. */
export const operatorAtSize: Benchmark = {
  name: "operator-at-size",
  how,
  contenders: contenders([10_000, 50_000, 100_000]),
  sizes: ["10,000", "50,000", "100,000"],
  warmUps: 0,
  runs: { short: 1, full: 3 },
  limits: [...limits("50,000", many), ...limits("100,000", many), turn("50,000"), turn("100,000")],
};

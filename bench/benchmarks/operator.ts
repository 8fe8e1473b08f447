// Operators on the real API server: one of ours beside one on controller-runtime. Both read each object from their cache and write nothing.
import { itemCrd } from "@capstan/tool-peers/item-crd";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@capstan/client";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import type { Benchmark, Contender, Figures, Limit } from "../src/benchmark.ts";
import { createItems } from "../src/item.ts";
import {
  collectGarbage,
  namespaceOf,
  type Program,
  programs,
  type Server,
  sync,
  type Synced,
  write,
} from "../src/operator-load.ts";
import { makeTemporaryFolder, removeTemporaryFolder } from "../src/temporary-folder.ts";

/** The API server with the objects, shared by all contenders. */
interface Setup extends Server {
  readonly env: TestEnv;
  users: number;
}

/** How the figures of one size are taken. */
type Measure = (program: Program, setup: Setup, size: number) => Promise<Figures>;

/** Contenders that read so many objects, a namespace for each number. */
function contenders(sizes: readonly number[], measure: Measure): Contender[] {
  let setup: Promise<Setup> | undefined;
  const contender = (program: Program): Contender => ({
    name: program.name,
    prepare: async () => {
      setup ??= startSetup(sizes);
      (await setup).users += 1;
    },
    run: async () => {
      const figures: Record<string, number> = {};
      const at = await required(setup);
      for (const size of sizes) Object.assign(figures, await measure(program, at, size));
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
  return programs.map(contender);
}

async function required(setup: Promise<Setup> | undefined): Promise<Setup> {
  if (setup === undefined) throw new Error("the API server does not run");
  return await setup;
}

/**
 * Every five minutes or so, a kube-apiserver reads all objects from etcd again to compare them with its cache. With 160,000 objects it is busy with that for longer than a program needs to start, and it would meet one program and not
 * the next.
 */
const withoutComparison = "--feature-gates=DetectCacheInconsistency=false";

async function startSetup(sizes: readonly number[]): Promise<Setup> {
  const envtest = { apiServerArgs: [withoutComparison] };
  const env = await startTestEnv({ backend: "envtest", crds: [itemCrd], envtest });
  const client = createClient(env.credentials);
  for (const size of sizes) await createItems(client, namespaceOf(size), size);
  const folder = makeTemporaryFolder();
  const kubeconfig = join(folder, "kubeconfig");
  writeFileSync(kubeconfig, env.kubeconfig(), { mode: 0o600 });
  return { env, client, folder, kubeconfig, commands: new Map(), users: 0 };
}

/** One program alone: its start, then the writes. */
async function alone(program: Program, setup: Setup, size: number): Promise<Figures> {
  await collectGarbage(setup);
  const synced = await sync(program, setup, size);
  const [written = {}] = await write([synced], setup, size);
  return { ...synced.figures, ...written };
}

/**
 * One program alone until it has reconciled all objects; then the writes, with all programs at once. With so many objects, collections of
 * the server's garbage delay its answers by up to a second, at moments that would meet one program and not the next.
 */
function together(): Measure {
  const written = new Map<number, Map<Program, Figures>>();
  return async (program, setup, size) => {
    await collectGarbage(setup);
    const { running, figures } = await sync(program, setup, size);
    await running.stop();
    // The first program of a round measures for all, and each takes its own.
    if (written.get(size)?.has(program) !== true) written.set(size, await writtenTo(setup, size));
    const own = written.get(size)?.get(program);
    written.get(size)?.delete(program);
    return { ...figures, ...own };
  };
}

async function writtenTo(setup: Setup, size: number): Promise<Map<Program, Figures>> {
  const synced: Synced[] = [];
  try {
    for (const program of programs) synced.push(await sync(program, setup, size));
  } catch (error) {
    for (const { running } of synced) await running.stop();
    throw error;
  }
  const figures = await write(synced, setup, size);
  return new Map(programs.map((program, index) => [program, figures[index] ?? {}]));
}

/** What both do, around how the writes meet the programs. */
function how(writes: string): string {
  return (
    `An operator with one kind and 8 workers on the real kube-apiserver, from its start until it has reconciled each object of 2 kB once (seconds, processor time), its memory 2 s later; ${writes}: ` +
    "the time from before the write until the reconcile that sees it, and the processor time of those 10 s. The longest turn is that of our event loop from the start to the end, in processor time; to look for it, a hundred times a second, is part of our processor time. Ours is an operator on the built packages with the variables and flags of its container, the peer one on " +
    "controller-runtime with typed objects and without managedFields. Node alone reads one watch and parses its lines, and keeps nothing: less is not possible on Node. Server, operator and writer share this machine. What the server does at times of its own " +
    "would meet one program and not the next: before each measured start it collects its garbage, and it does not compare its cache with etcd."
  );
}

/** The most that ours may need of what the peer needs (docs/decisions/0034-operators-cost-what-events-cost.md). */
const most: Readonly<Record<string, number>> = {
  ": seconds": 0.6,
  ": CPU seconds": 0.5,
  ": MB": 0.85,
  ", 200/s: p50 ms": 1.1,
  ", 200/s: p99 ms": 1,
  ", 200/s: CPU seconds": 0.7,
};

function limits(size: string, isOf: (figure: string) => boolean = () => true): Limit[] {
  const figures = Object.entries(most).filter(([figure]) => isOf(figure));
  return figures.map(([figure, ratio]) => ({ figure: `${size}${figure}`, of: "ratio", most: ratio }));
}

/** 1,000 and 10,000 objects. */
export const operator: Benchmark = {
  name: "operator",
  how: how("then objects are written 200 times a second for 10 s"),
  contenders: contenders([1000, 10_000], alone),
  warmUps: 0,
  runs: { short: 1, full: 7 },
  limits: [...limits("1,000", (figure) => figure.includes("200/s")), ...limits("10,000")],
};

/** No turn of the event loop may be longer: probes, the lease and other kinds wait for it. */
const turn = (size: string): Limit => ({ figure: `${size}: longest turn ms`, of: "value", most: 50 });

/** 50,000 and 100,000 objects beside 10,000: where figures bend. */
export const operatorAtSize: Benchmark = {
  name: "operator-at-size",
  how: how(
    "then, while all of them run, objects are written 200 times a second for 10 s, so that what delays the server delays all alike",
  ),
  contenders: contenders([10_000, 50_000, 100_000], together()),
  sizes: ["10,000", "50,000", "100,000"],
  warmUps: 0,
  runs: { short: 1, full: 3 },
  limits: [...limits("50,000"), ...limits("100,000"), turn("50,000"), turn("100,000")],
};

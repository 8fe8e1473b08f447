// What operators are measured by: how long one takes until it has reconciled all objects, and how soon it sees what is written then.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Client } from "@capstan/client";
import type { LocalProcess } from "@capstan/testenv/host";
import type { Figures } from "./benchmark.ts";
import { writeItems } from "./item.ts";
import {
  bareProgram,
  goProgram,
  type OperatorCommand,
  ownOperator,
  readLatencies,
  readLongestTurn,
  reconciledAll,
  startOperator,
} from "./operator-process.ts";
import { peakMegabytes } from "./peak-memory.ts";
import { cpuSeconds, residentMegabytes } from "./process-usage.ts";
import { quantile } from "./statistics.ts";

/** Writes to one object after the other. */
const load = { rate: 200, seconds: 10 } as const;

/** How long a process may take to reconcile all objects, and how long its memory may settle after that. */
const limitMs = 120_000;
const settleMs = 2000;

/** The API server, and the files of the processes beside it. */
export interface Server {
  readonly client: Client;
  readonly folder: string;
  readonly kubeconfig: string;
  /** How programs are started, once they were built. */
  readonly commands: Map<Program, OperatorCommand>;
}

/** One operator, and how it is started. */
export interface Program {
  readonly name: string;
  readonly command: (folder: string) => Promise<OperatorCommand>;
}

/** Ours, the peer, and what no operator on Node could be below. */
export const programs: readonly Program[] = [
  { name: "Capstan", command: ownOperator },
  { name: "controller-runtime 0.24", command: () => goProgram("operator") },
  { name: "Node alone, one watch", command: (folder) => bareProgram("operator-bare", folder) },
];

/** Objects of each number have a namespace. */
export function namespaceOf(size: number): string {
  return `items-${size}`;
}

/** A process that has reconciled all objects, and what that took. */
export interface Synced {
  readonly running: LocalProcess;
  readonly report: string;
  readonly figures: Figures;
}

/** How long a server may take to collect its garbage. */
const collectMs = 120_000;

/**
 * Has the server collect its garbage, which it does before it answers with a profile of its heap. With 160,000 objects a collection takes it about as long as to send 50,000 objects to one program, and it begins one after every
 * second or third of such starts: without this, the program that is met by one takes up to twice as long as the one that is not.
 */
export async function collectGarbage({ client }: Pick<Server, "client">): Promise<void> {
  await client.request({ method: "GET", path: "/debug/pprof/heap", query: { gc: 1 }, timeoutMs: collectMs });
}

/** Starts a process alone and waits until it has reconciled all objects. */
export async function sync(program: Program, server: Server, size: number): Promise<Synced> {
  const report = join(server.folder, `report-${randomUUID()}`);
  const command = server.commands.get(program) ?? (await program.command(server.folder));
  server.commands.set(program, command);
  const began = performance.now();
  const running = await startOperator(command, server, { expect: `${size}`, report, namespace: namespaceOf(size) });
  try {
    await reconciledAll(running, report, limitMs);
    const seconds = (performance.now() - began) / 1000;
    const cpu = cpuSeconds(running.pid);
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    const memory = residentMegabytes(running.pid);
    const figures = {
      seconds,
      "CPU seconds": cpu,
      MB: memory,
      "peak MB": peakMegabytes(running.pid) ?? Number.NaN,
    };
    return { running, report, figures: named(figures, (figure) => `${size.toLocaleString("en-US")}: ${figure}`) };
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/** Writes objects at a steady rate while these processes run, and ends them. What each saw of it, in their order. */
export async function write(synced: readonly Synced[], server: Server, size: number): Promise<readonly Figures[]> {
  try {
    const before = synced.map(({ running }) => cpuSeconds(running.pid));
    await writeItems(server.client, namespaceOf(size), { objects: size, ...load });
    await new Promise((resolve) => setTimeout(resolve, 500));
    const used = synced.map(({ running }, index) => cpuSeconds(running.pid) - (before[index] ?? Number.NaN));
    for (const { running } of synced) await running.stop();
    return synced.map(({ running, report }, index) => {
      const latencies = readLatencies(running, report, Math.min(size, load.rate * load.seconds));
      const turn = readLongestTurn(report);
      const name = size.toLocaleString("en-US");
      return {
        [`${name}, 200/s: p50 ms`]: quantile(latencies, 0.5),
        [`${name}, 200/s: p99 ms`]: quantile(latencies, 0.99),
        [`${name}, 200/s: CPU seconds`]: used[index] ?? Number.NaN,
        ...(turn === undefined ? {} : { [`${name}: longest turn ms`]: turn }),
      };
    });
  } finally {
    for (const { running } of synced) await running.stop();
  }
}

function named(figures: Figures, name: (figure: string) => string): Figures {
  return Object.fromEntries(Object.entries(figures).map(([figure, value]) => [name(figure), value]));
}

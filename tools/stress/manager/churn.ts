// A controller whose keys are new all the time, as objects that come and go: what its queue keeps of them shows in the heap.
import { writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { KubeObject, ObjectKey } from "@capstan/kube";
import type { ControllerOptions, KeySource } from "@capstan/operator";
import { Widget } from "./widget.ts";

const rounds = 20;

/** What is checked of it. */
export interface ChurnReport {
  readonly runs: number;
  /** Megabytes of the heap after each round, without garbage. */
  readonly heaps: readonly number[];
}

function heapMegabytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc()");
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** Rounds of so many keys each; every second one is reconciled again after a moment. When all were, the report is written into the file. */
export function churnController(keys: number, file: string): ControllerOptions<KubeObject> {
  let runs = 0;
  let again = new Set<string>();
  let left = 0;
  let roundEnds: () => void = () => undefined;
  const source: KeySource = {
    name: "churn",
    async *open({ signal }): AsyncGenerator<readonly ObjectKey[]> {
      const heaps: number[] = [];
      for (let round = 0; round < rounds; round++) {
        left = keys;
        again = new Set();
        const ended = new Promise<void>((resolve) => (roundEnds = resolve));
        yield Array.from({ length: keys }, (_, i) => ({ namespace: "churn", name: `${round}-${i}` }));
        await ended;
        heaps.push(heapMegabytes());
      }
      const report: ChurnReport = { runs, heaps };
      writeFileSync(file, JSON.stringify(report));
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    },
  };
  return {
    name: "churn",
    for: Widget,
    predicate: () => false,
    sources: [source],
    concurrency: 8,
    async reconcile({ name }) {
      runs += 1;
      if (Number(name.at(-1)) % 2 === 1 && !again.has(name)) {
        again.add(name);
        return { requeueAfter: "1ms" };
      }
      left -= 1;
      if (left === 0) roundEnds();
      return undefined;
    },
  };
}

// Controllers whose sources give many keys at once, and whose reconciles wait for nothing.
import { writeFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { KubeObject, ObjectKey } from "@capstan/kube";
import type { ControllerOptions, KeySource } from "@capstan/operator";
import { Widget } from "./widget.ts";

const controllers = 20;
/** Keys that a source makes in a turn: the turns that are measured are those of the operator. */
const madeInTurn = 2500;

/** What is checked of them. */
export interface BacklogReport {
  readonly controllers: number;
  readonly runs: number;
  /** Runs that began while another one of their key had not ended. */
  readonly concurrent: number;
}

function sourceOf(keys: number): KeySource {
  return {
    name: "backlog",
    async *open({ signal }): AsyncGenerator<readonly ObjectKey[]> {
      const made: ObjectKey[] = [];
      for (let i = 0; i < keys; i++) {
        made.push({ namespace: "backlog", name: `key-${i}` });
        if (i % madeInTurn === 0) await nextTurn();
      }
      yield made;
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    },
  };
}

/** Twenty controllers with so many keys each. When all were reconciled, the report is written into the file. */
export function backlogControllers(keys: number, file: string): readonly ControllerOptions<KubeObject>[] {
  let [runs, concurrent] = [0, 0];
  return Array.from({ length: controllers }, (_, i) => {
    const running = new Set<string>();
    return {
      name: `backlog-${i}`,
      for: Widget,
      predicate: () => false,
      sources: [sourceOf(keys)],
      concurrency: 8,
      async reconcile({ name }) {
        if (running.has(name)) concurrent += 1;
        running.add(name);
        // Two runs of one key would meet here.
        await Promise.resolve();
        running.delete(name);
        runs += 1;
        const report: BacklogReport = { controllers, runs, concurrent };
        if (runs === controllers * keys) writeFileSync(file, JSON.stringify(report));
      },
    };
  });
}

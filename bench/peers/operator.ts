// One kind on @capstan/operator whose reconciles read the object from the cache and note when they did. Run without the condition
// @capstan/source, so that it stands on the built packages.
import { writeFileSync } from "node:fs";
import { formatKey } from "@capstan/kube";
import { runOperator } from "@capstan/operator";
import { Item } from "../src/item.ts";

const seen = new Map<string, number>();
const latencies: number[] = [];

await runOperator({
  name: "bench-operator",
  flags: {
    expect: {
      kind: "string",
      default: "0",
      help: "number of objects after whose first reconcile REPORT.all is written",
    },
    report: { kind: "string", default: "", help: "file for the latencies, written at the end" },
  },
  setup(manager, { flags: { expect, report } }) {
    if (report !== "") process.once("exit", () => writeFileSync(report, JSON.stringify(latencies)));
    manager.addController({
      name: "item",
      for: Item,
      concurrency: 8,
      async reconcile(key, { cache }) {
        const item = cache.get(Item, key);
        if (item === undefined) return;
        const { sent = 0 } = item.spec;
        const name = formatKey(key);
        const before = seen.get(name);
        seen.set(name, sent);
        if (before === undefined && seen.size === Number(expect)) writeFileSync(`${report}.all`, "");
        if (before !== undefined && before !== sent) latencies.push(performance.timeOrigin + performance.now() - sent);
      },
    });
  },
});

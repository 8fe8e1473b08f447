// One kind on @capstan/operator whose reconciles read the object from the cache and note when they did. Run without the condition
// @capstan/source, so that it stands on the built packages.
import { formatKey } from "@capstan/kube";
import { runOperator } from "@capstan/operator";
import { Item } from "../src/item.ts";
import { latenciesAndTurns, latencyFlags } from "../src/latencies.ts";

await runOperator({
  name: "bench-operator",
  flags: latencyFlags,
  setup(manager, { flags }) {
    const note = latenciesAndTurns(flags);
    manager.addController({
      name: "item",
      for: Item,
      concurrency: 8,
      async reconcile(key, { cache }) {
        const item = cache.get(Item, key);
        if (item !== undefined) note(formatKey(key), item.spec.sent ?? 0);
      },
    });
  },
});

// How a simulated controller runs in a step: once over every object of its kind, after the defaults of the kind's webhook.
import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeleting } from "@capstan/contract";
import { deepClone, formatKey, keyOf, type KubeObject, type Resource } from "@capstan/kube";
import type { TransientErrors } from "./transient-errors.ts";
import type { SimContext } from "./writer.ts";

/** Reconciles every object of one kind once. */
export type SimController = (context: SimContext, errors: TransientErrors) => Promise<void>;

/** What runs over every object of a kind. */
export interface Reconcile<T extends KubeObject> {
  readonly defaults?: (draft: T) => void;
  readonly reconcile: (object: T, context: SimContext) => Promise<void>;
}

/** What is read is in memory, so that objects by the hundred would be reconciled in one turn of the event loop: after this time, others have theirs. */
const turnMs = 10;

/** The controller of a kind. */
export function controller<T extends KubeObject>(
  resource: Resource<T>,
  { defaults, reconcile }: Reconcile<T>,
): SimController {
  return async (context, errors) => {
    const { lists } = context.reader;
    let began = performance.now();
    for (const listed of (await lists.list(resource)).toSorted(byKey)) {
      // A controller before may have deleted it.
      const object = await lists.find(resource, keyOf(listed));
      if (object === undefined) continue;
      const name = `${resource.kind} ${formatKey(keyOf(object))}`;
      await errors.keep(name, async () => {
        const draft = deepClone(object);
        if (!isDeleting(object)) defaults?.(draft);
        await reconcile(await context.writer.as("defaults").store(resource, object, draft), context);
      });
      if (performance.now() - began < turnMs) continue;
      await nextTurn();
      began = performance.now();
    }
  };
}

function byKey(one: KubeObject, other: KubeObject): number {
  const [a, b] = [formatKey(keyOf(one)), formatKey(keyOf(other))];
  return a < b ? -1 : Number(a > b);
}

// How a simulated controller runs in a step: once over every object of its kind, after the defaults of the kind's webhook.
import { setImmediate as nextTurn } from "node:timers/promises";
import { isControlPlaneMachine, isDeleting } from "@capstan/contract";
import { deepClone, formatKey, keyOf, type KubeObject, type Resource } from "@capstan/kube";
import { inParallel } from "./in-parallel.ts";
import type { ControllerMemos } from "./memos.ts";
import { ReadLog } from "./read-log.ts";
import type { TransientErrors } from "./transient-errors.ts";
import type { SimContext } from "./writer.ts";

/** Reconciles every object of one kind once. */
export type SimController = (context: SimContext, errors: TransientErrors) => Promise<void>;

/** What runs over every object of a kind. */
export interface Reconcile<T extends KubeObject> {
  readonly defaults?: (draft: T) => void;
  readonly reconcile: (object: T, context: SimContext) => Promise<void>;
  /**
   * Whether it depends only on what it reads through the reader, and on no other object of the kind: in simulations with watches it is not repeated until something of that
   * changes, and runs for several objects at once.
   */
  readonly isIndependent?: boolean;
}

/** What is read is in memory, so that objects by the hundred would be reconciled in one turn of the event loop: after this time, others have theirs. */
const turnMs = 10;

/** The controller of a kind. */
export function controller<T extends KubeObject>(resource: Resource<T>, reconcile: Reconcile<T>): SimController {
  return async (context, errors) => {
    const listed = await context.reader.lists.list(resource);
    const memos = reconcile.isIndependent === true ? context.memos?.of(reconcile) : undefined;
    const logs = memos?.logs;
    const objects = new Map(listed.map((object) => [`${resource.kind} ${formatKey(keyOf(object))}`, object]));
    const due = memos === undefined ? [...objects] : dueObjects(objects, memos, context);
    const { count } = context.writer;
    let began = performance.now();
    await inParallel(due, memos === undefined ? 1 : context.parallel, async ([name, object]) => {
      if (memos !== undefined && context.writer.count - count >= context.atMost && !memos.taken.has(name))
        return context.wakeAt(context.now());
      memos?.taken.add(name);
      logs?.delete(name);
      const log = new ReadLog();
      await errors.keep(name, async () => {
        await reconcileOne(resource, { object, reconcile }, logs === undefined ? context : recorded(context, log));
        logs?.set(name, log);
      });
      if (performance.now() - began < turnMs) return;
      await nextTurn();
      began = performance.now();
    });
  };
}

/**
 * The objects that have something to do: those of control planes, for which all others wait, those that the step has taken before, then the next ones after those of the last step. A step
 * takes a part of many, so that it ends soon, and what the others wait for goes on.
 */
function dueObjects<T extends KubeObject>(
  objects: ReadonlyMap<string, T>,
  memos: ControllerMemos,
  context: SimContext,
): readonly (readonly [string, T])[] {
  const { logs, taken, last } = memos;
  for (const name of logs.keys()) if (!objects.has(name)) logs.delete(name);
  const due = [...objects].filter(([name]) => !isCurrent(logs.get(name), context));
  const rank = ([name, object]: readonly [string, T]): number =>
    isControlPlaneMachine(object) || taken.has(name) ? 0 : Number(name <= last) + 1;
  return due.toSorted((one, other) => rank(one) - rank(other));
}

/** Whether the last reconcile counts, and need not be repeated. If so, it still waits for its time. */
function isCurrent(log: ReadLog | undefined, { now, wakeAt }: SimContext): boolean {
  if (log?.isCurrent(now()) !== true) return false;
  wakeAt(log.dueAt);
  return true;
}

function recorded(context: SimContext, log: ReadLog): SimContext {
  const wakeAt = (time: number): void => {
    log.wakeAt(time);
    context.wakeAt(time);
  };
  return { ...context, reader: context.reader.recording(log), wakeAt };
}

async function withDefaults<T extends KubeObject>(
  resource: Resource<T>,
  { object, defaults }: { readonly object: T; readonly defaults: Reconcile<T>["defaults"] },
  { writer }: SimContext,
): Promise<T> {
  if (defaults === undefined || isDeleting(object)) return object;
  const draft = deepClone(object);
  defaults(draft);
  return writer.as("defaults").store(resource, object, draft);
}

async function reconcileOne<T extends KubeObject>(
  resource: Resource<T>,
  { object: listed, reconcile: { defaults, reconcile } }: { readonly object: T; readonly reconcile: Reconcile<T> },
  context: SimContext,
): Promise<void> {
  // A controller before may have deleted it.
  const object = await context.reader.lists.find(resource, keyOf(listed));
  if (object === undefined) return;
  await reconcile(await withDefaults(resource, { object, defaults }, context), context);
}

// The tasks of reconciles. Each ends with the status of the generation that it read, unless it never ends.
import type { ReconcileContext, ReconcileResult } from "@capstan/operator";
import { keyOf } from "@capstan/kube";
import { type TaskName, Widget } from "./widget.ts";

type Task = (widget: Widget, context: ReconcileContext) => Promise<ReconcileResult | undefined>;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function statusOf({ metadata, spec }: Widget): NonNullable<Widget["status"]> {
  return { observedGeneration: metadata.generation ?? 0, value: spec.value };
}

function isReconciled({ metadata, spec, status }: Widget): boolean {
  return status?.observedGeneration === metadata.generation && status?.value === spec.value;
}

async function write(widget: Widget, { client }: ReconcileContext, more: Widget["status"] = {}): Promise<undefined> {
  const body = { status: { ...statusOf(widget), ...more } };
  await client.patch(Widget, keyOf(widget), { type: "merge", subresource: "status", body });
}

/** Tasks by name. */
export const tasks: Readonly<Record<TaskName, Task>> = {
  async write(widget, context) {
    if (!isReconciled(widget)) await write(widget, context);
    return undefined;
  },
  /** Does not listen to the signal, like a call of a cloud that cannot be cancelled. */
  async slow(widget, context) {
    if (isReconciled(widget)) return undefined;
    await sleep(widget.spec.ms ?? 0);
    return write(widget, context);
  },
  /** Holds the event loop. */
  async block(widget, context) {
    if (isReconciled(widget)) return undefined;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, widget.spec.ms ?? 0);
    return write(widget, context);
  },
  async stuck(widget, context) {
    await write(widget, context);
    return new Promise(() => undefined);
  },
  /** Each write is different, as with the id of a request in the message of a condition. */
  async noise(widget, context) {
    await write(widget, context, { message: context.reconcileId });
    return { requeueAfter: `${widget.spec.ms ?? 0}ms` };
  },
  /** As for the end of a certificate's time. */
  async far(widget, context) {
    if (!isReconciled(widget)) await write(widget, context);
    return { requeueAfter: "8760h" };
  },
  /** Its write is rejected when somebody else has written meanwhile. */
  async conflict(widget, { client }) {
    if (isReconciled(widget)) return undefined;
    await sleep(widget.spec.ms ?? 0);
    await client.updateStatus(Widget, { ...widget, status: statusOf(widget) });
    return undefined;
  },
};

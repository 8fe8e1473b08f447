// What `clusterctl move` left behind. It marks an object of the source, deletes it, and then removes its finalizers. Where it ended before
// the last of these, nobody else removes them: the mark stays, and it pauses the deletion, because the infrastructure belongs to the target.
import { systemClock } from "@capstan/client";
import { isMoved } from "@capstan/contract";
import { formatDuration, formatKey, hasFinalizer, keyOf, type Resource } from "@capstan/kube";
import { type FinalizerChange, removeFinalizerOnServer } from "./finalizer.ts";
import type { PassDeps, PassEnd } from "./pass-deps.ts";

/** For how long clusterctl has time to remove the finalizers. It repeats its requests for less. */
const clusterctlMs = 60_000;

/** Whether a move has deleted the object, and our finalizer keeps it. */
export function isLeftByMove(object: FinalizerChange["object"], finalizer: string): boolean {
  return object.metadata.deletionTimestamp !== undefined && isMoved(object) && hasFinalizer(object, finalizer);
}

/** Removes our finalizer, and nothing else, when clusterctl had its time: its own request would fail for an object that does not exist. */
export async function leaveMoved({
  resource,
  deps,
  ...change
}: FinalizerChange & { readonly resource: Resource; readonly deps: PassDeps }): Promise<PassEnd> {
  const { object } = change;
  const deletedAt = Date.parse(object.metadata.deletionTimestamp ?? "");
  const waitMs = deletedAt + clusterctlMs - systemClock.date().getTime();
  // Not longer where the clocks differ.
  if (waitMs > 0) return { step: "moved", requeueAfter: formatDuration(Math.min(waitMs, clusterctlMs)) };
  await removeFinalizerOnServer(deps.client, resource, change);
  deps.log.info("Finalizer of a moved object removed, its infrastructure stays as it is", {
    object: formatKey(keyOf(object)),
  });
  return { step: "moved" };
}

// The records of the connections that keep kinds in memory.
import type { Clock } from "@capstan/client";
import type { Resource } from "@capstan/kube";
import { isTraced, publishTrace, type WatchTrace } from "@capstan/kube/trace";
import { tracedError } from "./traced-error.ts";

/** What is kept in memory. */
export interface WatchedStore {
  readonly resource: Resource;
  readonly select: { readonly namespace?: string };
  readonly store: { readonly size: number; readonly version: string | undefined };
  readonly clock: Clock;
}

/** Publishes how a connection is, if somebody listens. */
export function traceWatch(
  state: WatchTrace["state"],
  { resource, select, store, clock }: WatchedStore,
  failure?: { readonly error: unknown; readonly nextMs: number },
): void {
  if (!isTraced()) return;
  const { apiVersion, kind } = resource;
  publishTrace({
    type: "watch",
    at: clock.date().getTime(),
    apiVersion,
    kind,
    namespace: select.namespace,
    state,
    objects: store.size,
    resourceVersion: store.version,
    ...(failure === undefined ? {} : { error: tracedError(failure.error), nextMs: failure.nextMs }),
  });
}

// The records of a reconcile's writes.
import type { Clock } from "@capstan/client";
import { keyOf, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import { publishTrace, type TracedObject, type WriteTrace } from "@capstan/kube/trace";
import { safely } from "../controller/reconcile-errors.ts";
import { writeFailureOf } from "./traced-error.ts";

/** The reconcile that writes. */
export interface WritingRun {
  readonly controller: string;
  readonly key: ObjectKey;
  readonly reconcileId: string;
  readonly clock: Clock;
  /** The server of its own client. */
  readonly server: string;
}

/** A write that is sent. */
export interface SentCall extends Pick<WriteTrace, "verb"> {
  readonly resource: Resource;
  /** Of an object that the server names the name is empty. */
  readonly target: ObjectKey;
  readonly subresource?: string | undefined;
  readonly dryRun?: boolean | undefined;
  /** Where it is sent to. */
  readonly server: string;
}

/** Makes a call and publishes what it wrote, or how it failed. */
export async function traceWrite<R extends KubeObject | boolean>(
  run: WritingRun,
  call: SentCall,
  send: () => Promise<R>,
): Promise<R> {
  const { clock, controller, key, reconcileId } = run;
  const { resource, target, server, verb, subresource, dryRun } = call;
  const { apiVersion, kind } = resource;
  const at = clock.date().getTime();
  const steady = clock.steady ?? clock;
  const began = steady.now();
  const publish = (answered: Pick<WriteTrace, "object" | "answer" | "status" | "code">): void =>
    publishTrace({
      type: "write",
      at,
      controller,
      key,
      reconcileId,
      verb,
      subresource,
      dryRun,
      server: server === run.server ? undefined : server,
      ms: steady.now() - began,
      ...answered,
    });
  const sent = { apiVersion, kind, ...target };
  let result: R;
  try {
    result = await send();
  } catch (error) {
    publish({ object: sent, answer: "failed", ...writeFailureOf(error) });
    throw error;
  }
  const object = typeof result === "boolean" ? sent : { ...sent, ...safely(() => written(result), target) };
  publish({ object, answer: result === false ? "missing" : "stored" });
  return result;
}

/** What a server answers need not be an object. */
function written(object: KubeObject): Pick<TracedObject, "namespace" | "name" | "resourceVersion"> {
  return { ...keyOf(object), resourceVersion: object.metadata.resourceVersion };
}

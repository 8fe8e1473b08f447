// The records of a reconcile's writes.
import type { Clock } from "@capstan/client";
import { keyOf, type KubeObject, type ObjectKey } from "@capstan/kube";
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

/** What an answer says of a write. */
export interface AnsweredWrite extends Pick<WriteTrace, "answer"> {
  readonly object?: Partial<TracedObject> | undefined;
}

/** A write that is sent, and answered with an `R`. */
export interface SentCall<R> extends Pick<WriteTrace, "verb"> {
  /** Of an object that the server names the name is empty. */
  readonly object: TracedObject;
  readonly subresource?: string | undefined;
  readonly dryRun?: boolean | undefined;
  /** Where it is sent to. */
  readonly server: string;
  readonly answered: (result: R) => AnsweredWrite;
}

/** Makes a call and publishes what it wrote, or how it failed. */
export async function traceWrite<R>(run: WritingRun, call: SentCall<R>, send: () => Promise<R>): Promise<R> {
  const { clock, controller, key, reconcileId } = run;
  const { object: sent, server, verb, subresource, dryRun } = call;
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
  let result: R;
  try {
    result = await send();
  } catch (error) {
    publish({ object: sent, answer: "failed", ...writeFailureOf(error) });
    throw error;
  }
  // What a server answers need not be an object.
  const { object, answer } = safely(() => call.answered(result), { answer: "stored" });
  publish({ object: { ...sent, ...object }, answer });
  return result;
}

/** What the answer to a call of a kind says: a deletion is answered with whether there was something, or with what there was. */
export function writtenBy(result: KubeObject | readonly KubeObject[] | boolean): AnsweredWrite {
  if (typeof result === "boolean") return { answer: result ? "stored" : "missing" };
  if (isList(result)) return { answer: result.length > 0 ? "stored" : "missing" };
  return { answer: "stored", object: { ...keyOf(result), resourceVersion: result.metadata.resourceVersion } };
}

function isList(result: KubeObject | readonly KubeObject[]): result is readonly KubeObject[] {
  return Array.isArray(result);
}

// One pass over one object, in the order every provider must follow (docs/house.md, "How an object becomes infrastructure"):
// externally managed? owner, finalizer, paused?, gates, the author, exit patch. Called by the engine for each key, and by
// tests step by step. Knows no queue, no retry and no timer: errors are thrown, waits are returned.
import { finalizerOf, hasFinalizer, isExternallyManaged, matchesWatchFilter } from "@capstan/contract";
import { deepClone, parseDuration, type KubeObject } from "@capstan/kube";
import type { ControllerDefinition } from "../authoring/controller-definition.ts";
import type { AnyResult } from "../authoring/result.ts";
import { applyOutcome } from "./apply-result.ts";
import { ConditionWriter } from "./condition-writer.ts";
import { sendExitPatch } from "./exit-patch.ts";
import { addFinalizer, removeFinalizer } from "./finalizer.ts";
import { kindShapeOf, type KindShape } from "./kind-shape.ts";
import { kitClient } from "./kit-client.ts";
import { GateError, type PassOutcome } from "./outcome.ts";
import type { Owners } from "./owner.ts";
import type { PassDeps, PassEnd, PassInput } from "./pass-deps.ts";
import { recordPause } from "./record-pause.ts";
import { roles, type PassSubject } from "./roles.ts";

interface Pass {
  readonly controller: ControllerDefinition;
  readonly deps: PassDeps;
  readonly input: PassInput;
  readonly shape: KindShape;
  readonly object: KubeObject;
  readonly deleting: boolean;
  /** Ours, or undefined for a kind that holds nothing back. */
  readonly finalizer: string | undefined;
}

/** Runs one pass; throws what makes it fail, after what it did has been written. */
export async function runPass(controller: ControllerDefinition, deps: PassDeps, input: PassInput): Promise<PassEnd> {
  const { resource, role } = controller;
  const object = await deps.reader.get(resource, input.key);
  if (object === undefined) return { step: "gone" };
  if (!matchesWatchFilter(object, deps.watchFilter ?? "")) return { step: "filtered" };
  if (roles[role].respectsExternal && isExternallyManaged(object)) return { step: "externally-managed" };
  const deleting = object.metadata.deletionTimestamp !== undefined;
  const finalizer = controller.author.delete === undefined ? undefined : finalizerOf(resource);
  const pass: Pass = { controller, deps, input, shape: kindShapeOf(resource), object, deleting, finalizer };
  const owners = await roles[role].owners(object, deps.reader);
  return owners === undefined ? leaveUnowned(pass) : ownedPass(pass, owners);
}

/** Without an owner nothing is done; a deleted object is let go, since nothing was ever made for it. */
async function leaveUnowned({ controller, deps, object, deleting, finalizer }: Pass): Promise<PassEnd> {
  if (deleting && finalizer !== undefined)
    await removeFinalizer(deps.client, controller.resource, { object, finalizer });
  return { step: "no-owner" };
}

async function ownedPass(pass: Pass, owners: Owners): Promise<PassEnd> {
  const { controller, deps, object, deleting, finalizer } = pass;
  const held = finalizer !== undefined && hasFinalizer(object, finalizer);
  if (finalizer !== undefined && !held && !deleting) {
    await addFinalizer(deps.client, controller.resource, { object, finalizer });
    return { step: "finalizer-added" };
  }
  const pause = await recordPause(pass, owners.cluster);
  if (pause !== undefined) return { step: pause };
  if (deleting && !held) return { step: "released" };
  return work(pass, owners);
}

/** The part that changes something: everything it did is written at its end, also after an error. */
async function work(pass: Pass, owners: Owners): Promise<PassEnd> {
  const { controller, deps, input, shape, deleting, finalizer } = pass;
  const subject: PassSubject = { controller, object: deepClone(pass.object), owners };
  const conditions = new ConditionWriter(subject.object, shape.conditions, controller.conditions);
  const outcome = await attempt(pass, subject, conditions);
  // A manager that stopped or lost its lease must not write: another one may be at work already.
  if (input.signal.aborted) return { step: "aborted" };
  applyOutcome({ object: subject.object, shape, controller, touched: conditions.touched }, outcome);
  const released = deleting && outcome.kind === "answered" && outcome.result.result === "removed";
  const ends = { resource: controller.resource, before: pass.object, after: subject.object, place: shape.conditions };
  await bothErrors(outcome, () =>
    sendExitPatch(deps.client, released && finalizer !== undefined ? { ...ends, release: finalizer } : ends),
  );
  return { step: "reconciled", ...delayOf(outcome) };
}

/** The gates and the author; whatever they throw becomes part of the outcome. */
async function attempt(pass: Pass, subject: PassSubject, conditions: ConditionWriter): Promise<PassOutcome> {
  const { controller, deps, deleting } = pass;
  const role = roles[controller.role];
  try {
    const gate = deleting ? undefined : role.gate(subject);
    if (gate !== undefined) return gate;
    const data = deleting ? await role.deleteData(subject, deps) : await role.reconcileData(subject, deps);
    if ("kind" in data && data.kind === "gated") return data as PassOutcome;
    const call = deleting ? controller.author.delete : controller.author.reconcile;
    if (call === undefined) return { kind: "answered", result: { result: "removed", payload: undefined } };
    return { kind: "answered", result: await call(data, contextOf(pass, conditions)) };
  } catch (error) {
    return error instanceof GateError ? error.gate : { kind: "failed", error };
  }
}

function contextOf({ controller, deps, input }: Pass, conditions: ConditionWriter): object {
  return {
    services: deps.services,
    client: kitClient(controller, deps),
    conditions,
    signal: input.signal,
    events: deps.events,
    log: deps.log,
    workload: (cluster: KubeObject) => deps.remote.connect(cluster),
  };
}

/** Writes the exit patch, then throws the pass' error, the patch's, or both. */
async function bothErrors(outcome: PassOutcome, write: () => Promise<void>): Promise<void> {
  const errors: unknown[] = outcome.kind === "failed" ? [outcome.error] : [];
  await write().catch((error: unknown) => errors.push(error));
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join("; "));
}

function delayOf(outcome: PassOutcome): { requeueAfterMs?: number } {
  const text =
    outcome.kind === "gated"
      ? outcome.requeueAfter
      : outcome.kind === "answered"
        ? (outcome.result as AnyResult).requeueAfter
        : undefined;
  return text === undefined ? {} : { requeueAfterMs: parseDuration(text) };
}

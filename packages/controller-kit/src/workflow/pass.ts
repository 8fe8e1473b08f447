// One pass over one object: watch filter, externally managed, owner, pause, finalizer, gates, the author's handler, exit patch.
// Every provider must follow this order (docs/architecture.md, "How an object becomes infrastructure").
// Queue, retries and timers are not part of a pass: it throws errors and returns delays.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { isExternallyManaged, matchesWatchFilter } from "@capstan/contract";
import {
  errorFrom,
  finalizerOf,
  formatKey,
  hasFinalizer,
  isCapstanError,
  isJsonObject,
  keyOf,
  type KubeObject,
} from "@capstan/kube";
import { inTurn } from "@capstan/kube/turns";
import { isOutdated } from "@capstan/operator";
import type { ConditionTypes } from "../authoring/conditions.ts";
import type { Context } from "../authoring/context.ts";
import type { ControllerDefinition, RoleData, RoleName } from "../authoring/controller-definition.ts";
import { removed } from "../authoring/result.ts";
import type { Watch } from "../authoring/watch.ts";
import { identityOf } from "../identity/identity-of.ts";
import { onceOf, PausedMeanwhile } from "../once/once-of.ts";
import type { Unowned } from "../roles/owners.ts";
import { checkResult } from "../roles/check-result.ts";
import { checkReport } from "../roles/report-fields.ts";
import type { AuthorReconcile, PassSubject, RoleOwners } from "../roles/role.ts";
import { roles } from "../roles/roles.ts";
import { workflowOf } from "../roles/role-workflow.ts";
import { applyOutcome, applyReady } from "./apply-result.ts";
import { copyOf, turnOf } from "./copies.ts";
import { ConditionWriter, writeCondition } from "./condition-writer.ts";
import { sendExitPatch } from "./exit-patch.ts";
import { Failures } from "./failures.ts";
import { addFinalizerOnServer, keepFinalizer, removeFinalizerOnServer } from "./finalizer.ts";
import { kindShapeOf, type KindShape } from "./kind-shape.ts";
import { declaredReader } from "./declared-reader.ts";
import { kitClient } from "./kit-client.ts";
import { LookAgain, type PassDelay } from "./look-again.ts";
import { GateError, type PassOutcome } from "./outcome.ts";
import type { PassDeps, PassEnd, PassInput, PassStep } from "./pass-deps.ts";
import { pausedCondition, recordPause } from "./pause.ts";

interface Pass<K extends RoleName> {
  readonly controller: ControllerDefinition<never, K>;
  readonly deps: PassDeps;
  readonly input: PassInput;
  readonly shape: KindShape;
  readonly object: KubeObject;
  readonly deleting: boolean;
  /** Our finalizer, if the kind has a delete handler. */
  readonly finalizer: string | undefined;
  readonly again: LookAgain;
}

/** Runs one pass. Throws the error that made it fail, after its changes were written. */
export async function runPass<K extends RoleName>(
  controller: ControllerDefinition<never, K>,
  deps: PassDeps,
  input: PassInput,
): Promise<PassEnd> {
  const role = roles[controller.role];
  const object = await deps.reader.view(controller.resource, input.key);
  if (object === undefined) {
    await role.absent?.(controller, deps, input.key);
    return { step: "not-found" };
  }
  const leaves = leavesAlone(controller, deps, object);
  if (leaves === "foreign") await role.absent?.(controller, deps, input.key);
  if (leaves !== undefined) return { step: leaves };
  const pass = passOver(controller, deps, { input, object });
  const owners = await role.owners(object, deps.reader, deps.client);
  return typeof owners === "string" ? leaveUnowned(pass, owners) : ownedPass(pass, owners);
}

/** Writes into an object that a pass over it was abandoned, if the object is still one for a pass. */
export async function reportAbandoned<K extends RoleName>(
  controller: ControllerDefinition<never, K>,
  deps: PassDeps,
  { error, ...input }: PassInput & { readonly error: Error },
): Promise<void> {
  const seen = await deps.reader.view(controller.resource, input.key);
  if (seen === undefined || leavesAlone(controller, deps, seen) !== undefined) return;
  const pass = passOver(controller, deps, { input, object: seen });
  const owners = await roles[controller.role].owners(seen, deps.reader, deps.client);
  const { isPausedByAnnotation } = workflowOf(controller.role);
  if (typeof owners === "string" || (await recordPause({ ...pass, isPausedByAnnotation }, owners.cluster))) return;
  const object = await copyOf(seen);
  const conditions = new ConditionWriter(object, pass.shape.conditions, controller.conditions);
  // It throws the error that it has written.
  await writeOutcome(pass, { object, conditions }, { kind: "failed", error }).catch((thrown: unknown) => {
    if (thrown !== error) throw thrown;
  });
}

/** Why a controller leaves an object alone, if it does. */
function leavesAlone<K extends RoleName>(
  controller: ControllerDefinition<never, K>,
  { watchFilter = "" }: PassDeps,
  object: KubeObject,
): PassStep | undefined {
  if (roles[controller.role].concerns?.(object, controller) === false) return "foreign";
  if (!matchesWatchFilter(object, watchFilter)) return "filtered";
  if (workflowOf(controller.role).mayBeExternal && isExternallyManaged(object)) return "externally-managed";
  return undefined;
}

function passOver<K extends RoleName>(
  controller: ControllerDefinition<never, K>,
  deps: PassDeps,
  { input, object }: Pick<Pass<K>, "input" | "object">,
): Pass<K> {
  const { resource, handlers, pool } = controller;
  const deleting = object.metadata.deletionTimestamp !== undefined;
  const finalizer = handlers.delete === undefined ? undefined : finalizerOf(pool ?? resource);
  const shape = kindShapeOf(resource);
  return { controller, deps, input, shape, object, deleting, finalizer, again: new LookAgain() };
}

/**
 * Without an owner, a deleted object only loses the finalizer, as the contract wants it. With another owner of the same name there may be
 * infrastructure in use: the object stays until its reference is corrected or removed, which causes the next pass.
 */
async function leaveUnowned<K extends RoleName>(pass: Pass<K>, unowned: Unowned): Promise<PassEnd> {
  const { controller, deps, object, deleting, finalizer } = pass;
  if (unowned !== "no-owner") {
    deps.log.info(waitingFor[unowned]);
    return { step: unowned };
  }
  if (deleting && finalizer !== undefined && hasFinalizer(object, finalizer)) {
    await removeFinalizerOnServer(deps.client, controller.resource, { object, finalizer });
    warnOfLeftInfrastructure(pass);
  }
  return { step: unowned };
}

/** Why nothing is done, though the object has an owner. */
const waitingFor: Readonly<Record<Exclude<Unowned, "no-owner">, string>> = {
  "owner-replaced": "waiting: the owner with this name has another uid than the owner reference",
  "cluster-missing": "waiting: the Cluster that the object names does not exist, so whether it is paused is not known",
};

/** Our finalizer is added only below an owner: the reference was removed after that, and there may be infrastructure. */
function warnOfLeftInfrastructure<K extends RoleName>({ controller, deps, object }: Pass<K>): void {
  const message = "the owner reference was removed before the deletion, so the infrastructure was not deleted";
  const name = `${controller.resource.kind} ${formatKey(keyOf(object))}`;
  deps.log.warn(`${name}: ${message}; look for what is left of it`, { reason: leftReason });
  deps.events.record(object, { type: "Warning", reason: leftReason, message });
}

const leftReason = "InfrastructureNotDeleted";

async function ownedPass<K extends RoleName>(pass: Pass<K>, owners: RoleOwners[K]): Promise<PassEnd> {
  const { controller, deps, object, deleting, finalizer } = pass;
  const held = finalizer !== undefined && hasFinalizer(object, finalizer);
  const { isPausedByAnnotation } = workflowOf(controller.role);
  const pause = await recordPause({ ...pass, isPausedByAnnotation }, owners.cluster);
  if (pause === "pause-recorded") return { step: pause, ...atOnce };
  if (pause !== undefined) return { step: pause };
  // Not to a paused object: who removed the finalizer under a pause wants it deleted without its infrastructure.
  if (finalizer !== undefined && !held && !deleting) {
    await addFinalizerOnServer(deps.client, controller.resource, { object, finalizer });
    return { step: "finalizer-added", ...atOnce };
  }
  if (deleting && !held) return { step: "released" };
  return runHandler(pass, owners);
}

/** The part that calls the author. Its changes are written at its end, also after an error. */
async function runHandler<K extends RoleName>(pass: Pass<K>, owners: RoleOwners[K]): Promise<PassEnd> {
  const { controller, deps, input, shape } = pass;
  const object = await copyOf(pass.object);
  const conditions = new ConditionWriter(object, shape.conditions, controller.conditions);
  const outcome = await deps.remote.during(() => attempt(pass, { controller, object, owners }, conditions));
  // A manager that stops or lost its lease does not write: another leader may already be active. A pass that took too long has failed.
  if (isAborted(input) && !isTimeout(input.signal.reason)) return { step: "aborted" };
  // The event of the pause causes the pass that records it.
  if (outcome.kind === "failed" && outcome.error instanceof PausedMeanwhile) return { step: "paused" };
  return writeOutcome(pass, { object, conditions }, outcome);
}

/** What a pass changes: its copy of the object, and what it did to conditions. */
interface PassWork {
  readonly object: KubeObject;
  readonly conditions: ConditionWriter;
}

/** The object's own writes cause no pass, so one that has only begun says that another follows. */
const atOnce = { requeueAfter: "0s" } as const;

/** Writes the end of a pass; throws the error that made it fail. */
async function writeOutcome<K extends RoleName>(
  { controller, deps, shape, deleting, finalizer, ...pass }: Pass<K>,
  { object, conditions }: PassWork,
  outcome: PassOutcome<RoleData[K]["report"]>,
): Promise<PassEnd> {
  const { resource, conditions: declared } = controller;
  const { touched, deleted } = conditions;
  const { failedReason } = workflowOf(controller.role);
  const target = { object, shape, conditions: declared, touched, deleted, failedReason };
  const isSilent = applyOutcome(
    { ...target, report: (view, report) => roles[controller.role].writeReport({ object, view }, report) },
    outcome,
  );
  // Only the end of a deletion takes it away: without it the object would go, and its infrastructure would stay.
  if (finalizer !== undefined) keepFinalizer(object, { object: pass.object, finalizer });
  const released = deleting && outcome.kind === "returned" && outcome.result.result === "removed";
  const { conditions: place, flags } = shape;
  // The pause check does not write a condition of which only the generation is outdated.
  writeCondition(object, place, pausedCondition(undefined));
  const owned = new Set([...Object.keys(declared), "Ready", "Paused"]);
  // After an error of the author, Ready says that one.
  const setNotStored = (written: KubeObject, error: unknown): void => {
    if (outcome.kind !== "failed") applyReady({ ...target, object: written }, { kind: "failed", error });
  };
  const ends = { resource, before: pass.object, after: object, place, owned, flags, setNotStored };
  const failures = new Failures();
  if (outcome.kind === "failed") {
    failures.add(outcome.error);
    // Without a condition, the object would not show that it is no longer checked. A conflict is repeated at once.
    if (isSilent && !isOutdated(outcome.error))
      deps.events.record(object, {
        type: "Warning",
        reason: "TransientError",
        message: errorFrom(outcome.error).message,
      });
  }
  // Of a large object it takes as long as the copy.
  await inTurn(() => undefined, turnOf(object));
  const isNewer = await sendExitPatch(deps.client, { ...ends, release: released ? finalizer : undefined }, failures);
  failures.throwIfAny();
  return { step: "reconciled", ...(isNewer && !released ? atOnce : pass.again.orSooner(delayOf(outcome))) };
}

function isAborted(input: PassInput): boolean {
  return input.isAborted ?? input.signal.aborted;
}

function throwIfAborted(input: PassInput): void {
  if (isAborted(input)) input.signal.throwIfAborted();
}

function isTimeout(reason: unknown): boolean {
  return isCapstanError(reason, "operator/reconcile-timeout");
}

/** Checks the gates and calls the author's handler; a closed gate and whatever the handler throws become the outcome. */
async function attempt<K extends RoleName>(
  pass: Pass<K>,
  subject: PassSubject<K>,
  conditions: ConditionWriter,
): Promise<PassOutcome<RoleData[K]["report"]>> {
  const { handlers, role } = pass.controller;
  const ctx = contextOf(pass, conditions, subject.owners.cluster);
  try {
    if (!pass.deleting) {
      const author: AuthorReconcile<K> = async (data) => {
        const result = await handlers.reconcile(await withCopies(data, subject.object), ctx);
        // What a role stores for the author counts as a write of the pass.
        throwIfAborted(pass.input);
        checkResult(pass.controller, "reconcile", result);
        conditions.checkResult(result);
        checkReport(role, result);
        return result;
      };
      return { kind: "returned", result: await roles[role].reconcile(subject, pass.deps, author) };
    }
    const data = await roles[role].deleteInput(subject, pass.deps);
    const copies = await withCopies(data, subject.object);
    const result = handlers.delete === undefined ? removed() : await handlers.delete(copies, ctx);
    throwIfAborted(pass.input);
    checkResult(pass.controller, "delete", result);
    conditions.checkResult(result);
    if (result.result === "removed") await roles[role].removed?.(subject, pass.deps);
    return { kind: "returned", result };
  } catch (error) {
    return error instanceof GateError ? error.gate : { kind: "failed", error };
  }
}

/** The data of a pass with private copies of the objects in it; `own` is the working copy of the pass. */
async function withCopies<P extends object>(data: P, own: KubeObject): Promise<P> {
  const fields: (readonly [string, unknown])[] = [];
  for (const [name, value] of Object.entries(data))
    fields.push([name, isShared(value, own) ? await copyOf(value) : value]);
  // The same fields with the same types.
  return Object.fromEntries(fields) as P;
}

function isShared(value: unknown, own: KubeObject): value is KubeObject {
  return value !== own && isJsonObject(value) && "apiVersion" in value && "kind" in value;
}

function contextOf<K extends RoleName>(
  { controller, deps, input, object, again }: Pass<K>,
  conditions: ConditionWriter,
  cluster: Cluster | undefined,
): Context<unknown, ConditionTypes, KubeObject, readonly Watch[]> {
  // Made when it is first used: most passes find nothing to do.
  const client = lazily(() => kitClient(controller, deps));
  const identity = lazily(() => identityOf(declaredReader(controller.watches, deps), keyOf(object).namespace));
  const once = lazily(() => {
    const { signal } = input;
    return onceOf({ controller, deps, object, cluster, signal, lookAgain: (ms) => again.within(ms) });
  });
  return {
    services: deps.services,
    get client() {
      return client();
    },
    get identity() {
      return identity();
    },
    conditions,
    get signal() {
      return input.signal;
    },
    assertLeader: deps.assertLeader,
    get once() {
      return once();
    },
    events: deps.events,
    log: deps.log,
    async workload(cluster) {
      const found = await deps.remote.connect(cluster, { log: deps.log, signal: input.signal, isPass: true });
      // All passes share the client: those of another one may go on.
      return found.connected ? { ...found, client: deps.guarded(found.client) } : found;
    },
    kept: (watch, cluster) => deps.kept.of(watch, cluster),
  };
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function delayOf(outcome: PassOutcome): PassDelay {
  const source = outcome.kind === "returned" ? outcome.result : outcome;
  const delay = "requeueAfter" in source ? source.requeueAfter : undefined;
  return delay === undefined ? {} : { requeueAfter: delay };
}

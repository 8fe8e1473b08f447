// Rolls out what a MachineDeployment wants: a MachineSet for each template, whose sizes follow the plan of the strategy, or while the deployment is paused, its size alone.
import { type MachineDeployment, MachineSet } from "@capstan/api/core/v1beta2";
import { isDeleting } from "@capstan/contract";
import { deepClone, keyOf } from "@capstan/kube";
import { creationAnnotation } from "../drafts.ts";
import { rememberFields, type SetFields, specFields } from "../set-fields.ts";
import type { SimContext } from "../writer.ts";
import { disableMachineCreate, followDeployment, newMachineSet, revise, showRevision } from "./new-machine-set.ts";
import { pausedSizes } from "./paused-sizes.ts";
import { isComplete, isRollingUpdate, maxSurge, maxUnavailable, wantedReplicas } from "./rollout-limits.ts";
import { planOnDelete, planRollingUpdate, type PlannedSet, type PlannedSizes } from "./rollout-plan.ts";
import { rememberTemplate, type WorkerContext } from "./sync-machines.ts";
import { expiredAfter, type RolloutSets, rolloutSets } from "./rollout-sets.ts";

/** One step of a rollout; returns the set of the current template, as it is now. Without the templates that it names, no set is created. */
export async function rollOut(
  draft: MachineDeployment,
  { sets, hasTemplates }: { readonly sets: readonly MachineSet[]; readonly hasTemplates: boolean },
  context: WorkerContext,
): Promise<MachineSet | undefined> {
  const now = context.now();
  waitForAfter(draft, context);
  const found = rolloutSets(draft, sets, now);
  const isPaused = draft.spec.paused === true;
  if (found.current === undefined && !isPaused && !hasTemplates) return undefined;
  const fields = setFieldsOf(draft, sets, context);
  const next = nextSets(draft, found, { now: isPaused ? undefined : now, fields });
  showRevision(draft, next.current === undefined ? "" : revise(next.current, next.old));
  const sizes = isPaused ? pausedSizes(draft, next) : plannedSizes(draft, next);
  for (const set of [next.current, ...next.old]) if (set !== undefined) await saveSet(set, { sets, sizes }, context);
  // In the end no old set has machines.
  if (!isPaused && isComplete(draft, sets)) for (const set of found.old) await deleteEmpty(set, sizes, context);
  return next.current;
}

function waitForAfter(draft: MachineDeployment, { now, wakeAt }: SimContext): void {
  const { after } = draft.spec.rollout ?? {};
  if (after !== undefined && expiredAfter(draft, now()) === undefined) wakeAt(new Date(after).getTime());
}

/** What the deployment has set in the templates of its sets: at first, when nobody knows, all that they have. */
function setFieldsOf(deployment: MachineDeployment, sets: readonly MachineSet[], { fields }: WorkerContext): SetFields {
  const isKnown = fields.has(deployment);
  const own = fields.of(deployment);
  own.keepOnly(sets);
  if (!isKnown) for (const set of sets) rememberFields(specFields(set.spec.template.spec), own.of(set));
  return own;
}

/** Drafts of the sets with what they follow of the deployment; with a time, also of a set that does not exist yet. */
function nextSets(
  deployment: MachineDeployment,
  { current, old }: RolloutSets,
  { now, fields }: { readonly now: number | undefined; readonly fields: SetFields },
): RolloutSets {
  const follow = (set: MachineSet): MachineSet => {
    const draft = deepClone(set);
    followDeployment(draft, deployment, fields.of(set));
    return draft;
  };
  const next = old.map(follow);
  if (!isRollingUpdate(deployment)) for (const set of next) allowCreation(set, false);
  if (current !== undefined) return { current: follow(current), old: next };
  if (now === undefined) return { current, old: next };
  const created = newMachineSet(deployment, fields);
  if (deployment.spec.rollout?.after !== undefined)
    created.metadata.annotations = { ...created.metadata.annotations, ...creationAnnotation(now) };
  return { current: created, old: next };
}

function allowCreation({ metadata }: MachineSet, isAllowed: boolean): void {
  metadata.annotations = { ...metadata.annotations, [disableMachineCreate]: String(!isAllowed) };
}

function plannedSizes(deployment: MachineDeployment, { current, old }: RolloutSets): PlannedSizes {
  if (current === undefined) return new Map();
  const input = {
    wanted: wantedReplicas(deployment),
    maxSurge: maxSurge(deployment),
    maxUnavailable: maxUnavailable(deployment),
    current: plannedSet(current),
    old: old.map(plannedSet),
  };
  return isRollingUpdate(deployment) ? planRollingUpdate(input) : planOnDelete(input);
}

function plannedSet(set: MachineSet): PlannedSet {
  const { replicas = 0, availableReplicas: available = 0 } = set.status ?? {};
  return { name: keyOf(set).name, wanted: set.spec.replicas ?? 0, replicas, available };
}

/** Creates or changes a set, in its size too. */
async function saveSet(
  draft: MachineSet,
  { sets, sizes }: { readonly sets: readonly MachineSet[]; readonly sizes: PlannedSizes },
  context: WorkerContext,
): Promise<void> {
  const { name } = keyOf(draft);
  draft.spec.replicas = sizes.get(name) ?? draft.spec.replicas ?? 0;
  const before = sets.find((set) => keyOf(set).name === name);
  if (before === undefined) return context.writer.create(MachineSet, draft);
  await rememberTemplate({ before, draft }, context);
  await context.writer.save(MachineSet, before, draft);
}

/** Deletes an old set that has no machines, and has seen that it should have none. */
async function deleteEmpty(set: MachineSet, sizes: PlannedSizes, { writer }: SimContext): Promise<void> {
  const { replicas = 0, observedGeneration = 0 } = set.status ?? {};
  const isEmpty = replicas === 0 && set.spec.replicas === 0 && !sizes.has(keyOf(set).name);
  if (isEmpty && observedGeneration >= (set.metadata.generation ?? 0) && !isDeleting(set))
    await writer.delete(MachineSet, set);
}

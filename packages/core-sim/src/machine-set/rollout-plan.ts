// How many machines each set of a MachineDeployment should have next, so that those of old templates are replaced, as core's rollout planner decides it.

/** A set, and what its status says. */
export interface PlannedSet {
  readonly name: string;
  /** How many machines it should have until now. */
  readonly wanted: number;
  /** How many it has. */
  readonly replicas: number;
  readonly available: number;
}

/** What a plan depends on. */
export interface PlanInput {
  /** How many machines the deployment should have. */
  readonly wanted: number;
  readonly maxSurge: number;
  readonly maxUnavailable: number;
  readonly current: PlannedSet;
  /** The oldest first. */
  readonly old: readonly PlannedSet[];
}

/** The sizes of sets that change, by name. */
export type PlannedSizes = ReadonlyMap<string, number>;

type Sizes = Map<string, number>;

/** Replaces machines by and by: new ones as far as `maxSurge` allows, old ones as far as enough are available. */
export function planRollingUpdate(input: PlanInput): PlannedSizes {
  const sizes: Sizes = new Map();
  scaleCurrent(input, sizes);
  scaleOld(input, sizes);
  breakDeadlock(input, sizes);
  return sizes;
}

/** Replaces machines that others delete. */
export function planOnDelete(input: PlanInput): PlannedSizes {
  const sizes: Sizes = new Map();
  scaleCurrent({ ...input, maxSurge: 0 }, sizes);
  const { current, old, wanted } = input;
  const newSize = sizes.get(current.name) ?? current.wanted;
  let excess = Math.max(0, sumOf(old, (set) => set.wanted) + newSize - wanted);
  // Machines that do not exist any more are not created again.
  for (const set of old) {
    const missing = Math.max(0, set.wanted - set.replicas);
    if (missing === 0) continue;
    sizes.set(set.name, set.wanted - missing);
    excess -= missing;
  }
  for (const set of old) {
    const count = Math.min(sizes.get(set.name) ?? set.wanted, excess);
    if (count <= 0) continue;
    // Core counts from the size before.
    sizes.set(set.name, Math.max(0, set.wanted - count));
    excess -= count;
  }
  return sizes;
}

function sumOf(sets: readonly PlannedSet[], countOf: (set: PlannedSet) => number): number {
  return sets.reduce((sum, set) => sum + countOf(set), 0);
}

/** Machines that are to be created count, and so do those that are to be deleted. */
function scaleCurrent({ current, old, wanted, maxSurge }: PlanInput, sizes: Sizes): void {
  if (current.wanted === wanted) return;
  if (current.wanted > wanted) return void sizes.set(current.name, wanted);
  const existing = sumOf([...old, current], (set) => Math.max(set.wanted, set.replicas));
  const added = Math.min(wanted + maxSurge - existing, wanted - current.wanted);
  if (added > 0) sizes.set(current.name, current.wanted + added);
}

/** How many machines may be deleted yet. */
interface Budget {
  readonly least: number;
  count: number;
  available: number;
}

function scaleOld({ current, old, wanted, maxUnavailable }: PlanInput, sizes: Sizes): void {
  const all = [...old, current];
  if (sumOf(old, (set) => set.wanted) === 0) return;
  const least = Math.max(0, wanted - maxUnavailable);
  const leaving = sumOf(all, (set) =>
    Math.max(0, set.replicas - Math.min(set.wanted, sizes.get(set.name) ?? set.wanted)),
  );
  // While new machines do not become available, old ones stay.
  const unavailable = Math.max(0, current.wanted - current.available);
  const count = sumOf(all, (set) => set.wanted) - leaving - least - unavailable;
  const budget = { least, count, available: sumOf(all, (set) => set.available) };
  for (const set of old) scaleDown(set, budget, { sizes, onlyUnavailable: true });
  for (const set of old) scaleDown(set, budget, { sizes, onlyUnavailable: false });
}

/** Scales down an old set. Nobody knows which of its machines are deleted, so that it is taken for granted that they are available ones. */
function scaleDown(
  { name, wanted, replicas, available }: PlannedSet,
  budget: Budget,
  { sizes, onlyUnavailable }: { readonly sizes: Sizes; readonly onlyUnavailable: boolean },
): void {
  const size = sizes.get(name) ?? wanted;
  let count = Math.min(budget.count, onlyUnavailable ? Math.max(0, size - available) : size);
  if (count <= 0) return;
  const deleted = Math.max(0, replicas - (size - count));
  if (available > 0 && deleted > 0) {
    const spare = Math.max(0, budget.available - budget.least);
    const next = deleted > spare ? Math.min(replicas - spare, size) : size - count;
    count = size - next;
    budget.available -= Math.min(available, Math.max(0, replicas - next));
  }
  if (count <= 0) return;
  sizes.set(name, size - count);
  budget.count -= count;
}

/** Where nothing goes on because old machines do not become available, one of their set is deleted. */
function breakDeadlock({ current, old }: PlanInput, sizes: Sizes): void {
  const unavailable = (set: PlannedSet): boolean => set.available !== set.replicas;
  const isScaling = [...old, current].some((set) => set.wanted !== set.replicas);
  if (isScaling || sizes.size > 0 || unavailable(current)) return;
  const stuck = old.find((set) => unavailable(set) && set.wanted > 0);
  if (stuck !== undefined) sizes.set(stuck.name, stuck.wanted - 1);
}

// One patch of one object, applied as Cluster API applies it: the patch must fit the object, and what it changes must be what Cluster API takes
// over. Anything else would be an error there, or lost without a word.
import {
  applyJsonPatch,
  applyMergePatch,
  deepEqual,
  errorFrom,
  excerpt,
  getAt,
  isJsonObject,
  type JsonPatchOperation,
} from "@capstan/kube";

/** A path in an object, by names. */
export type Steps = readonly string[];

/** A patch that does not fit, or changes too much. */
export class PatchMisfit extends Error {
  /** The operation, where it is one; its value stays out of the log, since it may be a secret. */
  readonly operation: unknown;

  constructor(message: string, operation?: unknown) {
    super(message);
    this.name = "PatchMisfit";
    this.operation = operation;
  }
}

const needs: Readonly<Record<string, "value" | "from" | undefined>> = {
  add: "value",
  replace: "value",
  test: "value",
  remove: undefined,
  move: "from",
  copy: "from",
};

/** What Cluster API takes over from a patched template. */
export const ofTemplates: readonly Steps[] = [["spec"], ["metadata", "labels"], ["metadata", "annotations"]];

/** The object with the patch applied. Throws a PatchMisfit. */
export function patchedObject(object: unknown, patch: unknown): unknown {
  if (isJsonObject(patch)) return applyMergePatch(object, patch);
  if (!Array.isArray(patch)) throw new PatchMisfit("a patch is a list of operations, or an object to merge");
  const operations = patch.map((operation: unknown, index) => {
    checkOperation(operation, index);
    return operation;
  });
  try {
    return applyJsonPatch(object, operations, { asInGo: true });
  } catch (error) {
    throw new PatchMisfit(errorFrom(error).message, patch.map(withoutValue));
  }
}

/** Throws a PatchMisfit for what is no operation. */
function checkOperation(operation: unknown, index: number): asserts operation is JsonPatchOperation {
  const misfit = (problem: string): PatchMisfit =>
    new PatchMisfit(`operation ${index} of the patch ${problem}`, withoutValue(operation));
  if (!isJsonObject(operation)) throw misfit("is no object");
  const { op, path } = operation;
  if (typeof op !== "string" || !Object.hasOwn(needs, op))
    throw misfit("has no op, or one that JSON Patch does not have");
  if (!isPointer(path)) throw misfit("has no path that begins with /");
  const needed = needs[op];
  if (needed === "value" && !("value" in operation)) throw misfit(`(${op}) has no value`);
  if (needed === "from" && !isPointer(operation["from"])) throw misfit(`(${op}) has no from that begins with /`);
}

function isPointer(path: unknown): boolean {
  return typeof path === "string" && (path === "" || path.startsWith("/"));
}

function withoutValue(operation: unknown): unknown {
  if (!isJsonObject(operation) || !("value" in operation)) return operation;
  return { ...operation, value: `a value of type ${typeof operation["value"]}` };
}

/** What differs between an object and its patched form although Cluster API does not take it over; undefined when nothing does. `taken` are the paths that it takes over. */
export function lostChange(before: unknown, after: unknown, taken: readonly Steps[]): string | undefined {
  if (!isJsonObject(after)) return "the patch leaves no object";
  return lostBelow([], { before, after, taken }) ?? removedWhole(before, after, taken);
}

interface Compared {
  readonly before: unknown;
  readonly after: unknown;
  readonly taken: readonly Steps[];
}

function lostBelow(at: Steps, { before, after, taken }: Compared): string | undefined {
  if (taken.some((steps) => steps.length === at.length && isBeginning(at, steps))) return undefined;
  const isAbove = taken.some((steps) => isBeginning(at, steps));
  if (!isAbove || !isJsonObject(before) || !isJsonObject(after)) {
    const isNew = before === undefined && isJsonObject(after) && isAbove;
    if (isNew) return lostBelow(at, { before: {}, after, taken });
    return deepEqual(before, after) ? undefined : `${shown(at)} is not taken over, so it must not change`;
  }
  for (const name of namesOf(before, after)) {
    const [value, left] = [ownOf(before, name), ownOf(after, name)];
    // Most fields of a template that was copied.
    if (value === left) continue;
    const found = lostBelow([...at, name], { before: value, after: left, taken });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The names of an object, and then those that only the other one has. */
function namesOf(object: object, other: object): readonly string[] {
  const [names, more] = [Object.keys(object), Object.keys(other)];
  const isNew = (name: string): boolean => !Object.hasOwn(object, name);
  return more.some(isNew) ? [...names, ...more.filter(isNew)] : names;
}

function ownOf(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function isBeginning(at: Steps, steps: Steps): boolean {
  return at.every((step, i) => steps[i] === step);
}

/** A path that was removed is skipped when it is copied back. */
function removedWhole(before: unknown, after: unknown, taken: readonly Steps[]): string | undefined {
  const removed = taken.find((steps) => hasAt(before, steps) && !hasAt(after, steps) && !isEmpty(getAt(before, steps)));
  return removed && `${shown(removed)} as a whole cannot be removed: remove what is in it`;
}

/** Nothing is lost of it. */
function isEmpty(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function hasAt(value: unknown, steps: Steps): boolean {
  const found = getAt(value, steps);
  return found !== undefined && found !== null;
}

function shown(steps: Steps): string {
  return steps.length === 0 ? "the object" : steps.map((step) => excerpt(step)).join(".");
}

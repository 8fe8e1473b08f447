// What core takes from the template of a class after its patches: labels, annotations, and what is below `spec.template`. Everything else of a patched template is ignored.
import { deepEqual, formatPointer, getAt, isJsonObject, type JsonPath, type KubeObject } from "@capstan/kube";

/** The parts of a template that core copies. A part that a patch has removed stays as it was in the class. */
const copied = [
  ["metadata", "labels"],
  ["metadata", "annotations"],
  ["spec", "template", "spec"],
  ["spec", "template", "metadata", "labels"],
  ["spec", "template", "metadata", "annotations"],
] as const;

/** A template of a class, after one set of patches and after another. */
export interface PatchedTwice {
  /** As it is in the class. */
  readonly template: KubeObject;
  readonly before: KubeObject;
  readonly after: KubeObject;
}

/** A field that core copies, and that is another one after the second patches. */
export interface PatchedField {
  /** A JSON pointer. */
  readonly path: string;
  /** Undefined when there was none. */
  readonly was: unknown;
  /** Undefined when there is none any more. */
  readonly is: unknown;
}

/** The parts that core copies, by their paths. */
type CopiedParts = Readonly<Record<string, unknown>>;

function partsOf(template: KubeObject, patched: KubeObject): CopiedParts {
  return Object.fromEntries(
    copied.flatMap((path) => {
      const value = getAt(patched, path) ?? getAt(template, path);
      return value === undefined || value === null ? [] : [[formatPointer(path), value] as const];
    }),
  );
}

/** What core would see as changed, in the order of the fields. A list that has another length is one change. */
export function patchedFields({ template, before, after }: PatchedTwice): readonly PatchedField[] {
  const [was, is] = [partsOf(template, before), partsOf(template, after)];
  return copied.flatMap((path) => {
    const at = formatPointer(path);
    return [...differences(path, was[at] ?? {}, is[at] ?? {})];
  });
}

function* differences(path: JsonPath, was: unknown, is: unknown): Generator<PatchedField> {
  if (deepEqual(was, is)) return;
  const steps = stepsInto(was, is);
  if (steps.length === 0) yield { path: formatPointer(path), was, is };
  for (const step of steps) yield* differences([...path, step], getAt(was, [step]), getAt(is, [step]));
}

/** The fields of two objects, of which one may be missing, or the items of two lists; none where the values are compared as a whole. */
function stepsInto(was: unknown, is: unknown): readonly (string | number)[] {
  if (Array.isArray(was) && Array.isArray(is)) return was.length === is.length ? [...was.keys()] : [];
  const isFields = (value: unknown): boolean => value === undefined || isJsonObject(value);
  if (!isFields(was) || !isFields(is)) return [];
  return [...new Set([was, is].flatMap((value) => Object.keys(value ?? {})))];
}

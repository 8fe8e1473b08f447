// Fields that a webhook keeps as they are: which paths are fields of a kind, and the errors of a change.
import { deepEqual, isJsonObject, type KubeObject } from "@capstan/kube";
import type { FieldRejection } from "./field-rejection.ts";

/** The path itself when it leads to a field of T, otherwise the line that the compiler prints. Only the path that was given is walked. */
type ImmutablePath<T, P extends string, Whole extends string = P> = P extends `${infer Name}.${infer Rest}`
  ? FieldOf<T, Name> extends [infer Value]
    ? ImmutablePath<Value, Rest, Whole>
    : NoField<Name, Whole>
  : FieldOf<T, P> extends [unknown]
    ? Whole
    : NoField<P, Whole>;

type NoField<Name extends string, Whole extends string> = `"${Name}" of "${Whole}" is not a field of the kind`;

/** The type of a field, in a list so that a union of types stays one answer; undefined when there is none. A path ends at a list. */
type FieldOf<T, Name extends string> =
  NonNullable<T> extends readonly unknown[]
    ? undefined
    : Name extends keyof NonNullable<T>
      ? [NonNullable<T>[Name]]
      : undefined;

/** The paths of `immutable`, each of which must be a field of T. */
export type ImmutablePaths<T extends KubeObject, P extends readonly string[]> = {
  readonly [I in keyof P]: P[I] extends string ? ImmutablePath<T, P[I]> : never;
};

/** The errors of the fields that differ, with apimachinery's words. */
export function immutableRejections(
  paths: readonly string[],
  { object, old }: { readonly object: KubeObject; readonly old: KubeObject },
): readonly FieldRejection[] {
  return paths.flatMap((path) => {
    const value = valueAt(object, path);
    if (deepEqual(value, valueAt(old, path))) return [];
    return [{ path, type: "Invalid", value: value ?? null, detail: "field is immutable" } as const];
  });
}

/** The value at a path; undefined where something on the way is missing. */
function valueAt(object: unknown, path: string): unknown {
  let value = object;
  for (const name of path.split("."))
    value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

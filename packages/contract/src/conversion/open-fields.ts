// The fields that differ between two versions (differs.ts) and have no rule yet: the compiler requires a rule for each.
import type { TypeAtPath, FieldNames, PathBelow } from "./conversion-path.ts";
import type { Get } from "./differs.ts";

/** Of the differing paths D of T, those that no given path covers; descends where a given path lies below. */
export type Open<T, D, Given extends string> = string extends Given
  ? never
  : D extends Given | PathBelow<Given>
    ? never
    : D extends string
      ? [Extract<Given, PathBelow<D>>] extends [never]
        ? D
        : OpenBelow<TypeAtPath<T, D>, D, Given>
      : never;

/** Rules for elements that are no objects, or for values of a map, leave open that only one version requires the whole. */
type OpenBelow<T, D extends string, Given extends string> = T extends readonly (infer E)[]
  ? NonNullable<E> extends object
    ? OpenIn<NonNullable<E>, `${D}[]`, FieldNames<NonNullable<E>>, Given>
    : D
  : string extends keyof T
    ? D
    : OpenIn<T, D, FieldNames<T>, Given>;

type OpenIn<T, D extends string, K, Given extends string> = K extends string
  ? OpenOne<Get<T, K>, `${D}.${K}`, Given>
  : never;

type OpenOne<T, D extends string, Given extends string> = D extends Given
  ? never
  : [Extract<Given, PathBelow<D>>] extends [never]
    ? D
    : OpenBelow<T, D, Given>;

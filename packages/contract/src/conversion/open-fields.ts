// The fields that differ between two versions (differs.ts) and have no rule yet: the compiler requires a rule for each.
import type { At, Keys, Under } from "./conversion-path.ts";
import type { Get } from "./differs.ts";

/** Of the differing paths D of T, those that no given path covers; descends where a given path lies below. */
export type Open<T, D, Given extends string> = string extends Given
  ? never
  : D extends Given | Under<Given>
    ? never
    : D extends string
      ? [Extract<Given, Under<D>>] extends [never]
        ? D
        : OpenBelow<At<T, D>, D, Given>
      : never;

type OpenBelow<T, D extends string, Given extends string> = T extends readonly (infer E)[]
  ? OpenIn<NonNullable<E>, `${D}[]`, Keys<NonNullable<E>>, Given>
  : OpenIn<T, D, Keys<T>, Given>;

type OpenIn<T, D extends string, K, Given extends string> = K extends string
  ? OpenOne<Get<T, K>, `${D}.${K}`, Given>
  : never;

type OpenOne<T, D extends string, Given extends string> = D extends Given
  ? never
  : [Extract<Given, Under<D>>] extends [never]
    ? D
    : OpenBelow<T, D, Given>;

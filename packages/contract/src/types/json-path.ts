// Typed JSON paths in the grammar of CRD printer columns. The type checks the one literal that it is given. For a wrong
// literal it becomes the valid ones, so that tsc prints "Did you mean" and editors complete segment by
// segment. The union of all paths is never built: on real kinds that takes more than a minute.
import type { JSONValue } from "@capstan/kube";

/** The type at a valid path. */
export interface Found<T> {
  readonly "~found": T;
}

/** The first key of R (which starts after a dot) and the rest, honoring `\.` and `[`. */
type SplitKey<R extends string> = R extends `${infer A}.${infer B}`
  ? A extends `${infer K}[${infer C}`
    ? [K, `[${C}.${B}`]
    : A extends `${infer A0}\\`
      ? SplitKey<B> extends [infer K2 extends string, infer R2 extends string]
        ? [`${A0}.${K2}`, R2]
        : never
      : [A, `.${B}`]
  : R extends `${infer K}[${infer C}`
    ? [K, `[${C}`]
    : [R, ""];

type Unescape<K extends string> = K extends `${infer A}\\.${infer B}` ? `${A}.${Unescape<B>}` : K;
type KeyNames<T> = Extract<keyof T, string>;
type ElementKeys<T> = T extends readonly (infer E)[] ? KeyNames<E> : never;

/** The valid literals after `At`, given the type at that path. */
type Next<T, At extends string> = T extends string | number | boolean
  ? At
  : T extends readonly unknown[]
    ? `${At}[*]` | `${At}[0]` | `${At}[?(@.${ElementKeys<T>}=="...")]`
    : `${At}.${KeyNames<T>}`;

type WalkKey<T, K extends string, Rest extends string, At extends string> = T extends string | number | boolean
  ? At
  : T extends readonly unknown[]
    ? Next<T, At>
    : K extends keyof T
      ? Walk<T[K], Rest, `${At}.${K}`>
      : string extends keyof T
        ? Walk<T[keyof T], Rest, `${At}.${K}`>
        : Next<T, At>;

type WalkItem<T, Rest extends string, At extends string, Index extends string> = T extends readonly (infer E)[]
  ? Walk<E, Rest, `${At}${Index}`>
  : Next<T, At>;

/** `Found<the type at P>`, or the literals that are valid instead. */
export type Walk<T, P extends string, At extends string = ""> = P extends ""
  ? Found<NonNullable<T>>
  : JSONValue extends T
    ? Found<JSONValue>
    : P extends `.${infer R}`
      ? SplitKey<R> extends [infer K extends string, infer Rest extends string]
        ? WalkKey<NonNullable<T>, K, Rest, At>
        : never
      : P extends `['${infer K}']${infer Rest}`
        ? WalkKey<NonNullable<T>, Unescape<K>, Rest, At>
        : P extends `[?(@.${infer F}==${infer V})]${infer Rest}`
          ? F extends ElementKeys<NonNullable<T>>
            ? WalkItem<NonNullable<T>, Rest, At, `[?(@.${F}==${V})]`>
            : Next<NonNullable<T>, At>
          : P extends `[*]${infer Rest}`
            ? WalkItem<NonNullable<T>, Rest, At, "[*]">
            : P extends `[${infer I extends number}]${infer Rest}`
              ? WalkItem<NonNullable<T>, Rest, At, `[${I}]`>
              : Next<NonNullable<T>, At>;

/**
 * P if it exists in Root, otherwise the literals that do. A wide argument gets a template literal and never `string`: with `string` as
 * the contextual type, tsc stops inferring literals and reports no error.
 */
export type CheckedPath<Root, P extends string> = string extends P
  ? `.${string}`
  : Walk<Root, P> extends infer R
    ? R extends Found<unknown>
      ? P
      : R
    : never;

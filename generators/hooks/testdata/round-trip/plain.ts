// Types as JSON has them, for comparing written types with those that openapi-typescript makes of a document. Compiled by
// the suites that copy it beside their types.
import type { EmptyObject, JSONValue, KubeObject, ObjectMeta } from "@capstan/kube";

/** An object as core sends it: without TypeScript's literal names, which it may leave out. */
type Wire<T> = T extends KubeObject
  ? Omit<T, "apiVersion" | "kind" | "metadata"> & { apiVersion?: string; kind?: string; metadata?: ObjectMeta }
  : T;

/** T without brands and read-only marks; any JSON value is unknown, and openapi-typescript knows no empty object. */
export type Plain<T> = [JSONValue] extends [T]
  ? unknown
  : T extends string
    ? string extends T
      ? string
      : T
    : T extends number
      ? number extends T
        ? PlainNumber<T>
        : T
      : T extends boolean | undefined | null
        ? T
        : T extends readonly (infer E)[]
          ? Plain<E>[]
          : string extends keyof T
            ? { [key: string]: T extends EmptyObject ? unknown : Plain<T[keyof T]> }
            : PlainObject<Wire<T>>;
type PlainObject<T> = { -readonly [K in keyof T]: Plain<T[K]> };

/** Whether two types are one. */
export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Documents write an amount as a text; TypeScript takes a number, too. */
type PlainNumber<T> = T extends { "~scalar"?: "Quantity" } ? ("~scalar" extends keyof T ? never : number) : number;

/** Nothing, or what is left. */
export type None<T> = [T] extends [never] ? true : T;

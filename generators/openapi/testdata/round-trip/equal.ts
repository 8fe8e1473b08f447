// Compiled by ../../src/round-trip.test.ts beside the types that openapi-typescript makes of the document (document.ts):
// every request and response must be the type it was generated from. What JSON cannot say is taken off both sides first.
import type { JSONValue, KubeObject, ObjectMeta } from "@capstan/kube";
import type { HookCatalog } from "@capstan/api/catalog";
import type { RequestOf, ResponseOf } from "@capstan/api";
import type { components } from "./document.ts";

type Schemas = components["schemas"];
type Prefix = "sigs.k8s.io.cluster-api.api.runtime.hooks.v1alpha1.";

/** An object as core sends it: without TypeScript's literal names, which it may leave out. */
type Wire<T> = T extends KubeObject
  ? Omit<T, "apiVersion" | "kind" | "metadata"> & { apiVersion?: string; kind?: string; metadata?: ObjectMeta }
  : T;

/** T without brands and read-only marks; any JSON value is unknown. */
type Plain<T> = [JSONValue] extends [T]
  ? unknown
  : T extends string
    ? string extends T
      ? string
      : T
    : T extends number
      ? number extends T
        ? number
        : T
      : T extends boolean | undefined | null
        ? T
        : T extends readonly (infer E)[]
          ? Plain<E>[]
          : string extends keyof T
            ? { [key: string]: Plain<T[keyof T]> }
            : PlainObject<Wire<T>>;
type PlainObject<T> = { -readonly [K in keyof T]: Plain<T[K]> };

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** The hooks whose types did not come back. */
type Lost<Side extends "Request" | "Response"> = {
  [K in keyof HookCatalog]: Same<
    Plain<Side extends "Request" ? RequestOf<HookCatalog[K]> : ResponseOf<HookCatalog[K]>>,
    Plain<Schemas[`${Prefix}${K}${Side}` & keyof Schemas]>
  > extends true
    ? never
    : K;
}[keyof HookCatalog];


type None<T> = [T] extends [never] ? true : T;
export const everyRequest: None<Lost<"Request">> = true;
export const everyResponse: None<Lost<"Response">> = true;

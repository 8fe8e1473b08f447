// Compiled by ../../src/openapi/round-trip.test.ts beside the types that openapi-typescript makes of the document of the profile
// `upstream` (document.ts): every request and response must be the type it was generated from, with enums as strings.
import type { HookCatalog } from "@capstan/api/catalog";
import type { RequestOf, ResponseOf } from "@capstan/api";
import type { components } from "./document.ts";
import type { None, Plain, Same } from "./plain.ts";

type Schemas = components["schemas"];
type Prefix = "sigs.k8s.io.cluster-api.api.runtime.hooks.v1alpha1.";

/** T with strings for enums; the status of a response has its enum in the document. */
type Widened<T> = unknown extends T
  ? T
  : T extends string
    ? T extends "Success" | "Failure"
      ? T
      : string
    : T extends (infer E)[]
      ? Widened<E>[]
      : T extends object
        ? { [K in keyof T]: Widened<T[K]> }
        : T;

/** The hooks whose types did not come back. */
type Lost<Side extends "Request" | "Response"> = {
  [K in keyof HookCatalog]: Same<
    Widened<Plain<Side extends "Request" ? RequestOf<HookCatalog[K]> : ResponseOf<HookCatalog[K]>>>,
    Plain<Schemas[`${Prefix}${K}${Side}` & keyof Schemas]>
  > extends true
    ? never
    : K;
}[keyof HookCatalog];

export const everyRequest: None<Lost<"Request">> = true;
export const everyResponse: None<Lost<"Response">> = true;

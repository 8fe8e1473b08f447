// The options whose paths and names the compiler checks against the object's type.
import type { KubeObject } from "@capstan/kube";
import type { PrintColumnOptions } from "../kinds/definition-input.ts";
import type { Argument } from "../types/type-functions.ts";
import type { CheckedPath } from "../types/json-path.ts";

type CheckedColumn<Root, C> = C extends string
  ? CheckedPath<Root, C>
  : C extends { readonly path: infer P extends string }
    ? { readonly [K in keyof PrintColumnOptions]: K extends "path" ? CheckedPath<Root, P> : PrintColumnOptions[K] }
    : C;

/** The columns, with each wrong path replaced by the union of the valid ones. */
type CheckedColumns<Root, Cs> = { readonly [N in keyof Cs]: CheckedColumn<Root, Cs[N]> };

/** The options that depend on the object's type. */
export interface CheckedOptions<T extends KubeObject, Cs, S, F> {
  readonly apiVersion: T["apiVersion"];
  readonly kind: T["kind"];
  /** Columns of `kubectl get`, by title. */
  readonly printColumns?: Argument<Cs, CheckedColumns<T, Cs>>;
  /** Enables the scale subresource. */
  readonly scale?: Argument<S, { readonly [K in keyof S]: S[K] extends string ? CheckedPath<T, S[K]> : S[K] }>;
  /** Fields that `kubectl get --field-selector` accepts. */
  readonly selectableFields?: readonly (F extends string ? CheckedPath<T, F> : F)[];
}

// The options that every kind has, whatever contract it follows. List kind and plural are derived, never written.
import type { KubeObject } from "@capstan/kube";
import type { ContractVersion } from "../tables/contract-kind.ts";
import type { Argument } from "../types/argument.ts";
import type { CheckedPath } from "../types/json-path.ts";
import type { CheckedColumns, PrintColumns } from "./print-columns.ts";

/** What a definition may say besides its apiVersion and kind. */
export interface ResourceOptions {
  /** Namespaced unless said otherwise. */
  readonly scope?: "Namespaced" | "Cluster";
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** Whether etcd holds objects in this version; exactly one version of a kind does. */
  readonly storage?: boolean;
  /** Whether the API server serves this version; true unless said otherwise. */
  readonly served?: boolean;
  /** Marks the version as deprecated, with the API server's warning or with one's own. */
  readonly deprecated?: true | string;
  /** Labels of the CRD besides the contract labels. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of the CRD. */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Where the scale subresource finds its numbers. */
export interface ScalePaths {
  readonly specReplicas: string;
  readonly statusReplicas: string;
  readonly labelSelector?: string;
}

/** The options whose values are checked against the object's type. */
export interface CheckedOptions<T extends KubeObject, Cs, S, F> {
  readonly apiVersion: T["apiVersion"];
  readonly kind: T["kind"];
  /** Columns of `kubectl get`, by title. */
  readonly printColumns?: Argument<Cs, CheckedColumns<T, Cs>>;
  /** Turns the scale subresource on. */
  readonly scale?: Argument<S, { readonly [K in keyof S]: S[K] extends string ? CheckedPath<T, S[K]> : S[K] }>;
  /** Fields that `kubectl get --field-selector` may select by. */
  readonly selectableFields?: readonly (F extends string ? CheckedPath<T, F> : F)[];
}

/** A definition's options as data, once the compiler has checked them. */
export interface DefinitionInput extends ResourceOptions {
  readonly apiVersion: string;
  readonly kind: string;
  readonly printColumns?: PrintColumns;
  readonly scale?: ScalePaths;
  readonly selectableFields?: readonly string[];
  readonly contracts?: readonly ContractVersion[];
  readonly providesEndpoint?: boolean;
}

// The options of a definition as data, once the compiler has checked them.
import type { ContractVersion } from "../contracts/kind-contract.ts";

/** A column with more than its path. */
export interface PrintColumnOptions {
  readonly path: string;
  /** Set it only where the type must differ from the type of the field. */
  readonly type?: "string" | "integer" | "number" | "boolean" | "date";
  readonly format?: string;
  readonly description?: string;
  /** 0 is always shown; a greater number only with `-o wide`. */
  readonly priority?: number;
}

/** A column: the path it shows, or the path with options. */
export type PrintColumn = string | PrintColumnOptions;

/** Columns by title, in the order they are shown. */
export interface PrintColumns {
  readonly [title: string]: PrintColumn;
}

/** What a definition may set in addition to its apiVersion and kind. */
export interface ResourceOptions {
  /** Namespaced by default. */
  readonly scope?: "Namespaced" | "Cluster";
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** Whether etcd stores objects in this version; exactly one version of a kind does. */
  readonly storage?: boolean;
  /** Whether the API server serves this version; true by default. */
  readonly served?: boolean;
  /** Marks the version as deprecated: `true` for the API server's own warning, a string for another one. */
  readonly deprecated?: true | string;
  /** Labels of the CRD, in addition to the contract labels. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of the CRD. */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** The paths that the scale subresource reads. */
export interface ScalePaths {
  readonly specReplicas: string;
  readonly statusReplicas: string;
  readonly labelSelector?: string;
}

/** All options of a definition, for code that has them as data. */
export interface DefinitionInput extends ResourceOptions {
  readonly apiVersion: string;
  readonly kind: string;
  readonly printColumns?: PrintColumns;
  readonly scale?: ScalePaths;
  readonly selectableFields?: readonly string[];
  readonly contracts?: readonly ContractVersion[];
  readonly providesEndpoint?: boolean;
}

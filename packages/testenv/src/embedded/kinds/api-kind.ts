// What the embedded server knows about a kind: names, versions and how it behaves on writes. Built-in kinds come from a
// table, custom kinds from their definitions; handlers treat them alike.
import type { ObjectMeta, UnstructuredObject } from "@capstan/kube";
import type { CompiledSchema, FieldError } from "@capstan/schema/structural";

/** An object: JSON with metadata. */
export type ApiObject = UnstructuredObject & { metadata: ObjectMeta };

/** Where the objects of a kind say how many replicas they want and have. */
export interface ReplicaPaths {
  readonly spec: readonly string[];
  readonly status: readonly string[];
  readonly selector?: readonly string[];
}

/** A column of the tables that kubectl shows. */
export interface PrinterColumn {
  readonly name: string;
  /** A type of OpenAPI, or "date". */
  readonly type: string;
  readonly jsonPath: string;
  readonly description?: string;
  readonly format?: string;
  /** Greater than 0: shown with `-o wide`. */
  readonly priority?: number;
}

/** One version of a kind. */
export interface ApiVersion {
  readonly name: string;
  readonly served: boolean;
  /** Prunes, sets defaults and validates; built-in kinds have none. */
  readonly schema?: () => CompiledSchema;
  /** Whether status is a subresource. */
  readonly status: boolean;
  /** Of custom kinds; tables of others are not served, and kubectl shows name and age. */
  readonly columns?: readonly PrinterColumn[];
  /** Of a kind with the scale subresource. */
  readonly scale?: ReplicaPaths;
  /** Paths that field selectors may use in addition to name and namespace. */
  readonly selectableFields: readonly string[];
  /** The deprecation warning that every caller gets. */
  readonly warning?: string;
}

/** How writes of a kind differ from the default. */
export interface KindBehavior {
  /** Sets the fields that the server owns; `write` is undefined on creation. */
  readonly prepare?: (object: ApiObject, write?: { readonly old: ApiObject; readonly subresource: string }) => void;
  /** Validation beyond schema and metadata. */
  readonly validate?: (object: ApiObject, old: ApiObject | undefined) => FieldError[];
  /** Called before the object is marked as deleted. */
  readonly beforeDelete?: (object: ApiObject) => void;
  /** The problems of a name. */
  readonly nameProblems: (name: string) => string[];
  /** Whether metadata.generation counts changes of the spec. */
  readonly counted: boolean;
  /** Whether a PUT without resourceVersion is accepted. */
  readonly unconditionalUpdate: boolean;
}

/** A kind with all its versions, identified by group and plural. */
export interface ApiKind extends KindBehavior {
  readonly group: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly scope: "Namespaced" | "Cluster";
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  /** Sorted by priority, the preferred one first. */
  readonly versions: readonly ApiVersion[];
  readonly storageVersion: string;
  /** An object as it is read from storage. It is not modified, and may be the result. */
  readonly read: (written: ApiObject) => ApiObject;
  /** Converts an object to another version. Never several together: neither does the real server, not even for lists. */
  readonly convert: (object: ApiObject, version: string) => ApiObject | Promise<ApiObject>;
}

/** A kind in one version. */
export interface ApiResource {
  readonly kind: ApiKind;
  readonly version: ApiVersion;
}

/** `group/version`, or the version alone in the core group. */
export function apiVersionOf(kind: ApiKind, version: string): string {
  return kind.group === "" ? version : `${kind.group}/${version}`;
}

// What the embedded server knows of a kind: its names, its versions and how it behaves when written. Built-in kinds come
// from a table (builtin-kinds.ts), custom ones from their definitions (custom-kind.ts); handlers see no difference.
import type { ObjectMeta, UnstructuredObject } from "@capstan/kube";
import type { CompiledSchema, FieldError } from "@capstan/schema";

/** An object as it is handled: JSON, with metadata. */
export type ApiObject = UnstructuredObject & { metadata: ObjectMeta };

/** One version of a kind. */
export interface ApiVersion {
  readonly name: string;
  readonly served: boolean;
  /** Prunes, defaults and validates; built-in kinds have none. */
  readonly schema?: () => CompiledSchema;
  /** Whether status is written apart from the rest. */
  readonly status: boolean;
  /** Paths that field selectors may use besides name and namespace. */
  readonly selectableFields: readonly string[];
  /** Said to every caller of the version. */
  readonly warning?: string;
}

/** How writes of a kind differ from the plain case. */
export interface KindBehaviour {
  /** Sets what the server sets itself, whatever the client says; `write` is missing on creation. */
  readonly prepare?: (object: ApiObject, write?: { readonly old: ApiObject; readonly subresource: string }) => void;
  /** What is wrong besides schema and metadata. */
  readonly validate?: (object: ApiObject, old: ApiObject | undefined) => FieldError[];
  /** Marks an object whose deletion waits for more than its finalizers. */
  readonly beforeDelete?: (object: ApiObject) => void;
  /** What is wrong with a name. */
  readonly nameProblems: (name: string) => string[];
  /** Whether metadata.generation counts changes of the specification. */
  readonly counted: boolean;
  /** Whether a PUT without resourceVersion replaces whatever is there. */
  readonly unconditionalUpdate: boolean;
}

/** A kind with all its versions; there is one per group and plural. */
export interface ApiKind extends KindBehaviour {
  readonly group: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly scope: "Namespaced" | "Cluster";
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  /** By priority, the preferred one first. */
  readonly versions: readonly ApiVersion[];
  readonly storageVersion: string;
  /** Turns objects of one version into another; all of one call are in the same version. */
  readonly convert: (objects: readonly ApiObject[], version: string) => ApiObject[] | Promise<ApiObject[]>;
}

/** A kind in one version: what a request is about. */
export interface ApiResource {
  readonly kind: ApiKind;
  readonly version: ApiVersion;
}

/** `group/version`, or the version alone in the core group. */
export function apiVersionOf(kind: ApiKind, version: string): string {
  return kind.group === "" ? version : `${kind.group}/${version}`;
}

// Where a schema node stands in a CRD: what the checks of a node need to know besides the node. Made by check-schema.ts on
// its way down.
import type { JSONSchema } from "@capstan/kube/builtin";
import type { CrdReport } from "./crd-report.ts";
import type { FieldPath } from "./field-path.ts";

/** The place of a node. */
export interface SchemaPlace {
  readonly path: FieldPath;
  readonly level: "root" | "item" | "field";
  readonly report: CrdReport;
  /** Inside allOf, anyOf, oneOf or not. */
  readonly junctor: boolean;
  /** Inside the apiVersion, kind or metadata of the root or of an embedded resource. */
  readonly insideMeta: boolean;
  /** Why no default may stand here. */
  readonly noDefaults?: string | undefined;
}

/** One check of a node. */
export type NodeCheck = (node: JSONSchema, place: SchemaPlace) => void;

/** The fields that the API server defines itself. */
export const typeAndMeta: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

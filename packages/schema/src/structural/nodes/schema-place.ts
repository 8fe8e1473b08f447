// The place of a schema node in a CRD, as the checks of the node need it.
import type { JSONSchema } from "@capstan/kube/builtin";
import type { CrdReport } from "../definition/crd-report.ts";
import type { FieldPath } from "../fields/field-path.ts";
import type { PatternBudget } from "../values/pattern-budget.ts";

/** The place of a node. */
export interface SchemaPlace {
  readonly path: FieldPath;
  readonly level: "root" | "item" | "field";
  readonly report: CrdReport;
  readonly patterns: PatternBudget;
  /** Inside allOf, anyOf, oneOf or not. */
  readonly junctor: boolean;
  /** Inside the apiVersion, kind or metadata of the root or of an embedded resource. */
  readonly insideMeta: boolean;
  /** Why a default is not allowed here, as the end of the API server's sentence; undefined if it is. */
  readonly noDefaults?: string | undefined;
}

/** One check of a node. */
export type NodeCheck = (node: JSONSchema, place: SchemaPlace) => void;

/** The fields that the API server defines itself. */
export const typeAndMeta: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

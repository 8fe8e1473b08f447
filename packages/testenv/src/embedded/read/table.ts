// Objects as rows of a Table, for kubectl: the columns that a definition declares, or name and age.
import { canonicalJson } from "@capstan/schema/structural";
import type { ApiObject, PrinterColumn } from "../kinds/api-kind.ts";
import { humanDuration } from "./human-duration.ts";
import { parsePath, select } from "./json-path.ts";

const documentation = "https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names";

const nameColumn = {
  name: "Name",
  type: "string",
  format: "name",
  description: `The name of the object. More: ${documentation}`,
  priority: 0,
};

/** What kubectl shows of a kind without columns. */
export const defaultColumns: readonly PrinterColumn[] = [
  { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" },
];

/** What rows have of their object. */
export type IncludedObject = "None" | "Metadata" | "Object";

/** What a row has, and the time that ages are counted to, in milliseconds since 1970. */
interface RowOptions {
  readonly included: IncludedObject;
  readonly now: number;
}

/** The row of an object, as JSON. */
export function rowText(columns: readonly PrinterColumn[], object: ApiObject, { included, now }: RowOptions): string {
  const cells = [object.metadata.name, ...columns.map((column) => cellOf(column, object, now))];
  const { metadata } = object;
  const objects: Readonly<Record<IncludedObject, unknown>> = {
    None: null,
    Metadata: { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata },
    Object: object,
  };
  return JSON.stringify({ cells, object: objects[included] });
}

/** A Table of rows. */
export function tableText(columns: readonly PrinterColumn[], metadata: object, rows: readonly string[]): string {
  const definitions = columns.map(({ name, type, jsonPath, ...more }) => ({
    name,
    type,
    format: more.format ?? "",
    description: more.description ?? `Custom resource definition column (in JSONPath format): ${jsonPath}`,
    priority: more.priority ?? 0,
  }));
  const head = {
    kind: "Table",
    apiVersion: "meta.k8s.io/v1",
    metadata,
    columnDefinitions: [nameColumn, ...definitions],
  };
  return `${JSON.stringify(head).slice(0, -1)},"rows":[${rows.join(",")}]}`;
}

function cellOf({ type, jsonPath }: PrinterColumn, object: ApiObject, now: number): unknown {
  const path = parsePath(jsonPath);
  const [found] = path === undefined ? [] : select(object, path);
  if (found === undefined || found === null) return null;
  return cells[type]?.(found, now) ?? null;
}

/** The values of cells by the types of columns; undefined for what has another type. */
const cells: Readonly<Record<string, (value: unknown, now: number) => unknown>> = {
  integer: (value) => (typeof value === "number" ? Math.trunc(value) : undefined),
  number: (value) => (typeof value === "number" ? value : undefined),
  boolean: (value) => (typeof value === "boolean" ? value : undefined),
  string: (value) => (typeof value === "string" ? value : canonicalJson(value)),
  date: (value, now) => {
    if (typeof value !== "string") return undefined;
    const at = Date.parse(value);
    return Number.isNaN(at) ? "<invalid>" : humanDuration(now - at);
  },
};

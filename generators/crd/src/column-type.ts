// The type of a printer column, derived from the field at its JSON path. Import leaves out the types that the generator derives.
import type { JSONSchema } from "@capstan/kube/builtin";

/** The types a column may have. */
export type ColumnType = "string" | "integer" | "number" | "boolean" | "date";

/** The column type of a path from the object's root, or undefined when there is no such field. */
export function columnType(root: JSONSchema, path: string): ColumnType | undefined {
  const steps = parseSteps(path);
  if (steps === undefined) return undefined;
  const [first, ...rest] = steps;
  if (first === "apiVersion" || first === "kind") return "string";
  if (first === "metadata") return metadataColumn(rest);
  let schema: JSONSchema | undefined = root;
  for (const step of steps) {
    schema = stepInto(schema, step);
    if (schema === undefined) return undefined;
    if (isOpen(schema)) return "string";
  }
  return leafTypes[schema.format === "date-time" ? "date-time" : (schema.type ?? "")] ?? "string";
}

const leafTypes: Readonly<Record<string, ColumnType>> = {
  "date-time": "date",
  integer: "integer",
  number: "number",
  boolean: "boolean",
};

/** Whether the schema keeps fields that it does not name: any path below it may exist. */
function isOpen(schema: JSONSchema): boolean {
  return schema["x-kubernetes-preserve-unknown-fields"] === true && schema.properties === undefined;
}

function stepInto(schema: JSONSchema, step: Step): JSONSchema | undefined {
  if (step === element) return schema.items;
  const property = schema.properties?.[step];
  return property ?? (typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined);
}

/** Step for an element of a list: an index, a filter or `*`. */
const element = Symbol("element");
type Step = string | typeof element;

const stepPattern = /\.((?:[^.[\]\\]|\\.)+)|\['((?:[^'\\]|\\.)+)'\]|(\[(?:\d+|\*|\?\(.*?\))\])/gy;

/** The steps of a path; undefined when it is not a path. */
function parseSteps(path: string): Step[] | undefined {
  const steps: Step[] = [];
  let end = 0;
  for (const match of path.matchAll(stepPattern)) {
    const name = match[1] ?? match[2];
    steps.push(name === undefined ? element : name.replaceAll(/\\(.)/g, "$1"));
    end = match.index + match[0].length;
  }
  return steps.length > 0 && end === path.length ? steps : undefined;
}

const metadataColumns: Readonly<Record<string, ColumnType>> = {
  creationTimestamp: "date",
  deletionTimestamp: "date",
  generation: "integer",
  deletionGracePeriodSeconds: "integer",
};
const metadataStrings = new Set([
  "name",
  "generateName",
  "namespace",
  "uid",
  "resourceVersion",
  "labels",
  "annotations",
  "finalizers",
  "ownerReferences",
  "managedFields",
]);

function metadataColumn([field]: readonly Step[]): ColumnType | undefined {
  if (typeof field !== "string") return undefined;
  return metadataColumns[field] ?? (metadataStrings.has(field) ? "string" : undefined);
}

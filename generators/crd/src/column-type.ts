// What a JSON path of a printer column leads to, by the model's types: the column's type follows from the leaf.
import { resolveNode, type ScalarName, type TypeModel, type TypeNode } from "@capstan/generator-model";

/** The types a column may have. */
export type ColumnType = "string" | "integer" | "number" | "boolean" | "date";

const scalarColumns: Readonly<Partial<Record<ScalarName, ColumnType>>> = {
  boolean: "boolean",
  Int32: "integer",
  Int64: "integer",
  Int: "integer",
  Float: "number",
  Double: "number",
  Time: "date",
  MicroTime: "date",
};

/** The column type of a path from the object's root, or undefined when it leads to no field. */
export function columnType(model: TypeModel, root: TypeNode, path: string): ColumnType | undefined {
  const steps = parseSteps(path);
  if (steps === undefined) return undefined;
  const [first, ...rest] = steps;
  if (first === "apiVersion" || first === "kind") return "string";
  if (first === "metadata") return metadataColumn(rest);
  let node: TypeNode | undefined = root;
  for (const step of steps) {
    node = node === undefined ? undefined : stepInto(model, node, step);
    if (node?.kind === "open") return "string";
  }
  return node === undefined ? undefined : leafColumn(model, node);
}

/** Step for an element of a list: an index, a filter or `*`. */
const element = Symbol("element");
type Step = string | typeof element;

const stepPattern = /\.((?:[^.[\]\\]|\\.)+)|\['((?:[^'\\]|\\.)+)'\]|(\[(?:\d+|\*|\?\(.*?\))\])/gy;

/** The steps of a path; undefined when it is none. */
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

function stepInto(model: TypeModel, node: TypeNode, step: Step): TypeNode | undefined {
  const found = resolveNode(model, node);
  if (found.kind === "nullable") return stepInto(model, found.of, step);
  if (found.kind === "open") return found.open === "empty" ? undefined : found;
  if (step === element) return found.kind === "list" ? found.element : undefined;
  if (found.kind === "map") return found.value;
  if (found.kind === "object") return found.properties.find(({ name }) => name === step)?.type;
  if (found.kind !== "union") return undefined;
  return found.members.map(({ type }) => stepInto(model, type, step)).find((type) => type !== undefined);
}

function leafColumn(model: TypeModel, node: TypeNode): ColumnType {
  const found = resolveNode(model, node);
  if (found.kind === "nullable") return leafColumn(model, found.of);
  if (found.kind === "enum") return found.base;
  return found.kind === "scalar" ? (scalarColumns[found.scalar] ?? "string") : "string";
}

const metadataColumns: Readonly<Record<string, ColumnType>> = {
  creationTimestamp: "date",
  deletionTimestamp: "date",
  generation: "integer",
  deletionGracePeriodSeconds: "integer",
};
const metadataTexts = new Set([
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
  return metadataColumns[field] ?? (metadataTexts.has(field) ? "string" : undefined);
}

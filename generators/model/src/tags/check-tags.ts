// Checks that every tag fits what it is on, as a last pass over a finished model. Tags of a property must fit the type of the property,
// tags of a type that type; `@items.` and `@values.` go into lists and maps first.
import type { Diagnostic } from "@capstan/kube";
import { modelProblem } from "../diagnostics.ts";
import { scalarTargets } from "../reading/scalars.ts";
import { tagRule, type TagTarget } from "./tag-table.ts";
import { resolveNode, type Tag, type TypeModel, type TypeNode } from "../type-model.ts";

/** A diagnostic for every tag that does not fit what it is on. */
export function checkTags(model: TypeModel): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const named of Object.values(model.types)) {
    if (named.package !== undefined) continue;
    checkPlace(model, named.tags, { node: named.type, place: "alias", diagnostics });
    checkProperties(model, named.type, diagnostics);
  }
  return diagnostics;
}

interface Check {
  readonly node: TypeNode;
  readonly place: "property" | "alias";
  readonly diagnostics: Diagnostic[];
}

/** Checks the properties of a type and of the unnamed objects inside it; named types are checked separately. */
function checkProperties(model: TypeModel, node: TypeNode, diagnostics: Diagnostic[]): void {
  if (node.kind === "list") checkProperties(model, node.element, diagnostics);
  else if (node.kind === "map") checkProperties(model, node.value, diagnostics);
  else if (node.kind === "nullable") checkProperties(model, node.of, diagnostics);
  else if (node.kind === "union") for (const { type } of node.members) checkProperties(model, type, diagnostics);
  if (node.kind !== "object") return;
  for (const property of node.properties) {
    checkPlace(model, property.tags, { node: property.type, place: "property", diagnostics });
    checkProperties(model, property.type, diagnostics);
  }
}

function checkPlace(model: TypeModel, tags: readonly Tag[], { node, place, diagnostics }: Check): void {
  const free = tags.some(({ name }) => name === "schemaless" || name === "schemaType");
  for (const tag of tags) {
    const rule = tagRule(tag.name);
    if (rule === undefined || (free && tag.steps.length === 0)) continue;
    const target = stepInto(model, node, tag);
    const fits = target !== undefined && rule.on.some((name) => name === "any" || name === target);
    const placed = rule.place === undefined || (rule.place === place && tag.steps.length === 0);
    if (fits && placed) continue;
    const what = placed ? (targetNames[target ?? "nothing"] ?? "it") : place === "alias" ? "a type" : "a property";
    const wanted = placed
      ? rule.on.map((name) => targetNames[name]).join(", ")
      : rule.place === "alias"
        ? "a type"
        : "a property";
    const name = [...tag.steps, tag.name].join(".");
    diagnostics.push(modelProblem("model/tag-place", { values: { tag: name, what, wanted }, position: tag.span }));
  }
}

const targetNames: Readonly<Record<string, string>> = {
  string: "a string",
  integer: "an integer",
  number: "a number",
  intOrString: "an int-or-string",
  boolean: "a boolean",
  list: "a list",
  object: "an object",
  map: "a map",
  open: "open JSON",
  any: "any value",
  nothing: "something that is not a list or a map",
};

/** The type that a tag is on after its steps; undefined when the type has no such step. */
function stepInto(model: TypeModel, node: TypeNode, { steps }: Tag): TagTarget | "boolean" | undefined {
  let current = withoutNull(model, node);
  for (const step of steps) {
    if (step === "items" && current.kind === "list") current = withoutNull(model, current.element);
    else if (step === "values" && current.kind === "map") current = withoutNull(model, current.value);
    else return undefined;
  }
  return targetOf(current);
}

function withoutNull(model: TypeModel, node: TypeNode): ReturnType<typeof resolveNode> {
  const found = resolveNode(model, node);
  return found.kind === "nullable" ? withoutNull(model, found.of) : found;
}

function targetOf(node: ReturnType<typeof resolveNode>): TagTarget | "boolean" {
  switch (node.kind) {
    case "scalar":
      return scalarTargets[node.scalar];
    case "enum":
      return node.base;
    case "pattern":
      return "string";
    case "list":
    case "map":
    case "open":
    case "object":
      return node.kind;
    case "union":
    case "nullable":
      return "object";
  }
}

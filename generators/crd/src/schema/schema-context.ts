// Goes through a kind's types from its root: where the traversal is, which types it is in, and what it has found.
import type { Diagnostic, Position } from "@capstan/kube";
import type { TypeId, TypeModel } from "@capstan/generator-model";
import type { ExpansionBudget } from "./expansion.ts";
import { getOrAddPart, type DeclaredPlace } from "./declared-places.ts";

/** The place in the schema, for messages: dotted, with `[]` for elements of lists and `[*]` for values of maps; empty at the root. */
export type SchemaPath = string;

/** State of one traversal of a kind's types. */
export interface SchemaContext {
  readonly model: TypeModel;
  readonly allowFloats: boolean;
  readonly diagnostics: Diagnostic[];
  readonly place: DeclaredPlace;
  readonly path: SchemaPath;
  /** The position of the declaration being written out. */
  readonly position: Position;
  /** The named types around this place, outermost first. */
  readonly inside: readonly TypeId[];
  readonly expansion: ExpansionBudget;
}

/** The context of a property. */
export function inProperty(context: SchemaContext, name: string, position: Position): SchemaContext {
  const path = context.path === "" ? name : `${context.path}.${name}`;
  const properties = getOrAddPart(context.place, "properties", context.place.position);
  return { ...context, path, position, place: getOrAddPart(properties, name, position) };
}

const shownSteps = { items: "[]", additionalProperties: "[*]" } as const;

/** The context of the elements of a list or the values of a map. */
export function inElements(context: SchemaContext, step: keyof typeof shownSteps): SchemaContext {
  const path = `${context.path}${shownSteps[step]}`;
  return { ...context, path, place: getOrAddPart(context.place, step, context.position) };
}

// What one walk from a kind's root to its schema carries along: where it is, which types it is inside, what it found.
// Made by root-schema.ts, handed down by type-schema.ts; holds no schema itself.
import type { Diagnostic, Position } from "@capstan/kube";
import type { TypeId, TypeModel } from "@capstan/generator-model";

/** The place in the schema: dotted, with `[]` for elements of lists and `[*]` for values of maps; empty at the root. */
export type SchemaPath = string;

/** One walk. */
export interface SchemaContext {
  readonly model: TypeModel;
  readonly allowFloats: boolean;
  readonly diagnostics: Diagnostic[];
  /** Where each part of the schema was declared, by path. */
  readonly positions: Map<SchemaPath, Position>;
  readonly path: SchemaPath;
  /** The position of the declaration being written out. */
  readonly position: Position;
  /** The named types around this place, outermost first. */
  readonly inside: readonly TypeId[];
}

/** The context of a part of the schema. */
export function below(context: SchemaContext, step: string, position: Position = context.position): SchemaContext {
  const path = step.startsWith("[") || context.path === "" ? context.path + step : `${context.path}.${step}`;
  if (!context.positions.has(path)) context.positions.set(path, position);
  return { ...context, path, position };
}

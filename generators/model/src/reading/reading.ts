// What the functions of this folder share: the files, the model under construction, and `readType` (passed as a value, so that the files
// do not import each other).
import type { Diagnostic, Position } from "@capstan/kube";
import { modelProblem, type ModelCode } from "../diagnostics.ts";
import { readComment } from "../tags/read-comment.ts";
import { spanAt } from "../syntax/positions.ts";
import type { SourceSet } from "../syntax/source-set.ts";
import type { CommentedSyntax, Range, SourceSyntax, TypeSyntax } from "../syntax/syntax.ts";
import type { Documented, NamedType, ObjectNode, RefNode, TypeId, TypeNode } from "../type-model.ts";

/** Where a type is read: its file, the arguments of type parameters, and how deep generics are nested. */
export interface Scope {
  readonly source: SourceSyntax;
  readonly parameters: ReadonlyMap<string, TypeNode>;
  readonly depth: number;
}

/** One run of the reader. */
export interface ModelReading {
  readonly sources: SourceSet;
  readonly diagnostics: Diagnostic[];
  /** Finished types by id. */
  readonly types: Map<TypeId, NamedType>;
  /** The id of every type begun, by where it is declared and with what arguments. */
  readonly ids: Map<string, TypeId>;
  /** How many types have each name so far. */
  readonly names: Map<string, number>;
  /** A type that the aliases of a type lead to, for those that were followed. */
  readonly ends: Map<TypeId, TypeId>;
  /** How many sets of arguments generics were used with so far. */
  readonly generics: { count: number };
  readonly readType: (syntax: TypeSyntax, scope: Scope) => TypeNode;
}

/** Replaces a type that cannot be read. An error was reported, so nothing is emitted from it. */
export const unread: TypeNode = { kind: "open", open: "value" };

/** Reports a mistake at a range of a file. */
export function report(
  reading: ModelReading,
  code: ModelCode,
  at: {
    readonly source: SourceSyntax;
    readonly range: Range;
    readonly values?: Readonly<Record<string, string | number>>;
  },
): void {
  const position = startOf(at.source, at.range);
  reading.diagnostics.push(modelProblem(code, { values: at.values ?? {}, position }));
}

/** Reports a mistake and returns the replacement for what cannot be read. */
export function reject(reading: ModelReading, code: ModelCode, at: Parameters<typeof report>[2]): TypeNode {
  report(reading, code, at);
  return unread;
}

/** The position where a range begins. */
export function startOf(source: SourceSyntax, range: Range): Position {
  const { file, line, column } = spanAt(source, range);
  return { file, line, column };
}

/** The documentation of a declaration or member. */
export function documentation(reading: ModelReading, syntax: CommentedSyntax, source: SourceSyntax): Documented {
  if (syntax.strayComment !== undefined) report(reading, "model/stray-comment", { source, range: syntax.strayComment });
  const comment =
    syntax.comment === undefined
      ? { description: "", tags: [] }
      : readComment(syntax.comment, source, reading.diagnostics);
  return { ...comment, position: startOf(source, syntax.range) };
}

/** A fresh id for a type of that name. */
export function allocateId(reading: ModelReading, name: string): TypeId {
  const count = (reading.names.get(name) ?? 0) + 1;
  reading.names.set(name, count);
  return count === 1 ? name : `${name}~${count}`;
}

/** The node that a chain of references ends at; undefined while one of its types is still being read. */
export function behind(reading: ModelReading, node: TypeNode): Exclude<TypeNode, RefNode> | undefined {
  let current = node;
  for (let steps = 0; current.kind === "ref"; steps += 1) {
    const named = reading.types.get(current.type);
    if (named === undefined || steps > 100) return undefined;
    current = named.type;
  }
  return current;
}

/** The object that a chain of references ends at, or undefined for any other type. */
export function objectBehind(reading: ModelReading, node: TypeNode): ObjectNode | undefined {
  const found = behind(reading, node);
  return found?.kind === "object" ? found : undefined;
}

/** A node in a few words, for messages and for the names of instantiated generics. */
export function describeNode(reading: ModelReading, node: TypeNode): string {
  switch (node.kind) {
    case "ref":
      return reading.types.get(node.type)?.name ?? node.type;
    case "scalar":
      return node.scalar;
    case "enum":
      return node.values.map((value) => JSON.stringify(value)).join(" | ");
    case "list":
      return `${describeNode(reading, node.element)}[]`;
    case "map":
      return `Record<string, ${describeNode(reading, node.value)}>`;
    case "nullable":
      return `${describeNode(reading, node.of)} | null`;
    case "pattern":
      return "a template literal type";
    case "object":
      return "an object type";
    case "union":
      return "a union of objects";
    case "open":
      return { value: "JSONValue", object: "JSONObject", empty: "EmptyObject" }[node.open];
  }
}

// Template literal types -> anchored patterns: literal parts are escaped, `${string}` matches everything, unions become alternatives.
// Parts without an exact pattern, such as `${number}`, are rejected.
import type { TypeSyntax } from "../syntax/syntax.ts";
import type { TypeNode } from "../type-model.ts";
import { behind, reject, type ModelReading, type Scope } from "./reading.ts";

/** Reads a template literal type; parts that no pattern matches exactly are reported. */
export function readTemplateLiteral(
  reading: ModelReading,
  syntax: Extract<TypeSyntax, { kind: "template" }>,
  scope: Scope,
): TypeNode {
  let pattern = escape(syntax.head);
  for (const { type, text } of syntax.parts) {
    const part = partPattern(reading, type, scope);
    if (part === undefined) {
      const values = { type: type.kind === "keyword" ? type.name : "..." };
      return reject(reading, "model/template-literal", { source: scope.source, range: type.range, values });
    }
    pattern += part + escape(text);
  }
  return { kind: "pattern", pattern: `^${pattern}$` };
}

function partPattern(reading: ModelReading, type: TypeSyntax, scope: Scope): string | undefined {
  if (type.kind === "keyword") return type.name === "string" ? ".*" : undefined;
  const node = behind(reading, reading.readType(type, scope));
  if (node?.kind === "enum") return `(?:${node.values.map((value) => escape(String(value))).join("|")})`;
  return node?.kind === "scalar" && node.scalar === "string" ? ".*" : undefined;
}

function escape(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, "\\$&");
}

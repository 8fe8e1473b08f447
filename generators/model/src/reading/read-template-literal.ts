// Template literal types -> anchored patterns: literal text is escaped, `${string}` is any text, unions are alternatives.
// Called by read-type.ts; holes that no pattern matches exactly, as `${number}`, are refused.
import type { TypeSyntax } from "../syntax/syntax.ts";
import type { TypeNode } from "../type-model.ts";
import { behind, reject, type Reading, type Scope } from "./reading.ts";

/** Reads a template literal type; parts that no pattern matches exactly are reported. */
export function readTemplateLiteral(
  reading: Reading,
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

function partPattern(reading: Reading, type: TypeSyntax, scope: Scope): string | undefined {
  if (type.kind === "keyword") return type.name === "string" ? ".*" : undefined;
  const node = behind(reading, reading.readType(type, scope));
  if (node?.kind === "enum") return `(?:${node.values.map((value) => escape(String(value))).join("|")})`;
  return node?.kind === "scalar" && node.scalar === "string" ? ".*" : undefined;
}

function escape(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, "\\$&");
}

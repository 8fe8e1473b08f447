// The compiler's expressions -> ValueSyntax: literals, arrays, objects, names, calls. Anything that would have to be run to
// be known becomes `computed`.
import { ts } from "ts-morph";
import { rangeOf } from "./comments.ts";
import { entityName, literalValue, propertyName } from "./parse-type.ts";
import type { FunctionUses, ValueEntry, ValueSyntax } from "./syntax.ts";

/** Reads an expression; `as const`, `satisfies` and parentheses are looked through. */
export function parseValue(node: ts.Expression, source: ts.SourceFile): ValueSyntax {
  const range = rangeOf(node, source);
  const value = literalValue(node);
  if (value !== undefined) return { kind: "literal", value, range };
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return parseValue(node.expression, source);
  if (ts.isArrayLiteralExpression(node))
    return { kind: "array", elements: node.elements.map((element) => parseValue(element, source)), range };
  if (ts.isSpreadElement(node)) return { kind: "spread", of: parseValue(node.expression, source), range };
  if (ts.isObjectLiteralExpression(node))
    return { kind: "object", entries: node.properties.map((property) => parseEntry(property, source)), range };
  if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) return parseName(node, source);
  if (ts.isCallExpression(node)) return parseCall(node, source);
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return parseFunction(node, source);
  return { kind: "computed", what: computedNames[node.kind] ?? "an expression", range };
}

const computedNames: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.TemplateExpression]: "a template with parts to fill in",
  [ts.SyntaxKind.ConditionalExpression]: "a condition",
  [ts.SyntaxKind.NewExpression]: "a new object",
};

function parseEntry(property: ts.ObjectLiteralElementLike, source: ts.SourceFile): ValueEntry {
  if (ts.isSpreadAssignment(property)) return { value: parseValue(property.expression, source) };
  const key = property.name === undefined ? undefined : propertyName(property.name);
  if (key === undefined)
    return { key: "", value: { kind: "computed", what: "a computed key", range: rangeOf(property, source) } };
  if (ts.isPropertyAssignment(property)) return { key, value: parseValue(property.initializer, source) };
  if (ts.isShorthandPropertyAssignment(property)) return { key, value: parseName(property.name, source) };
  return { key, value: parseFunction(property, source) };
}

function parseFunction(node: ts.FunctionLikeDeclaration, source: ts.SourceFile): ValueSyntax {
  const [first] = node.parameters;
  const untyped =
    first === undefined || first.type !== undefined
      ? {}
      : { untyped: { name: first.name.getText(source), range: rangeOf(first, source) } };
  // Of a method, the name is none that it uses.
  const code = ts.isMethodDeclaration(node) ? node.body : node;
  const uses = code === undefined ? {} : { uses: usesOf(code) };
  return { kind: "computed", what: "a function", ...untyped, ...uses, range: rangeOf(node, source) };
}

function parseName(node: ts.Expression, source: ts.SourceFile): ValueSyntax {
  const range = rangeOf(node, source);
  const name = entityName(node);
  if (name.length === 1 && name[0] === "undefined") return { kind: "computed", what: "undefined", range };
  return name.length === 0 ? { kind: "computed", what: "an expression", range } : { kind: "name", name, range };
}

function parseCall(node: ts.CallExpression, source: ts.SourceFile): ValueSyntax {
  const args = node.arguments.map((argument) => parseValue(argument, source));
  return { kind: "call", callee: entityName(node.expression), args, range: rangeOf(node, source) };
}

/** The literals and names in the code of a function: not those in types, and no keys and names of properties. */
export function usesOf(code: ts.Node): FunctionUses {
  const literals = new Set<string | number>();
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return;
    const value = literalValue(node);
    if (typeof value === "string" || typeof value === "number") {
      literals.add(value);
      return;
    }
    if (ts.isIdentifier(node)) names.add(node.text);
    if (ts.isPropertyAccessExpression(node)) return visit(node.expression);
    if (ts.isPropertyAssignment(node)) return visit(node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(code);
  return { literals: [...literals], names: [...names] };
}

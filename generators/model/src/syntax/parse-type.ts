// The compiler's type nodes -> TypeSyntax and MemberSyntax. What the model cannot express becomes `unsupported` with a
// name for it, which the reader reports.
import { ts } from "ts-morph";
import { commentsOf, rangeOf } from "./comments.ts";
import type { MemberSyntax, TypeParameterSyntax, TypeSyntax } from "./syntax.ts";

type Parse = (node: ts.TypeNode) => TypeSyntax;

const keywords: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.StringKeyword]: "string",
  [ts.SyntaxKind.NumberKeyword]: "number",
  [ts.SyntaxKind.BooleanKeyword]: "boolean",
  [ts.SyntaxKind.BigIntKeyword]: "bigint",
  [ts.SyntaxKind.SymbolKeyword]: "symbol",
  [ts.SyntaxKind.AnyKeyword]: "any",
  [ts.SyntaxKind.UnknownKeyword]: "unknown",
  [ts.SyntaxKind.ObjectKeyword]: "object",
  [ts.SyntaxKind.NeverKeyword]: "never",
  [ts.SyntaxKind.VoidKeyword]: "void",
  [ts.SyntaxKind.UndefinedKeyword]: "undefined",
};

const unsupported: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.TupleType]: "tuple",
  [ts.SyntaxKind.FunctionType]: "function",
  [ts.SyntaxKind.ConstructorType]: "function",
  [ts.SyntaxKind.ConditionalType]: "conditional type",
  [ts.SyntaxKind.InferType]: "conditional type",
  [ts.SyntaxKind.MappedType]: "mapped type",
  [ts.SyntaxKind.ImportType]: "import() type",
  [ts.SyntaxKind.ThisType]: "this type",
  [ts.SyntaxKind.TypePredicate]: "type predicate",
};

/** A parser of types for one file. */
export function parseType(node: ts.TypeNode, source: ts.SourceFile): TypeSyntax {
  const range = rangeOf(node, source);
  const parse: Parse = (child) => parseType(child, source);
  const keyword = keywords[node.kind];
  if (keyword !== undefined) return { kind: "keyword", name: keyword, range };
  if (ts.isParenthesizedTypeNode(node)) return parse(node.type);
  if (ts.isLiteralTypeNode(node)) return parseLiteral(node, source);
  if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) return parseReference(node, source);
  if (ts.isArrayTypeNode(node)) return { kind: "list", element: parse(node.elementType), range };
  if (ts.isUnionTypeNode(node)) return { kind: "union", members: node.types.map(parse), range };
  if (ts.isIntersectionTypeNode(node)) return { kind: "intersection", members: node.types.map(parse), range };
  if (ts.isTypeLiteralNode(node)) return { kind: "object", members: parseMembers(node.members, source), range };
  if (ts.isIndexedAccessTypeNode(node))
    return { kind: "indexed", object: parse(node.objectType), index: parse(node.indexType), range };
  if (ts.isTypeQueryNode(node)) return { kind: "typeof", name: entityName(node.exprName), range };
  if (ts.isTemplateLiteralTypeNode(node)) return parseTemplate(node, source);
  if (ts.isTypeOperatorNode(node)) return parseOperator(node, source);
  return { kind: "unsupported", what: unsupported[node.kind] ?? ts.SyntaxKind[node.kind], range };
}

/** The members of an interface or object type. */
export function parseMembers(members: ts.NodeArray<ts.TypeElement>, source: ts.SourceFile): MemberSyntax[] {
  return members.map((member) => parseMember(member, source));
}

/** The parameters of a generic. */
export function parseTypeParameters(
  parameters: ts.NodeArray<ts.TypeParameterDeclaration> | undefined,
  source: ts.SourceFile,
): TypeParameterSyntax[] {
  return (parameters ?? []).map(({ name, default: fallback }) => ({
    name: name.text,
    ...(fallback && { fallback: parseType(fallback, source) }),
  }));
}

/** `a.b.c` as a list of names. */
export function entityName(name: ts.EntityName | ts.Expression): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  if (ts.isQualifiedName(name)) return [...entityName(name.left), name.right.text];
  if (ts.isPropertyAccessExpression(name)) return [...entityName(name.expression), name.name.text];
  return [];
}

function parseMember(member: ts.TypeElement, source: ts.SourceFile): MemberSyntax {
  const common = { ...commentsOf(member, source), range: rangeOf(member, source) };
  if (ts.isPropertySignature(member)) {
    const name = propertyName(member.name);
    if (name === undefined) return { ...common, kind: "unsupported", what: "computed property name" };
    const type = member.type === undefined ? undefined : parseType(member.type, source);
    return { ...common, kind: "property", name, optional: member.questionToken !== undefined, type };
  }
  if (ts.isIndexSignatureDeclaration(member)) {
    const key = member.parameters[0]?.type;
    return { ...common, kind: "index", key: key && parseType(key, source), value: parseType(member.type, source) };
  }
  return { ...common, kind: "unsupported", what: ts.isMethodSignature(member) ? "method" : "call signature" };
}

/** The name of a property with a static name. */
export function propertyName(name: ts.PropertyName): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name)) return name.text;
  return ts.isNoSubstitutionTemplateLiteral(name) ? name.text : undefined;
}

function parseLiteral(node: ts.LiteralTypeNode, source: ts.SourceFile): TypeSyntax {
  const range = rangeOf(node, source);
  const value = literalValue(node.literal);
  return value === undefined ? { kind: "unsupported", what: "literal", range } : { kind: "literal", value, range };
}

/** The value of a literal, or undefined for anything else (bigint literals included). */
export function literalValue(node: ts.Node): string | number | boolean | null | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken) {
    const value = literalValue(node.operand);
    return typeof value === "number" ? -value : undefined;
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  return node.kind === ts.SyntaxKind.NullKeyword ? null : undefined;
}

function parseReference(
  node: ts.TypeReferenceNode | ts.ExpressionWithTypeArguments,
  source: ts.SourceFile,
): TypeSyntax {
  const name = entityName(ts.isTypeReferenceNode(node) ? node.typeName : node.expression);
  const args = (node.typeArguments ?? []).map((argument) => parseType(argument, source));
  const [only] = args;
  if ((name[0] === "Array" || name[0] === "ReadonlyArray") && name.length === 1 && only !== undefined)
    return { kind: "list", element: only, range: rangeOf(node, source) };
  return { kind: "reference", name, args, range: rangeOf(node, source) };
}

/** `readonly T[]` is `T[]`; `keyof T` is not a value's type. */
function parseOperator(node: ts.TypeOperatorNode, source: ts.SourceFile): TypeSyntax {
  if (node.operator === ts.SyntaxKind.ReadonlyKeyword) return parseType(node.type, source);
  const what = node.operator === ts.SyntaxKind.KeyOfKeyword ? "keyof type" : "symbol";
  return { kind: "unsupported", what, range: rangeOf(node, source) };
}

function parseTemplate(node: ts.TemplateLiteralTypeNode, source: ts.SourceFile): TypeSyntax {
  const parts = node.templateSpans.map((span) => ({ type: parseType(span.type, source), text: span.literal.text }));
  return { kind: "template", head: node.head.text, parts, range: rangeOf(node, source) };
}

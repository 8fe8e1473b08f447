// The regular expressions of a TypeScript file, with the text of those that are put together from constants of the file.
import ts from "typescript-6";
import { parseFile, walk } from "../source/parse.ts";

/** A regular expression and its place. */
export interface Pattern {
  readonly line: number;
  /** Undefined when it is known only when the program runs. */
  readonly source: string | undefined;
  readonly flags: string;
  /** What a comment above it says about its time, or about the length of what it is used for. */
  readonly reason: string | undefined;
}

/** The regular expressions of a file. */
export function patternsOf(path: string): Pattern[] {
  return patternsIn(parseFile(path));
}

/** The regular expressions of a tree. */
export function patternsIn(tree: ts.SourceFile): Pattern[] {
  const found: Pattern[] = [];
  const constants = constantsOf(tree);
  walk(tree, (node) => {
    const pattern = patternOf(node, constants);
    if (pattern === undefined) return;
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
    found.push({ ...pattern, line, reason: reasonAbove(tree, line) });
  });
  return found;
}

type Constants = ReadonlyMap<string, ts.Expression>;

function patternOf(node: ts.Node, constants: Constants): Pick<Pattern, "source" | "flags"> | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf("/");
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  const isMade = ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "RegExp";
  if (!isMade) return undefined;
  const [source, flags] = node.arguments ?? [];
  return {
    source: source && textOf(source, constants),
    flags: flags === undefined ? "" : (textOf(flags, constants) ?? ""),
  };
}

/** What a string expression is, when all its parts are constants of the file. */
function textOf(node: ts.Expression, constants: Constants): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text);
    return value && textOf(value, constants);
  }
  // `raw` is no name of anything else that the product tags templates with.
  const isRaw =
    ts.isTaggedTemplateExpression(node) && ts.isPropertyAccessExpression(node.tag) && node.tag.name.text === "raw";
  const template = isRaw ? node.template : node;
  if (ts.isNoSubstitutionTemplateLiteral(template)) return isRaw ? template.rawText : template.text;
  if (!ts.isTemplateExpression(template)) return undefined;
  const written = (part: ts.TemplateLiteralLikeNode): string => (isRaw ? (part.rawText ?? "") : part.text);
  let text = written(template.head);
  for (const { expression, literal } of template.templateSpans) {
    const value = textOf(expression, constants);
    if (value === undefined) return undefined;
    text += value + written(literal);
  }
  return text;
}

function constantsOf(tree: ts.SourceFile): Constants {
  const constants = new Map<string, ts.Expression>();
  walk(tree, (node) => {
    if (!ts.isVariableDeclarationList(node) || (node.flags & ts.NodeFlags.Const) === 0) return;
    for (const { name, initializer } of node.declarations)
      if (ts.isIdentifier(name) && initializer !== undefined) constants.set(name.text, initializer);
  });
  return constants;
}

const reasonComment = /^\s*\/\/ (?:Linear|Short input): (.+)$/;

function reasonAbove(tree: ts.SourceFile, line: number): string | undefined {
  const [, reason] = reasonComment.exec(tree.text.split("\n")[line - 2] ?? "") ?? [];
  return reason;
}

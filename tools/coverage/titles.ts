// The titles in a file that can be evidence: of tests and of e2e steps, the rows of their tables, the errors that testdata expects, and the lines
// of golden files.
import ts from "typescript-6";

/** Functions whose first argument is a title. */
const titled = new Set(["describe", "it", "step", "test"]);

/** The titles in a file, each once. */
export function titlesIn(file: string, text: string): readonly string[] {
  if (!file.endsWith(".ts")) return unique(text.split("\n").map((line) => line.trim()));
  return unique(/\/testdata\/errors\//.test(file) ? expectedErrors(text) : testTitles(file, text));
}

function unique(titles: readonly string[]): readonly string[] {
  return [...new Set(titles.filter((title) => title !== ""))];
}

function expectedErrors(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("// error"));
}

function testTitles(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    const title = titleOf(node);
    if (title !== undefined) titles.push(textOf(title, source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

/** The expression with the title, when the node is a test or a row of a table of tests. */
function titleOf(node: ts.Node): ts.Node | undefined {
  if (ts.isCallExpression(node)) return isTest(node.expression) ? textNode(node.arguments[0]) : undefined;
  if (ts.isArrayLiteralExpression(node)) return textNode(node.elements[0]);
  const isName = ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && node.name.text === "name";
  return isName ? textNode(node.initializer) : undefined;
}

/** Whether `test`, `test.each`, `test.each(rows)`, `describe.skipIf(condition)` ... is called. */
function isTest(called: ts.Expression): boolean {
  if (ts.isIdentifier(called)) return titled.has(called.text);
  const inner = ts.isCallExpression(called) || ts.isPropertyAccessExpression(called) ? called.expression : undefined;
  return inner !== undefined && isTest(inner);
}

/** The node if it is a literal, a template, or a choice between them. */
function textNode(node: ts.Node | undefined): ts.Node | undefined {
  if (node === undefined) return undefined;
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isConditionalExpression(node)
    ? node
    : undefined;
}

/** A literal's value; an expression as it is written. */
function textOf(node: ts.Node, source: ts.SourceFile): string {
  return ts.isStringLiteralLike(node) ? node.text : node.getText(source);
}

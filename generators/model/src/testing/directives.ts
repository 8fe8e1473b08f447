// What tools find in the text of a module by regular expression, also inside of comments and strings. Copied from the tools: they do not
// export it.
import { ts } from "ts-morph";

/** Strings that one of these tools obeys where they are written as they are, and strings that look like what the writers do about it. */
export const directiveStrings: readonly string[] = [
  "the first /*# sourceMappingURL=evil.js.map",
  "/*@ sourceMappingURL=evil.js.map */",
  "//# sourceMappingURL=evil.js.map",
  "//@\tsourceURL=evil.js",
  "// # sourceMappingURL = evil.js.map",
  "/*# sourceMappingURL=data:application/json;base64,e30= */",
  "@vitest-environment evil",
  "@vitest-environment-options {x",
  "/* @vitest-environment evil",
  "@jest-environment evil",
  "@jest-environment-options\t{x",
  "// @module-tag evil",
  "* @module-tag evil",
  "/* @ignored */",
  "*/*",
  "/*/",
  "**/*.ts",
  "/\\*",
  "*\\/*",
  "\\/*",
  "//\\#",
];

/** The regular expressions, by the tool that has each. */
const directives: Readonly<Record<string, RegExp>> = {
  "convert-source-map, in vite: a file":
    // Short input: a generated module of a test.
    /(?:\/\/[@#][ \t]+?sourceMappingURL=([^\s'"`]+?)[ \t]*?$)|(?:\/\*[@#][ \t]+sourceMappingURL=([^*]+?)[ \t]*?(?:\*\/){1}[ \t]*?$)/m,
  "convert-source-map, in vite: data":
    // Short input: a generated module of a test.
    /^\s*?\/[/*][@#]\s+?sourceMappingURL=data:(((?:application|text)\/json)(?:;charset=([^;,]+?)?)?)?(?:;(base64))?,(.*?)$/m,
  "vite's module runner":
    // Short input: a generated module of a test.
    /\/\/[@#]\s*sourceMappingURL=([^\s'"]+)\s*$|\/\*[@#]\s*sourceMappingURL=[^\s*'"]+\s*\*\/\s*$/m,
  "Node: sourceMappingURL": /\/[*/]#\s+sourceMappingURL=(?<sourceMappingURL>[^\s]+)/,
  "Node: sourceURL": /\/[*/]#\s+sourceURL=(?<sourceURL>[^\s]+)/,
  // Short input: a generated module of a test.
  "source-map-loader": /(?:\/\*(?:\s*\r?\n(?:\/\/)?)?|\/\/)\s*[#@]\s*sourceMappingURL\s*=\s*([^\s'"]*)\s*/,
  "vitest: environment": /@(?:vitest|jest)-environment\s+([\w-]+)\b/,
  "vitest: options": /@(?:vitest|jest)-environment-options\s+(.+)/,
  "vitest: tags": /(\/\/|\*)\s*@module-tag\s+([\w\-/]+)\b/,
  "any place of a directive": /\/[*/][#@]/,
};

/** The tools that take something in a module for a directive. */
export function toolsMisledBy(content: string): string[] {
  return Object.keys(directives).filter((tool) => directives[tool]?.test(content));
}

/** The values of the string literals of a module. */
export function literalValues(content: string): string[] {
  return literalsOf(content).map(({ text }) => text);
}

/** The literals and comments of a module in which a comment starts or ends. */
export function commentsInside(content: string): string[] {
  const literals = literalsOf(content);
  const rest = literals.reduceRight(
    (text, literal) => text.slice(0, literal.getStart()) + text.slice(literal.end),
    content,
  );
  // Short input: a generated module of a test.
  const comments = Array.from(rest.matchAll(/\/\*([^]*?)\*\/|\/\/(.*)/g), ([, lines = "", line = ""]) => lines + line);
  return [...literals.map((literal) => literal.getText()), ...comments].filter((text) => /\/\*|\*\//.test(text));
}

function literalsOf(content: string): ts.StringLiteralLike[] {
  const literals: ts.StringLiteralLike[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) literals.push(node);
    else ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("module.ts", content, ts.ScriptTarget.Latest, true));
  return literals;
}

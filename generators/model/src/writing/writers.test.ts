// The writers of strings into TypeScript: what each writes, and that its last step throws what would break out.
import { isCapstanError } from "@capstan/kube";
import { ts } from "ts-morph";
import { describe, expect, test } from "vitest";
import { commentsInside, directiveStrings, toolsMisledBy } from "../testing.ts";
import {
  commentLines,
  isWritable,
  isFileName,
  lineComment,
  propertyKey,
  stringLiteral,
  tagText,
  typeName,
  valueLiteral,
} from "./index.ts";

const hostile = [
  "*/",
  ...directiveStrings,
  "a\nb",
  "a\rb",
  "\u2028",
  "\u2029",
  "\u0085",
  '"',
  "\\",
  "\\u0041",
  "`${x}`",
  "\u202e",
  "\ufeff",
  "\ud800",
];

/** What a tool would find in a module beside its code. */
function problemsOf(module: string): string[] {
  return [...toolsMisledBy(module), ...commentsInside(module)];
}

/** The value of an expression, read by the compiler and then by the engine's JSON. */
function meaning(expression: string): unknown {
  const { statements } = ts.createSourceFile("a.ts", `const a = ${expression};`, ts.ScriptTarget.Latest, true);
  const [only, ...more] = statements;
  if (only === undefined || more.length > 0 || !ts.isVariableStatement(only)) return statements.length;
  const value = only.declarationList.declarations[0]?.initializer;
  return value !== undefined && ts.isStringLiteral(value) ? value.text : undefined;
}

describe("literals", () => {
  test.each(hostile)("%j keeps its meaning", (text) => {
    expect(meaning(stringLiteral(text))).toBe(text);
    expect(stringLiteral(text)).toMatch(/^[^\n\r\u2028\u2029\u202e]*$/);
    expect(problemsOf(`const a = ${stringLiteral(text)};`)).toEqual([]);
  });

  test.each([
    "https://capstan.dev/#a",
    "https://user@capstan.dev",
    "a/b * c",
    "a@b",
    "#sourceURLs are kept",
    "sourceMappingURL=a",
  ])("%j stays readable", (text) => {
    expect(stringLiteral(text)).toBe(JSON.stringify(text));
    expect(tagText(text)).toBe(text);
  });

  test("of JSON", () => {
    expect(valueLiteral({ a: ["x", 1, null, true], "b-c": {}, d: undefined })).toBe(
      '{ a: ["x", 1, null, true], "b-c": {} }',
    );
  });
});

describe("tags and comments", () => {
  test.each(hostile)("%j stays inside", (text) => {
    const comment = commentLines({ description: undefined, tags: [`@default ${tagText(text)}`] }).join("\n");
    const { statements } = ts.createSourceFile("a.ts", `${comment}\nlet a;`, ts.ScriptTarget.Latest, true);
    expect([statements.length, statements[0]?.getFullStart()]).toEqual([1, 0]);
    expect(problemsOf(comment)).toEqual([]);
  });

  test.each([...hostile].filter(isWritable))("%j stays inside as a description", (text) => {
    expect(problemsOf(commentLines({ description: text, tags: [] }).join("\n"))).toEqual([]);
    expect(problemsOf(commentLines({ description: `a\n${text}`, tags: [] }).join("\n"))).toEqual([]);
  });

  test("a comment inside of a comment is escaped for the reader of descriptions", () => {
    expect(commentLines({ description: "see /api/* and */*", tags: [] })).toEqual(["/** see /api/\\* and *\\/\\* */"]);
    expect(["/api/\\*", "*\\/"].map(isWritable)).toEqual([false, false]);
  });
});

test.each([
  {
    write: () => commentLines({ description: undefined, tags: ["@x */ evil"] }),
    what: '"@x */ evil" cannot be written as a line of a comment',
  },
  {
    write: () => commentLines({ description: "a\rb", tags: [] }),
    what: '"a\\\\rb" cannot be written as a line of a comment',
  },
  {
    write: () => commentLines({ description: undefined, tags: ["@x /*# sourceMappingURL=a"] }),
    what: '"@x /*# sourceMappingURL=a" cannot be written as a line of a comment',
  },
  {
    write: () => lineComment("# sourceMappingURL=a"),
    what: '"# sourceMappingURL=a" cannot be written as a line of a comment',
  },
  { write: () => lineComment("a\u2028b"), what: "cannot be written as a line of a comment" },
  { write: () => typeName("a;b"), what: '"a;b" cannot be written as a name' },
  { write: () => typeName("class"), what: '"class" cannot be written as a name' },
  { write: () => propertyKey("__proto__"), what: '"__proto__" cannot be written as the name of a property' },
])("throws: $what", ({ write, what }) => {
  let thrown: unknown;
  try {
    write();
  } catch (error) {
    thrown = error;
  }
  expect(isCapstanError(thrown, "generate/break-out")).toBe(true);
  expect(String(thrown)).toContain(what.replaceAll("\\\\", "\\"));
});

test("names of files", () => {
  const names = [
    "foo",
    "v1",
    "v1.2_a-b",
    "",
    ".",
    "..",
    "a/b",
    "a\\b",
    "con",
    "COM1",
    "aux.ts",
    "a.",
    "-a",
    "a".repeat(201),
  ];
  expect(names.filter(isFileName)).toEqual(["foo", "v1", "v1.2_a-b"]);
});

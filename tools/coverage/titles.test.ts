// What counts as a title in a file.
import { expect, test } from "vitest";
import { titlesIn } from "./titles.ts";

test("tests, steps and the rows of their tables have titles", () => {
  const text = `
    // test("a comment", f);
    describe.each(many)("a group", () => { it('a test', f); });
    test.each([{ name: "a row by name", given: "a value" }, ["a first element", "a second"]])(\`of \${x}\`, f);
    test.skipIf(real)("a skipped test", f);
    await step(flag ? "one" : "other", f);
    other("a call of something else");
  `;
  expect(titlesIn("a/b.test.ts", text)).toEqual([
    "a group",
    "a test",
    "`of ${x}`",
    "a row by name",
    "a first element",
    "a skipped test",
    'flag ? "one" : "other"',
  ]);
});

test("expected errors count in testdata/errors, and nothing else there", () => {
  const text = '// What must not compile.\n  // error: Type "a".\ntest("b");\n  // error: Type "a".\n';
  expect(titlesIn("packages/contract/testdata/errors/a.ts", text)).toEqual(['// error: Type "a".']);
});

test("golden files count by line", () => {
  expect(titlesIn("want/a.yaml", "names:\n  kind: Foo\n\n  kind: Foo\n")).toEqual(["names:", "kind: Foo"]);
});

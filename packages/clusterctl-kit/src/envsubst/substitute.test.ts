// The measured vectors of clusterctl's own library, one row each: input, environment, output or error, missing variables.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkVariables } from "./check-variables.ts";
import { listVariables } from "./list-variables.ts";
import { escapeVariables, substitute } from "./substitute.ts";
import { dropLegacySpaces } from "./legacy-spaces.ts";
import { rejections, vectors } from "../../test/envsubst-vectors.ts";

describe("substitute", () => {
  test.each(vectors)("$input with $env", ({ input, env = {}, want, missing = [] }) => {
    const got = substitute(input, env);
    expect({ text: got.text, missing: got.missing, codes: got.diagnostics.map((d) => d.code) }).toEqual({
      text: want,
      missing,
      codes: missing.length === 0 ? [] : ["envsubst/missing-variables"],
    });
  });

  test.each(rejections)("%s is rejected: %s", (input, code) => {
    expect(
      substitute(`first line\n  ${input}`, { A: "abc" }, "components.yaml").diagnostics.map((d) => [
        d.code,
        d.position,
      ]),
    ).toEqual([[code, { file: "components.yaml", line: 2, column: 3 }]]);
  });

  test.each(["${A:1:-1}", "${A:3:-2}", "${A:4:-5}"])("%s is reported: clusterctl crashes on it", (input) => {
    expect(substitute(input, { A: "abcdef" }).diagnostics.map((d) => d.message)).toEqual([
      'the length of the substring of "A" is negative, which crashes clusterctl',
    ]);
  });

  test("positions are those of the text before spaces are dropped", () => {
    expect(substitute("${ A } ${\nB\n} ${C-}", {}, "t").diagnostics[0]?.position).toEqual({
      file: "t",
      line: 3,
      column: 3,
    });
  });

  test("escapeVariables is undone by substitution, up to blanks that clusterctl always drops", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("$", "{", "}", "A", " ", ":", "=", "é") }), (text) => {
        expect(substitute(escapeVariables(text), { A: "1" })).toEqual({
          text: dropLegacySpaces(text).text,
          missing: [],
          diagnostics: [],
        });
      }),
    );
  });

  test("every string is either rejected at a place inside it or substituted, and values are never read again", () => {
    const template = fc
      .array(fc.constantFrom("${", "}", "$", "A", "B", ":", "=", "-", "/", "#", "%", "^", ",", "x", " ", "\\", "\n"), {
        maxLength: 24,
      })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(template, (text) => {
        const got = substitute(text, { A: "${A}", B: "" });
        const [refusal] = got.diagnostics;
        if (refusal?.position?.line === undefined) return;
        expect(text.split("\n").length).toBeGreaterThanOrEqual(refusal.position.line);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("hostile templates", () => {
  test("many variables and spaced ones need little time", () => {
    const from = performance.now();
    const many = Array.from({ length: 8000 }, (_, i) => `\${V${i}:-1}\n`).join("");
    substitute("${ A }".repeat(40_000), { A: "x" });
    substitute(many, {});
    listVariables(many);
    expect(performance.now() - from).toBeLessThan(2000);
  });

  test("a long default of a variable that has many more needs little time", () => {
    const template = `\${A:=${"${B}x".repeat(20_000)}}${"${A:=y}".repeat(20_000)}\${B}`;
    const before = process.threadCpuUsage();
    checkVariables(template);
    substitute(template, { A: "1", B: "2" });
    const { user, system } = process.threadCpuUsage(before);
    expect(user + system).toBeLessThan(2_000_000);
  });

  test("deep nesting and results without end are errors", () => {
    const deep = `${"${A:=".repeat(3000)}x${"}".repeat(3000)}`;
    expect(substitute(deep, {}).diagnostics.map(({ code }) => code)).toEqual(["envsubst/too-deep"]);
    const long = "${A//a/${A//a/${A//a/${A}}}}";
    const codes = substitute(long, { A: "a".repeat(1000) }).diagnostics.map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(["envsubst/too-long"]));
  });

  const level = (inner: string): string => `\${X//\${E}/${inner}}`;
  const multiplied = Array.from({ length: 5 }).reduce<string>(level, "0123456789");
  test.each([
    ["replacements", `${multiplied}\n`.repeat(500)],
    ["a default of many replacements", `\${E:-${multiplied.repeat(60)}}\n`.repeat(10)],
    ["a glob of replacements", `\${X##${multiplied}}`.repeat(50)],
    ["defaults inside of each other", `${"${E:-".repeat(99)}${"x".repeat(200_000)}${"}".repeat(99)}`],
    ["substrings of a long value", "${L:1:1}".repeat(1000)],
  ])("%s have one budget together, with one error", (_, template) => {
    const before = process.threadCpuUsage();
    const { text, diagnostics } = substitute(template, { X: "my-cluster", E: "", L: "l".repeat(100_000) });
    const { user, system } = process.threadCpuUsage(before);
    expect(diagnostics.map(({ code }) => code)).toEqual(["envsubst/too-long"]);
    expect(text.length).toBeLessThan(2 ** 24 + template.length);
    expect(user + system).toBeLessThan(3_000_000);
  });

  test.each([
    ["/", "b"],
    ["//", "b"],
  ])("a replacement with %s of a long string that almost fits needs little time", (operator) => {
    const before = process.threadCpuUsage();
    const template = `\${L${operator}b${"a".repeat(60_000)}/x}`;
    expect(substitute(template, { L: "a".repeat(120_000) }).diagnostics).toEqual([]);
    const { user, system } = process.threadCpuUsage(before);
    expect(user + system).toBeLessThan(1_000_000);
  });
});

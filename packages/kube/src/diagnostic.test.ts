// Diagnostics as text, and their order.
import { describe, expect, it } from "vitest";
import { diagnose, formatDiagnostic, sortDiagnostics, type Diagnostic, type DiagnosticTable } from "./diagnostic.ts";

const table = {
  "demo/too-long": {
    severity: "error",
    message: '"{name}" is longer than {max}',
    hint: "shorten {name}",
    explain: "Names are limited.",
  },
} as const satisfies DiagnosticTable;

describe("diagnostics", () => {
  it("fills the holes and prints position, path and mend", () => {
    const diagnostic = diagnose(table, "demo/too-long", {
      values: { name: "foo", max: 2 },
      position: { file: "a.ts", line: 3, column: 5 },
      path: "spec.name",
    });
    expect(formatDiagnostic(diagnostic)).toBe(
      'a.ts:3:5 error demo/too-long: "foo" is longer than 2 (at spec.name)\n  mend: shorten foo',
    );
  });

  it("refuses a hole without a value", () => {
    expect(() => diagnose(table, "demo/too-long", { values: { name: "foo" } })).toThrow(
      'no value for {max} in ""{name}" is longer than {max}"',
    );
  });

  it("sorts by file, line, column, code", () => {
    const at = (file: string, line: number, code: string): Diagnostic => ({
      code,
      severity: "error",
      message: "",
      position: { file, line },
    });
    const sorted = sortDiagnostics([at("b.ts", 1, "x"), at("a.ts", 10, "x"), at("a.ts", 2, "z"), at("a.ts", 2, "y")]);
    expect(sorted.map((d) => `${d.position?.file}:${d.position?.line} ${d.code}`)).toEqual([
      "a.ts:2 y",
      "a.ts:2 z",
      "a.ts:10 x",
      "b.ts:1 x",
    ]);
  });
});

// Diagnostics as text, and their order.
import { describe, expect, it } from "vitest";
import {
  diagnose,
  formatDiagnostic,
  formatPosition,
  hasErrors,
  sortDiagnostics,
  type Diagnostic,
  type DiagnosticTable,
} from "./diagnostic.ts";

const table = {
  "demo/too-long": {
    severity: "error",
    message: '"{name}" is longer than {max}',
    help: "shorten {name}",
    explain: "Names are limited.",
  },
  "demo/bare": { severity: "warning", message: "it is bare", explain: "" },
} as const satisfies DiagnosticTable;

describe("diagnostics", () => {
  it("fills the holes and prints position, path and help", () => {
    const diagnostic = diagnose(table, "demo/too-long", {
      values: { name: "foo", max: 2 },
      position: { file: "a.ts", line: 3, column: 5 },
      path: "spec.name",
    });
    expect(formatDiagnostic(diagnostic)).toBe(
      'a.ts:3:5 error demo/too-long: "foo" is longer than 2 (at spec.name)\n  help: shorten foo',
    );
  });

  it("shows control characters of values and paths as escapes", () => {
    const values = { name: "\u001b]0;owned\u0007\r\n\t\u009b1m\u202ee", max: 2 };
    const { message, path } = diagnose(table, "demo/too-long", { values, path: "spec.\u001b[31m" });
    expect(message).toBe('"\\u001b]0;owned\\u0007\\r\\n\t\\u009b1m\\u202ee" is longer than 2');
    expect(path).toBe("spec.\\u001b[31m");
  });

  it("keeps a value on its line, except where a placeholder starts one", () => {
    const lines = { "demo/log": { severity: "error", message: "{what}:\n  {lines}", explain: "" } } as const;
    const { message } = diagnose(lines, "demo/log", { values: { what: "a\n::error::b", lines: "c\nd" } });
    expect(message).toBe("a\\n::error::b:\n  c\nd");
    expect(formatPosition({ file: "a\n::error::b", line: 1 })).toBe("a\\n::error::b:1");
  });

  it("cuts a value that is too long", () => {
    const values = { name: "a".repeat(100_000), max: 2 };
    const cut = `${"a".repeat(8192)}... (cut, it has 100000 characters)`;
    expect(diagnose(table, "demo/too-long", { values }).message).toBe(`"${cut}" is longer than 2`);
  });

  it("rejects a placeholder without a value", () => {
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

  it("prints no more than what is known", () => {
    const diagnostic = diagnose(table, "demo/bare");
    expect(diagnostic).toStrictEqual({ code: "demo/bare", severity: "warning", message: "it is bare" });
    expect(formatDiagnostic(diagnostic)).toBe("warning demo/bare: it is bare");
    expect(formatDiagnostic({ ...diagnostic, position: { file: "a.ts" } })).toBe("a.ts warning demo/bare: it is bare");
    expect(formatPosition({ file: "a.ts", line: 3 })).toBe("a.ts:3");
  });

  it("rejects a code that is not in the table", () => {
    const wide: DiagnosticTable = table;
    expect(() => diagnose(wide, "demo/other")).toThrow(
      'undeclared diagnostic "demo/other"; declared are demo/too-long, demo/bare',
    );
  });

  it("has errors when one of several is an error", () => {
    const warning = diagnose(table, "demo/bare");
    const error: Diagnostic = { ...warning, severity: "error" };
    expect([hasErrors([]), hasErrors([warning]), hasErrors([warning, error])]).toEqual([false, false, true]);
  });

  it("sorts diagnostics without a position first, and those of one line by column", () => {
    const at = (message: string, position?: Diagnostic["position"]): Diagnostic => ({
      code: "x",
      severity: "error",
      message,
      ...(position === undefined ? {} : { position }),
    });
    const given = [
      at("column 2", { file: "a", line: 1, column: 2 }),
      at("column 1", { file: "a", line: 1, column: 1 }),
      at("no column", { file: "a", line: 1 }),
      at("no line", { file: "a" }),
      at("first equal"),
      at("second equal"),
    ];
    expect(sortDiagnostics(given).map(({ message }) => message)).toEqual([
      "first equal",
      "second equal",
      "no line",
      "no column",
      "column 1",
      "column 2",
    ]);
  });
});

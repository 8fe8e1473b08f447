// Errors made from tables.
import { expect, test } from "vitest";
import type { DiagnosticTable } from "./diagnostic.ts";
import { errorOf } from "./error-table.ts";
import { describeError } from "./errors.ts";

const table = {
  "x/taken": { severity: "error", message: "port {port} is taken", hint: "choose another than {port}", explain: "" },
  "x/bare": { severity: "error", message: "nothing to add", explain: "" },
} as const satisfies DiagnosticTable;

test("fills message and mend, and keeps code and cause", () => {
  const cause = new Error("EADDRINUSE");
  const error = errorOf(table, "x/taken", { values: { port: 9443 }, cause });
  expect(describeError(error)).toBe("port 9443 is taken\n  mend: choose another than 9443");
  expect([error.code, error.cause]).toEqual(["x/taken", cause]);
});

test("an error without a hint has no mend and no cause", () => {
  const error = errorOf(table, "x/bare");
  expect([describeError(error), error.mend, error.cause]).toEqual(["nothing to add", undefined, undefined]);
});

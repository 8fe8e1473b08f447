// The parameters of a write.
import { expect, test } from "vitest";
import { systemUser } from "../access/users.ts";
import { systemContext, writeContext } from "./write-context.ts";

test.each([
  { query: "", want: { dryRun: false, fieldValidation: "Warn" } },
  { query: "fieldValidation=", want: { dryRun: false, fieldValidation: "Warn" } },
  { query: "fieldValidation=Strict&dryRun=All", want: { dryRun: true, fieldValidation: "Strict" } },
  { query: "fieldValidation=Ignore&dryRun=All&dryRun=All", want: { dryRun: true, fieldValidation: "Ignore" } },
  { query: "fieldValidation=Warn", want: { dryRun: false, fieldValidation: "Warn" } },
])("$query", ({ query, want }) => {
  expect(writeContext(new URLSearchParams(query), systemUser, "PatchOptions")).toEqual({
    user: systemUser,
    warnings: [],
    ...want,
  });
});

test.each([
  {
    query: "fieldValidation=strict",
    why: 'fieldValidation: Unsupported value: "strict": supported values: "", "Ignore", "Strict", "Warn"',
  },
  { query: "dryRun=All&dryRun=None", why: 'dryRun: Unsupported value: ["All","None"]: supported values: "All"' },
  { query: "dryRun=", why: 'dryRun: Unsupported value: [""]: supported values: "All"' },
])("$query is rejected", ({ query, why }) => {
  const message = `PatchOptions.meta.k8s.io "" is invalid: ${why}`;
  expect(() => writeContext(new URLSearchParams(query), systemUser, "PatchOptions")).toThrow(message);
});

test("the server's controllers write everything as it is", () => {
  expect(systemContext()).toEqual({ user: systemUser, dryRun: false, fieldValidation: "Ignore", warnings: [] });
  expect(systemUser).toEqual({
    username: "system:capstan-testenv",
    groups: ["system:masters", "system:authenticated"],
  });
});

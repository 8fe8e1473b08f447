// What every verb prints with `--format json` is what schemas/output.json says.
import { afterEach, beforeEach, expect, test } from "vitest";
import { fooProject } from "../../test/foo-project.ts";
import { outputSchema, schemaProblems } from "../../test/json-schema.ts";
import { TemporaryProject } from "../../test/temporary-project.ts";
import { verbs } from "../verb-table.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
  at.write({ ...fooProject(), "package.json": { name: "foo" } });
  at.install();
});
afterEach(() => at[Symbol.dispose]());

/** The names of the fields of the one document that a command prints. */
async function fieldsOf(...argv: string[]): Promise<readonly string[]> {
  const { code, text } = await at.capstan([...argv, "--format", "json"]);
  const document: Readonly<Record<string, unknown>> = JSON.parse(text);
  expect(schemaProblems(document)).toEqual([]);
  expect(document["exitCode"]).toBe(code);
  return Object.keys(document);
}

const commands: readonly (readonly [string, readonly string[]])[] = [
  ["doctor", ["checks"]],
  ["explain", ["codes", "body"]],
  ["explain rbac", ["codes", "body"]],
  ["explain cli/usage", ["codes", "body"]],
  ["explain InfraMachine", ["body"]],
  ["explain nope", []],
  ["generate --check", ["changes", "projects", "check"]],
  ["generate", ["changes", "projects", "unchanged"]],
  ["generate docs/missing.md src/api/v1/foo.ts", ["missing"]],
  ["import missing.yaml", []],
  ["import generated/crds/a.yaml", []],
  ["bundle", []],
  ["describe --kubeconfig missing", []],
  ["call Discovery", []],
  ["call BeforeClusterDelete", []],
  ["plan --against missing.tape", []],
  ["record --target https://localhost:1", []],
  ["dev --once --frob", []],
  ["nope", []],
];

test("each verb is among the commands", () => {
  const first = new Set(commands.map(([words]) => words.split(" ")[0]));
  expect(Object.keys(verbs).filter((verb) => !first.has(verb))).toEqual([]);
});

test.each(commands)("%s", async (words, fields) => {
  expect(await fieldsOf(...words.split(" "))).toEqual(
    expect.arrayContaining(["exitCode", "title", "diagnostics", ...fields]),
  );
});

test("codes have their parts", async () => {
  const { text } = await at.capstan(["explain", "inframachine/provider-id", "--format", "json"]);
  expect(JSON.parse(text)).toMatchObject({
    codes: [{ code: "inframachine/provider-id", level: "must", explain: expect.stringContaining(" ") }],
  });
});

test("a document that differs from the schema is seen", () => {
  const document = { exitCode: 9, title: 1, diagnostics: [{ code: "a/b", severity: "error" }], more: true };
  expect(schemaProblems(document)).toEqual([
    "document.exitCode is 9",
    "document.title is integer, not string",
    "document.diagnostics[0].message is missing",
    "document.more is not in the schema",
  ]);
});

test("every part of the schema says what it is", () => {
  const parts = [outputSchema, ...Object.values(outputSchema.$defs ?? {})].flatMap(({ properties = {} }) =>
    Object.entries(properties).filter(([, { description = "" }]) => description === ""),
  );
  expect(parts).toEqual([]);
});

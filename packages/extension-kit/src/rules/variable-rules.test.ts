// Variables that Cluster API rejects, one for each rule; `pnpm run oracle answers` compares random ones with its own code.
import { hookCatalog } from "@capstan/api/catalog";
import { type Logger, silentLogger } from "@capstan/process";
import { expect, test } from "vitest";
import { defineExtension } from "../authoring/define-extension.ts";
import { proceed } from "../authoring/results.ts";
import { callInProcess } from "../testing/call-in-process.ts";

const rejected = "rejects: ";

async function messageOf(variables: readonly object[]): Promise<string> {
  const extension = defineExtension({ discoverVariables: { v: () => proceed({ variables: variables as never }) } });
  const { status, message = "" } = await callInProcess(extension, hookCatalog.DiscoverVariables, { request: {} });
  return status === "Success" ? status : message.slice(message.indexOf(rejected) + rejected.length);
}

const variable = (openAPIV3Schema: object, name = "a"): object => ({
  name,
  required: true,
  schema: { openAPIV3Schema },
});
const text = { type: "string" };

test.each<{ readonly name: string; readonly schema: object; readonly want: string }>([
  { name: "a string", schema: text, want: "Success" },
  { name: "an integer or a string", schema: { "x-kubernetes-int-or-string": true }, want: "Success" },
  { name: "any object", schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true }, want: "Success" },
  { name: "parts without types", schema: { ...text, anyOf: [{ minLength: 1 }, { enum: [""] }] }, want: "Success" },
  {
    name: "a rule",
    schema: { ...text, "x-kubernetes-validations": [{ rule: "self != 'a'", message: "no" }] },
    want: "Success",
  },
  {
    name: "no type inside",
    schema: { type: "object", properties: { b: {} } },
    want: 'variable "a": properties[b].type: Required value: must not be empty for specified object fields',
  },
  { name: "a list of anything", schema: { type: "array" }, want: 'variable "a": items: Required value: ' },
  {
    name: "fields and other fields",
    schema: { type: "object", properties: { b: text }, additionalProperties: text },
    want: 'variable "a": additionalProperties: Forbidden: ',
  },
  {
    name: "a default of another type",
    schema: { ...text, default: 1 },
    want: 'variable "a": default: Invalid value: "integer": it.default in body must be of type string',
  },
  {
    name: "a default with unknown fields",
    schema: { type: "object", default: { b: 1 } },
    want: 'variable "a": default: Invalid value: {"b":1}: must not have unknown fields',
  },
  {
    name: "an example that does not fit",
    schema: { ...text, maxLength: 1, example: "ab" },
    want: 'variable "a": example: it does not fit the schema',
  },
  {
    name: "a value of an enum that does not fit",
    schema: { type: "array", items: { ...text, enum: ["b", 1] } },
    want: 'variable "a": items.enum[1]: it does not fit the schema',
  },
  {
    name: "a type in a junctor",
    schema: { ...text, not: { type: "string" } },
    want: 'variable "a": not.type: Forbidden: must be empty to be structural',
  },
  {
    name: "a keyword with a mistake",
    schema: { ...text, minLenght: 1 },
    want: 'variable "a": the keyword "minLenght" is not one of variables, and would be dropped; did you mean "minLength"?',
  },
  {
    name: "keywords that only say something",
    schema: {
      ...text,
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: "B",
      examples: [1],
      enum: ["b"],
    },
    want: "Success",
  },
  {
    name: "a keyword of definitions",
    schema: { type: "object", properties: { b: { ...text, nullable: true } } },
    want: 'variable "a": properties[b]: the keyword "nullable" is not one of variables, and would be dropped',
  },
  {
    name: "a type beside another",
    schema: { ...text, "x-kubernetes-int-or-string": true },
    want: 'variable "a": type: it contradicts x-kubernetes-int-or-string',
  },
  {
    name: "a rule of two lines without a message",
    schema: { ...text, "x-kubernetes-validations": [{ rule: "true ||\nfalse" }] },
    want: 'variable "a": x-kubernetes-validations[0].message: Required value: ',
  },
])("$name", async ({ schema, want }) => {
  expect(await messageOf([variable(schema)])).toContain(want);
});

test.each([
  ["", 'variable "": the name is empty'],
  ["builtin", 'variable "builtin": the name "builtin" is reserved'],
  ["a.b", 'variable "a.b": the name has a dot'],
])('the name "%s" is rejected', async (name, want) => {
  expect(await messageOf([variable(text, name)])).toBe(want);
});

test("two variables of one name are rejected", async () => {
  expect(await messageOf([variable(text), variable({ type: "integer" })])).toBe(
    'variable "a": there are two of this name',
  );
});

test("rules in CEL are not compiled, which is logged once for each handler", async () => {
  const lines: unknown[] = [];
  const log: Logger = { ...silentLogger, warn: (...line) => void lines.push(line), child: () => log };
  const rule = { "x-kubernetes-validations": [{ rule: "no CEL at all (" }] };
  const inside = { type: "object", properties: { list: { type: "array", items: { ...text, ...rule } } } };
  const variables = [variable({ ...text, ...rule }), variable(inside, "b"), variable(text, "c")];
  const extension = defineExtension({
    discoverVariables: { v: () => proceed({ variables: variables as never }), w: () => proceed({ variables: [] }) },
  });
  for (const handler of ["v", "v", "w"]) {
    const call = { request: {}, handler, log };
    expect(await callInProcess(extension, hookCatalog.DiscoverVariables, call)).toMatchObject({ status: "Success" });
  }
  const where = "the condition VariablesReady of the ClusterClass has what Cluster API finds wrong with them";
  expect(lines).toEqual([
    [`Variables have CEL rules, which are not compiled here: ${where}; this is logged once`, { variables: ["a", "b"] }],
  ]);
});

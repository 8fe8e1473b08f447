// The library follows references out of a document, to files and servers: none reaches it, wherever a document has one.
import { formatDiagnostic, isJsonObject } from "@capstan/kube";
import openapiTS, { astToString } from "openapi-typescript";
import { expect, test } from "vitest";
import { importHooks } from "./import-hooks.ts";
import { typeShapes } from "./type-shapes.ts";

const outside = { $ref: "http://127.0.0.1:1/secret" };
const text = { type: "string" };
const own = { $ref: "#/components/schemas/Own" };

function documentWith(field: unknown): object {
  const content = ($ref: string): object => ({ content: { "application/json": { schema: { $ref } } } });
  const post = {
    requestBody: content("#/components/schemas/BeforeTextRequest"),
    responses: { "200": { description: "", ...content("#/components/schemas/BeforeTextResponse") } },
  };
  const schemas = {
    BeforeTextRequest: { type: "object", properties: { field } },
    BeforeTextResponse: { type: "object", required: ["status"], properties: { status: text } },
    Own: { type: "object", properties: { name: text } },
  };
  return {
    openapi: "3.0.3",
    info: {},
    paths: { "/a.example.com/v1/beforetext/{name}": { post } },
    components: { schemas },
  };
}

/** Every reference in a value. */
function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isJsonObject(value)) return [];
  const { $ref } = value;
  return [...(typeof $ref === "string" ? [$ref] : []), ...Object.values(value).flatMap(referencesIn)];
}

/** What the library gets of an import, and what is reported about the document. */
async function imported(field: unknown): Promise<{ readonly given: readonly string[]; readonly problems: string }> {
  const given: string[] = [];
  const found = await importHooks(JSON.stringify(documentWith(field)), {
    file: "hooks.json",
    writeTypes: async (document) => {
      given.push(...referencesIn(document));
      return astToString(await openapiTS(document as never, { silent: true }));
    },
  });
  return { given, problems: (found?.diagnostics ?? []).map((each) => formatDiagnostic(each)).join("\n") };
}

test.each<[string, object]>([
  ["fields of a string", { ...text, properties: { a: outside } }],
  ["required fields of a string", { ...text, required: outside }],
  ["elements of a string", { ...text, items: outside }],
  ["other fields of a string", { ...text, additionalProperties: outside }],
  ["elements of an object", { type: "object", properties: { a: text }, items: outside }],
  ["fields of a list", { type: "array", items: text, properties: outside, required: outside }],
  ["fields of a number or a string", { "x-kubernetes-int-or-string": true, items: outside }],
  ["elements beside a reference", { ...own, items: outside, additionalProperties: outside }],
  ["other keywords of a string", { ...text, nullable: outside, format: outside, default: outside }],
])("%s have no meaning, and are not passed on", async (_, field) => {
  const { given, problems } = await imported(field);
  expect(problems).toBe("");
  expect(new Set(given)).toSatisfy((all: Set<string>) =>
    [...all].every((each) => each.startsWith("#/components/schemas/")),
  );
});

test.each<[string, object, string]>([
  ["required", { type: "object", properties: { a: text }, required: outside }, "`required` is not a list of names"],
  [
    "required names",
    { type: "object", properties: { a: text }, required: [outside] },
    "`required` is not a list of names",
  ],
  ["properties", { type: "object", properties: { a: outside } }, "is outside this document"],
  ["items", { type: "array", items: outside }, "is outside this document"],
  ["additionalProperties", { type: "object", additionalProperties: outside }, "is outside this document"],
  [
    "a list as additionalProperties",
    { type: "object", additionalProperties: [outside] },
    "neither a schema nor true or false",
  ],
  ["enum", { ...text, enum: outside }, "`enum`"],
  ["description", { ...text, description: outside }, "`description` is not a string"],
])("%s in the place of what belongs there is rejected", async (_, field, problem) => {
  const { given, problems } = await imported(field);
  expect(problems).toContain(problem);
  expect(given).toEqual([]);
});

test("what is given to the library has references to its own components only", async () => {
  const schemas = new Map([["A", { type: "object", required: [outside] as never, properties: { a: text } }]]);
  const write = (): Promise<string> => Promise.reject(new Error("it was called"));
  await expect(typeShapes(schemas as never, write)).rejects.toThrow(
    'the reference "http://127.0.0.1:1/secret" does not name a component',
  );
});

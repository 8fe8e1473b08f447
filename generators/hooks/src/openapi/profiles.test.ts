// The profiles of a document of anyone's hooks: what Cluster API's generator would write of the same types in Go, and what the
// wire demands.
import { describe, expect, test } from "vitest";
import { soundModelOf } from "@capstan/generator-model/testing";
import type { OpenApiDocument, OpenApiProfile, OpenApiSchema } from "./document.ts";
import { openApiOf } from "./emit-openapi.ts";

const source = (fields: string): string => `
import { defineHook, type Hook } from "@capstan/contract/define";
import type { Bytes, Double, Int32, Int64, IntOrString, JSONObject, JSONValue, Time } from "@capstan/kube";
interface Inner { a?: string }
interface Request {
${fields}
}
interface Response { status: "Success" | "Failure"; mode?: "A" | "B" }
export const BeforeFoo: Hook<Request, Response> = defineHook({
  apiVersion: "hooks.example.dev/v1",
  name: "BeforeFoo",
  summary: "Called before foo",
  description: "Called before foo is done.",
  tags: ["Foo"],
});
`;

function documentOf(fields: string, profile: OpenApiProfile): OpenApiDocument {
  const options = {
    info: { title: "Hooks", description: "Hooks.", version: "v1" },
    components: { prefixes: { "": "x.v1" } },
  };
  const { document, diagnostics } = openApiOf(soundModelOf(source(fields)), { ...options, profile });
  expect(diagnostics).toEqual([]);
  return document;
}

const propertyOf = (fields: string, profile: OpenApiProfile): OpenApiSchema | undefined =>
  documentOf(fields, profile).components.schemas["x.v1.Request"]?.properties?.["a"];

const ref = (name: string): { readonly $ref: string } => ({ $ref: `#/components/schemas/${name}` });
const inner = ref("x.v1.Inner");
const time = ref("k8s.io.apimachinery.pkg.apis.meta.v1.Time");

describe("upstream: a property", () => {
  test.each([
    { given: "a: string", want: { type: "string", default: "" } },
    { given: "a?: string", want: { type: "string" } },
    { given: "a: Int32", want: { type: "integer", format: "int32", default: 0 } },
    { given: "a: Double", want: { type: "number", format: "double", default: 0 } },
    { given: "a: boolean", want: { type: "boolean", default: false } },
    { given: "a: Bytes", want: { type: "string", format: "byte" } },
    { given: "a: Inner", want: { ...inner, default: {} } },
    { given: "a?: Inner", want: { ...inner, default: {} } },
    { given: "a: Time", want: time },
    { given: "a: JSONObject", want: ref("k8s.io.apimachinery.pkg.runtime.RawExtension") },
    { given: "a: string[]", want: { type: "array", items: { type: "string", default: "" } } },
    { given: "a?: Inner[]", want: { type: "array", items: { ...inner, default: {} } } },
    {
      given: "a: Record<string, Int64>",
      want: { type: "object", additionalProperties: { type: "integer", format: "int64", default: 0 } },
    },
    {
      given: "a: { b: string }",
      want: { type: "object", properties: { b: { type: "string", default: "" } }, required: ["b"] },
    },
    { given: 'a: "x" | "y"', want: { type: "string" } },
    { given: "/** @minLength 1 */\na: string", want: { type: "string" } },
    { given: "/** @minimum 1\n * @maximum 3 */\na: Int32", want: { type: "integer", format: "int32" } },
    { given: "/** @minimum 0 */\na: Int32", want: { type: "integer", format: "int32", default: 0 } },
    { given: "/** @default 3 */\na?: Int32", want: { type: "integer", format: "int32", default: 3 } },
    {
      given: "/** @listType set\n * @maxItems 3 */\na?: string[]",
      want: { type: "array", items: { type: "string", default: "" }, "x-kubernetes-list-type": "set" },
    },
  ])("$given", ({ given, want }) => expect(propertyOf(given, "upstream")).toEqual(want));
});

test("upstream: of enums, that of the status stands in the document", () => {
  const { properties } = documentOf("a: string", "upstream").components.schemas["x.v1.Response"] ?? {};
  expect(properties).toEqual({
    status: { type: "string", enum: ["Success", "Failure"], default: "" },
    mode: { type: "string" },
  });
});

describe("strict: a property", () => {
  const [minimum, maximum] = [-2147483648, 2147483647];
  test.each([
    { given: "a: Inner", want: inner },
    { given: "/** a is it. */\na: Inner", want: { allOf: [inner], description: "a is it." } },
    { given: "a: Inner[]", want: { type: "array", items: inner } },
    { given: "a: Int32", want: { type: "integer", format: "int32", minimum, maximum } },
    { given: "/** @minimum 0 */\na: Int32", want: { type: "integer", format: "int32", minimum: 0, maximum } },
    {
      given: "a: Record<string, Int32>",
      want: { type: "object", additionalProperties: { type: "integer", format: "int32", minimum, maximum } },
    },
    { given: 'a: "x" | "y"', want: { type: "string", enum: ["x", "y"] } },
    { given: '/** @minLength 1\n * @default "b" */\na: string', want: { type: "string", minLength: 1, default: "b" } },
  ])("$given", ({ given, want }) => expect(propertyOf(given, "strict")).toEqual(want));
});

test("strict: an operation has a timeout, a body that is required, and answers that are errors", () => {
  const post = documentOf("a: string", "strict").paths["/hooks.example.dev/v1/beforefoo/{name}"]?.post;
  expect(post?.parameters?.map((each) => [each.in, each.name, each.required])).toEqual([
    ["path", "name", true],
    ["query", "timeout", false],
  ]);
  expect(post?.requestBody.required).toBe(true);
  expect(Object.keys(post?.responses ?? {})).toEqual(["200", "default"]);
  const upstream = documentOf("a: string", "upstream").paths["/hooks.example.dev/v1/beforefoo/{name}"]?.post;
  expect(upstream?.parameters).toHaveLength(1);
  expect(upstream?.requestBody.required).toBeUndefined();
  expect(Object.keys(upstream?.responses ?? {})).toEqual(["200"]);
});

test("strict: the timeouts of Cluster API have the form", () => {
  const post = documentOf("a: string", "strict").paths["/hooks.example.dev/v1/beforefoo/{name}"]?.post;
  const pattern = new RegExp(post?.parameters?.[1]?.schema.pattern ?? "");
  expect(["10s", "30s", "1m30s", "1.5s"].filter((text) => !pattern.test(text))).toEqual([]);
  expect(["", "10", "s", "10 s"].filter((text) => pattern.test(text))).toEqual([]);
});

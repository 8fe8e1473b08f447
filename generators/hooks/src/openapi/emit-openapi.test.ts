// Hooks as a document: the whole text, and what is rejected.
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "@capstan/kube";
import { soundModelOf } from "@capstan/generator-model/testing";
import { emitOpenApi, openApiOf } from "./emit-openapi.ts";

const info = { title: "Hooks", description: "Hooks.", version: "v1" };
const components = { prefixes: { "": "example.v1" } };

const source = (types: string, name = "BeforeFoo"): string => `
import { defineHook, type Hook } from "@capstan/contract/define";
import type { Bytes, Int32, IntOrString, JSONObject, JSONValue, KubeObject, Time } from "@capstan/kube";
interface Response { status: "Success" | "Failure"; retryAfterSeconds: Int32 }
${types}
export const ${name}: Hook<Request, Response> = defineHook({
  apiVersion: "hooks.example.dev/v1",
  name: "${name}",
  summary: "Called before foo",
  description: "Called before foo is done.",
  tags: ["Foo"],
  blocking: true,
});
`;

const requestOf = (fields: string): object | undefined => {
  const { document, diagnostics } = openApiOf(soundModelOf(source(`interface Request {\n${fields}\n}`)), {
    info,
    components,
  });
  expect(diagnostics).toEqual([]);
  return document.components.schemas["example.v1.Request"]?.properties;
};

const time = "k8s.io.apimachinery.pkg.apis.meta.v1.Time";
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

describe("properties", () => {
  test.each([
    { given: "a: string", want: { a: { type: "string" } } },
    { given: "/** a is it. */\na?: Int32", want: { a: { type: "integer", format: "int32", description: "a is it." } } },
    { given: 'a: "x" | "y"', want: { a: { type: "string", enum: ["x", "y"] } } },
    { given: "a: Time", want: { a: ref(time) } },
    { given: "a: Bytes", want: { a: { type: "string", format: "byte" } } },
    { given: "a: IntOrString", want: { a: ref("k8s.io.apimachinery.pkg.util.intstr.IntOrString") } },
    { given: "a: JSONObject", want: { a: ref("k8s.io.apimachinery.pkg.runtime.RawExtension") } },
    { given: "a: JSONValue", want: { a: ref("k8s.io.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON") } },
    { given: "a: Record<string, boolean>", want: { a: { type: "object", additionalProperties: { type: "boolean" } } } },
    {
      given: "/** @listType map\n * @listMapKey name */\na: { name: string }[]",
      want: {
        a: {
          type: "array",
          items: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["name"],
        },
      },
    },
  ])("$given", ({ given, want }) => expect(requestOf(given)).toEqual(want));
});

describe("aliases of lists and maps, which are written out where they are used", () => {
  const problemsOf = (types: string): string[] =>
    openApiOf(soundModelOf(source(`${types}\ninterface Request { a?: A0 }`)), { info, components }).diagnostics.map(
      formatDiagnostic,
    );

  test("are one diagnostic where they are too many", () => {
    const aliases = Array.from(
      { length: 40 },
      (_, i) => `type A${i} = Record<string, { x?: A${i + 1}; y?: A${i + 1} }>;`,
    );
    expect(problemsOf([...aliases, "type A40 = string;"].join("\n"))).toEqual([
      'api.ts:44:1 error openapi/too-large: the document has more than 50,000 schemas; the alias "A39" is being written out\n  help: write interfaces for the objects in aliases of lists and maps',
    ]);
  });

  test("are a diagnostic where they contain themselves", () => {
    expect(problemsOf("type A0 = Record<string, { x?: A0 }>;")).toEqual([
      'api.ts:5:1 error openapi/recursive-alias: the alias "A0" contains itself\n  help: write an interface for the objects in it',
    ]);
  });
});

test("a kind's apiVersion, kind and metadata are there and never required", () => {
  const model = soundModelOf(
    source(`interface Foo extends KubeObject<"example.dev/v1", "Foo"> { spec: string }
interface Request { foo: Foo }`),
  );
  const { document } = openApiOf(model, { info, components });
  const foo = document.components.schemas["example.v1.Foo"];
  expect(Object.keys(foo?.properties ?? {})).toEqual(["apiVersion", "kind", "metadata", "spec"]);
  expect(foo?.required).toEqual(["spec"]);
  expect(document.components.schemas[time]).toBeDefined();
});

test("the path and the operation are derived", () => {
  const { document } = openApiOf(soundModelOf(source("interface Request { a: string }")), { info, components });
  expect(Object.keys(document.paths)).toEqual(["/hooks.example.dev/v1/beforefoo/{name}"]);
  const post = document.paths["/hooks.example.dev/v1/beforefoo/{name}"]?.post;
  expect(post?.operationId).toBe("hooksExampleDevV1BeforeFoo");
  expect(post?.parameters?.map(({ name }) => name)).toEqual(["name"]);
});

test("the order of declarations does not change the bytes, in JSON and in YAML", () => {
  const emit = (types: string): ReturnType<typeof emitOpenApi> =>
    emitOpenApi(soundModelOf(source(types)), { info, components, path: "out/hooks" });
  const other = "interface Other { c: string }";
  const request = "interface Request { a: Other; b: string }";
  const { files, diagnostics } = emit(`${other}\n${request}`);
  expect(diagnostics).toEqual([]);
  expect(files.map(({ path }) => path).toSorted()).toEqual(["out/hooks.json", "out/hooks.yaml"]);
  expect(emit(`${request}\n${other}`).files).toEqual(files);
});

test.each([
  {
    name: "a type of a module without a prefix",
    given: source("interface Request { a: string }"),
    naming: { prefixes: {} },
    want: [
      `api.ts:5:1 error openapi/no-component-name: type "Request" of api.ts has no component name
  help: add the module to the prefixes that the generator is given`,
      `api.ts:4:1 error openapi/no-component-name: type "Response" of api.ts has no component name
  help: add the module to the prefixes that the generator is given`,
    ],
  },
  {
    name: "two types with one component name",
    given: source("interface Request { other: Other }\ninterface Other { a: string }"),
    naming: { prefixes: { "": "example.v1" }, names: { "api#Other": "example.v1.Request" } },
    want: [
      `api.ts:6:1 error openapi/duplicate-component: two types have the component name "example.v1.Request": Request in api.ts and Other in api.ts
  help: rename one, or set another name with @component`,
    ],
  },
])("$name is rejected", ({ given, naming, want }) => {
  const { files, diagnostics } = emitOpenApi(soundModelOf(given), { info, components: naming, path: "hooks" });
  expect(files).toEqual([]);
  expect(diagnostics.map(formatDiagnostic)).toEqual(want);
});

describe("constraints", () => {
  const types = `
/** @minLength 1 */
export type Name = string;
/**
 * A request.
 * @component io.example.TheRequest
 * @minProperties 1
 */
interface Request {
  /**
   * a is it.
   * @maxLength 3
   * @schema {"readOnly":true}
   */
  a: Name;
  /**
   * @items.pattern ^x$
   * @maxItems 2
   */
  b: string[];
  /**
   * @cel self > 1
   * @default 3
   */
  c?: Int32;
}`;
  const given = (constraints: boolean): object => {
    const { document, diagnostics } = openApiOf(soundModelOf(source(types)), {
      info,
      components,
      constraints,
    });
    expect(diagnostics).toEqual([]);
    return document.components.schemas["io.example.TheRequest"] ?? {};
  };

  test("stand in the document when asked for", () => {
    expect(given(true)).toEqual({
      type: "object",
      description: "A request.",
      minProperties: 1,
      properties: {
        a: { type: "string", description: "a is it.", minLength: 1, maxLength: 3, readOnly: true },
        b: { type: "array", items: { type: "string", pattern: "^x$" }, maxItems: 2 },
        c: { type: "integer", format: "int32", default: 3, "x-kubernetes-validations": [{ rule: "self > 1" }] },
      },
      required: ["a", "b"],
    });
  });

  test("are left out otherwise, as in Cluster API's document", () => {
    expect(given(false)).toEqual({
      type: "object",
      description: "A request.",
      properties: {
        a: { type: "string", description: "a is it." },
        b: { type: "array", items: { type: "string" } },
        c: { type: "integer", format: "int32" },
      },
      required: ["a", "b"],
    });
  });
});

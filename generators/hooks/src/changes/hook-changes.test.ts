// What each change of a hook means, by the direction of the data: one row for each, for requests and for responses.
import { describe, expect, test } from "vitest";
import type { OpenApiSchema } from "../openapi/document.ts";
import { hookChanges } from "./hook-changes.ts";
import type { HookShape } from "./hook-set.ts";

const none: OpenApiSchema = { type: "object" };

/** What is reported, as `<severity> <path>: <problem>`, when a schema of one side changes. */
function changed(side: "request" | "response", before: OpenApiSchema, after: OpenApiSchema): string[] {
  const set = (schema: OpenApiSchema): Parameters<typeof hookChanges>[0] => ({
    hooks: { "g/v1/Foo": { request: none, response: none, [side]: schema } },
    schemas: {},
  });
  return hookChanges(set(before), set(after)).map(({ severity, path, problem }) => `${severity} ${path}: ${problem}`);
}

const fields = (properties: Record<string, OpenApiSchema>, required: string[] = []): OpenApiSchema => ({
  type: "object",
  properties,
  required,
});
const a = (schema: OpenApiSchema, required: string[] = []): OpenApiSchema => fields({ a: schema }, required);
const text: OpenApiSchema = { type: "string" };

interface Row {
  readonly name: string;
  readonly before: OpenApiSchema;
  readonly after: OpenApiSchema;
  readonly request: readonly string[];
  readonly response: readonly string[];
}

const rows: readonly Row[] = [
  { name: "an optional field is added", before: fields({}), after: a(text), request: [], response: [] },
  {
    name: "a required field is added",
    before: fields({}),
    after: a(text, ["a"]),
    request: [],
    response: ["error a: the required field is new"],
  },
  {
    name: "a field is removed",
    before: a(text),
    after: fields({}),
    request: ["error a: the field is removed"],
    response: ["error a: the field is removed"],
  },
  {
    name: "a required field becomes optional",
    before: a(text, ["a"]),
    after: a(text),
    request: ["warning a: the field is not required any more"],
    response: [],
  },
  {
    name: "an optional field becomes required",
    before: a(text),
    after: a(text, ["a"]),
    request: [],
    response: ["error a: the field is required now"],
  },
  {
    name: "a type changes",
    before: a(text),
    after: a({ type: "integer" }),
    request: ["error a: the type changes from string to integer"],
    response: ["error a: the type changes from string to integer"],
  },
  {
    name: "an object becomes a map",
    before: a(fields({})),
    after: a({ type: "object", additionalProperties: text }),
    request: ["error a: the type changes from object to map"],
    response: ["error a: the type changes from object to map"],
  },
  {
    name: "a number gets wider",
    before: a({ type: "integer", format: "int32" }),
    after: a({ type: "integer", format: "int64" }),
    request: ["error a: the format changes from int32 to int64"],
    response: [],
  },
  {
    name: "a number gets narrower",
    before: a({ type: "integer", format: "int64" }),
    after: a({ type: "integer", format: "int32" }),
    request: [],
    response: ["error a: the format changes from int64 to int32"],
  },
  {
    name: "a string gets another format",
    before: a({ type: "string", format: "byte" }),
    after: a(text),
    request: ["error a: the format changes from byte to none"],
    response: ["error a: the format changes from byte to none"],
  },
  {
    name: "an enum gets a value",
    before: a({ ...text, enum: ["x"] }),
    after: a({ ...text, enum: ["x", "y"] }),
    request: ['warning a: the value "y" is new'],
    response: [],
  },
  {
    name: "an enum loses a value",
    before: a({ ...text, enum: ["x", "y"] }),
    after: a({ ...text, enum: ["x"] }),
    request: ['warning a: the value "y" is removed'],
    response: ['error a: the value "y" is removed'],
  },
  {
    name: "an enum is added",
    before: a(text),
    after: a({ ...text, enum: ["x"] }),
    request: [],
    response: ["error a: only listed values are accepted now"],
  },
  {
    name: "an enum is removed",
    before: a({ ...text, enum: ["x"] }),
    after: a(text),
    request: ["warning a: any value is accepted now"],
    response: [],
  },
  {
    name: "a bound is added in elements of a list",
    before: a({ type: "array", items: text }),
    after: a({ type: "array", items: { ...text, maxLength: 5 } }),
    request: [],
    response: ["error a[]: maxLength changes from none to 5"],
  },
  {
    name: "a bound is widened in values of a map",
    before: a({ type: "object", additionalProperties: { type: "integer", minimum: 3 } }),
    after: a({ type: "object", additionalProperties: { type: "integer", minimum: 2 } }),
    request: ["warning a{}: minimum changes from 3 to 2"],
    response: [],
  },
  {
    name: "a pattern changes",
    before: a({ ...text, pattern: "^a" }),
    after: a({ ...text, pattern: "^b" }),
    request: ["warning a: pattern changes"],
    response: ["error a: pattern changes"],
  },
  {
    name: "null is accepted",
    before: a(text),
    after: a({ ...text, nullable: true }),
    request: ["warning a: nullable is set"],
    response: [],
  },
  {
    name: "a default changes",
    before: a({ ...text, default: "x" }),
    after: a({ ...text, default: "y" }),
    request: ["warning a: the default changes"],
    response: ["warning a: the default changes"],
  },
  {
    name: "only descriptions change",
    before: a({ ...text, description: "a is it." }),
    after: a({ ...text, description: "a is another." }),
    request: [],
    response: [],
  },
];

describe.each(rows)("$name", ({ before, after, request, response }) => {
  test("in a request", () => expect(changed("request", before, after)).toEqual(request));
  test("in a response", () => expect(changed("response", before, after)).toEqual(response));
});

test("components are followed, wrapped in allOf or not, also those that contain themselves", () => {
  const ref = { $ref: "#/components/schemas/Node" };
  const set = (node: OpenApiSchema, request: OpenApiSchema): Parameters<typeof hookChanges>[0] => ({
    hooks: { "g/v1/Foo": { request, response: none } },
    schemas: { Node: node },
  });
  const before = set(fields({ child: ref, size: text }), a(ref));
  const after = set(fields({ child: { allOf: [ref] } }), a({ allOf: [ref], description: "a is it." }));
  expect(hookChanges(before, after)).toEqual([
    { hook: "g/v1/Foo", side: "request", severity: "error", path: "a.size", problem: "the field is removed" },
  ]);
});

test("what stands beside a reference is compared, also where its component was compared before", () => {
  const ref = { $ref: "#/components/schemas/Name" };
  const set = (request: OpenApiSchema): Parameters<typeof hookChanges>[0] => ({
    hooks: { "g/v1/Foo": { request: none, response: request } },
    schemas: { Name: text },
  });
  const before = set(fields({ a: ref, b: { ...ref, maxLength: 5 }, c: { ...ref, maxLength: 5 } }));
  const after = set(fields({ a: ref, b: { ...ref, maxLength: 3 }, c: { ...ref, maxLength: 5 } }));
  expect(hookChanges(before, after)).toMatchObject([{ side: "response", path: "b" }]);
});

test("what a hook does is compared, and hooks that are removed are found", () => {
  const shape: HookShape = {
    behavior: { blocking: false, singleton: false, handlers: "all" },
    request: none,
    response: none,
  };
  const blocking = { ...shape, behavior: { blocking: true, singleton: false, handlers: "named" } } as const;
  const before = { hooks: { "g/v1/Foo": shape, "g/v1/Bar": shape }, schemas: {} };
  expect(hookChanges(before, { hooks: { "g/v1/Foo": blocking, "g/v1/New": shape }, schemas: {} })).toEqual([
    {
      hook: "g/v1/Foo",
      severity: "error",
      path: "",
      problem: "whether an answer may delay the caller changes: false, now true",
    },
    { hook: "g/v1/Foo", severity: "error", path: "", problem: "which handlers are called changes: all, now named" },
    { hook: "g/v1/Bar", severity: "error", path: "", problem: "the hook is removed" },
  ]);
});

// Which fields apiVersion and kind a request may have.
import { soundModelOf } from "@capstan/generator-model/testing";
import { describe, expect, test } from "vitest";
import { openApiOf } from "./emit-openapi.ts";

const options = {
  info: { title: "Hooks", description: "Hooks.", version: "v1" },
  components: { prefixes: { "": "example.v1" } },
};

function problems(fields: string): string[] {
  const source = `
import { defineHook, type Hook } from "@capstan/contract/define";
import type { Int32, Time } from "@capstan/kube";
interface Response { status: "Success" | "Failure"; kind?: string }
interface Request { ${fields} }
export const BeforeFoo: Hook<Request, Response> = defineHook({
  apiVersion: "hooks.example.dev/v1", name: "BeforeFoo", summary: "Before foo", description: "Before foo.",
});
`;
  return openApiOf(soundModelOf(source), options).diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

describe("what is written into it fits", () => {
  test.each([
    "a: string",
    "apiVersion?: string; kind?: string",
    "apiVersion: string; kind: string",
    'kind: "BeforeFooRequest"; apiVersion: "hooks.example.dev/v1"',
  ])("%s", (fields) => expect(problems(fields)).toEqual([]));
});

describe("it has another meaning", () => {
  const lost = (field: string, value: string): string =>
    `openapi/envelope-field: the field ${field} of BeforeFooRequest has no room for "${value}", which is written into it`;
  test.each([
    { fields: 'kind: "fast" | "slow"', want: [lost("kind", "BeforeFooRequest")] },
    { fields: "kind?: { name: string }", want: [lost("kind", "BeforeFooRequest")] },
    { fields: "apiVersion?: Int32", want: [lost("apiVersion", "hooks.example.dev/v1")] },
    { fields: 'apiVersion: "hooks.example.dev/v2"', want: [lost("apiVersion", "hooks.example.dev/v1")] },
  ])("$fields", ({ fields, want }) => expect(problems(fields)).toEqual(want));
});

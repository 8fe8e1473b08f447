// Rules for elements themselves are in the plan, with a path, or they are rejected: nothing that is accepted is left out.
import { describe, expect, it } from "vitest";
import { emitConversions } from "../emit-conversions.ts";
import { sourceModel } from "../suggest/testing.ts";

const root = import.meta.dirname;

interface Pair {
  readonly older: string;
  readonly newer: string;
  readonly rules: string;
}

function emitted({ older, newer, rules }: Pair): ReturnType<typeof emitConversions> {
  const text = `
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";
/** A version. */
export interface Older extends KubeObject<"g.io/v1", "Foo"> { spec?: {
${older} } }
export const Older: Resource<Older> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });
/** A version. */
export interface Newer extends KubeObject<"g.io/v2", "Foo"> { spec?: {
${newer} } }
export const Newer: Resource<Newer> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });
export const foo: Conversion<Older, Newer> = defineConversion({ ${rules} });`;
  return emitConversions(sourceModel({ root, text }), {
    folder: "want",
    codegen: "@capstan/contract/codegen/v1",
    check: "@capstan/schema/conversions",
    crds: "want",
    definitions: [],
  });
}

const keyed = "/** @listType map\n @listMapKey name */\n";
const functions = (type: string): string =>
  `{ forward: (one: ${type}): ${type} => one, back: (one: ${type}): ${type} => one }`;

describe("a rule for elements is in the plan", () => {
  it.each([
    [
      "a map",
      "a?: Record<string, boolean>",
      `"spec.a[*]": { as: "invert" }`,
      '["spec", "a"], form: "map", values: true',
    ],
    ["a list", "a?: boolean[]", `"spec.a[]": { as: "invert" }`, '["spec", "a"], form: "list", values: true'],
    [
      "lists in a map",
      "a?: Record<string, boolean[]>",
      `"spec.a[*][]": { as: "invert" }`,
      '["value"], form: "list", values: true',
    ],
    ["lists in a list", "a?: boolean[][]", `"spec.a[][]": { as: "invert" }`, '["value"], form: "list", values: true'],
    [
      "elements with keys, which functions may change",
      `${keyed}a?: { name: string }[]`,
      `"spec.a": { loses: "unmatched" }, "spec.a[]": { as: ${functions("{ name: string }")} }`,
      '["spec", "a"], form: "list", values: true',
    ],
  ])("of %s", (_, fields, rules, want) => {
    const { diagnostics, files } = emitted({ older: fields, newer: fields, rules: `older: { ${rules} }` });
    expect(diagnostics).toEqual([]);
    const module = files.find(({ path }) => path.endsWith("conversion-foo.ts"))?.content ?? "";
    expect(module).toContain(`path: ${want}`);
    expect(module).toMatch(/older: \["value"\], newer: \["value"\], as: /);
    expect(module).not.toMatch(/(?:older|newer|path): \[\]/);
  });
});

describe("what elements cannot have is rejected", () => {
  const errorsOf = (pair: Pair): string[] =>
    emitted(pair).diagnostics.map(({ code, help }) => `${code}: ${help ?? ""}`);

  it("in a group, whose functions could return none", () => {
    const pair = {
      older: "l?: string[]",
      newer: "l?: Int32[]",
      rules: `older: {}, together: { l: { older: { a: "spec.l[]" }, newer: { b: "spec.l[]" }, as: { forward: () => ({}), back: () => ({}) } } }`,
    };
    expect(errorsOf(pair)[0]).toBe(
      'conversion/element-rule: write `"spec.l[]": { as: { forward: (value: string): Int32 => ..., back: (value: Int32): string => ... } }` in place of it, or name the whole list or map',
    );
  });

  it("of a move between an element and a field in one", () => {
    const pair = {
      older: "l?: { id: string }[]",
      newer: "l?: string[]",
      rules: `older: { "spec.l[].id": { to: "spec.l[]" } }`,
    };
    expect(errorsOf(pair)).toEqual([expect.stringContaining("conversion/across-elements")]);
  });
});

describe("bounds of elements with a rule of their own", () => {
  const fields = { older: "/** @items.maxLength 9 */\nl?: string[]", newer: "l?: Int32[]" };
  const as = `{ forward: (one: string): Int32 => one.length as Int32, back: (one: Int32): string => String(one) }`;

  it("are not those of the list", () => {
    const rules = `older: { "spec.l": { loses: "unmatched" }, "spec.l[]": { as: ${as}, bounds: "differ" } }`;
    expect(emitted({ ...fields, rules }).diagnostics).toEqual([]);
  });

  it("nor are bounds of the list theirs", () => {
    const newer = "/** @maxItems 3 */\nl?: Int32[]";
    const rules = `older: { "spec.l": { loses: "unmatched" }, "spec.l[]": { as: ${as} } }`;
    expect(emitted({ ...fields, newer, rules }).diagnostics.map(({ code }) => code)).toEqual([
      "conversion/bounds-differ",
    ]);
  });
});

// Rules of pairs whose hub is the older version: what is accepted, and what the help of an error says.
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { emitConversions } from "../emit-conversions.ts";
import { declarationsIn, sourceModel } from "../suggest/testing.ts";

const root = fileURLToPath(new URL("../../testdata/", import.meta.url));

interface PairOfBodies {
  readonly older: string;
  readonly newer: string;
  readonly rules: string;
}

function emitted({ older, newer, rules }: PairOfBodies): ReturnType<typeof emitConversions> {
  const text = `
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";
export interface Older extends KubeObject<"g.io/v1", "Foo"> { spec?: { id?: string;
 ${older} } }
export const Older: Resource<Older> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });
export interface Newer extends KubeObject<"g.io/v2", "Foo"> { spec?: { id?: string;
 ${newer} } }
export const Newer: Resource<Newer> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });
export const foo: Conversion<Older, Newer> = defineConversion({ hub: "older", older: { ${rules} } });
`;
  return emitConversions(sourceModel({ root, text }));
}

/** The codes of the errors, with the declarations that they recommend. */
function errorsOf(pair: PairOfBodies): readonly (readonly string[])[] {
  return emitted(pair).diagnostics.map(({ code, help = "" }) => [code, ...declarationsIn(help)]);
}

/** The declared losses and bounds of the generated test. */
function declaredIn(pair: PairOfBodies): string {
  const { files } = emitted(pair);
  const test = files.find(({ path }) => path.endsWith(".test.ts"))?.content ?? "";
  return test
    .split("\n")
    .filter((line) => /\b(?:affects|certain):/.test(line))
    .join("\n");
}

describe("an empty value that becomes no value", () => {
  const rules = '"spec.a": { as: "dropEmpty" }';

  it.each(["/**\n * @minLength 1\n */\n a?: string", "/**\n * @pattern ^[a-z]+$\n */\n a?: string", 'a?: "x" | "y"'])(
    "no empty value is lost that the newer field rejects: %j",
    (newer) => {
      const older = newer.includes("|") ? 'a: "x" | "y" | ""' : "a: string";
      expect(errorsOf({ older, newer, rules })).toEqual([]);
      expect(declaredIn({ older, newer, rules })).not.toContain("oneOf");
    },
  );

  it.each([
    ["a?: string", 'affects: oneOf("", 0), dropped: true }'],
    ["/**\n * @format ipv4\n */\n a?: string", 'affects: oneOf("", 0), dropped: true, certain: true }'],
  ])("others are lost: %j", (newer, loss) => {
    expect(declaredIn({ older: "a: string", newer, rules })).toContain(loss);
  });

  it.each([
    ["/**\n * @minLength 1\n */\n a?: string", ""],
    ["/**\n * @minLength 2\n */\n a?: string", ', bounds: "differ"'],
    ["/**\n * @maxLength 2\n */\n a?: string", ', bounds: "differ"'],
  ])("is one error, whose help has the bounds of other values: %j", (newer, bounds) => {
    const declaration = `"spec.a": { as: "dropEmpty"${bounds} }`;
    expect(errorsOf({ older: "a: string", newer, rules: "" })).toEqual([["conversion/not-covered", declaration]]);
    expect(errorsOf({ older: "a: string", newer, rules: declaration })).toEqual([]);
  });
});

it("a list of lists loses all lists but the first, and an empty one", () => {
  const pair = { older: "a?: string[]", newer: "a?: string[][]" };
  expect(declaredIn({ ...pair, rules: '"spec.a": { as: "listOfOne", loses: "others" }' })).toContain("notOneValue");
});

describe("a required field that the newer version does not have", () => {
  const pair = { older: "legacy: string", newer: "" };
  const kept = '"spec.legacy": { keep: true, default: "" }';

  it("says the value for objects that were written in the newer version", () => {
    expect(errorsOf({ ...pair, rules: "" })).toEqual([["conversion/not-covered", kept]]);
    expect(errorsOf({ ...pair, rules: '"spec.legacy": "removed"' })[0]).toEqual(["conversion/required-lost", kept]);
    expect(errorsOf({ ...pair, rules: '"spec.legacy": "keep"' })).toEqual([["conversion/kept-anyway", kept]]);
    expect(errorsOf({ ...pair, rules: kept })).toEqual([]);
  });

  it("an optional one says none", () => {
    const optional = { older: "legacy?: string", newer: "", rules: kept };
    expect(errorsOf(optional)).toEqual([["conversion/kept-anyway", '"spec.legacy": "removed"']]);
  });
});

describe("functions that lose newer values", () => {
  const pair = { older: "on?: boolean", newer: "mode?: string" };
  const as = 'as: { forward: (value: boolean) => String(value), back: (value: string) => value === "yes" }';

  it("a function is about the newer field, and a list has newer values", () => {
    const rule = (loses: string): string => `"spec.on": { to: "spec.mode", ${as}, loses: ${loses} }`;
    expect(declaredIn({ ...pair, rules: rule("(value: string) => value !== 'yes'") })).toContain(
      'at: "spec.mode", to: "spec.on", affects: namedBy(',
    );
    expect(declaredIn({ ...pair, rules: rule('["x"]') })).toContain(
      'at: "spec.mode", to: "spec.on", affects: oneOf("x")',
    );
  });

  it("a rule for several fields is about the newer ones", () => {
    const group = `older: { on: "spec.on" }, newer: { mode: "spec.mode" }, as: {
      forward: () => ({}), back: () => ({}) }, loses: () => true`;
    const rules = `}, together: { both: { ${group} }`;
    expect(declaredIn({ ...pair, rules })).toContain(
      'at: ["spec.mode"], to: ["spec.on"], affects: namedTogether(fooV2Rules.together?.["both"], "", "newer")',
    );
  });
});

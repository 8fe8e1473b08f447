// What it costs to check definitions with many problems, or with large defaults, and what is kept of the problems.
import type { JSONSchema } from "@capstan/kube/builtin";
import { describe, expect, test } from "vitest";
import { definition } from "../../../test/definition.ts";
import { checkCrd, crdFieldErrors } from "./check-crd.ts";

const range = <T>(length: number, make: (i: number) => T): T[] => Array.from({ length }, (_, i) => make(i));

/** The milliseconds of processor time that a call takes. */
function cost(call: () => unknown): number {
  const from = process.threadCpuUsage();
  call();
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1000;
}

/** The definition with a property `f`. */
const withField = (field: JSONSchema): unknown => definition({ properties: { f: field } });

/** A schema as deep as this, with a default at each level, and many fields at the bottom. */
function nestedDefaults(depth: number): JSONSchema {
  const wide: JSONSchema = {
    type: "object",
    properties: Object.fromEntries(range(2000, (i) => [`a${i}`, { type: "string" }])),
  };
  return range(depth, (i) => i).reduce<JSONSchema>(
    (below) => ({ type: "object", default: {}, properties: { n: below } }),
    wide,
  );
}

test("defaults at each level of a schema are checked in proportion to its size", () => {
  // About 60 ms; compiled at each level, 3 seconds.
  expect(cost(() => expect(checkCrd(withField(nestedDefaults(150)))).toEqual([]))).toBeLessThan(600);
});

test("a large default that many alternatives reject is written up to a limit", () => {
  const large = { a: range(20_000, (i) => i) };
  const field: JSONSchema = {
    type: "object",
    "x-kubernetes-preserve-unknown-fields": true,
    default: large,
    anyOf: range(1000, (i) => ({ enum: [`x${i}`] })),
  };
  // About 100 ms; written for each alternative, 4 seconds.
  expect(
    cost(() => expect(checkCrd(withField(field)).map(({ code }) => code)).toEqual(["crd/default-unchecked"])),
  ).toBeLessThan(1000);
});

describe("problems of a definition", () => {
  test("are kept up to 1,000 errors and 1,000 warnings, with the count of the rest", () => {
    const properties = Object.fromEntries(
      range(3000, (i): [string, object] => [`a${i}`, { type: "strnig", [`minLenght${i}`]: 1 }]),
    );
    const found = checkCrd(definition({ properties: properties as Record<string, JSONSchema> }));
    const count = (code: string): number => found.filter((each) => each.code === code).length;
    expect([count("crd/type"), count("crd/unknown-keyword"), found.length]).toEqual([1000, 1000, 2001]);
    expect(found.at(-1)).toMatchObject({
      code: "crd/more",
      message: "the definition has 4000 more problems, which are not shown",
    });
  });

  test("include an error behind any number of warnings", () => {
    const unknown = Object.fromEntries(range(2000, (i) => [`zz${i}`, 1]));
    const found = crdFieldErrors(
      definition({ properties: { a: { type: "string", ...unknown }, b: { type: "strnig" as "string" } } }),
    );
    expect(found).toHaveLength(1);
  });

  test("have short paths", () => {
    const name = "n".repeat(300);
    const deep = range(100, (i) => i).reduce<JSONSchema>(
      (below) => ({ type: "object", properties: { [name]: below } }),
      { type: "strnig" as "string" },
    );
    const [found] = crdFieldErrors(withField(deep));
    expect(found?.field).toMatch(/^spec\.versions\[0\]\.schema\..*n\.\.\. \(cut, it has \d+ characters\)$/);
    expect(found?.field.length).toBeLessThan(2200);
    expect(found?.path.length).toBe(208);
  });

  test("with long words are short", () => {
    const long = "k".repeat(100_000);
    const [keyword, format] = checkCrd(withField({ type: "string", [long]: 1, format: long }));
    expect([keyword?.message.length, format?.message.length].map((length = 0) => length < 400)).toEqual([true, true]);
  });

  test("with many unknown keywords cost little", () => {
    const unknown = Object.fromEntries(range(50_000, (i) => [`x-kubernetes-list-map-keyz${i}`, 1]));
    // About 300 ms; with a suggestion for each, half a minute.
    expect(cost(() => checkCrd(withField({ type: "string", ...unknown })))).toBeLessThan(2000);
  });
});

test("many versions of reviews and selectable fields are compared in proportion to their number", () => {
  const many = range(50_000, (i) => `v${i}`);
  const conversion = {
    strategy: "Webhook",
    webhook: {
      clientConfig: { url: "https://example.test" },
      conversionReviewVersions: [...many, "v1", "v7"],
    },
  };
  const crd = definition({ properties: {} }) as { spec: { conversion?: unknown; versions: object[] } };
  const selectableFields = [...many, "v9"].map((name) => ({ jsonPath: `.${name}` }));
  const versions = crd.spec.versions.map((version) => ({ ...version, selectableFields }));
  const whole = { ...crd, spec: { ...crd.spec, conversion, versions } };
  // About 300 ms; each compared with all before it, several seconds.
  expect(cost(() => checkCrd(whole))).toBeLessThan(1500);
  const duplicates = crdFieldErrors(whole).filter(({ message }) => message.includes("duplicate version"));
  expect(duplicates.map(({ field }) => field)).toEqual([
    "spec.conversion.webhook.conversionReviewVersions[50000]",
    "spec.conversion.webhook.conversionReviewVersions[50001]",
  ]);
});

// The random objects of generated tests: the API server accepts them, since a proof learns nothing from one that it rejects. Only of patterns that
// JavaScript may read in another way, the tests draw other strings.
import { globSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import type { ScalarName } from "@capstan/generator-model";
import { runsOf } from "@capstan/generator-model/testing";
import { compileSchema } from "@capstan/schema/structural";
import { oddValues, versionOfFile } from "@capstan/schema/conversions";
import fc from "fast-check";
import { expect, it } from "vitest";
import { arbitraryOf } from "./arbitrary.ts";
import { formattedCode, formattedStrings } from "./formatted-strings.ts";

const testdata = fileURLToPath(new URL("../../testdata/", import.meta.url));

/** The objects of a generated test, by the version that it draws them for, and the CRD that it names. */
function objectsOf(file: string): readonly (readonly [version: string, objects: fc.Arbitrary<object>, crd: string])[] {
  const text = readFileSync(file, "utf8");
  const definitions = text.slice(text.indexOf("\nconst name ="), text.indexOf("\n/** The version of a kind as"));
  const names = [...definitions.matchAll(/^const objects(\w+) =/gm)].map(([, version = ""]) => version);
  const code = `${stripTypeScriptTypes(definitions)}\n({ ${names.map((name) => `${name}: objects${name}`).join(", ")} })`;
  const objects: Record<string, fc.Arbitrary<object>> = runInNewContext(code, { fc, oddValues });
  const crd = /version\("([^"]+)", "/.exec(text)?.[1] ?? "";
  return Object.entries(objects).map(([version, drawn]) => [version.toLowerCase(), drawn, crd]);
}

// Requests and responses of hooks have no CRD.
const files = globSync("*/want/*.test.ts", { cwd: testdata }).filter((file) => !file.startsWith("hook-"));
const cases = files.flatMap((file) =>
  objectsOf(join(testdata, file)).map(([version, objects, crd]) => ({
    name: `${basename(dirname(dirname(file)))}, ${crd}, ${version}`,
    objects,
    schema: versionOfFile(new URL(`file://${join(testdata, dirname(file), `${crd}.json`)}`), version).schema,
  })),
);

it.each(cases)("$name", ({ objects, schema }) => {
  const served = compileSchema(schema);
  const errors = fc.sample(objects, { numRuns: runsOf(200), seed: 1 }).map((object) => {
    const sent: object = JSON.parse(JSON.stringify(object));
    served.prune(sent);
    served.applyDefaults(sent);
    return served.validate(sent)[0]?.message;
  });
  expect(errors.filter((error) => error !== undefined && !error.includes("in body should match"))).toEqual([]);
});

it.each(Object.entries(formattedStrings))(
  "strings of the format %s are accepted, and others not",
  (format, strings) => {
    const compiled = compileSchema({ type: "string", format });
    expect(strings.filter((text) => compiled.validate(text).length > 0)).toEqual([]);
    expect(compiled.validate("no, not this !").length).toBe(1);
  },
);

it.each<[unknown, number, number, string | undefined]>([
  ["ipv4", 0, 40, 'fc.constantFrom("10.0.0.1", "192.168.255.255")'],
  ["ipv4", 9, 40, 'fc.constantFrom("192.168.255.255")'],
  ["ipv4", 0, 7, undefined],
  ["color", 0, 40, undefined],
  ["toString", 0, 40, undefined],
  [undefined, 0, 40, undefined],
])("strings of the format %s with %i to %i characters", (format, least, greatest, want) => {
  expect(formattedCode(format, least, greatest)).toBe(want);
});

it.each<[ScalarName, Readonly<Record<string, number | boolean>>, string]>([
  ["Int32", {}, "fc.integer({ min: -2147483648, max: 2147483647 })"],
  ["Int32", { maximum: 4294967295 }, "fc.integer({ min: -2147483648, max: 2147483647 })"],
  ["Int32", { minimum: 4294967295 }, "fc.constant(-2147483648)"],
  ["Int64", { minimum: 10, multipleOf: 8 }, "fc.integer({ min: 2, max: 1125899906842623 }).map((count) => count * 8)"],
  ["Int", {}, "fc.integer({ min: -9007199254740991, max: 9007199254740991 })"],
  ["Int", { minimum: 0, maximum: 4294967295 }, "fc.integer({ min: 0, max: 4294967295 })"],
  ["Int32", { minimum: 0, maximum: 9, multipleOf: 0.5 }, "fc.integer({ min: 0, max: 9 })"],
  [
    "Int32",
    { minimum: 0, exclusiveMinimum: true, maximum: 3, exclusiveMaximum: true },
    "fc.integer({ min: 1, max: 2 })",
  ],
  ["Float", {}, "fc.integer({ min: -2147483648, max: 2147483647 })"],
  ["Float", { minimum: 0.25, maximum: 0.75 }, "fc.constant(0.5)"],
  ["Double", { minimum: 0.25, maximum: 2 }, "fc.integer({ min: 1, max: 2 })"],
])("numbers of the type %s with the bounds %j", (scalar, bounds, want) => {
  const span = { file: "types.ts", line: 1, column: 1, endLine: 1, endColumn: 1 };
  const tags = Object.entries(bounds).map(([name, value]) => ({ name, value, steps: [], span }));
  const model = { kinds: [], templates: [], hooks: [], conversions: [], types: {} };
  const all = { model, constants: new Map(), kept: new Map(), openNames: [] };
  expect(arbitraryOf(all, { kind: "scalar", scalar }, tags)).toBe(want);
});

// Strategy None: a pair that only drops named fields makes no functions, and the check of conversions accepts it with these losses.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emitCrds } from "@capstan/generator-crd";
import { readModel, type TypeModel } from "@capstan/generator-model";
import { anyValue, conversionChecks, versionOfFile } from "@capstan/schema/conversions";
import { afterAll, expect, it } from "vitest";
import { emitConversions } from "./emit-conversions.ts";

// Below the package, so that the imports of the source are found.
const root = mkdtempSync(join(import.meta.dirname, "..", "testdata-none-"));
afterAll(() => rmSync(root, { recursive: true }));

const source = `
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";
export interface Older extends KubeObject<"g.io/v1", "Foo"> { spec?: { name?: string; hint?: string } }
export const Older: Resource<Older> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });
export interface Newer extends KubeObject<"g.io/v2", "Foo"> { spec?: { name?: string; tier?: string } }
export const Newer: Resource<Newer> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });
export const foo: Conversion<Older, Newer> = defineConversion({
  strategy: "None",
  older: { "spec.hint": "removed" },
  newer: { "spec.tier": "added" },
});
`;

function model(text = source): TypeModel {
  writeFileSync(join(root, "types.ts"), text);
  const { model: read, diagnostics } = readModel({ root, files: ["types.ts"] });
  expect(diagnostics).toEqual([]);
  return read;
}

it("makes no functions, no proofs, and reports nothing", () => {
  expect(emitConversions(model())).toEqual({ files: [], diagnostics: [] });
});

it("demands no rule for a default: the API server sets those of each version by itself", () => {
  const filled = source
    .replace("hint?: string }", `hint?: string; level?: string }`)
    .replace("tier?: string }", `\n/** @default "a" */ tier: string;\n/** @default "b" */ level: string }`)
    .replace(`"removed" }`, `"removed", "spec.level": { bounds: "differ" } }`);
  expect(emitConversions(model(filled))).toEqual({ files: [], diagnostics: [] });
});

const codesOf = (text: string): readonly string[] =>
  emitConversions(model(text)).diagnostics.map(({ code, message }) => `${code}: ${message.split(" ", 1)[0]}`);

it("rejects a field of another type in each version, also in an object: it is not dropped", () => {
  const typed = source
    .replace("hint?: string }", "hint?: string[] }")
    .replace("tier?: string }", "hint?: Record<string, string> }")
    .replace("spec.tier", "spec.hint");
  expect(codesOf(typed)).toEqual(["conversion/none-keeps: spec.hint"]);
  const inner = source
    .replace("hint?: string }", "o?: { x?: string } }")
    .replace("tier?: string }", "o?: { x?: boolean } }")
    .replaceAll(/spec\.(?:hint|tier)/g, "spec.o.x");
  expect(codesOf(inner)).toEqual(["conversion/none-keeps: spec.o.x"]);
});

it("rejects defaults that differ, also of elements", () => {
  const filled = (older: string, newer: string): string =>
    source
      .replace("hint?: string }", `hint?: string; l?: { ${older}; a?: string }[] }`)
      .replace("tier?: string }", `tier?: string; l?: { ${newer}; a?: string }[] }`);
  const set = `\n/** @default "a" */ b?: string`;
  expect(codesOf(filled(set, "b?: string"))).toEqual(["conversion/none-default: spec.l[].b"]);
  expect(codesOf(filled("b?: string", set))).toEqual(["conversion/none-default: spec.l[].b"]);
  expect(codesOf(filled(set, set.replace('"a"', '"c"')))).toEqual(["conversion/none-default: spec.l[].b"]);
  expect(codesOf(filled(set, set))).toEqual([]);
});

it("loses the named fields when only the apiVersion changes, and nothing else", () => {
  const [crd] = emitCrds(model(), { folder: "." }).files.filter(({ path }) => path.endsWith(".json"));
  const file = join(root, "crd.json");
  writeFileSync(file, crd?.content ?? "");
  const [v1, v2] = ["v1", "v2"].map((version) => versionOfFile(new URL(`file://${file}`), version));
  const convert = (object: object, apiVersion: string): object => ({ ...structuredClone(object), apiVersion });
  const object = (apiVersion: string, spec: object): object => ({
    apiVersion,
    kind: "Foo",
    metadata: { name: "a" },
    spec,
  });
  const [older, newer] = [object("g.io/v1", { name: "n", hint: "h" }), object("g.io/v2", { name: "n", tier: "t" })];
  const cases = [
    { hub: v2, spoke: v1, at: "spec.hint", samples: { hub: newer, spoke: older, other: older } },
    { hub: v1, spoke: v2, at: "spec.tier", samples: { hub: older, spoke: newer, other: newer } },
  ];
  for (const { hub, spoke, at, samples } of cases) {
    if (hub === undefined || spoke === undefined) throw new Error("the CRD has both versions");
    const checks = conversionChecks({ hub, spoke, convert, losses: [{ at, affects: anyValue }] });
    const comesBack = checks.find(({ name }) => name.startsWith("objects of the other version come back"));
    expect(comesBack?.check(samples)).toBe(true);
    const strict = conversionChecks({ hub, spoke, convert }).find(({ name }) => name === comesBack?.name);
    expect(() => strict?.check(samples)).toThrow(`${at} was`);
  }
});

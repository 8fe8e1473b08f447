// What is reported of a kind as a whole: a hub that no client can use, conversions in a circle, and fields that its templates lose.
import { emitCrds } from "@capstan/generator-crd";
import { soundModelOf } from "@capstan/generator-model/testing";
import { formatDiagnostic } from "@capstan/kube";
import { describe, expect, it } from "vitest";
import { emitConversions } from "../emit-conversions.ts";

const imports = `
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource, defineTemplate, type TemplateOf } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";
`;

function version(name: string, body: string, options = ""): string {
  return `
export interface ${name} extends KubeObject<"g.io/${name.toLowerCase()}", "Foo"> { ${body} }
export const ${name}: Resource<${name}> = defineResource({ apiVersion: "g.io/${name.toLowerCase()}", kind: "Foo"${options} });
`;
}

function reported(source: string): { readonly texts: readonly string[]; readonly files: number } {
  const { diagnostics, files } = emitConversions(soundModelOf(imports + source));
  return { texts: diagnostics.map((one) => formatDiagnostic(one)), files: files.length };
}

describe("a hub that is not served", () => {
  const spokes = version("V1", "spec?: { a?: string }") + version("V2", "spec?: { b?: string }");
  const conversions = `
export const one: Conversion<V1, V3> = defineConversion({ older: { "spec.a": { to: "spec.c" } } });
export const two: Conversion<V2, V3> = defineConversion({ older: { "spec.b": { to: "spec.c" } } });
`;

  it.each(["served: false, storage: true", "served: false"])("is reported, and converts: %s", (options) => {
    const others = options.includes("storage")
      ? spokes
      : spokes.replace('"g.io/v1", kind: "Foo"', '"g.io/v1", kind: "Foo", storage: true');
    const source = others + version("V3", "spec?: { c?: string }", `, ${options}`) + conversions;
    const { texts, files } = reported(source);
    expect(texts).toEqual([
      expect.stringContaining("warning conversion/hub-not-served: Foo is converted through v3, which is not served"),
    ]);
    expect(files).toBe(3);
    const [crd] = emitCrds(soundModelOf(imports + source), { folder: "." }).crds;
    // The API server demands one storage version, and not that it is served.
    expect(crd?.spec.versions.find(({ name }) => name === "v3")).toMatchObject({ served: false });
  });

  it("is not reported where it is served", () => {
    expect(reported(spokes + version("V3", "spec?: { c?: string }", ", storage: true") + conversions).texts).toEqual(
      [],
    );
  });
});

it("a kind that writes its apiVersion and kind out needs no rules for them", () => {
  const written = (name: string, field: string): string =>
    `\n/** Its version. */\napiVersion: "g.io/${name}";\n/** Its kind. */\nkind: "Foo"; spec?: { ${field}?: string }`;
  const rules = {
    webhook: { fields: ["a", "b"], rule: `older: { "spec.a": { to: "spec.b" } }` },
    none: { fields: ["a", "a"], rule: `strategy: "None", older: {}` },
  };
  for (const { fields, rule } of Object.values(rules)) {
    const source =
      version("V1", written("v1", fields[0] ?? "")) + version("V2", written("v2", fields[1] ?? ""), ", storage: true");
    const declared = `export const foo: Conversion<V1, V2> = defineConversion({ ${rule} });`;
    expect(reported(source + declared).texts).toEqual([]);
  }
});

describe("the order of the versions", () => {
  const conversionOf = (older: string, newer: string, more = ""): readonly string[] =>
    reported(
      version(older, "spec?: { a?: string }") +
        version(newer, "spec?: { b?: string }", ", storage: true") +
        `export const foo: Conversion<${older}, ${newer}> = defineConversion({ older: { "spec.a": { to: "spec.b" } }${more} });`,
    ).texts;

  it.each([
    ["V1beta1", "V1alpha1"],
    ["V1", "V1beta2"],
    ["V1beta2", "V1beta1"],
    ["V2", "V1"],
    ["V2beta1", "V1beta1"],
  ])("is wrong: %s before %s", (older, newer) => {
    const [first, second] = [older.toLowerCase(), newer.toLowerCase()];
    const [text, ...others] = conversionOf(older, newer);
    expect(others).toEqual([]);
    expect(text).toMatch(
      new RegExp(
        `error conversion/reversed-versions: the conversion of Foo has ${first} as its older version and ${second} as its newer one\n  help: write Conversion<${second}, ${first}> and exchange \`older\` and \`newer\` in the rules; to convert through ${second}, set \`hub: "older"\`$`,
      ),
    );
  });

  it.each([
    ["V1alpha1", "V1beta1"],
    ["V1beta1", "V1"],
    ["V1", "V2alpha1"],
    ["V2alpha1", "V1"],
    ["Vold", "V1"],
    ["V1", "Vnew"],
  ])("is right: %s before %s", (older, newer) => {
    expect(conversionOf(older, newer)).toEqual([]);
  });

  it("is right with the older version as the hub", () => {
    expect(conversionOf("V1alpha1", "V1beta1", ', hub: "older"')).toEqual([]);
  });
});

describe("conversions in a circle", () => {
  const three = ["V1", "V2", "V3"].map((name) => version(name, "spec?: { a?: string }")).join("");
  const between = (name: string, [older, newer]: readonly [string, string], rules = "older: {}"): string =>
    `export const ${name}: Conversion<${older}, ${newer}> = defineConversion({ ${rules} });\n`;
  const toOlder = 'hub: "older", older: {}';
  const twice =
    "error conversion/duplicate-version: two conversions are between v1 and v2: one and two\n  help: remove one of them";
  const twoHubs = (first: string, second: string): string =>
    `error conversion/duplicate-hub: conversions of Foo name two hubs, ${first} and ${second}\n  help: declare one conversion between the hub and each other version, and no further ones; set \`hub\` where the hub is the older version`;

  it.each([
    ["both the newer one", "older: {}", "older: {}"],
    ["the same one", "older: {}", toOlder],
    ["both the older one", toOlder, toOlder],
  ])("of two versions are two of one pair, whose hubs are %s", (_, one, two) => {
    const kinds = version("V1", "spec?: { a?: string }") + version("V2", "spec?: { a?: string }");
    const { texts } = reported(kinds + between("one", ["V1", "V2"], one) + between("two", ["V2", "V1"], two));
    expect(texts).toEqual([expect.stringContaining(twice)]);
  });

  it("of three versions have two hubs, and the one that leads back is reversed", () => {
    const circle = between("one", ["V1", "V2"]) + between("two", ["V2", "V3"]) + between("three", ["V3", "V1"]);
    expect(reported(three + circle).texts).toEqual([
      expect.stringContaining(twoHubs("v2", "v3")),
      expect.stringContaining(
        "error conversion/reversed-versions: the conversion of Foo has v3 as its older version and v1 as its newer one",
      ),
    ]);
  });

  it("of three versions have two hubs also in the right order", () => {
    const circle = between("one", ["V1", "V3"]) + between("two", ["V2", "V3"]) + between("three", ["V1", "V2"]);
    expect(reported(three + circle).texts).toEqual([expect.stringContaining(twoHubs("v3", "v2"))]);
  });

  it("are well without those between two others than the hub", () => {
    expect(reported(three + between("one", ["V1", "V3"]) + between("two", ["V2", "V3"])).texts).toEqual([]);
    const older = between("one", ["V1", "V2"], toOlder) + between("two", ["V1", "V3"], toOlder);
    expect(reported(three + older).texts).toEqual([]);
  });
});

describe("a field that moves from the spec to the status", () => {
  const kinds =
    version("V1", "spec?: { id?: string; a?: string }") +
    version("V2", "spec?: { id?: string }; status?: { a?: string }", ", storage: true");
  const conversion = `
export const foo: Conversion<V1, V2> = defineConversion({ older: { "spec.a": { to: "status.a" } } });
`;
  const template = (name: string, omit = ""): string => `
export type ${name}Template = TemplateOf<${name}${omit === "" ? "" : `, "${omit}"`}>;
export const ${name}Template: Resource<${name}Template> = defineTemplate(${name}${omit === "" ? "" : `, { omit: ["${omit}"] }`});
`;

  it("is reported for the template", () => {
    const { texts, files } = reported(kinds + template("V1") + template("V2") + conversion);
    expect(texts).toEqual([
      expect.stringContaining(
        "info conversion/template-loses: FooTemplate loses spec.template.spec.a when it is converted to v2: the field moves to status.a, and templates have no status",
      ),
    ]);
    expect(files).toBe(3);
  });

  it("is not reported of a field that templates omit", () => {
    expect(reported(kinds + template("V1", "a") + template("V2") + conversion).texts).toEqual([]);
  });

  it("is reported of a field that only one version's template omits", () => {
    const both = kinds
      .replace("spec?: { id?: string }", "spec?: { id?: string; b?: string }")
      .replace("; status?: { a?: string }", "");
    const moved = conversion.replace("status.a", "spec.b");
    const problem = (version: string, path: string, other: string, there: string): string =>
      `error conversion/template-omits: FooTemplate of ${version} omits ${path}, and that of ${other} has ${there}`;
    const textsOf = (older: string, newer: string): readonly string[] =>
      reported(both + template("V1", older) + template("V2", newer) + moved).texts;
    expect(textsOf("a", "")).toEqual([expect.stringContaining(problem("v1", "spec.a", "v2", "spec.b"))]);
    expect(textsOf("", "b")).toEqual([expect.stringContaining(problem("v2", "spec.b", "v1", "spec.a"))]);
    expect(textsOf("a", "b")).toEqual([]);
  });

  it("is not reported of a kind without templates", () => {
    expect(reported(kinds + conversion).texts).toEqual([]);
  });
});

// A CRD with strings that look like variables, in names too, is the same after clusterctl's substitution.
import type { CustomResourceDefinition, JSONSchema } from "@capstan/kube/builtin";
import { parseYaml } from "@capstan/schema/yaml";
import { describe, expect, test } from "vitest";
import { providerInput } from "../../test/sample-inputs.ts";
import { substitute } from "../envsubst/substitute.ts";
import { bundle } from "./bundle.ts";

const hostile = "${TOKEN:=x} $${B} ${process.exit(7)} ${A//a/b} $$";

function withProperty(properties: Record<string, JSONSchema>): readonly CustomResourceDefinition[] {
  return providerInput.crds.map((crd) => ({
    ...crd,
    spec: {
      ...crd.spec,
      versions: crd.spec.versions.map((version) => ({
        ...version,
        schema: { openAPIV3Schema: { type: "object", properties } },
      })),
    },
  }));
}

test("names, defaults, patterns and enums keep what looks like a variable", () => {
  const property: JSONSchema = {
    type: "string",
    default: hostile,
    pattern: hostile,
    enum: [hostile],
    description: hostile,
  };
  const properties: Record<string, JSONSchema> = {
    [hostile]: property,
    "size${Zz:1}": { type: "object", default: { "${Zz:1}#": hostile } },
  };
  const { files, diagnostics } = bundle({ ...providerInput, crds: withProperty(properties) });
  expect(diagnostics).toEqual([]);
  const components = files.find(({ path }) => path.endsWith("-components.yaml"))?.content ?? "";
  const { text, missing } = substitute(components, { TOKEN: "secret", Zz: "", A: "aaa" });
  expect(missing).toEqual([]);
  const crds = parseYaml(text).documents.flatMap(({ value }) =>
    // Each document of the components is an object.
    (value as CustomResourceDefinition).kind === "CustomResourceDefinition" ? [value as CustomResourceDefinition] : [],
  );
  expect(crds.length).toBeGreaterThan(0);
  for (const { spec } of crds)
    for (const { schema } of spec.versions) expect(schema?.openAPIV3Schema?.properties).toEqual(properties);
});

describe("what clusterctl would change in spite of the escape is rejected", () => {
  const properties = "/spec/versions/0/schema/openAPIV3Schema/properties";
  const rows: readonly (readonly [string, Record<string, JSONSchema>, string, string])[] = [
    ["a name", { "${ A }": { type: "string" } }, "${ A }", "/${ A }"],
    ["a pattern", { a: { type: "string", pattern: "$${A }" } }, "${A }", "/a/pattern"],
    [
      "a default's description",
      { a: { type: "object", default: { description: "${ A }" } } },
      "${ A }",
      "/a/default/description",
    ],
    [
      "the end of a value and the next name",
      { a: { type: "object", default: { a: "x${", "b}": "" } } },
      "${ b}",
      "/a/default/a",
    ],
    [
      "the end of a description and the next name",
      { a: { description: "It costs 1 ${" }, "b}": {} },
      "${ b}",
      "/a/description",
    ],
  ];

  test.each(rows)("%s", (_, given, text, place) => {
    const { files, diagnostics } = bundle({ ...providerInput, crds: withProperty(given) });
    expect(files).toEqual([]);
    expect(diagnostics.map(({ code, message }) => [code, message])).toContainEqual([
      "bundle/spaced-variable",
      `clusterctl would change "${text}" at ${properties}${place} in the CRD of FooCluster: it removes whitespace next to the braces of an expansion`,
    ]);
  });
});

test("descriptions are written as clusterctl would change them", () => {
  const { files, diagnostics } = bundle({
    ...providerInput,
    crds: withProperty({
      description: {
        type: "string",
        description: "like ${ A }, $${\n B } or $$${C\t}",
        items: { description: "${ D }" },
      },
    }),
  });
  expect(diagnostics).toEqual([]);
  const text = files[0]?.content ?? "";
  expect(substitute(text, {}).text).toContain("description: like ${A}, $${B} or $$${C}\n");
  expect(substitute(text, {}).text).toContain("description: ${D}\n");
});

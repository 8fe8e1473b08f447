// A CRD with strings that look like variables, in names too, is the same after clusterctl's substitution.
import type { CustomResourceDefinition, JSONSchema } from "@capstan/kube/builtin";
import { parseYaml } from "@capstan/schema/yaml";
import { expect, test } from "vitest";
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

test("a name that clusterctl would change in spite of the escape is rejected", () => {
  const { files, diagnostics } = bundle({ ...providerInput, crds: withProperty({ "${ A }": { type: "string" } }) });
  expect(files).toEqual([]);
  expect(diagnostics.map(({ code, message }) => [code, message])).toContainEqual([
    "bundle/spaced-variable",
    'clusterctl would change "${ A }" in the CRD of FooCluster: it removes whitespace next to the braces of an expansion',
  ]);
});

// Property test: a hostile string in a tag, a description or an option of a definition is the same in the generated YAML and JSON.
import { fileURLToPath } from "node:url";
import { readModel } from "@capstan/generator-model";
import { runsOf } from "@capstan/generator-model/testing";
import { formatDiagnostic } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { emitCrds } from "./emit-crds.ts";
import { hostileStrings, isOddNumber } from "./testing.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** YAML has no half of a character. */
const text = fc.oneof(
  fc.constantFrom(...hostileStrings.filter((string) => string.isWellFormed())),
  fc.string({ unit: "grapheme" }).filter((string) => !isOddNumber(string)),
  fc.string({ unit: "binary" }).filter((string) => string.isWellFormed() && !isOddNumber(string)),
);

/** A string as authors write it in a comment. */
function inComment(string: string): string {
  return JSON.stringify(string)
    .replaceAll("*/", "*\\/")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

function sourceWith(string: string): string {
  const [tag, literal] = [inComment(string), JSON.stringify(string)];
  return `import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";
export interface FooSpec {
  /**
   * text is a string.
   * @default ${tag}
   * @title ${tag}
   * @example ${tag}
   */
  text?: string;
  choice?: ${literal} | "another";
}
export interface Foo extends KubeObject<"test.capstan.dev/v1", "Foo"> {
  spec?: FooSpec;
}
export const Foo: Resource<Foo> = defineResource({
  apiVersion: "test.capstan.dev/v1",
  kind: "Foo",
  annotations: { note: ${literal} },
  printColumns: { Text: { path: ".spec.text", description: ${literal} } },
});
`;
}

test("a hostile string in an annotation is the same in YAML and JSON", () => {
  const property = fc.property(text, (string) => {
    const file = "src/api/v1/foo.ts";
    const { model, diagnostics } = readModel({ root, files: [file], sources: { [file]: sourceWith(string) } });
    expect(diagnostics.map(formatDiagnostic)).toEqual([]);
    const { files, diagnostics: rejected } = emitCrds(model);
    expect(rejected.map(formatDiagnostic)).toEqual([]);
    const contentOf = (ending: string): string => files.find(({ path }) => path.endsWith(ending))?.content ?? "";
    // Both are the generated CRD.
    const json = JSON.parse(contentOf(".json")) as CustomResourceDefinition;
    expect(parse(contentOf(".yaml"), { version: "1.1", merge: false })).toEqual(json);
    const [version] = json.spec.versions;
    const { text: field, choice } = version?.schema?.openAPIV3Schema?.properties?.["spec"]?.properties ?? {};
    expect(field).toMatchObject({ default: string, title: string, example: string });
    expect(choice?.enum).toContain(string);
    expect(json.metadata.annotations?.["note"]).toBe(string);
    expect(version?.additionalPrinterColumns?.[0]?.description).toBe(string);
  });
  expect(() => fc.assert(property, { numRuns: runsOf(300) })).not.toThrow();
});

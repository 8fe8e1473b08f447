// Values, defaults, patterns and names of fields that tools take for directives, in the generated modules and their tests.
import { emitCrds } from "@capstan/generator-crd";
import {
  commentsInside,
  directiveStrings,
  literalValues,
  soundModelOf,
  toolsMisledBy,
} from "@capstan/generator-model/testing";
import { formatDiagnostic } from "@capstan/kube";
import { expect, test } from "vitest";
import { emitConversions } from "./emit-conversions.ts";

/** A field of each kind for each string, in both versions, and a move, a default and an enum map of the declared conversion. */
function sourceOf(strings: readonly string[]): string {
  const literals = strings.map((text) => JSON.stringify(text).replaceAll("*/", "*\\/"));
  const fields = literals.map(
    (literal, i) => `    /** @default ${literal} */
    value${i}?: ${literal} | "other";
    ${literal}?: string;
    /** @pattern ${literal} */
    pattern${i}?: string;`,
  );
  const [first = '""'] = literals;
  const version = (name: string, more: string): string => `
export interface ${name} extends KubeObject<"g.io/${name === "Foo" ? "v2" : "v1"}", "Foo"> {
  spec?: {
${fields.join("\n")}
    ${more}
  };
}
`;
  return `import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";
${version("OlderFoo", `mode?: "on" | "off";`)}
${version("Foo", `mode?: ${first} | "off"; added: string;`)}
export const OlderFoo: Resource<OlderFoo> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });
export const Foo: Resource<Foo> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });
export const foo: Conversion<OlderFoo, Foo> = defineConversion({
  older: { "spec.mode": { as: { enum: { on: ${first}, off: "off" } } } },
  newer: { "spec.added": { default: ${first} } },
});
`;
}

test("generated modules keep strings, and mislead no tool", () => {
  const model = soundModelOf(sourceOf(directiveStrings));
  const { files, diagnostics } = emitConversions(model, { definitions: emitCrds(model).crds });
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  expect(files).toHaveLength(3);
  for (const { content } of files) expect([...toolsMisledBy(content), ...commentsInside(content)]).toEqual([]);
  const values = literalValues(files.find(({ path }) => path.endsWith(".test.ts"))?.content ?? "");
  expect(values).toEqual(expect.arrayContaining([...directiveStrings]));
});

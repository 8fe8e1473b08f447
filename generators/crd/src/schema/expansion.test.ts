// Types that become very many schemas where they are written out: a diagnostic before they use all memory.
import { fileURLToPath } from "node:url";
import { readModel } from "@capstan/generator-model";
import { formatDiagnostic } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { emitCrds } from "../emit-crds.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

function emit(declarations: string): ReturnType<typeof emitCrds> {
  const source = `import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";
/** Foo is a kind. */
export interface Foo extends KubeObject<"test.capstan.dev/v1", "Foo"> {
  spec?: T0;
}
export const Foo: Resource<Foo> = defineResource({ apiVersion: "test.capstan.dev/v1", kind: "Foo" });
${declarations}`;
  const { model, diagnostics } = readModel({ root, files: ["foo.ts"], sources: { "foo.ts": source } });
  expect(diagnostics).toEqual([]);
  return emitCrds(model);
}

/** Types that each use the next one twice. */
function doubling(levels: number, declare: (name: string, type: string) => string): string {
  const types = Array.from({ length: levels }, (_, i) => declare(`T${i}`, `{ a?: T${i + 1}; b?: T${i + 1} }`));
  return [...types, `type T${levels} = string;`].join("\n");
}

describe("types that each use the next one twice", () => {
  test.each([
    { name: "interfaces", declare: (name: string, type: string) => `interface ${name} ${type}` },
    { name: "aliases", declare: (name: string, type: string) => `type ${name} = ${type};` },
    {
      name: "lists and maps",
      declare: (name: string, type: string) => `interface ${name} ${type.replaceAll(";", "[];").replace(" }", "[] }")}`,
    },
  ])("are one diagnostic where they are too many: $name", ({ declare }) => {
    const from = process.threadCpuUsage().user;
    const { files, diagnostics } = emit(doubling(40, declare));
    expect(files).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["crd/too-large"]);
    expect(process.threadCpuUsage().user - from).toBeLessThan(10_000_000);
  });

  test("are named, with a place and what to do", () => {
    const { diagnostics } = emit(doubling(17, (name, type) => `interface ${name} ${type}`));
    expect(diagnostics.map(formatDiagnostic)).toEqual([
      `foo.ts:24:17 error crd/too-large: the schema has more than 50,000 parts; the type T17 alone is written out 12,495 times (at spec.a.a.a.b.b.a.a.a.a.b.b.a.a.b.b.b.a)
  help: write \`JSONObject\` or \`JSONValue\` in place of types that are used in many places, or of those around them`,
    ]);
  });

  test("are written out where they are few", () => {
    expect(emit(doubling(10, (name, type) => `interface ${name} ${type}`)).diagnostics).toEqual([]);
  });
});

// Very many tags of one field: they take work in proportion to their number.
import { fileURLToPath } from "node:url";
import { readModel } from "@capstan/generator-model";
import { expect, test } from "vitest";
import { emitCrds } from "../emit-crds.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const many = 100_000;

test.each([
  { tag: "cel", type: "string", lines: (i: number) => `@cel self != "${i}"` },
  { tag: "listMapKey", type: "{ k0: string }[]", lines: (i: number) => `@listMapKey k${i}` },
])("$tag", ({ type, lines }) => {
  const tags = Array.from({ length: many }, (_, i) => `   * ${lines(i)}`).join("\n");
  const source = `import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";
/** Foo is a kind. */
export interface Foo extends KubeObject<"test.capstan.dev/v1", "Foo"> {
  spec?: {
  /**
${tags}
   */
  a?: ${type} };
}
export const Foo: Resource<Foo> = defineResource({ apiVersion: "test.capstan.dev/v1", kind: "Foo" });
`;
  const { model, diagnostics } = readModel({ root, files: ["foo.ts"], sources: { "foo.ts": source } });
  expect(diagnostics).toEqual([]);
  const before = process.threadCpuUsage();
  emitCrds(model);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(15);
});

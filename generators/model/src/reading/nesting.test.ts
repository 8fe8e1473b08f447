// Types that refer to each other in a long chain: a diagnostic and not an overflow of the stack.
import { expect, test } from "vitest";
import { modelOf } from "../testing.ts";

function chain(length: number): string {
  const links = Array.from({ length }, (_, i) => `export interface L${i} { a: L${i + 1}[]; b?: L${i + 1} }`);
  return [
    'import type { KubeObject } from "@capstan/kube";',
    'import { defineResource, type Resource } from "@capstan/contract/define";',
    ...links,
    `export interface L${length} { q: string }`,
    'export interface Foo extends KubeObject<"g.example.com/v1", "Foo"> { spec: L0 }',
    'export const Foo: Resource<Foo> = defineResource({ apiVersion: "g.example.com/v1", kind: "Foo" });',
  ].join("\n");
}

test("5,000 types inside each other are one diagnostic, which names the limit", () => {
  expect(modelOf(chain(5000)).diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ["model/too-deep", "types are nested deeper than 500 levels"],
  ]);
});

test("100 types inside each other are read", () => {
  expect(modelOf(chain(100)).diagnostics).toEqual([]);
});

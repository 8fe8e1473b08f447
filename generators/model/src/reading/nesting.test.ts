// Types that refer to each other in a long chain, or in very many ways: a diagnostic, and neither an overflow of the stack nor all memory.
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

test.each([
  {
    name: "of types that differ",
    types: [
      ...Array.from(
        { length: 30 },
        (_, i) => `interface G${i}<X> { a?: G${i + 1}<X[]>; b?: G${i + 1}<Record<string, X>> }`,
      ),
      "interface G30<X> { x?: X }",
    ],
  },
  { name: "of a type that uses itself", types: ["interface G0<X> { a?: G0<X[]>; b?: G0<Record<string, X>> }"] },
])("generics that double at every level are one diagnostic: $name", ({ types }) => {
  const source = [
    'import type { KubeObject } from "@capstan/kube";',
    'import { defineResource, type Resource } from "@capstan/contract/define";',
    ...types,
    'export interface Foo extends KubeObject<"g.example.com/v1", "Foo"> { spec: G0<string> }',
    'export const Foo: Resource<Foo> = defineResource({ apiVersion: "g.example.com/v1", kind: "Foo" });',
  ].join("\n");
  const from = performance.now();
  const codes = new Set(
    modelOf(source)
      .diagnostics.map(({ code }) => code)
      .filter((code) => code !== "model/endless-generic"),
  );
  expect([...codes]).toEqual(["model/too-many-generics"]);
  expect(performance.now() - from).toBeLessThan(5000);
});

test.each([
  ["parentheses", `${"(".repeat(20_000)}string${")".repeat(20_000)}`],
  ["objects", `${"{ a?: ".repeat(20_000)}string${" }".repeat(20_000)}`],
  ["arguments", `${"Array<".repeat(20_000)}string${">".repeat(20_000)}`],
])("a type in 20,000 %s is one diagnostic, which names the limit", (_, type) => {
  const { diagnostics } = modelOf(`${chain(1)}\nexport interface Deep { a?: ${type} }\n`);
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ["model/too-deep", "types are nested deeper than 500 levels"],
  ]);
});

test("a value in 20,000 lists is the same", () => {
  const { diagnostics } = modelOf(`const deep = ${"[".repeat(20_000)}${"]".repeat(20_000)};`);
  expect(diagnostics.map(({ code }) => code)).toEqual(["model/too-deep"]);
});

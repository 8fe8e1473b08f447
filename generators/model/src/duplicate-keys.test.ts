// Keys that an object of a definition has twice: only the last one counts, so what was written first has no effect.
import { formatDiagnostic } from "@capstan/kube";
import { expect, test } from "vitest";
import { modelOf } from "./testing.ts";

const foo = `
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";
export interface Foo extends KubeObject<"test.capstan.dev/v1", "Foo"> {}
export const Foo: Resource<Foo> = defineResource({ apiVersion: "test.capstan.dev/v1", kind: "Foo" });
`;
const help = "help: keep one of them; to give a field several rules, write them as one object";

test("a key that an object has twice, with and without quotes, is reported where it stands again", () => {
  const source = foo.replace(
    'kind: "Foo"',
    '"kind": "Foo", served: true, served: false, printColumns: { A: ".a", "A": ".b" }',
  );
  expect(modelOf(source).diagnostics.map(formatDiagnostic)).toEqual([
    `api.ts:5:124 error model/duplicate-key: the key "served" is written twice in one object\n  ${help}`,
    `api.ts:5:161 error model/duplicate-key: the key "A" is written twice in one object\n  ${help}`,
  ]);
});

test("a rule of a conversion that is written twice is named, and no rule that follows from it", () => {
  const source = `
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";
export interface V1 extends KubeObject<"g.io/v1", "Foo"> { spec?: { a?: string } }
export const V1: Resource<V1> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });
export interface V2 extends KubeObject<"g.io/v2", "Foo"> { spec?: { b?: string } }
export const V2: Resource<V2> = defineResource({ apiVersion: "g.io/v2", kind: "Foo" });
export const foo: Conversion<V1, V2> = defineConversion({
  older: { "spec.a": { to: "spec.b" }, 'spec.a': "removed" },
});`;
  expect(modelOf(source).diagnostics.map(formatDiagnostic)).toEqual([
    'api.ts:10:50 error model/duplicate-key: the key "spec.a" is written twice in one object\n  ' + help,
  ]);
});

test("a key after a spread of an object that has it is no mistake", () => {
  const source = foo.replace("defineResource({", 'defineResource({ ...{ kind: "Bar" },');
  expect(modelOf(source).diagnostics).toEqual([]);
});

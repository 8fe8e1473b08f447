// Component names as Cluster API's own document has them.
import type { NamedType } from "@capstan/generator-model";
import { expect, test } from "vitest";
import { componentName } from "./component-names.ts";

const naming = { prefixes: { "": "foo", "src/api/v1/": "example.v1" }, names: { "src/api/v1/odd#Odd": "example.odd" } };
const core = "sigs.k8s.io.cluster-api.api.core.v1beta2";

test.each([
  { name: "Foo", module: "src/api/v1/foo.ts", want: "example.v1.Foo" },
  { name: "Bar", module: "src/bar.ts", want: "foo.Bar" },
  { name: "Baz", module: "src/api/v1alpha2/baz.ts", want: "foo.v1alpha2.Baz" },
  { name: "Baz", module: "src/v1.ts", want: "foo.Baz" },
  { name: "Odd", module: "src/api/v1/odd.ts", want: "example.odd" },
  {
    name: "Cluster",
    module: "@capstan/api/src/core/v1beta2/cluster.ts",
    package: "@capstan/api",
    want: `${core}.Cluster`,
  },
  {
    name: "Cluster",
    module: "@capstan/api/dist/core/v1beta2/cluster.d.ts",
    package: "@capstan/api",
    want: `${core}.Cluster`,
  },
  {
    name: "Condition",
    module: "@capstan/api/dist/core/v1beta1/condition.d.ts",
    package: "@capstan/api",
    want: `${core}.Condition`,
  },
])("$name of $module is $want", ({ want, ...type }) => {
  expect(componentName({ tags: [], ...type } as unknown as NamedType, naming)).toBe(want);
});

test("a type's own tag wins", () => {
  const type = { name: "Foo", module: "src/api/v1/foo.ts", tags: [{ name: "component", value: "io.example.Foo" }] };
  expect(componentName(type as unknown as NamedType, naming)).toBe("io.example.Foo");
});

// Which kinds and versions are served, and in which order.
import { expect, test } from "vitest";
import type { ApiKind } from "./api-kind.ts";
import { builtinKinds } from "./builtin-kinds.ts";
import { KindRegistry } from "./kind-registry.ts";

const [template] = builtinKinds();

/** A kind with these versions; a version in parentheses is not served. */
function kindOf(group: string, plural: string, ...versions: readonly string[]): ApiKind {
  if (template === undefined) throw new Error("there is no built-in kind");
  const [first = ""] = versions;
  return {
    ...template,
    group,
    plural,
    kind: `${plural[0]?.toUpperCase()}${plural.slice(1, -1)}`,
    storageVersion: first,
    versions: versions.map((name) => ({
      name: name.replaceAll(/[()]/g, ""),
      served: !name.startsWith("("),
      status: false,
      selectableFields: [],
    })),
  };
}

const foos = kindOf("z.test", "foos", "v1", "(v1alpha1)", "v1beta1");
const bars = kindOf("z.test", "bars", "v2", "v1");
const olds = kindOf("y.test", "olds", "(v1)");
const cores = kindOf("", "cores", "v1");
const others = kindOf("a.test", "foos", "v1");
const registry = new KindRegistry([foos, bars, olds, cores, others]);

test("groups are sorted by name, their versions by priority, and only what is served counts", () => {
  expect(registry.groups()).toEqual([
    { group: "", versions: ["v1"] },
    { group: "a.test", versions: ["v1"] },
    { group: "z.test", versions: ["v2", "v1", "v1beta1"] },
  ]);
});

test.each([
  { group: "z.test", version: "v1", want: ["foos", "bars"] },
  { group: "z.test", version: "v1beta1", want: ["foos"] },
  { group: "z.test", version: "v1alpha1", want: [] },
  { group: "y.test", version: "v1", want: [] },
  { group: "", version: "v1", want: ["cores"] },
])("the resources of $group/$version are $want", ({ group, version, want }) => {
  const found = registry.resources(group, version);
  expect(found.map(({ kind, version: { name } }) => [kind.plural, name])).toEqual(want.map((name) => [name, version]));
});

test.each([
  { group: "z.test", version: "v1", plural: "foos", served: true },
  { group: "z.test", version: "v1alpha1", plural: "foos", served: false },
  { group: "z.test", version: "v9", plural: "foos", served: false },
  { group: "none.test", version: "v1", plural: "foos", served: false },
])("$plural in $group/$version is served: $served", ({ group, version, plural, served }) => {
  expect(registry.resource(group, version, plural)).toEqual(
    served ? { kind: foos, version: foos.versions[0] } : undefined,
  );
});

test.each([
  { group: "z.test", name: "Foo", want: foos },
  { group: "a.test", name: "Foo", want: others },
  { group: "z.test", name: "Bar", want: bars },
  { group: "z.test", name: "Core", want: undefined },
])("the kind $name of $group", ({ group, name, want }) => {
  expect(registry.byKind(group, name)).toBe(want);
});

test("a kind is replaced by one of the same name, and removed", () => {
  const changing = new KindRegistry([foos]);
  const next = kindOf("z.test", "foos", "v3");
  changing.add(next);
  expect([changing.all(), changing.get("z.test", "foos")]).toEqual([[next], next]);
  changing.remove(foos);
  expect([changing.all(), changing.groups()]).toEqual([[], []]);
});

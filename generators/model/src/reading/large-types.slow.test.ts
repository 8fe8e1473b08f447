// Types with very many parts: reading one takes work in proportion to its parts, not to the pairs of them.
import { expect, test } from "vitest";
import { modelOf } from "../testing.ts";

/** With work for each pair of parts, reading so many takes a minute. */
const many = 120_000;

/** The sources of a kind with that spec: `parts` are beside it, other files by their path. */
function sources(
  spec: string,
  parts = "",
  files: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const api = [
    'import type { KubeObject } from "@capstan/kube";',
    'import { defineResource, type Resource } from "@capstan/contract/define";',
    parts,
    `export interface Foo extends KubeObject<"g.example.com/v1", "Foo"> { spec: ${spec} }`,
    'export const Foo: Resource<Foo> = defineResource({ apiVersion: "g.example.com/v1", kind: "Foo" });',
  ].join("\n");
  return { "api.ts": api, ...files };
}

function secondsUsed(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e6;
}

const times = (part: (i: number) => string, separator = "\n"): string =>
  Array.from({ length: many }, (_, i) => part(i)).join(separator);

const uses = (type: (i: number) => string): string => `{\n${times((i) => `  f${i}?: ${type(i)};`)}\n}`;
const aliases = { "names.ts": times((i) => `export type A${i} = string;`) };
const names = times((i) => `A${i}`, ", ");

const large = [
  { name: "fields", files: sources(uses(() => "string")) },
  {
    name: "imported names",
    files: sources(
      uses((i) => `A${i}`),
      `import type { ${names} } from "./names.ts";`,
      aliases,
    ),
  },
  {
    name: "names that are exported again",
    files: sources(
      uses((i) => `all.A${i}`),
      'import type * as all from "./all.ts";',
      {
        ...aliases,
        "all.ts": `export type { ${names} } from "./names.ts";`,
      },
    ),
  },
  {
    name: "aliases of each other",
    files: sources(
      uses((i) => `A${i}`),
      times((i) => `type A${i} = ${i === 0 ? "string" : `A${i - 1}`};`),
    ),
  },
  {
    name: "types of single fields",
    files: sources(
      uses((i) => `Other["f${i}"]`),
      `interface Other ${uses(() => "string")}`,
    ),
  },
  {
    name: "fields of the objects of a union",
    files: sources(
      "{ u: Either }",
      `${["A", "B"].map((name) => `interface ${name} { ${times((i) => `f${i}: string;`)} type: "${name}" }`).join("\n")}
/** @union */
type Either = A | B;`,
    ),
  },
];

test.each(large)("$name are read in proportion to their number", ({ files }) => {
  const before = secondsUsed();
  expect(modelOf(files).diagnostics).toEqual([]);
  expect(secondsUsed() - before).toBeLessThan(20);
});

test("declarations of one name are read in proportion to their number", () => {
  const before = secondsUsed();
  const { diagnostics } = modelOf(
    sources(
      "A",
      times((i) => `interface A { f${i}?: string }`),
    ),
  );
  expect(diagnostics.map(({ code }) => code)).toEqual(["model/merged-declaration"]);
  expect(secondsUsed() - before).toBeLessThan(20);
});

test("a name is looked for once in each file, in however many ways files export each other", () => {
  const levels = Array.from({ length: 40 }, (_, i) => i);
  const star = (i: number): string => `export * from "./a${i + 1}.ts";\nexport * from "./b${i + 1}.ts";\n`;
  const files = Object.fromEntries(levels.flatMap((i) => ["a", "b"].map((side) => [`${side}${i}.ts`, star(i)])));
  const all = { ...files, "a40.ts": "export type Last = string;", "b40.ts": 'export * from "./a0.ts";' };
  const found = modelOf(sources("{ a: all.Last }", 'import type * as all from "./a0.ts";', all));
  expect(found.diagnostics).toEqual([]);
  const missing = modelOf(sources("{ a: all.None }", 'import type * as all from "./a0.ts";', all));
  expect(missing.diagnostics.map(({ code }) => code)).toEqual(["model/unknown-type"]);
});

test("a name that two files export from each other does not exist", () => {
  const files = { "a.ts": 'export { X } from "./b.ts";', "b.ts": 'export { X } from "./a.ts";' };
  const { diagnostics } = modelOf(sources("{ a: X }", 'import type { X } from "./a.ts";', files));
  expect(diagnostics.map(({ code }) => code)).toEqual(["model/unknown-type"]);
});

// Sizes from reports in memory: what the seeded changes of prove/ do not show, and the reports of this repository.
import { root } from "@capstan/repo";
import { describe, expect, it } from "vitest";
import { globExpression, workingTree, type Tree } from "../tree.ts";
import { readSide } from "./api-side.ts";
import { compareNames } from "./compare-names.ts";
import { compareReports } from "./compare-reports.ts";
import { ownErrors } from "./own-errors.ts";
import { CompareCompiler } from "./program.ts";

function treeOf(files: Readonly<Record<string, string>>): Tree {
  return {
    find: (glob) => Object.keys(files).filter((path) => globExpression(glob).test(path)),
    read: (path) => files[path],
  };
}

function fixture(reports: Readonly<Record<string, string>>): Tree {
  const names = [...new Set(["one", "two", ...Object.keys(reports)])];
  return treeOf({
    "pnpm-workspace.yaml": "packages:\n  - packages/*\n",
    ...Object.fromEntries(names.map((name) => [`packages/${name}/package.json`, `{ "name": "@fixture/${name}" }`])),
    ...Object.fromEntries(
      Object.entries(reports).map(([name, text]) => [
        `packages/${name}/api/index.api.md`,
        text.startsWith("!") ? text : `\`\`\`ts\n${text}\n\`\`\`\n`,
      ]),
    ),
  });
}

function changesOf(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string[] {
  const changes = compareReports({ root, old: readSide(fixture(before)), new: readSide(fixture(after)) });
  return changes.map(({ packageName, name, size, why }) => `${packageName} ${name} ${size}: ${why.join("; ")}`);
}

describe("what cannot be decided is major", () => {
  it("a package of ours without a report", () => {
    const source = `import { Other } from "@fixture/two";\nexport function open(other: Other): void;`;
    expect(changesOf({ one: source }, { one: source.replace("void", "string") })).toEqual([
      "@fixture/one open major: it cannot be decided: Cannot find module '@fixture/two' or its corresponding type declarations.",
    ]);
  });

  it("a report of the base that cannot be read", () => {
    expect(changesOf({ one: "! torn" }, { one: "export const a: number;" })).toEqual([
      "@fixture/one (the entry) major: it cannot be decided: the base's report of @fixture/one cannot be read",
    ]);
  });

  it("a name that nothing declares", () => {
    expect(
      changesOf({ one: "export function open(a: Gone): void;" }, { one: "export function open(a: Gone): string;" }),
    ).toEqual(["@fixture/one open major: it cannot be decided: Cannot find name 'Gone'."]);
  });
});

it("names entries that are new or gone", () => {
  expect(changesOf({ one: "export const a: number;" }, { two: "export const a: number;" })).toEqual([
    "@fixture/one (the entry) major: @fixture/one is removed",
    "@fixture/two (the entry) minor: @fixture/two is new",
  ]);
});

describe("a new name that computes with a changed one is new, and no more", () => {
  const before = "export interface Options { a: string }";
  const after = "export interface Options { a: string; b?: number }";

  it("beside it", () => {
    expect(changesOf({ one: before }, { one: `${after}\nexport type Key = keyof Options;` })).toEqual([
      "@fixture/one Key minor: it is new",
      "@fixture/one Options minor: Options.b is new",
    ]);
  });

  it("in an entry that is new", () => {
    const other = `import { Options } from "@fixture/one";\nexport type Key = keyof Options;`;
    expect(changesOf({ one: before }, { one: after, two: other })).toEqual([
      "@fixture/one Options minor: Options.b is new",
      "@fixture/two (the entry) minor: @fixture/two is new",
    ]);
  });
});

it("says what tsc says", () => {
  expect(
    changesOf({ one: "export function open(a: string): void;" }, { one: "export function open(a: number): void;" }),
  ).toEqual([
    `@fixture/one open major: the new one cannot stand where the old one did: Type '(a: number) => void' is not assignable to type '(a: string) => void'.
Types of parameters 'a' and 'a' are incompatible.
Type 'string' is not assignable to type 'number'.`,
  ]);
});

it("tells a rename from a removal", () => {
  expect(
    changesOf({ one: "export function a(x: string): void;" }, { one: "export function b(x: string): void;" }),
  ).toEqual(["@fixture/one a major: it is no longer exported; b is declared alike", "@fixture/one b minor: it is new"]);
});

it("takes unchanged declarations of both sides for one, private symbols included", () => {
  const source = `const mark: unique symbol;\nexport interface Marked { [mark]: true }\nexport function open(a: Marked): void;`;
  expect(changesOf({ one: source }, { one: source.replace("open(a: Marked)", "open(a: Marked | string)") })).toEqual([
    "@fixture/one open minor: it takes more or gives less than before, which is safe for its users",
  ]);
});

describe("the reports of this repository", () => {
  const tree = workingTree(root);
  const side = readSide(tree);

  it("compile, so that names in them can be decided", () => {
    const compiler = new CompareCompiler({ root, old: side, new: side });
    const ids = [...side.entries.keys()];
    const program = compiler.run(ids);
    expect(ids.length).toBeGreaterThan(25);
    expect(ids.flatMap((id) => ownErrors(compiler, program, id) ?? [])).toEqual([]);
  });

  it("show two exports of clusterctl-kit that are deleted", () => {
    const path = "packages/clusterctl-kit/api/index.api.md";
    const without = (tree.read(path) ?? "")
      .replace(/export function escapeVariables[^;]*;\n/, "")
      .replace(/export function listVariables[\s\S]*?\n\};\n/, "");
    const after = readSide({ ...tree, read: (file) => (file === path ? without : tree.read(file)) });
    const changes = compareReports({ root, old: side, new: after });
    expect(changes.map(({ packageName, name, size }) => `${packageName} ${name} ${size}`)).toEqual([
      "@capstan/clusterctl-kit escapeVariables major",
      "@capstan/clusterctl-kit listVariables major",
    ]);
  });

  it("have a name that tsc cannot compare to an end when all it uses is new; others beside it are decided", () => {
    // Two blanks make every declaration another string with the same meaning.
    const respaced = (text: string | undefined): string | undefined =>
      text?.replaceAll(/^((?:export )?(?:class|const|function|interface|type)) /gm, "$1  ");
    const read = (path: string): string | undefined =>
      path.endsWith(".api.md") ? respaced(tree.read(path)) : tree.read(path);
    const sides = { root, old: side, new: readSide({ ...tree, read }) };
    const changes = compareNames(sides, [
      { id: "@capstan/contract/define", names: ["defineResource"] },
      { id: "@capstan/contract", names: ["writePath"] },
    ]);
    expect(changes.map(({ name, size, why }) => `${name} ${size}: ${why.join("; ")}`)).toEqual([
      "defineResource major: it cannot be decided: tsc does not end",
      "writePath patch: written in another way; tsc finds both equal",
    ]);
  });
});

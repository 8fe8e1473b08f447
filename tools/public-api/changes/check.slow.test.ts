// The changeset check on repositories with committed, uncommitted and untracked changes.
import { beforeEach, afterEach, describe, expect, it } from "vitest";
import { FixtureRepository } from "../prove/fixture.ts";
import { checkChangesets } from "./check.ts";

let made: FixtureRepository;

const report = (text: string): string => `\`\`\`ts\n${text}\n\`\`\`\n`;
const changeset = (name: string, size: string): string => `---\n"${name}": ${size}\n---\n\nA change.\n`;

/** Two published packages, a private one that `one` bundles, and a starter that `two` packs. */
beforeEach(() => {
  made = new FixtureRepository();
  for (const name of ["one", "two"]) {
    made.addPackage(name, `export const a: number = 1;`, "0.3.0");
    made.write(`packages/${name}/api/index.api.md`, report("export const a: number;"));
  }
  made.write("packages/one/src/run.ts", `import { make } from "@fixture/maker";\nmake();\n`);
  made.write(
    "packages/one/package.json",
    `{ "name": "@fixture/one", "version": "0.3.0", "devDependencies": { "@fixture/maker": "workspace:^" } }`,
  );
  made.write(
    "packages/two/turbo.json",
    `{ "tasks": { "build": { "inputs": ["$TURBO_ROOT$/private/*-starter/**"] } } }`,
  );
  made.write("private/maker/package.json", `{ "name": "@fixture/maker", "private": true }`);
  made.write("private/maker/src/index.ts", "export function make(): void {}\n");
  made.write("private/x-starter/package.json", `{ "name": "@fixture/x-starter", "private": true }`);
  made.write("private/x-starter/src/index.test.ts", "// a test\n");
  made.write("private/tool/package.json", `{ "name": "@fixture/tool", "private": true }`);
  made.write(".changeset/config.json", `{ "baseBranch": "main", "fixed": [["@fixture/*"]] }`);
  made.write(".changeset/waiting.md", changeset("@fixture/one", "major"));
  made.commit("start");
  made.git("switch", "--quiet", "--create", "change");
});
afterEach(() => made[Symbol.dispose]());

const check = (): ReturnType<typeof checkChangesets> => checkChangesets(made.root);
const dropA = (): void => made.write("packages/one/api/index.api.md", report("export const b: number;"));

describe("which files need a changeset", () => {
  it.each([
    ["a source", "packages/one/src/index.ts", ["@fixture/one"]],
    ["a new source that git does not know", "packages/one/src/new.ts", ["@fixture/one"]],
    ["a build setting", "packages/one/tsup.config.ts", ["@fixture/one"]],
    ["a test", "packages/one/src/index.test.ts", []],
    ["test data", "packages/one/src/testdata/case/in.ts", []],
    ["a README", "packages/one/README.md", []],
    ["a script that the build does not run", "packages/one/scripts/x.ts", []],
    ["a source of a bundled package", "private/maker/src/index.ts", ["@fixture/one"]],
    ["a test of a bundled package", "private/maker/src/index.test.ts", []],
    ["a source of a starter", "private/x-starter/src/main.ts", ["@fixture/two"]],
    ["a test of a starter, which is copied", "private/x-starter/src/index.test.ts", ["@fixture/two"]],
    ["a private tool", "private/tool/src/x.ts", []],
    ["a page", "docs/page.md", []],
  ])("%s", (_, path, want) => {
    made.write(path, "// changed\n");
    const { outcome, lines } = check();
    const named = lines.flatMap(
      (line) => /^(\S+) needs a new changeset, patch or larger; there is none/.exec(line)?.[1] ?? [],
    );
    expect([named, outcome]).toEqual([want, want.length === 0 ? "passed" : "failed"]);
  });

  it("a manifest, when what users get of it changes", () => {
    const manifest = (fields: string): void =>
      made.write(
        "packages/two/package.json",
        `{ "name": "@fixture/two", "version": "0.3.0", "type": "module", "exports": { ".": { "types": "./dist/index.d.ts", "default": "./dist/index.js" } }${fields} }`,
      );
    manifest(`, "scripts": { "test": "vitest" }`);
    expect(check().outcome).toBe("passed");
    manifest(`, "dependencies": { "yaml": "2" }`);
    expect(check().outcome).toBe("failed");
  });
});

describe("what a changed report needs", () => {
  it("says everything that is missing", () => {
    dropA();
    const base = made.git("rev-parse", "--short=9", "main").trim();
    expect(check()).toEqual({
      outcome: "failed",
      lines: [
        `compared with ${base} (merge base with main)`,
        "major  @fixture/one . a",
        "       it is no longer exported; b is declared alike",
        "minor  @fixture/one . b",
        "       it is new",
        "",
        "@fixture/one needs a new changeset, minor or larger (a major change is minor before 1.0; the version is 0.3.0); there is none for it",
        "  changed names: a, b",
        "  run: npx --yes pnpm@12.21.0 changeset",
        "  choose @fixture/one (or another of its fixed group) and minor, and say in plain words what users get or must do",
      ],
    });
  });

  it.each([
    ["too small", "mine.md", changeset("@fixture/one", "patch"), "failed"],
    ["large enough", "mine.md", changeset("@fixture/one", "minor"), "passed"],
    ["of another package of the group", "mine.md", changeset("@fixture/two", "minor"), "passed"],
    ["empty", "mine.md", "---\n---\n", "failed"],
    ["the waiting one, under another name", "renamed.md", changeset("@fixture/one", "major"), "failed"],
  ])("a changeset that is %s", (_, file, text, want) => {
    dropA();
    if (file === "renamed.md") made.remove(".changeset/waiting.md");
    made.write(`.changeset/${file}`, text);
    expect(check().outcome).toBe(want);
  });

  it("takes an empty changeset where sources alone changed", () => {
    made.write("packages/one/src/index.ts", "// changed\n");
    made.write(".changeset/none.md", "---\n---\n");
    expect(check().lines.at(-1)).toBe(
      "0 names of the public API and 1 packages changed; the new changesets cover them",
    );
  });

  it("is green when a release has used the changesets up", () => {
    dropA();
    made.write(".changeset/mine.md", changeset("@fixture/one", "minor"));
    made.commit("change");
    made.remove(".changeset/mine.md");
    made.remove(".changeset/waiting.md");
    made.write("packages/one/package.json", `{ "name": "@fixture/one", "version": "0.4.0" }`);
    made.write("packages/one/CHANGELOG.md", "# 0.4.0\n");
    expect(check().outcome).toBe("passed");
  });

  it("rejects a changeset that names no published package, or that cannot be read", () => {
    made.write(".changeset/mine.md", changeset("@fixture/gone", "minor"));
    expect(() => check()).toThrow(".changeset/mine.md names @fixture/gone, which is no published package");
    made.write(".changeset/mine.md", "no front matter");
    expect(() => check()).toThrow(".changeset/mine.md cannot be read");
  });

  it("rejects a waiting changeset of a private package, in an earlier commit too", () => {
    made.write(".changeset/mine.md", changeset("@fixture/maker", "patch"));
    made.commit("a changeset that nobody would read");
    made.write("docs/page.md", "# A page\n");
    made.commit("another change");
    made.git("branch", "--force", "main", "HEAD^");
    expect(() => check()).toThrow(".changeset/mine.md names @fixture/maker, which is no published package");
  });

  it("rejects a report that a merge left torn", () => {
    made.write("packages/one/api/index.api.md", report("<<<<<<< HEAD\nexport const a: number;"));
    expect(() => check()).toThrow("the report of @fixture/one cannot be read");
  });
});

it("does not compare names with a base that has no reports, and says so", () => {
  made.git("switch", "--quiet", "main");
  for (const name of ["one", "two"]) made.git("rm", "--quiet", `packages/${name}/api/index.api.md`);
  made.commit("before there were reports");
  made.git("switch", "--quiet", "--create", "first");
  for (const name of ["one", "two"]) made.write(`packages/${name}/api/index.api.md`, report("export const a: number;"));
  const { outcome, lines } = check();
  expect(outcome).toBe("passed");
  expect(lines[1]).toMatch(
    /^names are not compared: \w+ \(merge base with main\) has no reports of the public API yet$/,
  );
});

it("is skipped without git", () => {
  made.remove(".git");
  expect(check()).toEqual({ outcome: "skipped", lines: ["not compared: this folder is not a git repository"] });
});

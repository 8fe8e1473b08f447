// `capstan generate` with paths: projects and files of projects as people, git hooks and lint-staged name them.
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fooCrds, fooProject, fooSource } from "../../test/foo-project.ts";
import { TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
  at.install();
});
afterEach(() => at[Symbol.dispose]());

const lines = (...all: string[]): string => `${all.join("\n")}\n`;
const crds = (folder: string): string[] => fooCrds.map((name) => `${folder}generated/crds/${name}`);
const created = (folder: string): string[] => [`${folder}generated/.capstan-owned.json`, ...crds(folder)];

describe("files of one project", () => {
  beforeEach(async () => {
    at.write({ ...fooProject(), "README.md": "", "src/main.ts": "", "src/api/v1/foo.test.ts": "" });
    await at.capstan(["generate"]);
  });

  const upToDate = "checking what is generated from 1 file in src/api\n  3 files unchanged\n";
  const nothing = "nothing to generate: no file that was named is part of an API\n";
  const rows: readonly (readonly [string, readonly string[], string])[] = [
    ["a source", ["src/api/v1/foo.ts"], upToDate],
    ["a source, absolute", ["<root>/src/api/v1/foo.ts"], upToDate],
    ["a source, twice, in two spellings", ["src/api/v1/foo.ts", "./src//api/v1/foo.ts"], upToDate],
    ["a generated file", [`generated/crds/${fooCrds[1]}`], upToDate],
    ["the manifest", ["package.json"], upToDate],
    ["the compiler's options", ["tsconfig.json"], upToDate],
    ["a deleted source", ["src/api/v1/gone.ts"], upToDate],
    ["the project and a file", [".", "README.md"], upToDate],
    ["a folder inside of the project", ["src/api"], upToDate],
    ["a test", ["src/api/v1/foo.test.ts"], `${nothing}  not part of an API: src/api/v1/foo.test.ts\n`],
    [
      "other files",
      ["README.md", "src/main.ts"],
      `${nothing}  not part of an API: README.md\n  not part of an API: src/main.ts\n`,
    ],
    [
      "a deleted file, or a mistake",
      ["gone.md", "gone/"],
      `${nothing}  "gone.md" does not exist: correct the path, unless the file was deleted\n  "gone" does not exist: correct the path, unless the file was deleted\n`,
    ],
    ["a source that does not exist, in any folder: it may have been imported", ["src/ap/foo.ts"], upToDate],
    ["a source and another file", ["src/api/v1/foo.ts", "README.md"], `${upToDate}  not part of an API: README.md\n`],
  ];
  test.each(rows)("%s", async (_, paths, text) => {
    const argv = paths.map((path) => path.replace("<root>", at.root));
    expect(await at.capstan(["generate", "--check", ...argv])).toEqual({ code: 0, text });
  });

  test("from a folder below", async () => {
    expect(await at.capstan(["generate", "--check", "v1/foo.ts", "../../README.md"], { cwd: "src/api" })).toEqual({
      code: 0,
      text: "checking what is generated from 1 file in ../../src/api\n  3 files unchanged\n  not part of an API: ../../README.md\n",
    });
  });

  test("drift is found by the file that caused it, and by no other", async () => {
    at.write({ "src/api/v1/foo.ts": fooSource({ limit: 2 }) });
    const before = crds("").map((path) => at.read(path));
    const stale = await at.capstan(["generate", "--check", "src/api/v1/foo.ts"]);
    expect([stale.code, stale.text]).toEqual([
      3,
      lines(
        "checking what is generated from 1 file in src/api",
        "  stale generated/.capstan-owned.json",
        `  stale generated/crds/${fooCrds[0]}`,
        `  stale generated/crds/${fooCrds[1]}`,
        "@@ line 44 @@",
        "                size:",
        "                  description: size is its size.",
        "-                 minLength: 1",
        "+                 minLength: 2",
        "                  type: string",
        "              type: object",
        "next: capstan generate",
      ),
    ]);
    expect((await at.capstan(["generate", "README.md"])).code).toBe(0);
    expect(crds("").map((path) => at.read(path))).toEqual(before);
    expect((await at.capstan(["generate", "src/api/v1/foo.ts"])).code).toBe(0);
    expect(at.read(crds("")[1] ?? "")).toContain("minLength: 2");
  });

  test("without the list of generated files a kind that goes would leave its CRDs for good: that is drift", async () => {
    const [list = ""] = created("");
    rmSync(join(at.root, list));
    const missing = await at.capstan(["generate", "--check"]);
    expect(missing).toEqual({
      code: 3,
      text: lines(
        "checking what is generated from 1 file in src/api",
        `  missing ${list}`,
        "  2 files unchanged",
        "next: capstan generate",
      ),
    });
    expect((await at.capstan(["generate"])).text).toContain(`  created ${list}\n  2 files unchanged\n`);
    at.write({ "src/api/v1/foo.ts": fooSource().replaceAll("Foo", "Bar") });
    expect((await at.capstan(["generate"])).text).toContain(`  updated ${list}\n`);
    expect(at.files().filter((path) => path.includes("foos."))).toEqual([]);
  });

  test("what a source imports is part of the API, also once it is deleted", async () => {
    at.write({
      "src/size.ts": "/** Size is a size. */\nexport type Size = string;\n",
      "src/api/v1/foo.ts": fooSource({ imports: 'import type { Size } from "../../size.ts";' }),
    });
    expect((await at.capstan(["generate", "--check", "src/size.ts"])).text).toBe(upToDate);
    rmSync(join(at.root, "src/size.ts"));
    const gone = await at.capstan(["generate", "--check", "src/size.ts"]);
    expect([gone.code, gone.text]).toEqual([1, expect.stringContaining("model/unresolved-import")]);
    expect(await at.capstan(["generate", "--check", "README.md"])).toEqual({
      code: 0,
      text: `${nothing}  not part of an API: README.md\n`,
    });
  });

  test("deleted sources whose generated files still exist are an error", async () => {
    rmSync(join(at.root, "src/api"), { recursive: true });
    const { code, text } = await at.capstan(["generate", "--check", "src/api/v1/foo.ts"]);
    expect([code, text.split("\n").slice(1, 3)]).toEqual([
      1,
      [
        'error cli/sources-missing: there is no TypeScript file in "src/api", but the files generated from it are still there',
        "  help: restore the sources; if the project has no API any more, delete the 2 files listed in generated/.capstan-owned.json, and the list",
      ],
    ]);
  });
});

describe("several projects", () => {
  beforeEach(() => {
    at.write({
      "package.json": { name: "all", private: true },
      "README.md": "",
      ...fooProject("packages/a/", "a"),
      ...fooProject("packages/b/", "b"),
      "packages/c/package.json": { name: "c" },
      "packages/c/src/util.ts": "",
    });
  });

  test("each is generated once, however many of its files are named", async () => {
    const argv = [
      "packages/b",
      "packages/a/src/api/v1/foo.ts",
      "packages/a/package.json",
      "README.md",
      "packages/c/src/util.ts",
    ];
    expect(await at.capstan(["generate", ...argv])).toEqual({
      code: 0,
      text: lines(
        "generating from 1 file in packages/b/src/api; 1 file in packages/a/src/api",
        ...created("packages/b/").map((path) => `  created ${path}`),
        ...created("packages/a/").map((path) => `  created ${path}`),
        "  not part of an API: README.md",
        "  not part of an API: packages/c/src/util.ts",
      ),
    });
    expect((await at.capstan(["generate", "--check", "packages/a", "packages/b"])).text).toBe(
      "checking what is generated from 1 file in packages/a/src/api; 1 file in packages/b/src/api\n  6 files unchanged\n",
    );
  });

  test("all are attempted, each is written whole or not, and the worst decides", async () => {
    at.write({ "packages/a/src/api/v1/foo.ts": fooSource().replace("@minLength", "@minLenght") });
    const { code, text } = await at.capstan(["generate", "packages/a", "packages/b"]);
    expect([code, text]).toEqual([
      1,
      expect.stringContaining("packages/a/src/api/v1/foo.ts:6:6 error model/unknown-tag: "),
    ]);
    expect(at.files().filter((path) => path.includes("crds/"))).toEqual(crds("packages/b/"));
    const check = await at.capstan(["generate", "--check", "packages/b", "packages/a"]);
    expect(check.code).toBe(1);
    at.write({ "packages/a/src/api/v1/foo.ts": fooSource() });
    const drift = await at.capstan(["generate", "--check", "packages/b", "packages/a"]);
    expect([drift.code, drift.text.trimEnd().split("\n").at(-1)]).toEqual([3, "next: capstan generate packages/a"]);
  });

  test("a file in the way stops its own project alone", async () => {
    at.write({ [crds("packages/a/")[0] ?? ""]: "mine" });
    const { code, text } = await at.capstan(["generate", "packages/a", "packages/b"]);
    expect([code, text]).toEqual([
      1,
      lines(
        "generating from packages/a; 1 file in packages/b/src/api",
        `packages/a error generate/hand-made: generated/crds/${fooCrds[0]} exists and is not a generated file`,
        `  help: if generated/crds/${fooCrds[0]} was generated, restore generated/.capstan-owned.json from version control, or remove every generated file; if you wrote it, move it`,
        ...created("packages/b/").map((path) => `  created ${path}`),
        "1 error",
        "next: capstan explain generate/hand-made",
      ),
    ]);
    expect(at.read(crds("packages/a/")[0] ?? "")).toBe("mine");
  });

  test("a project that is named must have an API", async () => {
    const { code, text } = await at.capstan(["generate", "packages/c"]);
    expect([code, text.split("\n")[1]]).toEqual([
      1,
      'packages/c error cli/no-sources: there is no TypeScript file in "src/api"',
    ]);
  });

  test("links to a project are the project", async () => {
    symlinkSync(join(at.root, "packages/a"), join(at.root, "link"));
    symlinkSync("link", join(at.root, "loop"));
    rmSync(join(at.root, "loop"));
    symlinkSync("loop", join(at.root, "loop"));
    const argv = ["link", "link/src/api/v1/foo.ts", "packages/a/src/api/v1/foo.ts", "loop"];
    expect(await at.capstan(["generate", ...argv])).toEqual({
      code: 0,
      text: lines(
        "generating from 1 file in packages/a/src/api",
        ...created("packages/a/").map((path) => `  created ${path}`),
        "  not part of an API: loop",
      ),
    });
  });
});

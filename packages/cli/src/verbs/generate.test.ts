// `capstan generate`: create, check and repair; what it rejects; its document for machines; --watch.
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fooCrds, fooProject, fooSource, type Tree } from "../../test/foo-project.ts";
import { TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
  at.install();
});
afterEach(() => at[Symbol.dispose]());

const capstan = (...argv: string[]): ReturnType<TemporaryProject["capstan"]> => at.capstan(argv);
const lines = (...all: string[]): string => `${all.join("\n")}\n`;
const crds = (folder: string): string[] => fooCrds.map((name) => `${folder}generated/crds/${name}`);
const created = (folder: string): string[] => [`${folder}generated/.capstan-owned.json`, ...crds(folder)];

describe("generate", () => {
  const list = "generated/.capstan-owned.json";
  const changed = ["generated/crds/things.example.com_foos.json", "generated/crds/things.example.com_foos.yaml"];
  const looked = "generating from 1 file in src/api\n";
  const checked = "checking what is generated from 1 file in src/api\n";

  test("creates, finds nothing to do, sees drift, repairs it", async () => {
    at.write(fooProject());
    expect(await capstan("generate")).toEqual({
      code: 0,
      text: `${looked}  created ${[list, ...changed].join("\n  created ")}\nnext: capstan dev\n`,
    });
    expect(await capstan("generate", "--check")).toEqual({
      code: 0,
      text: `${checked}  3 files unchanged\nnext: capstan dev\n`,
    });
    const yaml = changed[1] ?? "";
    at.write({ [yaml]: at.read(yaml).replace("minLength: 1", "minLength: 2") });
    expect(await capstan("generate", "--check")).toEqual({
      code: 3,
      text: [
        "checking what is generated from 1 file in src/api",
        "  stale generated/crds/things.example.com_foos.yaml",
        "@@ line 44 @@",
        "                size:",
        "                  description: size is its size.",
        "-                 minLength: 2",
        "+                 minLength: 1",
        "                  type: string",
        "              type: object",
        "  2 files unchanged",
        "next: capstan generate\n",
      ].join("\n"),
    });
    expect((await capstan("generate")).code).toBe(0);
    expect((await capstan("generate", "--check")).code).toBe(0);
  });

  test.each([
    [
      "an unknown tag",
      { "src/api/v1/foo.ts": fooSource().replace("@minLength", "@minLenght") },
      "src/api/v1/foo.ts:6:",
    ],
    ["broken TypeScript", { "src/api/v1/foo.ts": "export interface Foo {\n  size: ;\n}\n" }, "src/api/v1/foo.ts:2:"],
    ["no sources", { "src/api/v1/foo.ts": undefined }, "error cli/no-sources: "],
  ])("rejects %s and writes nothing", async (_, change, where) => {
    const tree = Object.fromEntries(
      Object.entries<string | object | undefined>({ ...fooProject(), ...change }).filter(
        ([, content]) => content !== undefined,
      ),
    ) as Tree;
    at.write(tree);
    const { code, text } = await capstan("generate");
    expect([code, text.split("\n")[1]?.startsWith(where)]).toEqual([1, true]);
    expect(at.files().filter((path) => path.startsWith("generated/"))).toEqual([]);
  });

  test("names no next step for an operator, which has no kit and does not run in dev", async () => {
    at.write({ ...fooProject(), "package.json": { name: "foo", dependencies: { "@capstan/operator": "^0.1.0" } } });
    expect((await capstan("generate")).text).toBe(`${looked}  created ${[list, ...changed].join("\n  created ")}\n`);
  });

  test("line ends of another system are not drift", async () => {
    at.write(fooProject());
    await capstan("generate");
    for (const path of created("")) at.write({ [path]: at.read(path).replaceAll("\n", "\r\n") });
    expect(await capstan("generate", "--check")).toEqual({
      code: 0,
      text: `${checked}  3 files unchanged\nnext: capstan dev\n`,
    });
  });

  test("--check with --watch is a usage error", async () => {
    at.write(fooProject());
    expect((await capstan("generate", "--check", "--watch")).code).toBe(2);
  });
});

describe("rejected, and nothing is written", () => {
  const usage = (argv: string, problem: string): string =>
    lines(
      `capstan generate ${argv}`,
      `error cli/usage: ${problem}`,

      "1 error",
      "next: capstan generate --help",
    );
  const rows: readonly (readonly [string, readonly string[], number, string])[] = [
    [
      "an empty path",
      ["a", ""],
      2,
      usage("a", "a path is an empty string: name a folder or file, or leave the path out"),
    ],
    [
      "--check with --watch",
      ["a", "--check", "--watch"],
      2,
      usage("a --check --watch", "--check and --watch exclude each other"),
    ],
    ["an unknown flag", ["a", "--chek"], 2, usage("a --chek", "unknown option '--chek'; did you mean \"--check\"?")],
    [
      "a path that does not exist",
      ["a", "nowhere/src/x.ts"],
      1,
      lines(
        "capstan generate a nowhere/src/x.ts",
        'error cli/no-path: "nowhere/src/x.ts" does not exist, and there is no package.json above it',
        "  help: name the folder of a project, or a file inside one; the file may be deleted",
        "1 error",
        "next: capstan explain cli/no-path",
      ),
    ],
    [
      "a folder without project",
      ["a", "plain"],
      1,
      lines(
        "capstan generate a plain",
        'error cli/no-project: there is no package.json in "<root>/plain" or above it',
        "  help: change to the folder of a project, or create one with npm create capstan",
        "1 error",
        "next: capstan explain cli/no-project",
      ),
    ],
  ];
  test.each(rows)("%s", async (_, argv, code, text) => {
    at.write({ ...fooProject("a/"), "plain/x.txt": "" });
    const before = at.files();
    const printed = await at.capstan(["generate", ...argv]);
    expect({ ...printed, text: printed.text.replace("generate a \n", "generate a\n") }).toEqual({ code, text });
    expect(at.files()).toEqual(before);
  });

  test("a file that lies in no project is named, and no error", async () => {
    at.write({ ...fooProject("a/"), "README.md": "" });
    expect(await at.capstan(["generate", "--check", "README.md"])).toEqual({
      code: 0,
      text: "nothing to generate: no file that was named is part of an API\n  not part of an API: README.md\n",
    });
  });

  test("bytes that are no TypeScript", async () => {
    at.write(fooProject());
    writeFileSync(join(at.root, "src/api/v1/foo.ts"), Buffer.from([0xff, 0xfe, 0x00, 0x01, 0x80]));
    writeFileSync(join(at.root, "src/api/v1/picture.png"), Buffer.from([0x89, 0x50, 0x00]));
    const { code, text } = await at.capstan(["generate", "src/api/v1/foo.ts", "src/api/v1/picture.png"]);
    expect([code, text]).toEqual([1, expect.stringContaining("src/api/v1/foo.ts:1:1 error model/syntax: ")]);
    expect(text).toContain("  not part of an API: src/api/v1/picture.png\n");
    expect(at.files()).not.toContain(crds("")[0]);
  });
});

test("the document for a machine, whole", async () => {
  at.write({ "package.json": { name: "all" }, ...fooProject("a/", "a"), ...fooProject("b/", "b"), "README.md": "" });
  await at.capstan(["generate", "b"]);
  const { code, text } = await at.capstan(["generate", "--check", "--format", "json", "a", "b", "README.md"]);
  const outputs = created("");
  const missing = outputs.map((path) => ({ path, change: "created", diff: expect.any(String) as string }));
  const inputs = expect.arrayContaining(["../tsconfig.json", "package.json", "src/api/v1/foo.ts"]) as string[];
  const project = { sources: ["src/api"], inputs, outputs };
  expect([code, JSON.parse(text)]).toEqual([
    3,
    {
      title: "checking what is generated from 1 file in a/src/api; 1 file in b/src/api",
      diagnostics: [],
      changes: missing.map((change) => ({ ...change, path: `a/${change.path}` })),
      unchanged: 3,
      check: true,
      projects: [
        { ...project, project: "a", changes: missing, unchanged: 0 },
        { ...project, project: "b", changes: [], unchanged: 3 },
      ],
      unrelated: ["README.md"],
      next: "capstan generate a",
      exitCode: 3,
    },
  ]);
});

describe("--watch", () => {
  test("several projects, each on its own changes, its imports and its configuration", async () => {
    at.write({ ...fooProject("a/", "a"), ...fooProject("b/", "b"), "a/src/size.ts": "export type Size = string;\n" });
    at.write({ "a/src/api/v1/foo.ts": fooSource({ imports: 'import type { Size } from "../../size.ts";' }) });
    const stop = new AbortController();
    const running = at.capstan(["generate", "--watch", "a", "b/package.json"], { stop });
    await until(() => at.files().includes(crds("b/")[1] ?? ""));
    await delay(100);
    at.write({ "b/src/api/v1/foo.ts": fooSource({ limit: 3 }) });
    await until(() => at.read(crds("b/")[1] ?? "").includes("minLength: 3"));
    at.write({ "a/src/size.ts": "/** Size.\n * @maxLength 7 */\nexport type Size = string;\n" });
    await until(() => at.read(crds("a/")[1] ?? "").includes("maxLength: 7"));
    at.write({ "a/capstan.config.ts": 'export default { generate: { out: "config" } };\n' });
    await until(() => at.files().includes(`a/config/crds/${fooCrds[1]}`));
    mkdirSync(join(at.root, "b/src/api/v2"));
    renameSync(join(at.root, "b/src/api/v1/foo.ts"), join(at.root, "b/src/api/v2/foo.ts"));
    await delay(200);
    stop.abort();
    const { code, text } = await running;
    expect([code, text.split("\n").slice(0, 7), text.trimEnd().split("\n").at(-1)]).toEqual([
      0,
      [
        "generating from 1 file in a/src/api; 1 file in b/src/api",
        ...created("a/").map((path) => `  created ${path}`),
        ...created("b/").map((path) => `  created ${path}`),
      ],
      "stopped watching src/api, src/api",
    ]);
    expect(text).toContain(
      `generating from 1 file in b/src/api\n${created("b/")
        .map((path) => `  updated ${path}\n`)
        .join("")}`,
    );
    expect(text).toContain(`  created a/config/crds/${fooCrds[1]}\n`);
    expect(text).toContain(`  removed ${crds("a/")[1]}\n`);
  });
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await delay(10);
}

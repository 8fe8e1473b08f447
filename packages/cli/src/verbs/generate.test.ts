// `capstan generate` with arguments: projects and files of projects as people, git hooks and lint-staged name them.
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fooCrds, fooProject, fooSource, ThrowAway } from "../../test/throw-away.ts";

let at: ThrowAway;
beforeEach(() => {
  at = new ThrowAway();
  at.install();
});
afterEach(() => at[Symbol.dispose]());

const lines = (...all: string[]): string => `${all.join("\n")}\n`;
const crds = (folder: string): string[] => fooCrds.map((name) => `${folder}generated/crds/${name}`);
const made = (folder: string): string[] => [`${folder}generated/.capstan-owned.json`, ...crds(folder)];

describe("files of one project", () => {
  beforeEach(async () => {
    at.write({ ...fooProject(), "README.md": "", "src/main.ts": "", "src/api/v1/foo.test.ts": "" });
    await at.capstan(["generate"]);
  });

  const upToDate = "looked at 1 file in src/api\n  3 files unchanged\n";
  const nothing = "looked at nothing: no file that was named is part of an API\n";
  const rows: readonly (readonly [string, readonly string[], string])[] = [
    ["a source", ["src/api/v1/foo.ts"], upToDate],
    ["a source, absolute", ["<root>/src/api/v1/foo.ts"], upToDate],
    ["a source, twice, in two spellings", ["src/api/v1/foo.ts", "./src//api/v1/foo.ts"], upToDate],
    ["a generated file", [`generated/crds/${fooCrds[1]}`], upToDate],
    ["the manifest", ["package.json"], upToDate],
    ["the compiler's options", ["tsconfig.json"], upToDate],
    ["a source that is gone", ["src/api/v1/gone.ts"], upToDate],
    ["the project and a file", [".", "README.md"], upToDate],
    ["a folder inside of the project", ["src/api"], upToDate],
    ["a test", ["src/api/v1/foo.test.ts"], `${nothing}  not part of an API: src/api/v1/foo.test.ts\n`],
    [
      "other files",
      ["README.md", "src/main.ts"],
      `${nothing}  not part of an API: README.md\n  not part of an API: src/main.ts\n`,
    ],
    ["a file that is gone", ["gone.md"], `${nothing}  not part of an API: gone.md\n`],
    ["a source and another file", ["src/api/v1/foo.ts", "README.md"], `${upToDate}  not part of an API: README.md\n`],
  ];
  test.each(rows)("%s", async (_, paths, text) => {
    const argv = paths.map((path) => path.replace("<root>", at.root));
    expect(await at.capstan(["generate", "--check", ...argv])).toEqual({ code: 0, text });
  });

  test("from a folder below", async () => {
    expect(await at.capstan(["generate", "--check", "v1/foo.ts", "../../README.md"], { cwd: "src/api" })).toEqual({
      code: 0,
      text: "looked at 1 file in ../../src/api\n  3 files unchanged\n  not part of an API: ../../README.md\n",
    });
  });

  test("drift is found by the file that caused it, and by no other", async () => {
    at.write({ "src/api/v1/foo.ts": fooSource({ limit: 2 }) });
    const before = crds("").map((path) => at.read(path));
    const stale = await at.capstan(["generate", "--check", "src/api/v1/foo.ts"]);
    expect([stale.code, stale.text]).toEqual([
      3,
      lines(
        "looked at 1 file in src/api",
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
    const [list = ""] = made("");
    rmSync(join(at.root, list));
    const missing = await at.capstan(["generate", "--check"]);
    expect(missing).toEqual({
      code: 3,
      text: lines("looked at 1 file in src/api", `  missing ${list}`, "  2 files unchanged", "next: capstan generate"),
    });
    expect((await at.capstan(["generate"])).text).toContain(`  created ${list}\n  2 files unchanged\n`);
    at.write({ "src/api/v1/foo.ts": fooSource().replaceAll("Foo", "Bar") });
    expect((await at.capstan(["generate"])).text).toContain(`  updated ${list}\n`);
    expect(at.files().filter((path) => path.includes("foos."))).toEqual([]);
  });

  test("what a source imports is part of the API, also once it is gone", async () => {
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

  test("when its sources are gone and what was made of them is not, that is an error", async () => {
    rmSync(join(at.root, "src/api"), { recursive: true });
    const { code, text } = await at.capstan(["generate", "--check", "src/api/v1/foo.ts"]);
    expect([code, text.split("\n").slice(1, 3)]).toEqual([
      1,
      [
        'error cli/sources-gone: there is no TypeScript file in "src/api", but what was generated of it is still there',
        "  mend: restore the sources; if the API is gone for good, remove the 2 files that generated/.capstan-owned.json names, and the list",
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
        "looked at 1 file in packages/b/src/api; 1 file in packages/a/src/api",
        ...made("packages/b/").map((path) => `  created ${path}`),
        ...made("packages/a/").map((path) => `  created ${path}`),
        "  not part of an API: README.md",
        "  not part of an API: packages/c/src/util.ts",
      ),
    });
    expect((await at.capstan(["generate", "--check", "packages/a", "packages/b"])).text).toBe(
      "looked at 1 file in packages/a/src/api; 1 file in packages/b/src/api\n  6 files unchanged\n",
    );
  });

  test("all are attempted, each is written whole or not, and the worst decides", async () => {
    at.write({ "packages/a/src/api/v1/foo.ts": fooSource().replace("@minLength", "@minLenght") });
    const { code, text } = await at.capstan(["generate", "packages/a", "packages/b"]);
    expect([code, text]).toEqual([
      1,
      expect.stringContaining("packages/a/src/api/v1/foo.ts:7:6 error model/unknown-tag: "),
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
        "looked at packages/a; 1 file in packages/b/src/api",
        `packages/a error generate/hand-made: generated/crds/${fooCrds[0]} exists and was not generated`,
        `  mend: if generated/crds/${fooCrds[0]} was generated, restore generated/.capstan-owned.json from version control, or remove every generated file; if it is yours, move it`,
        ...made("packages/b/").map((path) => `  created ${path}`),
        "1 error",
        "next: capstan explain <code>",
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
        "looked at 1 file in packages/a/src/api",
        ...made("packages/a/").map((path) => `  created ${path}`),
        "  not part of an API: loop",
      ),
    });
  });
});

describe("refused, and nothing is written", () => {
  const usage = (argv: string, problem: string): string =>
    lines(
      `capstan generate ${argv}`,
      `error cli/usage: ${problem}`,
      "  mend: run capstan --help",
      "1 error",
      "next: capstan --help",
    );
  const rows: readonly (readonly [string, readonly string[], number, string])[] = [
    ["an empty path", ["a", ""], 2, usage("a", "a path is empty")],
    [
      "--check with --watch",
      ["a", "--check", "--watch"],
      2,
      usage("a --check --watch", "--check and --watch exclude each other"),
    ],
    ["an unknown flag", ["a", "--chek"], 2, usage("a --chek", "unknown option '--chek' (Did you mean --check?)")],
    [
      "a path that leads nowhere",
      ["a", "nowhere/src/x.ts"],
      1,
      lines(
        "capstan generate a nowhere/src/x.ts",
        'error cli/no-path: "nowhere/src/x.ts" does not exist, and there is no package.json above it',
        "  mend: give the folder of a project, or a file inside of one; a file that was deleted may be named too",
        "1 error",
        "next: capstan explain <code>",
      ),
    ],
    [
      "a folder without project",
      ["a", "plain"],
      1,
      lines(
        "capstan generate a plain",
        'error cli/no-project: there is no package.json in "<root>/plain" or above it',
        "  mend: change to a project's folder, or make one with npm create capstan",
        "1 error",
        "next: capstan explain <code>",
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
      text: "looked at nothing: no file that was named is part of an API\n  not part of an API: README.md\n",
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
  const outputs = made("");
  const missing = outputs.map((path) => ({ path, change: "created", diff: expect.any(String) as string }));
  const inputs = expect.arrayContaining(["../tsconfig.json", "package.json", "src/api/v1/foo.ts"]) as string[];
  const project = { sources: ["src/api"], inputs, outputs };
  expect([code, JSON.parse(text)]).toEqual([
    3,
    {
      lookedAt: "looked at 1 file in a/src/api; 1 file in b/src/api",
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

describe("the folders of the configuration hold for every verb", () => {
  const config = {
    name: "gate",
    type: "infrastructure",
    image: "registry.example.com/team/gate",
    releaseSeries: [{ major: 0, minor: 1, contract: "v1beta2" }],
    repository: { local: "repo" },
    generate: { sources: "apis", out: "config" },
  };
  const description = {
    format: 1,
    name: "gate",
    type: "infrastructure",
    kinds: [{ group: "things.example.com", kind: "Foo" }],
    clusterRules: [],
    namespaceRules: [],
    ownership: [],
    webhooks: [],
    hooks: [],
    ports: { health: 9440 },
    leaderElection: false,
  };
  const project = {
    "package.json": { name: "gate", version: "0.1.0", type: "module" },
    "capstan.config.ts": `export default ${JSON.stringify(config)};\n`,
    "apis/v1/foo.ts": fooSource(),
    "src/main.ts": `console.log(${JSON.stringify(JSON.stringify(description))});\n`,
  };

  test("bundle misses the CRDs where generate writes them, and finds them there", async () => {
    at.write(project);
    expect((await at.capstan(["bundle"])).text.split("\n")[1]).toBe(
      'error cli/no-crds: there is no CRD in "config/crds", and the project has kinds of its own',
    );
    await at.capstan(["generate"]);
    expect((await at.capstan(["bundle"])).text).not.toContain("cli/no-crds");
  });

  test("doctor sees what is stale there", async () => {
    at.write(project);
    const { text } = await at.capstan(["doctor"]);
    expect(text).toContain(`error doctor/stale: config/crds/${fooCrds[1]} is not what the sources say`);
  });

  test("import writes where generate reads", async () => {
    at.write({
      ...project,
      "capstan.config.ts": 'export default { generate: { sources: ["apis/*/*.ts"], out: "config" } };\n',
    });
    await at.capstan(["generate"]);
    at.write({ "foo.yaml": at.read(`config/crds/${fooCrds[1]}`).replaceAll("Foo", "Bar").replaceAll("foo", "bar") });
    expect((await at.capstan(["import", "foo.yaml"])).text).toContain("  created apis/v1/bar.ts\n");
  });
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
        "looked at 1 file in a/src/api; 1 file in b/src/api",
        ...made("a/").map((path) => `  created ${path}`),
        ...made("b/").map((path) => `  created ${path}`),
      ],
      "stopped watching src/api, src/api",
    ]);
    expect(text).toContain(
      `looked at 1 file in b/src/api\n${made("b/")
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

// `pnpm run release` as a caller sees it: a small monorepo, real changesets, pnpm, turbo, publint, attw and git, and a registry that
// can reject. The rehearsal of this repository's own release is tools/release-rehearsal.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CommandResult } from "@capstan/repo";
import { onlyVersion, startSmallRegistry, type SmallRegistry } from "./small-registry.ts";
import { commitAll, makeWorkspace, mustRun, workspaceEnv, type Workspace } from "./workspace.ts";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));
const node = [process.execPath, "--conditions=@capstan/source", main];

const changeset = '---\n"@capstan-test/thing": minor\n---\n\nA new thing.\n\nIt does this.\n';

let workspace: Workspace;
let registry: SmallRegistry;

beforeAll(async () => {
  registry = await startSmallRegistry();
  workspace = await makeWorkspace();
  workspace.write(".changeset/new-thing.md", changeset);
  workspace.write("node_modules/npmrc", registry.npmrc);
  await commitAll(workspace, "Add a thing");
  await git("tag", "begin");
});
afterAll(async () => {
  workspace[Symbol.dispose]();
  await registry[Symbol.asyncDispose]();
});
beforeEach(async () => {
  registry.packages.clear();
  registry.rejected.clear();
  workspace.write("node_modules/npmrc", registry.npmrc);
  await git("checkout", "--quiet", "--force", "-B", "main", "begin");
  await git("clean", "--quiet", "--force", "-d");
  const made = (await git("tag")).split("\n").filter((name) => name !== "begin");
  if (made.length > 0) await git("tag", "--delete", ...made);
});

/** What a release is started with. */
const given = (...options: readonly string[]): readonly string[] => [
  ...node,
  "--registry",
  registry.url,
  "--userconfig",
  join(workspace.root, "node_modules/npmrc"),
  ...options,
];

const release = async (...options: readonly string[]): Promise<CommandResult> => workspace.run(given(...options));

/** Lines without times, folders and ports. */
const steady = (output: string): string =>
  output
    .replaceAll(/ +\d+\.\d s/g, "")
    .replaceAll(workspace.root, "ROOT")
    .replaceAll(registry.url, "REGISTRY")
    // How well an archive is compressed depends on the names of commits in it.
    .replaceAll(/: 0\.[78] kB,/g, ": SIZE,");

const git = async (...args: readonly string[]): Promise<string> =>
  (await mustRun(workspace, ["git", ...args])).trimEnd();

/** Everything that a release may change here and in the registry. */
const state = async (): Promise<object> => ({
  head: await git("rev-parse", "HEAD"),
  status: await git("status", "--porcelain"),
  tags: (await git("tag")).replace(/^begin\n?/m, ""),
  published: [...registry.packages.keys()],
});

describe("rejects, and changes nothing", () => {
  const rejections: readonly {
    title: string;
    spoil: () => Promise<unknown> | void;
    options?: string[];
    want: string;
  }[] = [
    {
      title: "a tree that is not clean",
      spoil: () => workspace.write("packages/thing/src/index.js", "export const thing = 2;\n"),
      want: "the tree is not clean; commit these files or take them away (git restore . undoes a release that was killed):\n          M packages/thing/src/index.js",
    },
    {
      title: "another branch",
      spoil: () => git("checkout", "--quiet", "-b", "other"),
      want: "releases are made on main, and this is other; --any-branch releases from here all the same",
    },
    {
      title: "without changesets",
      spoil: async () => {
        rmSync(join(workspace.root, ".changeset/new-thing.md"));
        await commitAll(workspace, "Take it back");
      },
      want: "no changeset is pending in .changeset (pnpm changeset adds one)",
    },
    {
      title: "without rights",
      spoil: () => workspace.write("node_modules/npmrc", ""),
      want: "REGISTRY does not know you, so nothing could be published; run npm login, or give --userconfig a file with a token (pnpm whoami: Error: ERR_PNPM_WHOAMI_UNAUTHORIZED × You must be logged in to use whoami)",
    },
    {
      title: "with nobody to ask",
      spoil: () => undefined,
      options: [],
      want: "there is nobody to ask before publishing (no terminal); --yes publishes without asking",
    },
    {
      title: "provenance here",
      spoil: () => undefined,
      options: ["--yes", "--provenance"],
      want: 'provenance is signed by GitHub Actions (permission id-token: write) or GitLab CI, and this is neither\n     - npm takes provenance only with "repository" in package.json; it is missing in packages/thing, packages/user',
    },
    {
      title: "another pnpm",
      spoil: async () => {
        workspace.write("package.json", '{ "name": "small", "private": true, "packageManager": "pnpm@11" }\n');
        await commitAll(workspace, "Ask for another pnpm");
      },
      want: "this repository is released with pnpm@11, and here is pnpm@12.21.0; run npx --yes pnpm@11 run release",
    },
    {
      title: "a version that is there",
      spoil: () => void registry.packages.set("@capstan-test/user", onlyVersion("@capstan-test/user", "0.1.0")),
      want: "the registry already has version 0.1.0 of @capstan-test/user",
    },
  ];

  it.each(rejections)("$title", async ({ spoil, options = ["--yes"], want }) => {
    await spoil();
    const before = await state();
    const { code, output } = await release(...options);
    expect(steady(output)).toBe(
      `FAIL ready\n     nothing was changed, because\n     - ${want}\nok   put the tree back  nothing to put back\n\n1 passed, 1 failed, ${options.includes("--yes") ? 8 : 9} skipped\n`,
    );
    expect(code).toBe(1);
    expect(await state()).toEqual(before);
  });

  it.each([
    { options: ["--fast"], want: "error: unknown option '--fast'" },
    {
      options: ["--snapshot", "latest"],
      want: 'error: --snapshot "latest" is no name for a dist-tag: lower-case letters, digits and dashes, and not "latest"',
    },
  ])("$options", async ({ options, want }) => {
    expect(await release(...options)).toEqual({ code: 2, output: `${want}\n` });
  });

  it("a package that must not go out", async () => {
    rmSync(join(workspace.folder("thing"), "README.md"));
    workspace.write(
      "packages/user/package.json",
      workspace.read("packages/user/package.json").replace("workspace:^", "workspace:*"),
    );
    await commitAll(workspace, "Spoil");
    await mustRun(workspace, ["pnpm", "install", "--offline", "--lockfile-only"]);
    const lockfile = await git("status", "--porcelain");
    if (lockfile !== "") await commitAll(workspace, "Lock");
    const before = await state();
    const { output } = await release("--yes");
    expect(steady(output)).toContain(
      'FAIL verify tarballs\n     @capstan-test/thing:\n       it has no README.md\n     @capstan-test/user:\n       dependencies has @capstan-test/thing as "0.1.0"; this release is ^0.1.0\n',
    );
    expect(await state()).toEqual(before);
  });
});

it("does everything but publish in a dry run, and leaves the tree as it was", async () => {
  const before = await state();
  const { code, output } = await release("--dry-run", "--json", join(workspace.root, "node_modules/report.json"));
  expect(steady(output)).toBe(`ok   ready  0.1.0; 2 packages, to REGISTRY
ok   version  0.1.0, 5 files
ok   build
ok   pack  2 of 2 packages
ok   verify tarballs  publint, attw and the rules of this repository
     capstan-test-thing-0.1.0.tgz: SIZE, 0.8 kB unpacked, dist/ (4) CHANGELOG.md LICENSE README.md package.json
     capstan-test-user-0.1.0.tgz: SIZE, 0.9 kB unpacked, dist/ (4) CHANGELOG.md LICENSE README.md package.json
ok   notes  ROOT/dist/release/0.1.0/notes.md
ok   put the tree back
ok   report  ROOT/node_modules/report.json

8 passed, 0 failed
`);
  expect(code).toBe(0);
  expect(await state()).toEqual(before);
  expect(JSON.parse(workspace.read("node_modules/report.json"))).toMatchObject({ version: "0.1.0", published: false });
});

it("releases, pushes the commit before it publishes and the tags after, and then has nothing to release", async () => {
  const remote = join(workspace.root, "node_modules/remote.git");
  await git("init", "--quiet", "--bare", "--initial-branch=main", remote);
  await git("remote", "add", "origin", remote);
  await git("push", "--quiet", "origin", "main");
  const { output } = await release("--yes", "--push");
  expect(steady(output)).toContain("\nok   push commit  to main\nok   publish");
  expect(steady(output)).toContain("\nok   push tags  3 tags\n");
  expect(await git("--git-dir", remote, "rev-parse", "main", "v0.1.0^{}")).toBe(
    `${await git("rev-parse", "HEAD")}\n${await git("rev-parse", "HEAD")}`,
  );
  await git("remote", "remove", "origin");
  expect(steady(output)).toContain(
    "\nok   publish  2 packages are in the registry in version 0.1.0\nok   tag  v0.1.0 and 2 others\n",
  );
  const user = registry.packages.get("@capstan-test/user");
  expect(user?.["dist-tags"]).toEqual({ latest: "0.1.0" });
  expect(user?.versions["0.1.0"]?.dependencies).toEqual({ "@capstan-test/thing": "^0.1.0" });
  const notes = "## Minor changes\n\n- `@capstan-test/thing`: A new thing.\n\n  It does this.";
  expect(await git("log", "-1", "--format=%B")).toBe(`Release 0.1.0\n\n${notes}`);
  expect(workspace.read("dist/release/0.1.0/notes.md")).toBe(`# 0.1.0\n\n${notes}\n`);
  expect(await state()).toMatchObject({
    status: "",
    tags: "@capstan-test/thing@0.1.0\n@capstan-test/user@0.1.0\nv0.1.0",
  });
  expect(steady((await release("--yes")).output)).toContain(
    "- no changeset is pending, and 0.1.0 is published and tagged\n",
  );
  // Stopped between publishing and tagging: run again, it has only the tags to make.
  await git("tag", "--delete", "v0.1.0", "@capstan-test/user@0.1.0");
  const again = await release("--yes");
  expect(steady(again.output)).toContain("\nok   pack  0 of 2 packages\n");
  expect(steady(again.output)).toContain("\nok   tag  v0.1.0 and 2 others\n");
});

it("releases notes that are longer than an argument of a program may be", async () => {
  const sentences = "It does this, and that. ".repeat(8000).trim();
  workspace.write(".changeset/long.md", `---\n"@capstan-test/thing": minor\n---\n\n${sentences}\n`);
  await commitAll(workspace, "Change much");
  const { code, output } = await workspace.run(["env", "GH_TOKEN=none", ...given("--yes")]);
  expect(steady(output)).toContain("\nok   tag  v0.1.0 and 2 others\n");
  expect(steady(output)).toContain('--title 0.1.0 --notes "All changes are in CHANGELOG.md of each package."\n');
  expect(code).toBe(0);
  expect(await git("log", "-1", "--format=%B")).toContain(sentences);
});

it("says what went out when publishing failed halfway, and publishes the rest when it is run again", async () => {
  registry.rejected.add("@capstan-test/user");
  const { code, output } = await release("--yes");
  expect(code).toBe(1);
  expect(steady(output)).toContain(
    "FAIL publish\n     published in version 0.1.0: @capstan-test/thing\n     not published: @capstan-test/user\n     run the same command again: it publishes the rest\n",
  );
  expect(await state()).toMatchObject({ status: "", tags: "" });
  registry.rejected.clear();
  const again = await release("--yes");
  expect(steady(again.output)).toContain(
    "ok   ready  the rest of 0.1.0; 2 packages, to REGISTRY\nok   version  0.1.0 was committed before\nok   build\nok   pack  1 of 2 packages\n",
  );
  expect(again.code).toBe(0);
  expect(await state()).toMatchObject({
    status: "",
    tags: "@capstan-test/thing@0.1.0\n@capstan-test/user@0.1.0\nv0.1.0",
  });
  expect(workspace.read("dist/release/0.1.0/notes.md")).toContain("- `@capstan-test/thing`: A new thing.\n");
});

it("is the only way: changeset publish alone stops at a package that is not built", async () => {
  for (const name of ["thing", "user"] as const)
    rmSync(join(workspace.folder(name), "dist"), { recursive: true, force: true });
  const settings = [
    `pnpm_config_registry=${registry.url}`,
    `pnpm_config_userconfig=${workspace.root}/node_modules/npmrc`,
  ];
  const { code, output } = await workspace.run(["env", ...settings, "changeset", "publish"]);
  expect(output).toContain("require-build.ts");
  expect(code).toBe(1);
  expect(await state()).toMatchObject({ tags: "", published: [] });
});

it("publishes a snapshot from any branch, and leaves neither commit nor tag", async () => {
  await git("checkout", "--quiet", "-b", "try");
  const before = await state();
  const { output, code } = await release("--yes", "--snapshot", "canary");
  expect(steady(output)).toMatch(
    /\nok {3}publish {2}2 packages are in the registry in version 0\.0\.0-canary-\d+, tag canary\n/,
  );
  expect(code).toBe(0);
  const tags = registry.packages.get("@capstan-test/thing")?.["dist-tags"];
  expect(Object.keys(tags ?? {})).toEqual(["canary"]);
  expect(await state()).toEqual({ ...before, published: ["@capstan-test/thing", "@capstan-test/user"] });
});

it.each([
  { title: "once", signals: 1, want: "\nok   put the tree back\n" },
  { title: "twice", signals: 2, want: "Ctrl-C again stops at once\n" },
])("puts the tree back when it is stopped $title", async ({ signals, want }) => {
  workspace.write("packages/thing/build.js", `await new Promise((done) => setTimeout(done, ${3000 + signals}));\n`);
  await commitAll(workspace, "Build slowly");
  const before = await state();
  const [program = "", ...args] = given("--yes");
  const child = spawn(program, args, { cwd: workspace.root, env: { ...process.env, ...workspaceEnv } });
  const closed = once(child, "close");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (output += text.toString()));
  await expect.poll(() => output).toMatch(/^ok {3}version /m);
  for (let sent = 0; sent < signals; sent += 1) {
    child.kill("SIGINT");
    await delay(300);
  }
  expect((await closed)[0]).toBe(1);
  expect(steady(output)).toContain(want);
  expect(await state()).toEqual(before);
});

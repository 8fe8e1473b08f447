// What the plugin decides before any tool is called; tools/build-recipes runs it with the real tools.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fooCrds, fooProject, fooSource } from "../../test/foo-project.ts";
import { TemporaryProject } from "../../test/temporary-project.ts";
import { capstan } from "./plugin.ts";

test("importing it loads the plugin and nothing else", () => {
  const listing = [
    'import { registerHooks } from "node:module";',
    "registerHooks({ load(url, context, next) { console.log(url); return next(url, context); } });",
    'await import("@capstan/cli/vite");',
  ].join("\n");
  const { stdout } = spawnSync(
    process.execPath,
    ["--conditions=@capstan/source", "--input-type=module", "--eval", listing],
    { cwd: fileURLToPath(new URL(".", import.meta.url)), encoding: "utf8" },
  );
  const loaded = stdout
    .trim()
    .split("\n")
    .filter((url) => url.startsWith("file:"));
  expect(loaded.map((url) => url.slice(url.indexOf("/src/") + 1))).toEqual([
    "src/vite.ts",
    "src/build-plugin/plugin.ts",
    "src/build-plugin/hosts.ts",
  ]);
});

describe("in a build", () => {
  let at: TemporaryProject;
  let printed: string[];
  const logger = { warn: (text: string) => void printed.push(text), error: (text: string) => void printed.push(text) };
  beforeEach(() => {
    at = new TemporaryProject();
    at.install();
    at.write(fooProject("p/"));
    printed = [];
    vi.stubEnv("CI", "");
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    at[Symbol.dispose]();
  });

  const build = async (options: Parameters<typeof capstan>[0] = {}, root = "p"): Promise<string> => {
    const plugin = capstan(options);
    plugin.configResolved({ root: `${at.root}/${root}`, command: "build", server: {}, logger });
    return plugin.buildStart().then(
      () => "ok",
      (error: Error) => error.message.replaceAll(at.root, "<root>"),
    );
  };
  const written = (): boolean => at.files().includes(`p/generated/crds/${fooCrds[1]}`);

  const rows: readonly (readonly [string, boolean | undefined, boolean])[] = [
    ["", undefined, true],
    ["0", undefined, true],
    ["false", undefined, true],
    ["true", undefined, false],
    ["1", undefined, false],
    ["", true, false],
    ["true", false, true],
  ];
  test.each(rows)("CI=%s and check: %s: it writes: %s", async (ci, check, writes) => {
    vi.stubEnv("CI", ci);
    const result = await build(check === undefined ? {} : { check });
    expect([result.split("\n")[0], written()]).toEqual([writes ? "ok" : "generated files are stale", writes]);
  });

  test("the project may lie elsewhere", async () => {
    expect([await build({ root: "../p" }, "other"), written()]).toEqual(["ok", true]);
  });

  test("a long difference is cut, and a long list of files is one line", async () => {
    for (let i = 0; i < 30; i += 1) at.write({ [`p/src/api/v1/k${i}.ts`]: fooSource().replaceAll("Foo", `Kind${i}`) });
    const stale = (await build({ check: true })).split("\n");
    expect([stale.length, stale.at(-2)]).toEqual([42, "... 24 more lines"]);
    expect(await build()).toBe("ok");
    expect(printed).toHaveLength(1);
    expect(printed[0]).toMatch(/^capstan: generated again: \S+\.capstan-owned\.json, \S+\.json and 61 more$/);
  });

  test.each([
    ["no project", "nowhere", {}, /there is no package\.json in "<root>\/nowhere" or above it/],
    ["an API without kinds", "p", { "p/src/api/v1/foo.ts": "" }, /^ok$/],
  ])("%s", async (_, root, files, want) => {
    at.write(files);
    expect(await build({}, root)).toMatch(want);
  });
});

// A package that is not built, or not from what is here now, cannot be packed by npm or pnpm. Real npm, pnpm and turbo.
import { globSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { makeWorkspace, mustRun, type Workspace } from "./test/workspace.ts";

let workspace: Workspace;
const thing = (): string => workspace.folder("thing");

beforeAll(async () => {
  workspace = await makeWorkspace();
});
afterAll(() => workspace[Symbol.dispose]());
beforeEach(async () => {
  await mustRun(workspace, ["git", "checkout", "--quiet", "."]);
  rmSync(join(thing(), "dist"), { recursive: true, force: true });
  await mustRun(workspace, ["turbo", "run", "build"]);
});

/** What a script printed: pnpm puts its folder and name before each line. */
const said = (output: string): string => output.replaceAll(/^\. prepack: /gm, "");

const rejected: readonly { title: string; spoil: () => unknown; want: readonly string[] }[] = [
  {
    title: "without dist",
    spoil: () => rmSync(join(thing(), "dist"), { recursive: true }),
    want: ["it has no dist folder: it was not built"],
  },
  {
    title: "without an entry and a template",
    spoil: () => {
      rmSync(join(thing(), "dist/index.d.ts"));
      rmSync(join(thing(), "dist/template.json"));
    },
    want: [
      "dist/index.d.ts is missing; publishConfig.exports names it",
      "dist/template.json is missing; the build wrote it",
    ],
  },
  {
    title: "with output that was edited",
    spoil: () => writeFileSync(join(thing(), "dist/index.js"), "export {};\n"),
    want: ["dist/index.js is not from the last build"],
  },
  {
    title: "with a file that an older build left",
    spoil: () => writeFileSync(join(thing(), "dist/older.js"), "export {};\n"),
    want: ["dist/older.js is not from the last build"],
  },
  {
    title: "when a source changed after the build",
    spoil: () => writeFileSync(join(thing(), "src/index.js"), "export const thing = 2;\n"),
    want: ["what it is built from has changed since it was built (turbo compares the inputs that turbo.json names)"],
  },
  {
    title: "built without turbo",
    spoil: async () => {
      rmSync(join(thing(), "dist"), { recursive: true });
      await workspace.run(["pnpm", "run", "build"], thing());
    },
    want: ["dist was not built by turbo, so nothing says what it was built from"],
  },
];

const rejection = (lines: readonly string[]): string =>
  [
    "@capstan-test/thing cannot be packed:",
    ...lines.map((line) => `  ${line}`),
    "Remove dist, build the package, then pack it again:",
    "  rm -rf dist && npx --yes pnpm@12.21.0 -w run build --filter=@capstan-test/thing\n",
  ].join("\n");

it.each(rejected)("rejects to pack $title", async ({ spoil, want }) => {
  await spoil();
  const { code, output } = await workspace.run(["pnpm", "pack"], thing());
  expect(code).not.toBe(0);
  expect(said(output)).toContain(rejection(want));
  expect(globSync("*.tgz", { cwd: thing() })).toEqual([]);
});

const rejecting = [
  ["npm", "pack"],
  ["npm", "publish", "--registry", "http://127.0.0.1:9/"],
  ["pnpm", "publish", "--no-git-checks", "--registry", "http://127.0.0.1:9/"],
];
it.each(rejecting)("stops %s %s", async (...command) => {
  rmSync(join(thing(), "dist"), { recursive: true });
  const { code, output } = await workspace.run(command, thing());
  expect(code).not.toBe(0);
  expect(said(output)).toContain(rejection(["it has no dist folder: it was not built"]));
  expect(globSync("*.tgz", { cwd: thing() })).toEqual([]);
});

it.each([["npm"], ["pnpm"]])("lets %s pack what is built, without the stamp", async (program) => {
  const { code } = await workspace.run([program, "pack"], thing());
  const [tarball = ""] = globSync("*.tgz", { cwd: thing() });
  const listed = await mustRun(workspace, ["tar", "-tzf", join(thing(), tarball)]);
  rmSync(join(thing(), tarball));
  expect(code).toBe(0);
  expect(listed).toContain("package/dist/template.json\n");
  expect(listed).not.toContain("built-from");
});

// A project that is generated again and again, as with --watch, in `capstan dev` and in the plugin: another user who can put something into its place, or
// above it, gets nothing run and nothing read.
import { chmodSync, chownSync, lchownSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fooProject } from "../../test/foo-project.ts";
import { TemporaryProject } from "../../test/temporary-project.ts";
import { KeptProject } from "../build-plugin/kept-project.ts";
import { DevProcess } from "../dev/dev-process.ts";
import { projectPlace, type TrustedProject } from "../project/foreign-project.ts";
import { ProjectGenerator } from "./generate-project.ts";
import { LiveProject } from "./live-project.ts";

const someoneElse = 65_534;
/** A configuration that is run, since its settings cannot be read without that. */
const runs = 'globalThis.theirsRan = true;\nexport default { generate: JSON.parse("{}") };\n';

let at: TemporaryProject;
let root: string;
let place: TrustedProject;
beforeEach(() => {
  at = new TemporaryProject();
  chmodSync(at.root, 0o1777);
  at.install();
  rmSync(join(at.root, "tsconfig.json"));
  const compilerOptions = { module: "nodenext", customConditions: ["@capstan/source"] };
  at.write(fooProject("p/"), { "p/tsconfig.json": { compilerOptions } });
  root = join(at.root, "p");
  renameSync(join(at.root, "node_modules"), join(root, "node_modules"));
  place = projectPlace(root, root);
});
afterEach(() => at[Symbol.dispose]());

const give = (path: string, owner: number = someoneElse): void => lchownSync(join(at.root, path), owner, owner);

/** What another user can do while the command runs, with the code that the next generation ends with. */
const swaps: readonly (readonly [string, string, () => void])[] = [
  [
    "its configuration",
    "cli/foreign-project",
    () => {
      at.write({ "p/capstan.config.ts": runs });
      give("p/capstan.config.ts");
    },
  ],
  [
    "the whole project, which starts with the folder above",
    "cli/foreign-project",
    () => {
      renameSync(root, join(at.root, "old"));
      at.write(fooProject("p/"), { "p/capstan.config.ts": runs });
      for (const path of ["p", "p/package.json", "p/capstan.config.ts"]) give(path);
    },
  ],
  ["a folder above", "cli/foreign-folder-above", () => chownSync(at.root, someoneElse, someoneElse)],
  [
    "packages above",
    "cli/foreign-files-above",
    () => {
      mkdirSync(join(at.root, "node_modules"));
      give("node_modules");
    },
  ],
];

/** What is found above a project after it was looked for: the guard of the reader sees it, and the look before the generation does not. */
const planted: readonly (readonly [string, string, () => void])[] = [
  [
    "types of a package",
    "node_modules",
    () => {
      renameSync(join(root, "node_modules"), join(at.root, "node_modules"));
      give("node_modules");
    },
  ],
  [
    "types of a package, as a link to this user's own",
    "node_modules",
    () => {
      renameSync(join(root, "node_modules"), join(root, "away"));
      mkdirSync(join(at.root, "node_modules"));
      symlinkSync(join(root, "away/@capstan"), join(at.root, "node_modules/@capstan"));
      give("node_modules");
    },
  ],
  [
    "options of the compiler",
    "tsconfig.json",
    () => {
      renameSync(join(root, "tsconfig.json"), join(at.root, "tsconfig.json"));
      give("tsconfig.json");
    },
  ],
  [
    "options that the project's own extend",
    "more.json",
    () => {
      renameSync(join(root, "tsconfig.json"), join(at.root, "more.json"));
      writeFileSync(join(root, "tsconfig.json"), '{ "extends": "../more.json" }');
      give("more.json");
    },
  ],
];

describe.runIf(process.getuid?.() === 0)("while a command runs, nothing is used of", () => {
  test.each(swaps)("another user's %s", async (_, code, swap) => {
    const project = await LiveProject.open(place);
    expect(await project.generate()).toHaveProperty("result.diagnostics", []);
    swap();
    // As a watch does: any file that is read has changed.
    const changed = [join(root, "package.json")];
    expect(await project.generate({ changed })).toHaveProperty("failed.code", code);
    expect(globalThis).not.toHaveProperty("theirsRan");
  });

  test("what comes into the place of the current folder, whose owner is trusted at the start", async () => {
    renameSync(root, join(at.root, "old"));
    at.write(fooProject("p/"), { "p/capstan.config.ts": runs });
    for (const path of ["p", "p/package.json", "p/capstan.config.ts"]) give(path);
    await expect(new ProjectGenerator(place).generate()).rejects.toThrow(
      `"${root}" belongs to the user ${someoneElse}`,
    );
  });

  test.each(planted)("another user's %s, found after the look at the project", async (_, found, plant) => {
    // The plant comes when the project has been looked at: with the configuration, which is run after that.
    at.write({ "p/capstan.config.ts": 'globalThis.plantNow();\nexport default { generate: JSON.parse("{}") };\n' });
    const generate = (): Promise<unknown> =>
      new ProjectGenerator(place).generate().catch((error: Error) => error.message);
    Object.assign(globalThis, { plantNow: () => undefined });
    expect(await generate()).toHaveProperty("diagnostics", []);
    Object.assign(globalThis, { plantNow: plant });
    at.write({ "p/capstan.config.ts": '\nglobalThis.plantNow();\nexport default { generate: JSON.parse("{}") };\n' });
    expect(await generate()).toContain(`"${join(at.root, found)}" belongs to another user, and commands look there`);
    Reflect.deleteProperty(globalThis, "plantNow");
  });

  test("a project that a build names, because of its own owner", async () => {
    for (const path of ["p", "p/package.json"]) give(path);
    await expect(KeptProject.open(root)).rejects.toThrow(`"${root}" belongs to the user ${someoneElse}`);
  });

  test("an entry that came into the place of the user's own", async () => {
    at.write({ "p/src/main.ts": "" });
    const silent = { take: () => false, print: () => undefined, note: () => undefined, blocked: () => undefined };
    const run = { ...place, entry: "src/main.ts", args: [], readyUrl: "http://127.0.0.1:1", ...silent };
    const process = new DevProcess(run);
    const { signal } = new AbortController();
    expect(await process.restart(signal)).toMatchObject({ ready: false, stderr: "" });
    give("p/src/main.ts");
    await expect(process.restart(signal)).rejects.toThrow(`main.ts" belongs to the user ${someoneElse}`);
  });
});

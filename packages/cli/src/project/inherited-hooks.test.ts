// What a configuration or an entry starts looks for packages as they do: not in a folder of another user.
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { projectPlace } from "./foreign-project.ts";
import { runNode } from "./run-node.ts";

const someoneElse = 65534;
let shared: string;
let root: string;

/** A project below a folder of all users, in which someone has put a package. */
beforeEach(() => {
  shared = realpathSync(mkdtempSync(join(tmpdir(), "capstan hooks-")));
  chmodSync(shared, 0o1777);
  root = join(shared, "project");
  mkdirSync(root);
  mkdirSync(join(shared, "node_modules/planted"), { recursive: true });
  writeFileSync(join(shared, "node_modules/planted/index.js"), "");
  writeFileSync(join(root, "package.json"), '{"type":"module"}');
  writeFileSync(join(root, "planted.ts"), 'import "planted";\nprocess.exitCode = 3;\n');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(shared, { recursive: true });
});

/** Each ends with the code that it exits with: 3 when it could load the package, otherwise 1. */
const starts: Readonly<Record<string, string>> = {
  "a Worker": "new Worker(file)",
  "a Worker with other options": "new Worker(file, { execArgv: [] })",
  "a Worker with another environment": "new Worker(file, { env: {} })",
  "a Worker of text": `new Worker('require("module").createRequire(' + JSON.stringify(path) + ')("planted"); process.exitCode = 3;', { eval: true })`,
  "a Worker of a Worker": `new Worker('const { Worker } = require("worker_threads"); new Worker(new URL(' + JSON.stringify(file.href) + ')).on("error", () => undefined).on("exit", (code) => { process.exitCode = code; });', { eval: true })`,
  "a class of Workers": "new (class extends Worker {})(file)",
  "a process": "spawn(process.execPath, [path])",
  "a process elsewhere": 'spawn(process.execPath, [path], { cwd: "/" })',
  "a fork": "fork(path, { silent: true })",
  "a fork with other options": "fork(path, { silent: true, execArgv: [] })",
  "a process that loads it first": 'spawn(process.execPath, ["-r", "planted", "-e", "process.exitCode = 3"])',
  "a process that loads it first, where it is":
    'spawn(process.execPath, ["-r", "planted", "-e", "process.exitCode = 3"], { cwd: above })',
  "a process that imports it first": 'spawn(process.execPath, ["--import", "planted", "-e", "process.exitCode = 3"])',
  "a process that imports it first, where it is":
    'spawn(process.execPath, ["--import", "planted", "-e", "process.exitCode = 3"], { cwd: above })',
  "a Worker that loads it first": 'new Worker("process.exitCode = 3", { eval: true, execArgv: ["-r", "planted"] })',
};

/** Starts all of them at once. */
const program = `
import { fork, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
const file = new URL("./planted.ts", import.meta.url);
const path = fileURLToPath(file);
const above = new URL("..", file);
const codeOf = (started) => new Promise((resolve) => void started.on("error", () => undefined).on("exit", resolve));
const run = () => Promise.all([${Object.values(starts).join(", ")}].map(codeOf));
`;

/** Loads a configuration as commands do, and prints what it exports. In a process of its own: vitest looks for packages itself. */
function loadedConfig(content: string, printed: string): string {
  const file = join(root, "capstan.config.ts");
  writeFileSync(file, content);
  const [configuration, place] = ["../config/config-file.ts", "./foreign-project.ts"].map(
    (path) => new URL(path, import.meta.url).href,
  );
  const loader = `
    import { runConfig } from ${JSON.stringify(configuration)};
    import { projectPlace } from ${JSON.stringify(place)};
    const { exported, diagnostics } = await runConfig(${JSON.stringify(file)}, projectPlace(process.cwd(), process.cwd()));
    console.log(exported === undefined ? diagnostics[0].message : ${printed});
  `;
  // A file: what Workers and forks start has the options of this process.
  const main = join(shared, "loader.mjs");
  writeFileSync(main, loader);
  return execFileSync(process.execPath, ["--conditions=@capstan/source", main], { encoding: "utf8", cwd: root }).trim();
}

const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  configuration: () =>
    Promise.resolve(JSON.parse(loadedConfig(`${program}export default run();\n`, "JSON.stringify(exported)"))),
  "configuration, in a timer after it was loaded,": () => {
    const content = `${program}export default { codes: new Promise((resolve) => setTimeout(() => run().then(resolve), 300)) };\n`;
    return Promise.resolve(JSON.parse(loadedConfig(content, "JSON.stringify(await exported.codes)")));
  },
  async entry() {
    writeFileSync(join(root, "main.ts"), `${program}console.log(JSON.stringify(await run()));\n`);
    const { signal } = new AbortController();
    return JSON.parse(
      (await runNode({ ...projectPlace(root, root), entry: "main.ts", args: [] }, { timeoutMs: 60_000, signal }))
        .stdout,
    );
  },
};

test.runIf(process.getuid?.() === 0).each(Object.entries(ways))(
  "what a project's %s starts loads no package of another user",
  async (_, run) => {
    const names = Object.keys(starts);
    const all = (code: number): unknown => Object.fromEntries(names.map((name) => [name, code]));
    const results = async (): Promise<unknown> => {
      // Both ways return the list of the program.
      const codes = (await run()) as readonly number[];
      return Object.fromEntries(names.map((name, i) => [name, codes[i]]));
    };
    expect(await results()).toEqual(all(3));
    chownSync(join(shared, "node_modules"), someoneElse, someoneElse);
    expect(await results()).toEqual(all(1));
  },
);

test.runIf(process.getuid?.() === 0)(
  "a configuration that imports later, or by a link to its user's own file, loads no package of another user",
  () => {
    const late = (): string =>
      loadedConfig(
        'export default { late: () => import("planted").then(() => "loaded", (error) => error.message) };\n',
        "await exported.late()",
      );
    writeFileSync(join(root, "clean.mjs"), "");
    const packages = join(shared, "node_modules");
    writeFileSync(join(packages, "planted/package.json"), '{"main":"index.js"}');
    rmSync(join(packages, "planted/index.js"));
    symlinkSync(join(root, "clean.mjs"), join(packages, "planted/index.js"));
    expect(late()).toBe("loaded");
    chownSync(packages, someoneElse, someoneElse);
    expect(late()).toBe(
      `"${packages}" is of another user, so no package is looked for there: remove it, or move the project`,
    );
  },
);

test.runIf(process.getuid?.() === 0)("a configuration loads no module of the project that is another user's", () => {
  mkdirSync(join(root, "lib"));
  writeFileSync(join(root, "lib/zone.ts"), 'export const zone = "a";\n');
  const loaded = (): string => loadedConfig('export { zone as default } from "./lib/zone.js";\n', "exported");
  expect(loaded()).toBe("a");
  for (const path of ["lib/zone.ts", "lib"]) {
    chownSync(join(root, path), someoneElse, someoneElse);
    expect(loaded()).toContain(`"${join(root, path)}" is of another user, so "./lib/zone.js" is not loaded from it`);
    chownSync(join(root, path), 0, 0);
  }
});

test.runIf(process.getuid?.() === 0)(
  "a module that is replaced between the look at its owner and the load is not run",
  () => {
    const [file, other] = [join(root, "zone.mjs"), join(shared, "other.mjs")];
    // A hook below those of the project, as late as another user can be: after the look, before the file is read.
    const swap = `
    import { chownSync, renameSync, writeFileSync } from "node:fs";
    import { registerHooks } from "node:module";
    writeFileSync(${JSON.stringify(other)}, 'globalThis.ran = true; export const zone = "theirs";');
    chownSync(${JSON.stringify(other)}, ${someoneElse}, ${someoneElse});
    registerHooks({ load(url, context, next) {
      if (url.endsWith("zone.mjs")) renameSync(${JSON.stringify(other)}, ${JSON.stringify(file)});
      return next(url, context);
    } });
    export default { zone: () => import("./zone.mjs").then(({ zone }) => zone, (error) => error.message + " " + globalThis.ran) };
  `;
    const loaded = (): string => loadedConfig(swap, "await exported.zone()");
    const restore = (): void => writeFileSync(file, 'export const zone = "own";');
    restore();
    expect(loaded()).toBe("theirs");
    rmSync(file);
    restore();
    chmodSync(root, 0o775);
    expect(loaded()).toBe(`"${file}" was replaced while it was loaded: run the command again undefined`);
  },
);

/** A native module that is installed here, of the bundler that runs these tests. */
function nativeModule(): string {
  const around = (file: string, name: string): string => createRequire(file).resolve(name);
  const rolldown = around(around(around(import.meta.url, "vitest"), "vite"), "rolldown/package.json");
  const { optionalDependencies } = JSON.parse(readFileSync(rolldown, "utf8")) as {
    optionalDependencies: Record<string, string>;
  };
  const found = Object.keys(optionalDependencies).flatMap((name) => {
    try {
      return [around(rolldown, name)];
    } catch {
      return [];
    }
  });
  if (found[0] === undefined) throw new Error("rolldown is installed without its native module");
  return found[0];
}

test.runIf(process.getuid?.() === 0)(
  "a native module that is replaced between the look at its owner and the load is not run, and another one runs",
  () => {
    const [file, other] = [join(root, "zone.node"), join(shared, "other.node")];
    writeFileSync(other, "theirs");
    chownSync(other, someoneElse, someoneElse);
    // A hook above those of the project: it gets what was found after the look.
    const swap = (replaced: boolean): string => `
    import { copyFileSync, renameSync } from "node:fs";
    import { createRequire, registerHooks } from "node:module";
    registerHooks({ resolve(specifier, context, next) {
      const found = next(specifier, context);
      if (${replaced} && specifier.endsWith("zone.node")) renameSync(${JSON.stringify(other)}, ${JSON.stringify(file)});
      return found;
    } });
    const load = () => { try { return typeof createRequire(import.meta.url)("./zone.node"); } catch (error) { return error.message; } };
    export default { load };
  `;
    const loaded = (replaced: boolean): string => loadedConfig(swap(replaced), "exported.load()");
    vi.stubEnv("TMPDIR", shared);
    copyFileSync(nativeModule(), file);
    chmodSync(root, 0o777);
    expect(loaded(false)).toBe("object");
    expect(readdirSync(shared).filter((name) => name.startsWith("capstan-native-"))).toEqual([]);
    expect(loaded(true)).toBe(`"${file}" was replaced while it was loaded: run the command again`);
    rmSync(file);
    writeFileSync(file, "broken");
    expect(loaded(false)).toMatch(/zone\.node" cannot be loaded from a copy: .*; let nobody else write/u);
  },
);

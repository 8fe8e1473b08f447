// What a configuration or an entry starts looks for packages as they do: not in a folder of another user. `inherited-hooks.slow.test.ts` has
// further ways to run.
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { allExitWith, type SharedProject, sharedProject, someoneElse, waysToRun } from "../../test/shared-project.ts";

let project: SharedProject;

beforeEach(() => {
  project = sharedProject();
});
afterEach(() => {
  vi.unstubAllEnvs();
  project[Symbol.dispose]();
});

test.runIf(process.getuid?.() === 0)(
  "what a project's configuration starts loads no package of another user",
  async () => {
    expect(await waysToRun.configuration(project)).toEqual(allExitWith(3));
    project.plant();
    expect(await waysToRun.configuration(project)).toEqual(allExitWith(1));
  },
);

test.runIf(process.getuid?.() === 0)(
  "a configuration that imports later, or by a link to its user's own file, loads no package of another user",
  () => {
    const { root, shared } = project;
    const late = (): string =>
      project.loadedConfig(
        'export default { late: () => import("planted").then(() => "loaded", (error) => error.message) };\n',
        "await exported.late()",
      );
    writeFileSync(join(root, "clean.mjs"), "");
    const packages = join(shared, "node_modules");
    writeFileSync(join(packages, "planted/package.json"), '{"main":"index.js"}');
    rmSync(join(packages, "planted/index.js"));
    symlinkSync(join(root, "clean.mjs"), join(packages, "planted/index.js"));
    expect(late()).toBe("loaded");
    project.plant();
    expect(late()).toBe(
      `"${packages}" is of another user, so no package is looked for there: remove it, or move the project`,
    );
  },
);

test.runIf(process.getuid?.() === 0)("a configuration loads no module of the project that is another user's", () => {
  const { root } = project;
  mkdirSync(join(root, "lib"));
  writeFileSync(join(root, "lib/zone.ts"), 'export const zone = "a";\n');
  const loaded = (): string => project.loadedConfig('export { zone as default } from "./lib/zone.js";\n', "exported");
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
    const { root, shared } = project;
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
    const loaded = (): string => project.loadedConfig(swap, "await exported.zone()");
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
    const { root, shared } = project;
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
    const loaded = (replaced: boolean): string => project.loadedConfig(swap(replaced), "exported.load()");
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

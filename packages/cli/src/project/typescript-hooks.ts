// Lets Node find TypeScript behind imports as compilers accept them: `./x.js` and `./x` find `./x.ts`. And keeps it from finding packages that
// another user has put above the project.
import { existsSync } from "node:fs";
import { isBuiltin, registerHooks } from "node:module";
import { dirname, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { foreignDependency, isReplaceable, plantedPackages, type Users } from "./foreign-files.ts";
import type { TrustedProject } from "./foreign-project.ts";
import { passHooksOn } from "./inherited-hooks.ts";
import { nearestManifest } from "./project-files.ts";
import { guardNativeModules, rejectReplaced } from "./replaceable-modules.ts";

/**
 * Installs the hooks for a project, until its folder is deleted: a module may import another one at any time. What this process starts has them too. `onLoad` is called
 * with every file that is loaded, until `release` of what it returns is called.
 */
export function registerTypeScript(place: TrustedProject, onLoad?: (file: string) => void): { release(): void } {
  keepHooks(place);
  passHooksOn(place);
  const loads = onLoad && loadsTo(onLoad);
  return { release: () => loads?.deregister() };
}

function loadsTo(onLoad: (file: string) => void): { deregister(): void } {
  return registerHooks({
    load: (url, context, next) => {
      if (url.startsWith("file:")) onLoad(fileOf(url));
      return next(url, context);
    },
  });
}

const kept = new Map<string, { deregister(): void }>();

/** The folders of the projects that modules were loaded of. */
export function loadedProjects(): readonly string[] {
  return [...kept.keys()];
}

function keepHooks(place: TrustedProject): void {
  for (const [folder, hooks] of kept) {
    if (existsSync(folder)) continue;
    hooks.deregister();
    kept.delete(folder);
  }
  if (!kept.has(place.root)) kept.set(place.root, resolveFor(place));
}

function resolveFor({ root, trusted: users }: TrustedProject): { deregister(): void } {
  const loads = new ReplaceableModules();
  const natives = users && guardNativeModules(users);
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const trusted = existsSync(root) ? users : undefined;
      const own = isOwn(context.parentURL, root);
      const look = trusted === undefined || own || isPath(specifier) ? undefined : lookFrom(context.parentURL, trusted);
      look?.();
      const found = resolved(
        () => next(specifier, context),
        () => {
          const file = typescriptFor(specifier, context.parentURL);
          return file === undefined ? undefined : next(pathToFileURL(file).href, context);
        },
      );
      if (trusted === undefined || !found.url.startsWith("file:")) return found;
      // The command itself loads the project's configuration, and its own modules.
      if (own && !fileOf(found.url).startsWith(root + sep)) return found;
      // Again: it may have been put there meanwhile.
      look?.();
      rejectForeign(specifier, found.url, { root, trusted });
      loads.expect(found.url, trusted);
      return found;
    },
  });
  return {
    deregister() {
      hooks.deregister();
      loads.deregister();
      natives?.deregister();
    },
  };
}

/**
 * Modules that other users can put another file in the place of, between the look at their owner and the load: what was loaded must be what a file of a trusted user
 * holds. The hook is registered for the first such module: it makes every load slower.
 */
class ReplaceableModules {
  readonly #expected = new Map<string, Users>();
  #hook: { deregister(): void } | undefined;

  expect(url: string, trusted: Users): void {
    if (!isReplaceable(fileOf(url))) return;
    this.#expected.set(url, trusted);
    this.#hook ??= registerHooks({
      load: (loadedUrl, context, next) => {
        const loaded = next(loadedUrl, context);
        const users = this.#expected.get(loadedUrl);
        if (users !== undefined) rejectReplaced(fileOf(loadedUrl), loaded.source, users);
        return loaded;
      },
    });
  }

  deregister(): void {
    this.#hook?.deregister();
  }
}

/** The folder of the packages that this command is installed with, or of its own package. */
function installation(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const packages = `${sep}node_modules`;
  const at = here.indexOf(packages + sep);
  return at === -1 ? (nearestManifest(here) ?? here) : here.slice(0, at + packages.length);
}

const installed = installation();

/** Whether this command asks itself, installed outside of the project: another user, such as an administrator, may have done that. */
function isOwn(parent: string | undefined, root: string): boolean {
  if (parent?.startsWith("file:") !== true || installed.startsWith(root + sep)) return false;
  return fileOf(parent).startsWith(installed + sep);
}

function fileOf(url: string): string {
  return fileURLToPath(url.replace(/[?#].*$/s, ""));
}

/** Whether a specifier is a path or a URL: others are looked for in the node_modules of all folders above. */
function isPath(specifier: string): boolean {
  return /^(?:\.{0,2}\/|[a-z][a-z0-9+.-]*:)/i.test(specifier) || isBuiltin(specifier);
}

/** Throws when another user has put packages where a module looks for them, or the process itself, in its folder: for those that it is told to load first. */
function lookFrom(parent: string | undefined, trusted: Users): () => void {
  const folder = parent?.startsWith("file:") === true ? fileURLToPath(new URL(".", parent)) : process.cwd();
  return () => {
    const planted = plantedPackages(folder, trusted);
    if (planted !== undefined)
      throw new Error(
        `"${planted}" is of another user, so no package is looked for there: remove it, or move the project`,
      );
  };
}

/** What Node finds, otherwise what `others` does. */
function resolved<T>(find: () => T, others: () => T | undefined): T {
  try {
    return find();
  } catch (error) {
    const found = others();
    if (found === undefined) throw error;
    return found;
  }
}

interface Trust {
  readonly root: string;
  readonly trusted: Users;
}

function rejectForeign(specifier: string, url: string, { root, trusted }: Trust): void {
  const foreign = foreignDependency(fileOf(url), root, trusted);
  if (foreign === undefined) return;
  const help = isPath(specifier) ? "take it over with chown" : "install the packages of the project";
  throw new Error(`"${foreign}" is of another user, so "${specifier}" is not loaded from it: ${help}`);
}

/** The TypeScript file that a relative import without its own ending means. */
function typescriptFor(specifier: string, parent: string | undefined): string | undefined {
  if (!/^\.{1,2}\//.test(specifier) || parent?.startsWith("file:") !== true) return undefined;
  const base = fileURLToPath(new URL(specifier, parent));
  return [base.replace(/\.([cm]?)js$/, ".$1ts"), `${base}.ts`, `${base}/index.ts`].find(
    (file) => file !== base && existsSync(file),
  );
}

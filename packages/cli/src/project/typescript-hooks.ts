// Lets Node find TypeScript behind imports as compilers accept them: `./x.js` and `./x` find `./x.ts`. And keeps it from finding packages that
// another user has put above the project.
import { existsSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { foreignDependency, trustedUsers, type Users } from "./foreign-files.ts";
import { passHooksOn } from "./inherited-hooks.ts";

/**
 * Installs the hooks for the project in a folder, also in what this process starts from now on; call `deregister` on what it returns to take
 * them back. `onLoad` is called with every file that is loaded.
 */
export function registerTypeScript(root: string, onLoad?: (file: string) => void): { deregister(): void } {
  const trusted = trustedUsers(root);
  const hooks = registerHooks({
    ...(onLoad && {
      load: (url, context, next) => {
        if (url.startsWith("file:")) onLoad(fileURLToPath(url.replace(/[?#].*$/s, "")));
        return next(url, context);
      },
    }),
    resolve(specifier, context, next) {
      const found = resolved(
        () => next(specifier, context),
        () => {
          const file = typescriptFor(specifier, context.parentURL);
          return file === undefined ? undefined : next(pathToFileURL(file).href, context);
        },
      );
      if (trusted !== undefined && found.url.startsWith("file:"))
        rejectForeign(specifier, found.url, { root, trusted });
      return found;
    },
  });
  const takeBack = passHooksOn(root);
  return {
    deregister() {
      takeBack();
      hooks.deregister();
    },
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
  const foreign = foreignDependency(fileURLToPath(url.replace(/[?#].*$/s, "")), root, trusted);
  if (foreign !== undefined)
    throw new Error(
      `"${foreign}" is of another user, so "${specifier}" is not loaded from it: install the packages of the project`,
    );
}

/** The TypeScript file that a relative import without its own ending means. */
function typescriptFor(specifier: string, parent: string | undefined): string | undefined {
  if (!/^\.{1,2}\//.test(specifier) || parent?.startsWith("file:") !== true) return undefined;
  const base = fileURLToPath(new URL(specifier, parent));
  return [base.replace(/\.([cm]?)js$/, ".$1ts"), `${base}.ts`, `${base}/index.ts`].find(
    (file) => file !== base && existsSync(file),
  );
}

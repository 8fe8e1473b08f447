// Lets Node find TypeScript behind imports as compilers accept them: `./x.js` and `./x` find `./x.ts`. And keeps it from finding packages that
// another user has put above the project.
import { existsSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { plantedPackage, trustedUsers, type Users } from "./foreign-files.ts";

/**
 * Installs the hooks for the project in a folder; call `deregister` on what it returns to take them back. `onLoad` is called with every file
 * that is loaded.
 */
export function registerTypeScript(root: string, onLoad?: (file: string) => void): { deregister(): void } {
  const trusted = trustedUsers(root);
  return registerHooks({
    ...(onLoad && {
      load: (url, context, next) => {
        if (url.startsWith("file:")) onLoad(fileURLToPath(url.replace(/[?#].*$/s, "")));
        return next(url, context);
      },
    }),
    resolve(specifier, context, next) {
      if (trusted !== undefined) rejectPlanted(specifier, context.parentURL, trusted);
      try {
        return next(specifier, context);
      } catch (error) {
        const found = typescriptFor(specifier, context.parentURL);
        if (found === undefined) throw error;
        return next(pathToFileURL(found).href, context);
      }
    },
  });
}

function rejectPlanted(specifier: string, parent: string | undefined, trusted: Users): void {
  if (parent?.startsWith("file:") !== true) return;
  const planted = plantedPackage(specifier, fileURLToPath(parent), trusted);
  if (planted !== undefined)
    throw new Error(
      `"${planted}" is of another user, in a folder that all users share, so "${specifier}" is not loaded from it: install the packages of the project`,
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

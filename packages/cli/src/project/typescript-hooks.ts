// Lets Node find TypeScript behind imports as compilers accept them: `./x.js` and `./x` find `./x.ts`.
import { existsSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Installs the hooks; call `deregister` on what it returns to take them back. `onLoad` is called with every file that is loaded. */
export function registerTypeScript(onLoad?: (file: string) => void): { deregister(): void } {
  return registerHooks({
    ...(onLoad && {
      load: (url, context, next) => {
        if (url.startsWith("file:")) onLoad(fileURLToPath(url.replace(/[?#].*$/s, "")));
        return next(url, context);
      },
    }),
    resolve(specifier, context, next) {
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

/** The TypeScript file that a relative import without its own ending means. */
function typescriptFor(specifier: string, parent: string | undefined): string | undefined {
  if (!/^\.{1,2}\//.test(specifier) || parent?.startsWith("file:") !== true) return undefined;
  const base = fileURLToPath(new URL(specifier, parent));
  return [base.replace(/\.([cm]?)js$/, ".$1ts"), `${base}.ts`, `${base}/index.ts`].find(
    (file) => file !== base && existsSync(file),
  );
}

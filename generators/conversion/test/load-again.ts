// Modules below testdata that are loaded again after each `vi.resetModules`, also where Node loads them: proofs compare a converter
// with one that was loaded a moment later. For tests.
import { registerHooks } from "node:module";
import { vi } from "vitest";

let loads = 0;
const { resetModules } = vi;

/** From now on, `vi.resetModules` counts for what Node loads below the folder, as it does for what Vite loads. */
export function loadAgain(folder: URL): void {
  vi.resetModules = () => {
    loads += 1;
    return resetModules();
  };
  registerHooks({
    resolve: (specifier, context, next) => {
      const resolved = next(specifier, context);
      const { url } = resolved;
      return loads > 0 && url.startsWith(folder.href) && !url.includes("?")
        ? { ...resolved, url: `${url}?load=${loads}` }
        : resolved;
    },
  });
}

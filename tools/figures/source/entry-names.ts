// The names that an entry of a package exports, those it takes over from other files and packages included.
import { posix } from "node:path";
import { exportedDeclarations, reexportsOf } from "./exports.ts";
import { entrySources, manifestsIn } from "./manifests.ts";

/** The names that a file exports. */
export function entryNames(path: string): string[] {
  const own = exportedDeclarations(path).map(({ name }) => name);
  const others = reexportsOf(path).flatMap(({ name, from }) => {
    if (name !== "*") return [name];
    const source = from.startsWith(".") ? posix.join(posix.dirname(path), from) : packageEntry(from);
    return source === undefined ? [`* from ${from}`] : entryNames(source);
  });
  return [...new Set([...own, ...others])];
}

/** The source of an entry of a package of ours. */
function packageEntry(specifier: string): string | undefined {
  const manifest = manifestsIn("packages/*").find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  return manifest && entrySources(manifest).get(`.${specifier.slice(manifest.name.length)}`);
}

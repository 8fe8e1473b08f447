// How every package is built: one JavaScript file per entry of its `exports`, siblings and dependencies left outside.
// Declarations come from tsc (tsconfig.build.json); tsup's own need a TypeScript that has a JavaScript API.
import { readFileSync } from "node:fs";
import type { Options } from "tsup";

interface Manifest {
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/** The source files behind the package's exports. */
function entries(): string[] {
  const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
  return Object.values(manifest.exports ?? {})
    .map((target) => (typeof target === "string" ? undefined : target["@capstan/source"]))
    .filter((source): source is string => source !== undefined);
}

/** The build of a package; `more` overrides for the few that differ (the cli bundles private generators). `files` become files of their own, which nobody imports. */
export function packageBuild(more: Options = {}, files: readonly string[] = []): Options {
  return {
    entry: [...entries(), ...files],
    format: "esm",
    target: "node22",
    platform: "node",
    splitting: true,
    clean: true,
    dts: false,
    outDir: "dist",
    silent: true,
    ...more,
  };
}

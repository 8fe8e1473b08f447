// How every package is built: one JavaScript file per entry of its `exports`, siblings and dependencies left outside.
// Declarations come from tsc (tsconfig.build.json); tsup's own need a TypeScript that has a JavaScript API.
import { readFileSync } from "node:fs";
import type { Options } from "tsup";
import { publishedMap, type BundledMap } from "./tools/release/source-maps.ts";

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
    sourcemap: true,
    plugins: [smallMaps],
    ...more,
  };
}

type Plugin = NonNullable<Options["plugins"]>[number];

/** Makes the maps those that are published. */
const smallMaps: Plugin = {
  name: "small-maps",
  renderChunk(_, info) {
    if (typeof info.map !== "string") return;
    const map = JSON.parse(info.map) as BundledMap;
    info.map = JSON.stringify(publishedMap(map, info.path, process.cwd()));
  },
};

/**
 * For packages that contain those dependencies that are in their `devDependencies`: the 25 files of pino, or the 90 of prom-client and OpenTelemetry's API, take a process longer to find than to run, and some MB. Their
 * licenses come into the package, too (tools/release/write-licenses.ts). CommonJS in a module has no `require` of its own.
 */
export const bundling: Options = {
  metafile: true,
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
};

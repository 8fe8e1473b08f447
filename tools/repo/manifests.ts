// Checks every package.json against the rules of this repository: dependencies obey the layers and are used, third-party versions come from
// the catalog, and what is published is what is developed with the source condition taken out.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deepEqual } from "@capstan/kube";
import { dependencyProblems, usedPackages } from "./dependency-use.ts";
import { layers } from "./layers.ts";
import { root } from "./run-command.ts";

type Exports = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Exports;
  readonly files?: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
  readonly publishConfig?: { readonly exports?: Exports };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const packageFiles = ["README.md", "tsconfig.json", "vitest.config.ts", "src"];
const publishedFiles = ["tsconfig.build.json", "tsup.config.ts"];

/** Nothing is packed but what turbo has built from the present sources; tools/release says how that is known. */
const guard = "node ../../tools/release/require-build.ts";
const stamp = "node ../../tools/release/stamp-build.ts";
const packedFiles = ["!dist/.built-from.json", "CHANGELOG.md"];

/** Everything that is wrong with the manifests, one line each. */
export function manifestProblems(): string[] {
  return globSync("{packages,generators}/*/package.json", { cwd: root })
    .toSorted()
    .flatMap((file) => {
      const manifest = JSON.parse(readFileSync(join(root, file), "utf8")) as Manifest;
      return [
        ...shapeProblems(file, manifest),
        ...layerProblems(file, manifest),
        ...versionProblems(file, manifest),
        ...exportProblems(file, manifest),
        ...useProblems(file, manifest),
        ...packingProblems(manifest).map((problem) => `${file}: ${problem}`),
      ];
    });
}

function shapeProblems(file: string, manifest: Manifest): string[] {
  const wanted = manifest.private === true ? packageFiles : [...packageFiles, ...publishedFiles];
  return wanted
    .filter((name) => !existsSync(join(root, dirname(file), name)))
    .map((name) => `${file}: the package has no ${name}`);
}

function layerProblems(file: string, manifest: Manifest): string[] {
  const layer = layers[manifest.name.replace("@capstan/", "")];
  if (layer === undefined) return [];
  const check = (field: "dependencies" | "devDependencies", allowed: readonly string[]): string[] =>
    Object.keys(manifest[field] ?? {})
      .filter((name) => name.startsWith("@capstan/") && !allowed.includes(name.replace("@capstan/", "")))
      .map((name) => `${file}: ${field} has ${name}, which the layers do not allow`);
  return [...check("dependencies", layer.may), ...check("devDependencies", [...layer.may, ...(layer.dev ?? [])])];
}

function versionProblems(file: string, manifest: Manifest): string[] {
  // The one alias that a catalog cannot express for a package whose `typescript` must be another one.
  const allowed = (name: string, range: string): boolean =>
    range.startsWith("catalog:") ||
    range.startsWith("workspace:") ||
    (name === "typescript" && range.startsWith("npm:"));
  return Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    .filter(([name, range]) => !allowed(name, range))
    .map(([name, range]) => `${file}: ${name} is "${range}"; write "catalog:" and pin it in pnpm-workspace.yaml`);
}

/** What a build bundles (`noExternal` in tsup.config.ts), by package; any other package bundles the private generators. */
const bundles: Readonly<Record<string, RegExp>> = { "create-capstan": /^@capstan\// };

function useProblems(file: string, manifest: Manifest): string[] {
  const pattern = bundles[manifest.name] ?? /^@capstan\/generator-/;
  const bundled = (name: string): boolean => pattern.test(name);
  const own = usedPackages(join(root, dirname(file)));
  const generators = [...own.atRunTime].filter((name) => name.startsWith("@capstan/generator-"));
  // What a bundled generator imports is imported by the published package.
  const atRunTime = new Set([...own.atRunTime, ...generators.flatMap((name) => [...generatorUses(name)])]);
  return dependencyProblems(manifest, { ...own, atRunTime }, bundled).map((problem) => `${file}: ${problem}`);
}

function generatorUses(name: string): ReadonlySet<string> {
  return usedPackages(join(root, "generators", name.replace("@capstan/generator-", ""))).atRunTime;
}

function exportProblems(file: string, manifest: Manifest): string[] {
  if (manifest.private === true) return [];
  const published = Object.fromEntries(
    Object.entries(manifest.exports ?? {}).map(([subpath, target]) => [
      subpath,
      Object.fromEntries(Object.entries(target).filter(([condition]) => condition !== "@capstan/source")),
    ]),
  );
  return deepEqual(published, manifest.publishConfig?.exports)
    ? []
    : [`${file}: publishConfig.exports is not exports without the @capstan/source condition`];
}

/** What a published manifest lacks of the guard that keeps an unbuilt package from being packed. */
export function packingProblems({ private: unpublished, scripts = {}, files = [] }: Manifest): string[] {
  if (unpublished === true) return [];
  return [
    ...(scripts["prepack"] === guard ? [] : [`scripts.prepack is not "${guard}"`]),
    ...(scripts["build"]?.endsWith(` && ${stamp}`) === true ? [] : [`scripts.build does not end with "&& ${stamp}"`]),
    ...packedFiles.filter((name) => !files.includes(name)).map((name) => `files does not have "${name}"`),
  ];
}

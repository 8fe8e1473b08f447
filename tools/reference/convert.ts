// Reads the declarations of all published packages with TypeDoc.
import { join } from "node:path";
import { tagTable, documentationTags } from "@capstan/generator-model";
import { root } from "@capstan/repo";
import { entrySources, manifestsIn } from "@capstan/tool-figures";
import {
  Application,
  normalizePath,
  OptionDefaults,
  type DeclarationReflection,
  type ProjectReflection,
} from "typedoc";

/** An entry of a package and what it exports. */
export interface Entry {
  /** What users import, for example `@capstan/schema/yaml`. */
  readonly specifier: string;
  readonly exports: readonly DeclarationReflection[];
}

/** A published package and its entries with types. */
export interface PackageReference {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** The references of all published packages; a package with a command alone has none. */
export async function convertPackages(): Promise<PackageReference[]> {
  const packages = manifestsIn("packages/*")
    .filter((manifest) => manifest.private !== true)
    .map((manifest) => ({ name: manifest.name, sources: [...entrySources(manifest)] }))
    .filter(({ sources }) => sources.length > 0);
  const project = await convert(packages.flatMap(({ sources }) => sources.map(([, source]) => join(root, source))));
  const modules = new Map(
    (project.children ?? []).map((module): [string | undefined, DeclarationReflection] => [
      module.sources?.[0]?.fullFileName,
      module,
    ]),
  );
  return packages.map(({ name, sources }) => ({
    name,
    entries: sources.map(([subpath, source]) => ({
      specifier: subpath === "." ? name : `${name}/${subpath.slice(2)}`,
      exports: modules.get(normalizePath(join(root, source)))?.children ?? [],
    })),
  }));
}

async function convert(entryPoints: readonly string[]): Promise<ProjectReflection> {
  const app = await Application.bootstrap({
    entryPoints: [...entryPoints],
    tsconfig: join(import.meta.dirname, "tsconfig.entries.json"),
    blockTags: [...new Set([...OptionDefaults.blockTags, ...ownTags()])],
    excludeExternals: true,
    excludePrivate: true,
    logLevel: "Error",
    readme: "none",
    skipErrorChecking: true,
    sort: ["alphabetical"],
  });
  const project = await app.convert();
  if (project === undefined) throw new Error("TypeDoc could not read the packages");
  return project;
}

/** The tags of annotated types, as TypeDoc names them. */
function ownTags(): `@${string}`[] {
  return [...Object.keys(tagTable), ...Object.keys(documentationTags)].map((name): `@${string}` => `@${name}`);
}

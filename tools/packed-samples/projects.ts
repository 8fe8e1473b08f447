// The projects that are compiled: one for the pages that share their dependencies, and both starters as they are scaffolded.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { mustRun, root, samplesOf, type Sample } from "@capstan/repo";
import { allowedFor, findPages, readSource } from "@capstan/tool-figures";
import { parse } from "yaml";
import { overridesOf, type Tarballs } from "./pack.ts";

/** The samples of pages that may import the same packages. */
export interface SampleProject {
  readonly dependencies: readonly string[];
  readonly samples: readonly Sample[];
}

/** Tools that samples import, and those that compile them. */
const tools = ["@kubernetes/client-node", "@types/node", "tsup", "typescript", "vite", "vitest"];

const compilerOptions = {
  module: "nodenext",
  target: "es2023",
  lib: ["es2024", "esnext.disposable"],
  types: ["node"],
  strict: true,
  noEmit: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  rewriteRelativeImportExtensions: true,
  skipLibCheck: true,
};

/** The samples of all pages; `isolated` groups them by what their page may import. */
export function sampleProjects(isolated: boolean): SampleProject[] {
  const pages = findPages().map((page) => ({
    dependencies: allowedFor(page).toSorted(),
    samples: samplesOf(page, readSource(page)),
  }));
  const projects = groupByDependencies(pages.filter(({ samples }) => samples.length > 0));
  return isolated ? projects : [joined(projects)];
}

function joined(projects: readonly SampleProject[]): SampleProject {
  return {
    dependencies: [...new Set(projects.flatMap(({ dependencies }) => dependencies))].toSorted(),
    samples: projects.flatMap(({ samples }) => samples),
  };
}

/** Joins what has the same dependencies. */
export function groupByDependencies(pages: readonly SampleProject[]): SampleProject[] {
  const groups = Map.groupBy(pages, ({ dependencies }) => dependencies.join(" "));
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ ...first, samples: same.flatMap(({ samples }) => samples) }];
  });
}

/** Writes a project of samples: a file for each, at its page's path. */
export function writeSampleProject(folder: string, { dependencies, samples }: SampleProject, tarballs: Tarballs): void {
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const versions = catalog();
  write(
    "package.json",
    JSON.stringify({
      name: folder.split("/").at(-1),
      private: true,
      type: "module",
      dependencies: Object.fromEntries(dependencies.map((name) => [name, `file:${tarballs.get(name) ?? ""}`])),
      devDependencies: Object.fromEntries(tools.map((name) => [name, versions[name]])),
      overrides: overridesOf(tarballs),
    }),
  );
  write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["**/*.ts"] }));
  for (const { page, path, text } of samples) write(join(page.replace(/\.md$/, ""), path), `${text}\nexport {};\n`);
}

/** Scaffolds a starter with the built create-capstan, and points its dependencies at the tarballs. */
export async function writeStarter(folder: string, type: string, tarballs: Tarballs): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const create = join(root, "packages/create-capstan/dist/main.js");
  await mustRun(["node", create, folder, "--type", type, "--name", `packed-${type}`], { cwd: dirname(folder) });
  const file = join(folder, "package.json");
  // The scaffold's own file; its shape is checked where it is written.
  const manifest = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, Record<string, string>>>;
  const pointed = { ...manifest, ...pointTo(manifest, tarballs), overrides: overridesOf(tarballs) };
  writeFileSync(file, JSON.stringify(pointed, undefined, 2));
}

function pointTo(
  manifest: Readonly<Record<string, Readonly<Record<string, string>>>>,
  tarballs: Tarballs,
): Record<string, Record<string, string>> {
  const fields = ["dependencies", "devDependencies"];
  return Object.fromEntries(
    fields.map((field) => [
      field,
      Object.fromEntries(
        Object.entries(manifest[field] ?? {}).map(([name, range]) => {
          const tarball = tarballs.get(name);
          return [name, tarball === undefined ? range : `file:${tarball}`];
        }),
      ),
    ]),
  );
}

function catalog(): Readonly<Record<string, string>> {
  const { catalog: versions } = parse(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")) as {
    readonly catalog: Readonly<Record<string, string>>;
  };
  return versions;
}

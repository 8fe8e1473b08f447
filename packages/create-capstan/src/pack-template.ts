// Packs an example and the files in project/ into a template. It runs at build and in tests; the package contains the result.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import type { FileTree, Template, TemplateName } from "./template.ts";

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const projectFiles = fileURLToPath(new URL("../project/", import.meta.url));

/** Files of an example that only this repository needs, or that a project creates itself. */
const leftOut =
  /^(node_modules|out|dist|\.capstan|\.turbo|\.results)(\/|$)|^(tsconfig\.json|turbo\.json|vitest\.config\.ts|README\.md|package\.json)$/;

/** Development tools of a project, in the versions this repository is tested with. */
const tools: Readonly<Record<TemplateName, readonly string[]>> = {
  // The generated tests of conversions use fast-check. vite is a peer of vitest, which Yarn 1 does not install by itself.
  provider: ["@types/node", "fast-check", "typescript", "vite", "vitest"],
  extension: ["@types/node", "typescript", "vite", "vitest"],
};

const commonScripts = {
  dev: "capstan dev",
  bundle: "capstan bundle",
  typecheck: "tsc -p tsconfig.json",
  test: "vitest run",
  // After the tests, which generate stale files first. In a script of its own, so that arguments of `npm test` go to vitest alone.
  posttest: "tsc -p tsconfig.json",
};

/** A project's scripts. Tests generate stale files first, with the plugin in vitest.config.ts. */
const projectScripts: Readonly<Record<TemplateName, Readonly<Record<string, string>>>> = {
  provider: {
    ...commonScripts,
    generate: "capstan generate",
    check: "capstan generate --check && tsc -p tsconfig.json && vitest run",
  },
  extension: { ...commonScripts, check: "tsc -p tsconfig.json && vitest run" },
};

interface Manifest {
  readonly description?: string;
  readonly engines?: object;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface Workspace {
  readonly catalog: Readonly<Record<string, string>>;
}

/** The template of an example. */
export function packTemplate(name: TemplateName): Template {
  const example = join(repository, "examples", `${name}-starter`);
  const manifest: Manifest = JSON.parse(readFileSync(join(example, "package.json"), "utf8"));
  const files = {
    ...readTree(join(projectFiles, "common")),
    ...readTree(join(projectFiles, name)),
    ...readTree(example, leftOut),
    "package.json": projectManifest(name, manifest),
  };
  return { files: Object.fromEntries(sortedEntries(files)) };
}

/** package.json of a project: the example's dependencies, the tools, and the project's scripts. */
function projectManifest(template: TemplateName, manifest: Manifest): string {
  const { description = "", engines, dependencies, devDependencies } = manifest;
  const { catalog }: Workspace = parse(readFileSync(join(repository, "pnpm-workspace.yaml"), "utf8"));
  const version = ([name, range]: readonly [string, string]): [string, string] => [
    name,
    range === "catalog:" ? `^${catalog[name] ?? ""}` : range,
  ];
  const dev = { ...devDependencies, ...Object.fromEntries(tools[template].map((tool) => [tool, "catalog:"])) };
  const project = {
    name: "starter",
    version: "0.1.0",
    private: true,
    description,
    type: "module",
    engines,
    scripts: projectScripts[template],
    dependencies: Object.fromEntries(Object.entries(dependencies ?? {}).map(version)),
    devDependencies: Object.fromEntries(sortedEntries(dev).map(version)),
  };
  return `${JSON.stringify(project, undefined, 2)}\n`;
}

function sortedEntries(record: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function readTree(folder: string, without?: RegExp, prefix = ""): FileTree {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(join(folder, prefix), { withFileTypes: true })) {
    const path = `${prefix}${entry.name}`;
    if (without?.test(path) === true) continue;
    if (entry.isDirectory()) Object.assign(files, readTree(folder, without, `${path}/`));
    // With their own names these files would apply to this repository.
    else
      files[path.replace(/(^|\/)_(gitattributes|gitignore|dockerignore)$/, "$1.$2")] = readFileSync(
        join(folder, path),
        "utf8",
      );
  }
  return files;
}

// Packs an example and the project files into a template. Runs at build and in tests, inside this repository; users get the result.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import type { FileTree, Template, TemplateName } from "./template.ts";

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const projectFiles = fileURLToPath(new URL("../project/", import.meta.url));

/** Files of an example that belong to this repository's way of building, or that a project makes itself. */
const leftOut =
  /^(node_modules|generated|out|dist|\.capstan|\.turbo|\.results)(\/|$)|^(tsconfig\.json|turbo\.json|vitest\.config\.ts|README\.md|package\.json)$/;

/** Tools that every project has; their versions are those this repository is tested with. */
const tools = ["@types/node", "typescript", "vitest"];

const commonScripts = { dev: "capstan dev", bundle: "capstan bundle", typecheck: "tsc -p tsconfig.json" };

/** A project's scripts; the examples' own call this repository's tools. Tests generate what is stale by the plugin in vitest.config.ts. */
const projectScripts: Readonly<Record<TemplateName, Readonly<Record<string, string>>>> = {
  provider: {
    ...commonScripts,
    generate: "capstan generate",
    test: "vitest run",
    check: "capstan generate --check && tsc -p tsconfig.json && vitest run",
  },
  extension: { ...commonScripts, test: "vitest run", check: "tsc -p tsconfig.json && vitest run" },
};

interface Manifest {
  readonly description?: string;
  readonly engines?: object;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The template of an example. */
export function packTemplate(name: TemplateName): Template {
  const example = join(repository, "examples", `${name}-starter`);
  const manifest = JSON.parse(readFileSync(join(example, "package.json"), "utf8")) as Manifest;
  const files = {
    ...readTree(join(projectFiles, "common")),
    ...readTree(join(projectFiles, name)),
    ...readTree(example, leftOut),
    "package.json": projectManifest(manifest, projectScripts[name]),
  };
  return { files: Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}

/** package.json of a project: the example's dependencies and scripts, the tools, and the check that CI runs. */
function projectManifest(manifest: Manifest, scripts: Readonly<Record<string, string>>): string {
  const { description = "", engines, dependencies, devDependencies } = manifest;
  const catalog = (
    parse(readFileSync(join(repository, "pnpm-workspace.yaml"), "utf8")) as {
      readonly catalog: Readonly<Record<string, string>>;
    }
  ).catalog;
  const version = ([name, range]: readonly [string, string]): [string, string] => [
    name,
    range === "catalog:" ? `^${catalog[name] ?? ""}` : range,
  ];
  const dev = { ...devDependencies, ...Object.fromEntries(tools.map((tool) => [tool, "catalog:"])) };
  const project = {
    name: "starter",
    version: "0.1.0",
    private: true,
    description,
    type: "module",
    engines,
    scripts,
    dependencies: Object.fromEntries(Object.entries(dependencies ?? {}).map(version)),
    devDependencies: Object.fromEntries(
      Object.entries(dev)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(version),
    ),
  };
  return `${JSON.stringify(project, undefined, 2)}\n`;
}

function readTree(folder: string, without?: RegExp, prefix = ""): FileTree {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(join(folder, prefix), { withFileTypes: true })) {
    const path = `${prefix}${entry.name}`;
    if (without?.test(path) === true) continue;
    if (entry.isDirectory()) Object.assign(files, readTree(folder, without, `${path}/`));
    // npm leaves dot files out of packages under their own names.
    else files[path.replace(/(^|\/)_(gitignore|dockerignore)$/, "$1.$2")] = readFileSync(join(folder, path), "utf8");
  }
  return files;
}

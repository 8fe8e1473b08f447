// Which private packages become part of published ones, as the manifests tell it: bundled (a workspace dependency that shipped
// sources import, and what that one depends on) or packed (declared in the package's turbo.json as inputs of its build).
import ts from "typescript-6";
import type { WorkspacePackage } from "../packages.ts";
import { globExpression, type Tree } from "../tree.ts";

/** How a private package reaches users. */
export interface TakenIn {
  readonly by: string;
  /** Bundled: what it exports is compiled in. Packed: its files are copied, tests included. */
  readonly how: "bundled" | "packed";
}

/** By the name of the private package. */
export function takenIn(tree: Tree, packages: readonly WorkspacePackage[]): Map<string, TakenIn[]> {
  const found = new Map<string, TakenIn[]>();
  const add = (name: string, taken: TakenIn): void => void found.set(name, [...(found.get(name) ?? []), taken]);
  for (const owner of packages.filter((one) => one.published)) {
    for (const name of bundledInto(tree, owner, packages)) add(name, { by: owner.name, how: "bundled" });
    for (const name of packedInto(tree, owner, packages)) add(name, { by: owner.name, how: "packed" });
  }
  return found;
}

function bundledInto(tree: Tree, owner: WorkspacePackage, packages: readonly WorkspacePackage[]): ReadonlySet<string> {
  const isPrivate = (name: string): boolean => packages.some((one) => one.name === name && !one.published);
  const { dependencies = {}, devDependencies = {} } = owner.manifest;
  const candidates = Object.keys({ ...dependencies, ...devDependencies }).filter(isPrivate);
  const sources = candidates.length === 0 ? [] : shippedSources(tree, owner.folder);
  const bundled = new Set(candidates.filter((name) => sources.some((text) => importsFrom(text, name))));
  for (const name of bundled) {
    const inner = packages.find((one) => one.name === name)?.manifest.dependencies ?? {};
    for (const dependency of Object.keys(inner).filter(isPrivate)) bundled.add(dependency);
  }
  return bundled;
}

function shippedSources(tree: Tree, folder: string): string[] {
  const files = tree.find(`${folder}/src/**/*.ts`).filter((path) => !/\.(?:test|test-d)\.ts$/.test(path));
  return files.map((path) => tree.read(path) ?? "");
}

function importsFrom(text: string, name: string): boolean {
  return [`"${name}"`, `"${name}/`].some((start) =>
    [`from ${start}`, `import(${start}`, `import ${start}`].some((words) => text.includes(words)),
  );
}

interface TurboSettings {
  readonly tasks?: { readonly build?: { readonly inputs?: readonly string[] } };
}

function packedInto(tree: Tree, owner: WorkspacePackage, packages: readonly WorkspacePackage[]): string[] {
  const file = `${owner.folder}/turbo.json`;
  // turbo.json may have comments, which JSON.parse rejects.
  const settings = ts.parseConfigFileTextToJson(file, tree.read(file) ?? "{}").config as TurboSettings | undefined;
  const fromRoot = (settings?.tasks?.build?.inputs ?? []).filter((input) => input.startsWith("$TURBO_ROOT$/"));
  const globs = fromRoot.map((input) => globExpression(input.slice("$TURBO_ROOT$/".length)));
  const hasFiles = (one: WorkspacePackage): boolean => globs.some((glob) => glob.test(`${one.folder}/src/x.ts`));
  return packages.filter((one) => !one.published && hasFiles(one)).map((one) => one.name);
}

// Which file an imported component goes to, and what it is called there. Hooks of one group and version share a file; what
// several of them need has a file of its own. Pure; called by import-hooks.ts.
import { pascalCase, reservedNames } from "@capstan/generator-model/writing";
import type { ForeignHook } from "./read-hooks.ts";
import { reachedFrom } from "./walk.ts";
import { vocabulary, type KnownType } from "./known-types.ts";

/** A hook with the components of its request and response. */
export interface PreparedHook extends ForeignHook {
  readonly requestComponent: string;
  readonly responseComponent: string;
  readonly blocking: boolean;
}

/** A file in the making. */
export interface ImportedModule {
  readonly path: string;
  /** What it holds, in words. */
  readonly title: string;
  readonly hooks: readonly PreparedHook[];
  /** The components that are declared in it. */
  readonly components: readonly string[];
}

/** Files, and what every component is called in them. */
export interface Layout {
  readonly modules: readonly ImportedModule[];
  /** The file that declares a component. */
  readonly homes: ReadonlyMap<string, ImportedModule>;
  readonly typeNames: ReadonlyMap<string, string>;
}

/** What the layout is made of. */
export interface LayoutInput {
  readonly hooks: readonly PreparedHook[];
  /** The components that a component refers to, in order. */
  readonly uses: (component: string) => readonly string[];
  readonly known: ReadonlyMap<string, KnownType>;
  readonly folder: string;
}

/** The files of a document. */
export function layoutOf({ hooks, uses, known, folder }: LayoutInput): Layout {
  const groups = Map.groupBy(hooks, ({ group, version }) => `${group}/${version}`);
  const reached = [...groups.values()].map((own) => reachedBy(own, uses));
  const isShared = (component: string): boolean => reached.filter((components) => components.has(component)).length > 1;
  const modules = [...groups].map(([apiVersion, own], i): ImportedModule => {
    const [{ group, version } = { group: "", version: "" }] = own;
    const components = [...(reached[i] ?? [])].filter((component) => !known.has(component) && !isShared(component));
    const path = `${folder}/${version}/${fileName(group)}.ts`;
    return { path, title: `The hooks of ${apiVersion}`, hooks: own, components };
  });
  const shared = [...new Set(reached.flatMap((components) => [...components]))].filter(
    (component) => !known.has(component) && isShared(component),
  );
  const common = {
    path: `${folder}/${fileName(hooks[0]?.group ?? "")}-types.ts`,
    title: "What hooks of several versions have in common",
  };
  const all = shared.length === 0 ? modules : [{ ...common, hooks: [], components: shared }, ...modules];
  const homes = new Map(all.flatMap((module) => module.components.map((component) => [component, module])));
  return { modules: all, homes, typeNames: typeNames(all, known) };
}

/** Everything that hooks need. */
function reachedBy(hooks: readonly PreparedHook[], uses: LayoutInput["uses"]): ReadonlySet<string> {
  const starts = hooks.flatMap(({ requestComponent, responseComponent }) => [requestComponent, responseComponent]);
  return new Set(reachedFrom(starts, uses));
}

/** `hooks.runtime.cluster.x-k8s.io` is `hooks-runtime-cluster`. */
function fileName(group: string): string {
  return group.replace(/\.x-k8s\.io$/, "").replaceAll(".", "-");
}

/** Names are unique among what one file sees: its own types, the shared ones, and those it imports. */
function typeNames(modules: readonly ImportedModule[], known: ReadonlyMap<string, KnownType>): Map<string, string> {
  const names = new Map<string, string>();
  const imported = new Set<string>();
  const [own, others] = [[...known].filter(isVocabulary), [...known].filter((entry) => !isVocabulary(entry))];
  for (const [component, { name }] of own) {
    imported.add(name);
    names.set(component, name);
  }
  for (const [component, { name }] of others) names.set(component, take(imported, [name, ...candidates(component)]));
  const hookNames = modules.flatMap(({ hooks }) => hooks.map(({ name }) => name));
  const everywhere = new Set([...imported, ...reservedNames, ...hookNames, "Hook", "defineHook"]);
  for (const { hooks, components } of modules) {
    const used = hooks.length === 0 ? everywhere : new Set(everywhere);
    for (const component of components) names.set(component, take(used, candidates(component)));
  }
  return names;
}

/** Whether a type is one that every file may import; several components may stand for it. */
function isVocabulary([, { module }]: readonly [string, KnownType]): boolean {
  return module === vocabulary;
}

/** The last part of a component's name; with the part before it, usually a version, where that is taken. */
function candidates(component: string): string[] {
  const parts = component.split(/[./]/).filter((part) => part !== "");
  const short = pascalCase(parts.at(-1) ?? component);
  return [short, `${pascalCase(parts.at(-2) ?? "Hook")}${short}`];
}

function take(used: Set<string>, wanted: readonly string[]): string {
  const [first = "", ...more] = wanted;
  const numbered = Array.from({ length: used.size + 1 }, (_, i) => `${first}${i + 2}`);
  const name = [first, ...more, ...numbered].find((candidate) => !used.has(candidate)) ?? first;
  used.add(name);
  return name;
}

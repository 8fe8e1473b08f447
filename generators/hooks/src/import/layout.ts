// The file of every imported component, and its name there. Hooks of one group and version share a file; types that several of these files
// need have their own file.
import { pascalCase, reservedNames } from "@capstan/generator-model/writing";
import type { ForeignHook } from "./read-hooks.ts";
import { apiModule, type KnownType } from "./known-types.ts";

/** A hook with the components of its request and response. */
export interface PreparedHook extends ForeignHook {
  readonly requestComponent: string;
  readonly responseComponent: string;
  readonly blocking: boolean;
}

/** A file to write. */
export interface ImportedModule {
  readonly path: string;
  /** The title for its first line. */
  readonly title: string;
  readonly hooks: readonly PreparedHook[];
  /** The components that are declared in it. */
  readonly components: readonly string[];
}

/** Files, and the name of every component in them. */
export interface Layout {
  readonly modules: readonly ImportedModule[];
  /** The file that declares a component. */
  readonly moduleOf: ReadonlyMap<string, ImportedModule>;
  readonly typeNames: ReadonlyMap<string, string>;
}

/** The hooks and components to lay out. */
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
  const reached = [...groups.values()].map((ofGroup) => reachedBy(ofGroup, uses));
  const isShared = (component: string): boolean => reached.filter((components) => components.has(component)).length > 1;
  const modules = [...groups].map(([apiVersion, ofGroup], i): ImportedModule => {
    const [{ group, version } = { group: "", version: "" }] = ofGroup;
    const components = [...(reached[i] ?? [])].filter((component) => !known.has(component) && !isShared(component));
    const path = `${folder}/${version}/${fileName(group)}.ts`;
    return { path, title: `The hooks of ${apiVersion}`, hooks: ofGroup, components };
  });
  const shared = [...new Set(reached.flatMap((components) => [...components]))].filter(
    (component) => !known.has(component) && isShared(component),
  );
  const common = {
    path: `${folder}/${fileName(hooks[0]?.group ?? "")}-types.ts`,
    title: "What hooks of several versions have in common",
  };
  const all = shared.length === 0 ? modules : [{ ...common, hooks: [], components: shared }, ...modules];
  const moduleOf = new Map(all.flatMap((module) => module.components.map((component) => [component, module])));
  return { modules: all, moduleOf, typeNames: typeNames(all, known) };
}

/** Every component that hooks need. */
function reachedBy(hooks: readonly PreparedHook[], uses: LayoutInput["uses"]): ReadonlySet<string> {
  const starts = hooks.flatMap(({ requestComponent, responseComponent }) => [requestComponent, responseComponent]);
  return new Set(reachedFrom(starts, uses));
}

/** `hooks.runtime.cluster.x-k8s.io` is `hooks-runtime-cluster`. */
function fileName(group: string): string {
  return group.replace(/\.x-k8s\.io$/, "").replaceAll(".", "-");
}

/** Names are unique among the types of one file, the shared types and the imported ones. */
function typeNames(modules: readonly ImportedModule[], known: ReadonlyMap<string, KnownType>): Map<string, string> {
  const names = new Map<string, string>();
  const imported = new Set<string>();
  const [ofApi, others] = [[...known].filter(isOfApi), [...known].filter((entry) => !isOfApi(entry))];
  for (const [component, { name }] of ofApi) {
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

/** Whether a type is from @capstan/api; several components may have the same such type. */
function isOfApi([, { module }]: readonly [string, KnownType]): boolean {
  return module === apiModule;
}

/** The last part of the name of a component, then the same with the part before it, usually a version. */
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

/** The components that are reached from the first ones, outer ones first, without those in `seen`; adds them to `seen`. */
export function reachedFrom(
  starts: readonly string[],
  uses: (component: string) => readonly string[],
  seen: Set<string> = new Set(),
): string[] {
  const reached: string[] = [];
  const open = starts.toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    reached.push(next);
    open.push(...uses(next).toReversed());
  }
  return reached;
}

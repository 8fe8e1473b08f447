// The file of every imported component, and its name there. Hooks of one group and version share a file; types that several of these files
// need have their own file.
import { pascalCase, reservedNames } from "@capstan/generator-model/writing";
import { FreeNames } from "./free-names.ts";
import { type ForeignHook, hookFileName } from "./read-hooks.ts";
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
  const byOwner = Map.groupBy(
    [...ownersOf(groups, uses)].filter(([component]) => !known.has(component)),
    ([, owner]) => owner,
  );
  const componentsOf = (owner: Owner): string[] => (byOwner.get(owner) ?? []).map(([component]) => component);
  const modules = [...groups].map(([apiVersion, ofGroup]): ImportedModule => {
    const [{ group, version } = { group: "", version: "" }] = ofGroup;
    const path = `${folder}/${version}/${hookFileName(group)}.ts`;
    return { path, title: `The hooks of ${apiVersion}`, hooks: ofGroup, components: componentsOf(apiVersion) };
  });
  const shared = componentsOf(severalGroups);
  const common = {
    path: `${folder}/${hookFileName(hooks[0]?.group ?? "")}-types.ts`,
    title: "What hooks of several versions have in common",
  };
  const all = shared.length === 0 ? modules : [{ ...common, hooks: [], components: shared }, ...modules];
  const moduleOf = new Map(all.flatMap((module) => module.components.map((component) => [component, module])));
  return { modules: all, moduleOf, typeNames: typeNames(all, known) };
}

const severalGroups = Symbol("several groups");

/** The group and version whose hooks alone need a component. */
type Owner = string | typeof severalGroups;

/**
 * The owner of every component that hooks need, in the order in which it is reached. Each component is visited twice at most: what a component of several
 * groups needs, these need, too.
 */
function ownersOf(
  groups: ReadonlyMap<string, readonly PreparedHook[]>,
  uses: LayoutInput["uses"],
): ReadonlyMap<string, Owner> {
  const owners = new Map<string, Owner>();
  for (const [name, hooks] of groups) {
    const starts = hooks.flatMap(({ requestComponent, responseComponent }) => [requestComponent, responseComponent]);
    const reached = (component: string): readonly string[] => {
      const owner = owners.get(component);
      if (owner === severalGroups) return [];
      owners.set(component, owner === undefined ? name : severalGroups);
      return uses(component);
    };
    reachedFrom(starts, reached);
  }
  return owners;
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
  const importedNames = new FreeNames(imported);
  for (const [component, { name }] of others) {
    const taken = importedNames.take([name, ...candidates(component)]);
    imported.add(taken);
    names.set(component, taken);
  }
  const hookNames = modules.flatMap(({ hooks }) => hooks.map(({ name }) => name));
  const everywhere = new FreeNames([...imported, ...reservedNames, ...hookNames, "Hook", "defineHook"]);
  for (const { hooks, components } of modules) {
    const free = hooks.length === 0 ? everywhere : new FreeNames([], everywhere);
    for (const component of components) names.set(component, free.take(candidates(component)));
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

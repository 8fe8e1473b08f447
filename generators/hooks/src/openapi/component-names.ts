// The names of components. Cluster API's document names them after Go packages, and clients rely on that, so a table maps modules to
// packages. Types of Kubernetes have fixed names.
import type { NamedType } from "@capstan/generator-model";

/** How components are named. */
export interface ComponentNaming {
  /** The prefix of the types of a module, by the beginning of the module's path; the longest one counts. */
  readonly prefixes: Readonly<Record<string, string>>;
  /** Types with a name of their own, by `<module without its ending>#<type>`. */
  readonly names?: Readonly<Record<string, string>>;
}

/**
 * The names of @capstan/api's own types: those of Cluster API's document, whatever project embeds them. Paths are of its
 * sources; compiled, the same modules are below `dist`.
 */
export const apiNaming: ComponentNaming = {
  prefixes: {
    "src/hooks/v1alpha1/": "sigs.k8s.io.cluster-api.api.runtime.hooks.v1alpha1",
    "src/core/v1beta2/": "sigs.k8s.io.cluster-api.api.core.v1beta2",
    "src/core/v1beta1/": "sigs.k8s.io.cluster-api.api.core.v1beta1",
    "src/core/node-system-info": "k8s.io.api.core.v1",
  },
  // Cluster API keeps the older shape of conditions in its newer package.
  names: { "src/core/v1beta1/condition#Condition": "sigs.k8s.io.cluster-api.api.core.v1beta2.Condition" },
};

/** The name of the component of a type: its `@component` first; undefined when no prefix is given for its module. */
export function componentName(type: NamedType, naming: ComponentNaming): string | undefined {
  const { module, name } = type;
  const declared = type.tags.find((tag) => tag.name === "component")?.value;
  if (typeof declared === "string") return declared;
  return type.package === "@capstan/api"
    ? nameIn(apiNaming, module.replace(/^@capstan\/api\/(?:src|dist)\//, "src/"), name)
    : nameIn(naming, module, name);
}

function nameIn({ names, prefixes }: ComponentNaming, module: string, name: string): string | undefined {
  const own = names?.[`${module.replace(/(?:\.d)?\.ts$/, "")}#${name}`];
  if (own !== undefined) return own;
  const [longest] = Object.entries(prefixes)
    .filter(([path]) => module.startsWith(path))
    .toSorted(([a], [b]) => b.length - a.length);
  if (longest === undefined) return undefined;
  const [path, prefix] = longest;
  // Types of one name in several versions are in folders with the names of the versions, as Go packages are.
  const version = module.slice(path.length).split("/").slice(0, -1).findLast(isVersion);
  return [prefix, ...(version === undefined ? [] : [version]), name].join(".");
}

function isVersion(folder: string): boolean {
  return /^v\d{1,5}(?:(?:alpha|beta)\d{1,5})?$/.test(folder);
}

const coreVersion = "@capstan/api/core/v1beta2";
const corePackages = ["sigs.k8s.io.cluster-api.api.core.v1beta2", "k8s.io.api.core.v1"];
const coreNames: Readonly<Record<string, string>> = {
  "sigs.k8s.io.cluster-api.api.core.v1beta2.Condition": "V1Beta1Condition",
};

/** The type of @capstan/api for a component of core, and the module that exports it. */
export function coreModule(component: string): { readonly name: string; readonly module: string } | undefined {
  const at = component.lastIndexOf(".");
  if (!corePackages.includes(component.slice(0, at))) return undefined;
  return { name: coreNames[component] ?? component.slice(at + 1), module: coreVersion };
}

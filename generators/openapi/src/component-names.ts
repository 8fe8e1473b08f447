// The names of components. Cluster API's document names them after Go packages, and clients match on that, so a table says
// which module stands for which package. Types of Kubernetes itself have fixed names (kube-components.ts).
import type { NamedType } from "@capstan/generator-model";

/** How components are named. */
export interface ComponentNaming {
  /** The prefix of the types of a module, by the beginning of the module's path; the longest one counts. */
  readonly prefixes: Readonly<Record<string, string>>;
  /** Types with a name of their own, by `<module>#<type>`. */
  readonly names?: Readonly<Record<string, string>>;
}

/** The name of the component of a type, or undefined when no prefix is given for its module. */
export function componentName(type: NamedType, naming: ComponentNaming): string | undefined {
  const own = naming.names?.[`${type.module}#${type.name}`];
  if (own !== undefined) return own;
  const [longest] = Object.entries(naming.prefixes)
    .filter(([path]) => type.module.startsWith(path))
    .toSorted(([a], [b]) => b.length - a.length);
  return longest === undefined ? undefined : `${longest[1]}.${type.name}`;
}

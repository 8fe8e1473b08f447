// Names for the types of an imported CRD: from the names of fields, unique in the file, and different from those of TypeScript and the
// imports.
import { pascalCase, reservedNames } from "@capstan/generator-model/writing";
import { singularize } from "@capstan/kube";

/** Longer names do not have the type around them in front: on each level of nesting, the name would have those of all levels above it. */
const longestName = 200;

/** Chooses the names of one file. */
export class TypeNames {
  readonly #used = new Set(reservedNames);
  /** The next number to try for a name that is used without one: names are never free again, so that lower ones need no second look. */
  readonly #nextNumbers = new Map<string, number>();
  readonly #kind: string;

  /** The name of the kind is already used. */
  constructor(kind: string) {
    this.#kind = kind;
    this.#used.add(kind);
  }

  /**
   * A name for the type of a field: the field's own, with the type around it in front when that is taken and not too long. Fields of the
   * kind itself always have it in front: FooSpec, FooStatus.
   */
  nameFor(field: string, parent: string): string {
    const short = pascalCase(field);
    const long = `${parent}${short}`;
    const candidates = parent === this.#kind ? [long] : [short, long].slice(0, long.length > longestName ? 1 : 2);
    const name =
      candidates.find((candidate) => !this.#used.has(candidate)) ?? this.#numbered(candidates.at(-1) ?? short);
    this.#used.add(name);
    return name;
  }

  /** The name with the lowest number that makes it free. */
  #numbered(name: string): string {
    let number = this.#nextNumbers.get(name) ?? 2;
    while (this.#used.has(`${name}${number}`)) number += 1;
    this.#nextNumbers.set(name, number + 1);
    return `${name}${number}`;
  }
}

/** The name of one element: `listener` for `listeners`. */
export function elementName(field: string): string {
  const singular = singularize(field);
  return singular === "" ? field : singular;
}

/** The name of a kind's file, without its ending: `FooClusterTemplate` is `foo-cluster-template`; runs of capitals stay together: `OCICluster` is `oci-cluster`. */
export function fileNameOf(kind: string): string {
  return kind
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/(?<=[A-Z])(?=[A-Z][a-z])/g, "-")
    .toLowerCase();
}

// Names for the types of an imported CRD: from the names of fields, unique in the file, and different from those of TypeScript and the
// imports.
import { pascalCase, reservedNames } from "@capstan/generator-model/writing";
import { singularize } from "@capstan/kube";

/** Chooses the names of one file. */
export class TypeNames {
  readonly #used = new Set(reservedNames);
  readonly #kind: string;

  /** The name of the kind is already used. */
  constructor(kind: string) {
    this.#kind = kind;
    this.#used.add(kind);
  }

  /**
   * A name for the type of a field: the field's own, with the type around it in front when that is taken. Fields of the
   * kind itself always have it in front: FooSpec, FooStatus.
   */
  nameFor(field: string, parent: string): string {
    const short = pascalCase(field);
    const long = `${parent}${short}`;
    const candidates = parent === this.#kind ? [long] : [short, long];
    for (let i = 2; ; i += 1) {
      const free = candidates.find((name) => !this.#used.has(name));
      if (free !== undefined) {
        this.#used.add(free);
        return free;
      }
      candidates.push(`${parent}${short}${i}`);
    }
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
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1-$2")
    .toLowerCase();
}

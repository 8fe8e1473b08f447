// Names for the types of an imported CRD: from the fields that hold them, unique in the file, never one that TypeScript or
// the imports already have.
import { pascalCase, reservedNames } from "@capstan/generator-model/writing";
import { singularize } from "@capstan/kube";

/** Hands out names for one file. */
export class TypeNames {
  readonly #used = new Set(reservedNames);
  readonly #kind: string;

  /** Names beside that of the kind, which is taken. */
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

/** The name of one of many: `listeners` holds a `listener`. */
export function elementName(field: string): string {
  const singular = singularize(field);
  return singular === "" ? field : singular;
}

// Names for the types of an imported CRD: from the fields that hold them, unique in the file, never one that TypeScript or
// the imports already have.
import { singularize } from "@capstan/kube";

const taken: readonly string[] = [
  "Array Bytes Date Double Duration EmptyObject Error Float Function Int Int32 Int64 IntOrString JSONObject JSONValue KubeObject Map",
  "MicroTime Number Object ObjectMeta Omit Partial Pick Promise Quantity Readonly Record RegExp Required Resource Set String Symbol",
  "Time URL Uint8Array defineResource",
].flatMap((line) => line.split(" "));

/** Hands out names for one file. */
export class TypeNames {
  readonly #used = new Set(taken);

  /** Keeps a name for the caller; undefined when it is not free. */
  reserve(name: string): boolean {
    if (this.#used.has(name)) return false;
    this.#used.add(name);
    return true;
  }

  /** A name for the type of a field: the field's own, with the type around it in front when that is taken. */
  nameFor(field: string, parent: string): string {
    const short = pascalCase(field);
    const candidates = [short, `${parent}${short}`];
    for (let i = 2; ; i += 1) {
      const free = candidates.find((name) => this.reserve(name));
      if (free !== undefined) return free;
      candidates.push(`${parent}${short}${i}`);
    }
  }
}

/** The name of one of many: `listeners` holds a `listener`. */
export function elementName(field: string): string {
  const singular = singularize(field);
  return singular === "" ? field : singular;
}

function pascalCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[A-Za-z]/.test(name) ? name : `Field${name}`;
}

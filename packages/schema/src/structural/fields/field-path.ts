// The path of a field in the API server's notation, `spec.versions[0].properties[spec]`. The string is only built for an error.
import { excerpt, type JsonPath } from "@capstan/kube";

/** A step of a path: a field, a list index, or a key of a map that is written in brackets. */
type Notation = "field" | "index" | "key";

/** Longer names are cut: no name that Kubernetes accepts is longer, labels with their prefix least of all. */
const longestStep = 320;

/** Longer paths are cut: that of a field 40 levels down in a schema has about half as many characters. */
const longestPath = 2048;

/** An immutable path; `rootPath` is the document itself. */
export class FieldPath {
  readonly #parent: FieldPath | undefined;
  readonly #step: string | number;
  readonly #notation: Notation;

  constructor(parent: FieldPath | undefined, step: string | number, notation: Notation) {
    this.#parent = parent;
    this.#step = step;
    this.#notation = notation;
  }

  /** A field of the object at this path. */
  child(name: string): FieldPath {
    return new FieldPath(this, name, "field");
  }

  /** An item of the list at this path. */
  index(position: number): FieldPath {
    return new FieldPath(this, position, "index");
  }

  /** A key of the map at this path, in the notation of a CRD's schema: `properties[spec]`. */
  key(name: string): FieldPath {
    return new FieldPath(this, name, "key");
  }

  /** The path as the API server writes it, cut when it is very long; the document itself has none. */
  toString(): string {
    return excerpt(this.#written(), longestPath);
  }

  #written(): string {
    if (this.#parent === undefined) return "";
    const before = this.#parent.#written();
    const step = excerpt(String(this.#step), longestStep);
    if (this.#notation !== "field") return `${before}[${step}]`;
    return before === "" ? step : `${before}.${step}`;
  }

  /** The steps from the document down. */
  toJsonPath(): JsonPath {
    const steps: (string | number)[] = [];
    this.#addTo(steps);
    return steps;
  }

  #addTo(steps: (string | number)[]): void {
    if (this.#parent === undefined) return;
    this.#parent.#addTo(steps);
    steps.push(this.#step);
  }
}

/** The path of a document. */
export const rootPath: FieldPath = new FieldPath(undefined, "", "field");

// Counts what the types of a version become when they are written out where they are used: 20 types that each use the next one twice are a
// million schemas.
import type { TypeId } from "@capstan/generator-model";

/** The most schemas of one version. The largest of Cluster API's providers has 1,300, and 50,000 do not fit into etcd. */
export const mostSchemas = 50_000;

/** The schemas of one version so far. */
export class ExpansionBudget {
  readonly #uses = new Map<TypeId, number>();
  #schemas = 0;

  /** Counts one schema. Returns whether it is the first, or another one, beyond the limit; undefined when it is within the limit. */
  count(): "first" | "more" | undefined {
    this.#schemas += 1;
    if (this.#schemas <= mostSchemas) return undefined;
    return this.#schemas === mostSchemas + 1 ? "first" : "more";
  }

  /** Counts a use of a named type. */
  use(type: TypeId): void {
    this.#uses.set(type, (this.#uses.get(type) ?? 0) + 1);
  }

  /** The type that is used most often, and how often. */
  get mostUsed(): readonly [type: TypeId, times: number] | undefined {
    return [...this.#uses].toSorted(([, a], [, b]) => b - a)[0];
  }
}

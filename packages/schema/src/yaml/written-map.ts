// A map as it is written, before the maps that its merge keys name are merged into it.
import { setOwn } from "@capstan/kube";

/** A field of a map: the node of its key, and its value. */
export interface WrittenField {
  readonly key: unknown;
  readonly value: unknown;
}

/** The maps of one merge key, and how many of the own fields are before it. */
interface Merge {
  readonly after: number;
  readonly maps: readonly WrittenMap[];
}

/** The fields of a map, and the maps that it merges, in their order. */
export class WrittenMap {
  readonly fields: Map<string, WrittenField> = new Map();
  readonly #merges: Merge[] = [];

  /** Adds a merge key behind the fields so far. */
  merge(maps: readonly WrittenMap[]): void {
    this.#merges.push({ after: this.fields.size, maps });
  }

  /** The value of the map. Its own fields and those of earlier merges take precedence. Each map is visited once, however deep merges nest. */
  value(): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    for (const [name, { value }] of this.#merged()) setOwn(result, name, value);
    return result;
  }

  /** The fields that Go's reader takes from another place: of equal keys it takes the last one, but that of an earlier map in a list. */
  contested(): [name: string, field: WrittenField][] {
    if (this.#merges.length === 0) return [];
    const last = new Map<string, WrittenField>();
    this.#addInOrder(last);
    return [...this.#merged()].filter(([name, { key }]) => last.get(name)?.key !== key);
  }

  #merged(): Map<string, WrittenField> {
    if (this.#merges.length === 0) return this.fields;
    const merged = new Map<string, WrittenField>();
    this.#addTo(merged);
    return merged;
  }

  #addTo(merged: Map<string, WrittenField>): void {
    for (const [name, field] of this.fields) if (!merged.has(name)) merged.set(name, field);
    for (const { maps } of this.#merges) for (const each of maps) each.#addTo(merged);
  }

  #addInOrder(last: Map<string, WrittenField>): void {
    const fields = [...this.fields];
    let added = 0;
    for (const { after, maps } of this.#merges) {
      for (const [name, field] of fields.slice(added, after)) last.set(name, field);
      for (const each of maps.toReversed()) each.#addInOrder(last);
      added = after;
    }
    for (const [name, field] of fields.slice(added)) last.set(name, field);
  }
}

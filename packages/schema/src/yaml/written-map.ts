// A map as it is written, before the maps that its merge keys name are merged into it.
import { setOwn } from "@capstan/kube";

/** The fields of a map, and the maps that it merges, in their order. */
export class WrittenMap {
  readonly fields: Map<string, unknown> = new Map();
  readonly merged: WrittenMap[] = [];

  /** The value of the map. Its own fields and those of earlier merges take precedence. Each map is visited once, however deep merges nest. */
  value(): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    this.#addTo(result);
    return result;
  }

  #addTo(result: Record<string, unknown>): void {
    for (const [key, value] of this.fields) if (!Object.hasOwn(result, key)) setOwn(result, key, value);
    for (const each of this.merged) each.#addTo(result);
  }
}

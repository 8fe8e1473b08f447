// Finds elements of lists that a client of the other version left as they were, and that the hub has otherwise than before: their own data is
// lost. An element is found again by its value, so only values that stand once in the list count.
import { differences, valueAtPath, type Difference } from "./differences.ts";
import type { JsonFields } from "./checked-conversion.ts";

/** The objects around a change of a list. */
export interface ListChange {
  /** In the hub before the change. */
  readonly stored: JsonFields;
  /** As the other version read it. */
  readonly read: JsonFields;
  /** As the other version wrote it. */
  readonly start: JsonFields;
  /** In the hub after the change. */
  readonly there: JsonFields;
  /** The same without kept data. */
  readonly plain: JsonFields;
}

interface Steps {
  readonly spoke: readonly string[];
  readonly hub: readonly string[];
}

/** The places of unchanged elements in the hub that are not as they were stored. */
export function leftElements({ spoke, hub }: Steps, { stored, read, start, there, plain }: ListChange): Difference[] {
  const [was = [], is] = [stored, there].map((object) => listAt(object, hub));
  const [before, after] = [read, start].map((object) => indexes(listAt(object, spoke)));
  const without = listAt(plain, hub);
  const alike = indexes(without);
  return [...(after ?? [])].flatMap(([text, [index = 0, ...others]]) => {
    const [old, ...more] = before?.get(text) ?? [];
    if (old === undefined || more.length > 0 || others.length > 0) return [];
    // The hub had no such list: the other version has a default in its place.
    if (old >= was.length) return [];
    // Two values of the other version can be one of the hub: then nobody knows which of them has stayed.
    if ((alike.get(JSON.stringify(without[index])) ?? []).length > 1) return [];
    return differences(was[old], is?.[index], [...hub, index]);
  });
}

function listAt(object: JsonFields, steps: readonly string[]): readonly unknown[] {
  const list = valueAtPath(object, steps);
  return Array.isArray(list) ? list : [];
}

/** The indexes of each value. */
function indexes(list: readonly unknown[]): ReadonlyMap<string, readonly number[]> {
  return Map.groupBy(list.keys(), (index) => JSON.stringify(list[index]));
}

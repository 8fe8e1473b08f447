// Finds the positions of fields in a parser's syntax tree, through aliases and merge keys. The keys of a map are indexed when the first
// position in it is wanted, so that all positions together cost about as much as reading the document.
import type { JsonPath } from "@capstan/kube";
import { isAlias, isMap, isNode, isScalar, isSeq, type Alias, type Pair, type YAMLMap } from "yaml";
import { numberKey } from "./number-key.ts";
import { plainMeaning } from "./plain-meaning.ts";

/** The nodes that the aliases of a document mean. */
export type Aliases = ReadonlyMap<Alias, unknown>;

/** A value, and where its key or itself is. */
interface Found {
  readonly node: unknown;
  readonly offset: number | undefined;
}

type Fields = ReadonlyMap<string, Found>;

/** Finds positions in one document that was read without errors. */
export class Locator {
  readonly #root: unknown;
  readonly #aliases: Aliases;
  readonly #fields = new Map<YAMLMap, Fields>();

  constructor(root: unknown, aliases: Aliases) {
    this.#root = root;
    this.#aliases = aliases;
  }

  /** The offset of a field's key or of an item, or of the nearest ancestor in the source. */
  locate(path: JsonPath): number {
    let node = this.#root;
    let offset = offsetOf(node) ?? 0;
    for (const step of path) {
      const next = this.#child(this.#target(node), step);
      if (next === undefined) return offset;
      offset = next.offset ?? offset;
      node = next.node;
    }
    return offset;
  }

  #child(node: unknown, step: string | number): Found | undefined {
    if (isMap(node)) return this.#fieldsOf(node).get(String(step));
    const item = isSeq(node) ? node.items[Number(step)] : undefined;
    return item === undefined ? undefined : { node: item, offset: offsetOf(item) };
  }

  #fieldsOf(map: YAMLMap): Fields {
    const known = this.#fields.get(map);
    if (known !== undefined) return known;
    const fields = new Map<string, Found>();
    this.#collect(map, fields, new Set());
    this.#fields.set(map, fields);
    return fields;
  }

  /** Adds the fields of a map and of those that it merges, of which the first one that has a key gives its value. */
  #collect(map: YAMLMap, fields: Map<string, Found>, collected: Set<YAMLMap>): void {
    if (collected.has(map)) return;
    collected.add(map);
    for (const { key, value } of map.items.filter((pair) => !isMergeKey(pair))) {
      const name = scalarKey(this.#target(key));
      if (name !== undefined && !fields.has(name)) fields.set(name, { node: value, offset: offsetOf(key) });
    }
    for (const { value } of map.items.filter(isMergeKey)) {
      for (const merged of this.#merged(value)) this.#collect(merged, fields, collected);
    }
  }

  #merged(value: unknown): YAMLMap[] {
    const target = this.#target(value);
    const nodes = isSeq(target) ? target.items.map((item) => this.#target(item)) : [target];
    return nodes.filter((node) => isMap(node));
  }

  #target(node: unknown): unknown {
    return isAlias(node) ? this.#aliases.get(node) : node;
  }
}

/** Whether a pair of a map is an order to merge other maps into it. */
export function isMergeKey({ key }: Pair): boolean {
  return isScalar(key) && key.type === "PLAIN" && key.value === "<<";
}

/** The offset of a node in its source. */
export function offsetOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

/** The key that a scalar is: a number or a word as Go's reader writes it, or a string. Undefined for a node that is no scalar. */
function scalarKey(node: unknown): string | undefined {
  if (!isScalar(node)) return undefined;
  const source = String(node.value);
  const meaning = node.type === "PLAIN" && node.tag === undefined ? plainMeaning(source) : undefined;
  return meaning?.type === "boolean" ? String(meaning.value) : (numberKey(node) ?? source);
}

// Reads a parser's syntax tree as a JSON value: scalars have their meaning in Go, keys are unique strings, aliases and merge keys are
// expanded within limits.
import { excerpt } from "@capstan/kube";
import { isAlias, isMap, isScalar, isSeq, type Alias, type Pair, type Scalar, type YAMLMap } from "yaml";
import { isMergeKey, offsetOf } from "./locate.ts";
import { numberKey } from "./number-key.ts";
import { plainMeaning, type PlainMeaning } from "./plain-meaning.ts";
import type { ScalarText } from "./scalar-text.ts";
import { WrittenMap } from "./written-map.ts";
import type { YamlRule } from "./yaml-diagnostics.ts";

/** The state of reading one document. */
export interface Reading {
  /** The last node of each anchor so far. */
  readonly anchors: Map<string, unknown>;
  /** The nodes that the aliases so far mean. A value that is read again through an alias has the aliases of its first reading. */
  readonly aliases: Map<Alias, unknown>;
  /** Nodes being read, to find an alias inside its own anchor. */
  readonly open: Set<unknown>;
  /** How many values aliases have added so far, in this document and those before it. */
  readonly aliased: { values: number };
  readonly limits: { readonly depth: number; readonly aliasedValues: number };
  readonly text: ScalarText;
  readonly duplicateKeys: "error" | "last";
  lineOf(offset: number): number;
  report(rule: YamlRule, offset: number, values: Readonly<Record<string, string | number>>): void;
}

/** The nesting of a node. */
interface Depth {
  readonly depth: number;
  readonly inAlias: boolean;
  /** Whether the node is the value of a merge key: its maps, or those in its list, are read as `WrittenMap`. */
  readonly merging?: boolean;
}

/** The JSON value of a node. A node that is not JSON is reported and read as null. */
export function readNode(node: unknown, reading: Reading, at: Depth): unknown {
  if (isAlias(node)) return readAlias(node, reading, at);
  if (at.inAlias && ++reading.aliased.values > reading.limits.aliasedValues) return null;
  if (at.depth > reading.limits.depth)
    return fail(reading, node, { rule: "yaml/too-deep", values: { limit: reading.limits.depth } });
  if (isScalar(node)) {
    remember(node, reading, at);
    return readScalar(node, reading, at);
  }
  if (!isMap(node) && !isSeq(node)) return null;
  remember(node, reading, at);
  if (node.tag !== undefined && !/^tag:yaml\.org,2002:(?:map|seq)$/.test(node.tag))
    return fail(reading, node, { rule: "yaml/tag", values: { tag: node.tag } });
  reading.open.add(node);
  const below = { ...at, depth: at.depth + 1 };
  const value = isMap(node) ? readMap(node, reading, below) : node.items.map((item) => readNode(item, reading, below));
  reading.open.delete(node);
  return value;
}

interface Failure {
  readonly rule: YamlRule;
  readonly values: Readonly<Record<string, string | number>>;
}

function fail(reading: Reading, node: unknown, { rule, values }: Failure): null {
  reading.report(rule, offsetOf(node) ?? 0, values);
  return null;
}

function remember(node: { readonly anchor?: string }, reading: Reading, at: Depth): void {
  if (node.anchor !== undefined && !at.inAlias) reading.anchors.set(node.anchor, node);
}

/** The node that an alias means: the last one before it with its anchor. */
function targetOf(alias: Alias, reading: Reading, at: Depth): unknown {
  if (!at.inAlias) reading.aliases.set(alias, reading.anchors.get(alias.source));
  return reading.aliases.get(alias);
}

function readAlias(alias: Alias, reading: Reading, at: Depth): unknown {
  const target = targetOf(alias, reading, at);
  const problem = (what: string): null => fail(reading, alias, { rule: "yaml/alias", values: { what } });
  if (target === undefined) return problem(`there is no anchor "${alias.source}" before this alias`);
  if (reading.open.has(target)) return problem(`the alias "${alias.source}" is inside its own anchor`);
  const before = reading.aliased.values;
  const value = readNode(target, reading, { ...at, inAlias: true });
  const { aliasedValues } = reading.limits;
  if (!at.inAlias && before <= aliasedValues && reading.aliased.values > aliasedValues)
    problem(`aliases add more than ${aliasedValues} values`);
  return value;
}

const stringTag = "tag:yaml.org,2002:str";

/** The meanings that a scalar with one of these tags may have; Go's reader rejects others. */
const taggedMeanings: ReadonlyMap<string, readonly PlainMeaning["type"][]> = new Map([
  ["tag:yaml.org,2002:int", ["integer"]],
  ["tag:yaml.org,2002:float", ["float", "integer"]],
  ["tag:yaml.org,2002:bool", ["boolean"]],
  ["tag:yaml.org,2002:null", ["null"]],
]);

/** Go's reader rejects such an escape, and a file in UTF-8 has no such character. */
const halfCharacter = {
  what: "an escape is half of a character, a surrogate",
  help: "write the whole character, or remove the escape",
};

function wrongTag(tag: string, source: string): Failure["values"] {
  const name = tag.slice(tag.lastIndexOf(":") + 1);
  return {
    what: `the tag !!${name} is on another value: ${JSON.stringify(excerpt(source, 40))}`,
    help: "remove the tag, or correct the value",
  };
}

function readScalar(node: Scalar, reading: Reading, { inAlias }: Depth): unknown {
  const source = reading.text.of(node, inAlias);
  if (typeof source !== "string") return fail(reading, node, { rule: "yaml/syntax", values: { ...source } });
  // The parser itself adds a tag to some quoted strings.
  const { tag = stringTag } = node;
  const meanings = taggedMeanings.get(tag);
  if (tag !== stringTag && meanings === undefined) return fail(reading, node, { rule: "yaml/tag", values: { tag } });
  if (!source.isWellFormed()) return fail(reading, node, { rule: "yaml/syntax", values: halfCharacter });
  if (node.tag === stringTag || (node.tag === undefined && node.type !== "PLAIN")) return source;
  const meaning = plainMeaning(source);
  if (meanings?.includes(meaning.type) === false)
    return fail(reading, node, { rule: "yaml/syntax", values: wrongTag(tag, source) });
  switch (meaning.type) {
    case "null":
      return null;
    case "boolean":
      return meaning.value;
    case "integer":
      return readInteger(meaning.value, node, reading);
    case "float":
      return Number.isFinite(meaning.value)
        ? meaning.value
        : fail(reading, node, { rule: "yaml/not-finite", values: { value: source } });
    case "string":
    case "timestamp":
      return source;
  }
}

function readInteger(value: bigint, node: Scalar, reading: Reading): number {
  const read = Number(value);
  if (BigInt(read) !== value)
    reading.report("yaml/unsafe-integer", offsetOf(node) ?? 0, { value: String(value), read: String(read) });
  return read;
}

function readMap(map: YAMLMap, reading: Reading, at: Depth): Record<string, unknown> | WrittenMap {
  const written = new WrittenMap();
  const inside = { ...at, merging: false };
  for (const pair of map.items) {
    if (isMergeKey(pair)) {
      written.merge(readMerge(pair, reading, at));
      continue;
    }
    const key = readKey(pair.key, reading, inside);
    if (key === undefined) continue;
    const first = written.fields.get(key);
    if (first !== undefined && reading.duplicateKeys === "error")
      reading.report("yaml/duplicate-key", offsetOf(pair.key) ?? 0, {
        key,
        line: reading.lineOf(offsetOf(first.key) ?? 0),
      });
    written.fields.set(key, { key: pair.key, value: readNode(pair.value, reading, inside) });
  }
  if (at.merging === true) return written;
  for (const [name, { key }] of written.contested())
    reading.report("yaml/syntax", offsetOf(key) ?? 0, contestedKey(name));
  return written.value();
}

/** Other readers take the key that is reported. */
function contestedKey(name: string): Failure["values"] {
  return {
    what: `kubectl takes "${excerpt(name, 40)}" from a merge below it, and other readers from here`,
    help: 'write one merge key "<<", with a list of all maps, and before the other keys of its map',
  };
}

/** The maps to merge, in their order. */
function readMerge(pair: Pair, reading: Reading, at: Depth): WrittenMap[] {
  const maps = [readNode(pair.value, reading, { ...at, merging: true })].flat();
  if (maps.every((each) => each instanceof WrittenMap)) return maps;
  const values = {
    what: 'the value of the merge key "<<" is not a map or a list of maps',
    help: "give an alias of a map",
  };
  reading.report("yaml/syntax", offsetOf(pair.key) ?? 0, values);
  return [];
}

function readKey(node: unknown, reading: Reading, at: Depth): string | undefined {
  const number = numberKey(isAlias(node) ? targetOf(node, reading, at) : node);
  if (number !== undefined) {
    if (isScalar(node)) remember(node, reading, at);
    return number;
  }
  const key = readNode(node, reading, at);
  if (typeof key === "string") return key;
  if (typeof key === "boolean") return String(key);
  // Beyond the limit, which is reported for the alias, every value is read as null.
  if (reading.aliased.values > reading.limits.aliasedValues) return undefined;
  reading.report("yaml/key", offsetOf(node) ?? 0, { what: whatIs(key) });
  return undefined;
}

function whatIs(key: unknown): string {
  if (typeof key === "number") return "a whole number beyond 64 bits with a sign";
  return key === null ? "null" : "a list or a map";
}

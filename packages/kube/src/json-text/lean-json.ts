// Parses JSON of which the costly fields stay JSON until they are read. Parsed, JSON can take fifty times its memory, and a user who may write an object
// decides what its free fields hold: `{"34":{"34":...}}` needs places for 35 names in each object. What keeps many objects must not keep that.
import { jsonExcess } from "../json/json-size.ts";
import { deepClone, isJsonObject, setOwn } from "../json/json-value.ts";
import { defineLazy, type LazySource } from "../json/lazy-fields.ts";
import { fieldIn, fieldsIn, type FieldSpan, skipBlanks } from "./json-fields.ts";
import { ListSplitter } from "./list-splitter.ts";

const openBracket = 0x5b;
const listStart = Buffer.from("[");
const comma = Buffer.from(",");
const nullJson = Buffer.from("null");

/** A shorter text is not looked at, so that objects of a usual size cost nothing: parsed, it takes 800 KiB at most. */
const shortest = 16 * 1024;

/** Objects of Kubernetes have 13 to 30 bytes for each value. Below this number parsed JSON can take 50 times its bytes, above it 15 times at most. */
const bytesOfValue = 10;

/** Where what is beside the costly fields is still costly, shorter ones are looked at too: parsed, they take 50 KiB at most. */
const shortestBeside = 1024;

/** Whether a JSON text in UTF-8 takes far more memory when it is parsed. One below 16 KiB never does. */
export function isCostlyJson(text: Uint8Array): boolean {
  return isCostlyFrom(shortest, text);
}

/** The same, of JSON with so many bytes. */
function isCostlyFrom(least: number, text: Uint8Array): boolean {
  if (text.length < least) return false;
  const all = Number.POSITIVE_INFINITY;
  return jsonExcess(text, { values: text.length / bytesOfValue, depth: all, shapes: all }) !== undefined;
}

/**
 * Parses the JSON of an object of Kubernetes. A field that takes far more memory parsed than written is kept as JSON and parsed each time it is read, or, where only
 * a field inside of it does, that one; not in `metadata`. The result is for readers only. What is no JSON in such a field fails when it is read, so the server must be trusted.
 *
 * @throws SyntaxError for what is not JSON elsewhere.
 */
export function parseLeanJson(text: Uint8Array): unknown {
  if (!isCostlyJson(text)) return parse(text);
  const all = [...fieldsIn(text, skipBlanks(text, 0))];
  const metadata = all.filter((field) => nameOf(text, field) === "metadata");
  const others = all.filter((field) => !metadata.includes(field));
  const longest = others.filter((field) => isCostlyField(text, field, shortest));
  const isRestCostly = isCostlyJson(without(text, inOrder([...metadata, ...longest])));
  const fields = isRestCostly ? others.filter((field) => isCostlyField(text, field, shortestBeside)) : longest;
  const rest = without(text, inOrder([...metadata, ...fields]));
  return withCostlyFields(text, fields, { level: 0, budget: new ParsedBudget(rest) });
}

/**
 * The same for a reader who has the result alone, and may change it: such a field is parsed once, when it is read, and is an ordinary one then.
 *
 * @throws SyntaxError for what is not JSON elsewhere.
 */
export function parseOwnJson(text: Uint8Array): unknown {
  const shared = parseLeanJson(text);
  return text.length < shortest ? shared : deepClone(shared);
}

/** Parses the JSON of an event of a watch: its field `object` as `parseLeanJson` does. Throws what that throws. */
export function parseLeanEvent(text: Uint8Array): unknown {
  const field = isCostlyJson(text) ? fieldIn(text, skipBlanks(text, 0), "object") : undefined;
  if (field === undefined) return parse(text);
  const event = parse(without(text, [field]));
  return isJsonObject(event) ? { ...event, object: parseLeanJson(text.subarray(field.value, field.end)) } : event;
}

/** How many levels of fields and elements are looked into; the value of a variable is at the fifth of a Cluster. */
const mostLevels = 6;
/** A longer list is kept as a whole. */
const mostElements = 1000;

/** Nothing is parsed when the text has to be kept as a whole: what is costly is not some fields of it. */
type Parsed = { readonly value: unknown } | undefined;

/** What is costly and parsed all the same, because it is short: of one object together as much as JSON that is not looked at. */
class ParsedBudget {
  #left: number = shortest;

  constructor(first: Uint8Array) {
    this.#left -= Math.min(this.#left, costlyBytes(first));
  }

  /** Whether what is left of JSON beside its costly fields may be parsed. */
  take(rest: Uint8Array): boolean {
    const bytes = costlyBytes(rest);
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}

function costlyBytes(text: Uint8Array): number {
  return isCostlyFrom(0, text) ? text.length : 0;
}

/** JSON inside of an object. */
interface Inner {
  readonly level: number;
  readonly budget: ParsedBudget;
}

function parseInner(text: Uint8Array, { level, budget }: Inner): Parsed {
  if (!isCostlyJson(text)) return budget.take(text) ? { value: parse(text) } : undefined;
  if (level === mostLevels) return undefined;
  if (text[skipBlanks(text, 0)] === openBracket) return parseElements(text, { level, budget });
  for (const least of [shortest, shortestBeside]) {
    const fields = costlyFields(text, least);
    if (fields.length > 0 && budget.take(without(text, fields)))
      return { value: withCostlyFields(text, fields, { level, budget }) };
  }
  return undefined;
}

function costlyFields(text: Uint8Array, least: number): readonly FieldSpan[] {
  return [...fieldsIn(text, skipBlanks(text, 0))].filter((field) => isCostlyField(text, field, least));
}

function isCostlyField(text: Uint8Array, { value, end }: FieldSpan, least: number): boolean {
  return isCostlyFrom(least, text.subarray(value, end));
}

function inOrder(fields: readonly FieldSpan[]): readonly FieldSpan[] {
  return fields.toSorted((a, b) => a.value - b.value);
}

function nameOf(text: Uint8Array, { name, nameEnd }: FieldSpan): string {
  // It begins with a quote, so it is a string.
  return parse(text.subarray(name, nameEnd)) as string;
}

/** The JSON with null in place of the values of some fields. */
function without(text: Uint8Array, fields: readonly FieldSpan[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { value, end } of fields) {
    parts.push(text.subarray(from, value), nullJson);
    from = end;
  }
  return Buffer.concat([...parts, text.subarray(from)]);
}

function withCostlyFields(text: Uint8Array, fields: readonly FieldSpan[], { level, budget }: Inner): unknown {
  const object = parse(without(text, fields));
  if (!isJsonObject(object)) return object;
  for (const field of fields) {
    const json = text.subarray(field.value, field.end);
    const inner = json.length < shortest ? undefined : parseInner(json, { level: level + 1, budget });
    if (inner === undefined) defineLazy(object, nameOf(text, field), sourceOf(json));
    else setOwn(object, nameOf(text, field), inner.value);
  }
  return object;
}

/** A list is parsed when its costly elements have costly fields: an element itself cannot be parsed when it is read. */
function parseElements(text: Uint8Array, { level, budget }: Inner): Parsed {
  const splitter = new ListSplitter(text, [], mostElements);
  splitter.read(text.length);
  const parts = splitter.isTooLong ? undefined : splitter.parts;
  if (parts === undefined) return undefined;
  const elements = [...parts.items()];
  const costly = new Set(elements.filter(isCostlyJson));
  const rest = elements.flatMap((element, index) => [
    index === 0 ? listStart : comma,
    costly.has(element) ? nullJson : element,
  ]);
  if (costly.size === 0 || !budget.take(Buffer.concat(rest))) return undefined;
  const value: unknown[] = [];
  for (const element of elements) {
    const inner = costly.has(element) ? parseInner(element, { level: level + 1, budget }) : { value: parse(element) };
    if (inner === undefined) return undefined;
    value.push(inner.value);
  }
  return { value };
}

function sourceOf(text: Uint8Array): LazySource {
  // A copy: what the field was written in should not stay for it.
  const json = Buffer.from(text);
  return { parse: () => parse(json), shared: () => readShared(json) };
}

/** A field that is read is read several times, also by all passes over what belongs to one object. The last one is kept parsed, for this long. */
const keptMs = 1000;
let kept: { readonly json: Uint8Array; readonly value: unknown } | undefined;
let forgetting: NodeJS.Timeout | undefined;

function readShared(json: Uint8Array): unknown {
  if (kept?.json !== json) kept = { json, value: parse(json) };
  forgetting ??= setTimeout(() => (kept = forgetting = undefined), keptMs).unref();
  return kept.value;
}

function parse(text: Uint8Array): unknown {
  return JSON.parse(Buffer.from(text.buffer, text.byteOffset, text.length).toString("utf8"));
}

// JSON as the API server stores objects and sends them: Go's encoding/json sorts the fields of maps, and escapes what HTML has a meaning for. What an object
// counts depends on both: on which beginnings of field names its objects share, and on which names have escapes.
import { isJsonObject, isWholeNumber, stringifyExactJson } from "@capstan/kube";

/** Writes a value of JSON as Go does, with the numbers of `parseExactJson` digit by digit. */
export function storedJson(value: unknown): string {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value === "string" && !isWholeNumber(value)) return quoted(value);
  if (Array.isArray(value)) return storedList(value);
  return isJsonObject(value) ? storedObject(value) : stringifyExactJson(value ?? null);
}

// The engine joins these strings when the whole of them is read, so that each character is copied once, however deep it is nested.

function storedList(list: readonly unknown[]): string {
  let [json, separator] = ["[", ""];
  for (const item of list) {
    json += separator + storedJson(item);
    separator = ",";
  }
  return `${json}]`;
}

type Fields = Readonly<Record<string, unknown>>;

function storedObject(object: Fields): string {
  const names = Object.keys(object);
  if (!names.every((name) => name.isWellFormed())) return storedObject(wellFormed(object));
  let [json, separator] = ["{", ""];
  for (const name of inOrderOfBytes(names)) {
    const value = object[name];
    if (value === undefined) continue;
    json += `${separator}${quoted(name)}:${storedJson(value)}`;
    separator = ",";
  }
  return `${json}}`;
}

/** Go has U+FFFD in place of half a pair of surrogates. Where two names become one, the last field counts. */
function wellFormed(object: Fields): Fields {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name.toWellFormed(), value]));
}

/** From here on, UTF-16 has another order than UTF-8. */
const surrogatesAndMore = /[\ud800-\uffff]/;

/** Strings in the order of their bytes in UTF-8. */
function inOrderOfBytes(names: readonly string[]): readonly string[] {
  if (!names.some((name) => surrogatesAndMore.test(name))) return names.toSorted();
  return names
    .map((name) => ({ name, bytes: Buffer.from(name).toString("latin1") }))
    .toSorted((a, b) => (a.bytes < b.bytes ? -1 : 1))
    .map(({ name }) => name);
}

// oxlint-disable-next-line no-control-regex -- control characters are what JSON escapes
const toEscape = /[\u0000-\u001f"\\<>&\u2028\u2029\ud800-\udfff]/;
/** What JSON.stringify leaves as it is, and Go does not. */
const escapes = [
  ["<", String.raw`\u003c`],
  [">", String.raw`\u003e`],
  ["&", String.raw`\u0026`],
  ["\u2028", String.raw`\u2028`],
  ["\u2029", String.raw`\u2029`],
] as const;

function quoted(text: string): string {
  if (!toEscape.test(text)) return `"${text}"`;
  const json = JSON.stringify(text.toWellFormed());
  return escapes.reduce((escaped, [character, escape]) => escaped.replaceAll(character, escape), json);
}

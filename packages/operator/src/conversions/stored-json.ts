// JSON as the API server stores objects and sends them: Go's encoding/json sorts the fields of maps, and escapes what HTML has a meaning for. What an object
// counts depends on both: on which beginnings of field names its objects share, and on which names have escapes.
import { isJsonObject, isWholeNumber, ownFields, stringifyExactJson } from "@capstan/kube";

/** Writes a value of JSON as Go does, with the numbers of `parseExactJson` digit by digit. Throws `TooLongJson` for more than so many characters. */
export function storedJson(value: unknown, most: number = Number.POSITIVE_INFINITY): string {
  return new StoredJson(most).of(value);
}

/** What was to be written is longer than the caller allows. */
export class TooLongJson extends Error {}

type Fields = Readonly<Record<string, unknown>>;

/** Six characters can be in place of one, so what is written is counted while it is written. The engine joins the strings when the whole is read: each character is copied once. */
class StoredJson {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  of(value: unknown): string {
    if (typeof value === "number" && Number.isFinite(value)) return this.#count(String(value));
    if (typeof value === "string" && !isWholeNumber(value)) return this.#quoted(value);
    if (Array.isArray(value)) return this.#list(value);
    return isJsonObject(value) ? this.#object(value) : this.#count(stringifyExactJson(value ?? null));
  }

  #count(json: string): string {
    this.#left -= json.length;
    if (this.#left < 0) throw new TooLongJson();
    return json;
  }

  #list(list: readonly unknown[]): string {
    let json = this.#count("[");
    let separator = "";
    for (const item of list) {
      json += this.#count(separator) + this.of(item);
      separator = ",";
    }
    return json + this.#count("]");
  }

  #object(object: Fields): string {
    const names = Object.keys(object);
    if (!names.every((name) => name.isWellFormed())) return this.#object(wellFormed(object));
    let json = this.#count("{");
    let separator = "";
    for (const name of inOrderOfBytes(names)) {
      const value = object[name];
      if (value === undefined) continue;
      json += `${this.#count(separator)}${this.#quoted(name)}${this.#count(":")}${this.of(value)}`;
      separator = ",";
    }
    return json + this.#count("}");
  }

  #quoted(text: string): string {
    if (!toEscape.test(text)) return this.#count(`"${text}"`);
    const json = JSON.stringify(text.toWellFormed());
    if (!html.test(json)) return this.#count(json);
    let escaped = "";
    for (let at = 0; at < json.length; at += pieceLength)
      escaped += this.#count(json.slice(at, at + pieceLength).replace(everyHtml, (found) => escapes[found] ?? found));
    return escaped;
  }
}

/** Go has U+FFFD in place of half a pair of surrogates. Where two names become one, the last field counts. */
function wellFormed(object: Fields): Fields {
  return ownFields(Object.entries(object).map(([name, value]) => [name.toWellFormed(), value]));
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
const html = /[<>&\u2028\u2029]/;
const everyHtml = /[<>&\u2028\u2029]/g;
const escapes: Readonly<Record<string, string>> = {
  "<": String.raw`\u003c`,
  ">": String.raw`\u003e`,
  "&": String.raw`\u0026`,
  "\u2028": String.raw`\u2028`,
  "\u2029": String.raw`\u2029`,
};
/** A long string is escaped in pieces, so that there is an end at the limit. */
const pieceLength = 64 * 1024;

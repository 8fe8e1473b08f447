// How long the JSON of a value would be, found without writing it: one part that is in many places is short in memory and long as text.
import { isJsonObject } from "./json-value.ts";

/**
 * At least how many characters the JSON of a value has: escapes count as the characters that they stand for. Reads no further than `most`
 * characters; what is longer has one more than that.
 */
export function jsonLength(value: unknown, most: number): number {
  const counter = { left: most };
  count(value, counter);
  return most - Math.max(counter.left, -1);
}

interface Counter {
  left: number;
}

function count(value: unknown, counter: Counter): void {
  if (Array.isArray(value)) countList(value, counter);
  else if (isJsonObject(value)) countObject(value, counter);
  else counter.left -= typeof value === "string" ? value.length + 2 : String(value).length;
}

/** The brackets, and a comma between two items. */
function countList(list: readonly unknown[], counter: Counter): void {
  counter.left -= 1 + Math.max(1, list.length);
  for (const item of list) {
    if (counter.left < 0) return;
    count(item, counter);
  }
}

/** The braces, a comma between two fields, and the quotes and the colon of each name. */
function countObject(object: Readonly<Record<string, unknown>>, counter: Counter): void {
  let isFirst = true;
  counter.left -= 2;
  for (const name of Object.keys(object)) {
    if (counter.left < 0) return;
    if (object[name] === undefined) continue;
    counter.left -= name.length + (isFirst ? 3 : 4);
    isFirst = false;
    count(object[name], counter);
  }
}

// The key that a scalar is in JSON, as Go's reader has it.
import { isScalar } from "yaml";
import { numberKey } from "./number-key.ts";
import { plainMeaning } from "./plain-meaning.ts";

/** The key that a scalar is: a number or a word as Go's reader writes it, or a string. Undefined for a node that is no scalar. */
export function scalarKey(node: unknown): string | undefined {
  if (!isScalar(node)) return undefined;
  const source = String(node.value);
  const meaning = node.type === "PLAIN" && node.tag === undefined ? plainMeaning(source) : undefined;
  return meaning?.type === "boolean" ? String(meaning.value) : (numberKey(node) ?? source);
}

// Counts the JSON of an answer before it is parsed.
import { type JsonExcess, jsonExcess } from "@capstan/kube";
import type { ClientLimits, LimitName } from "../limits.ts";

const names: Readonly<Record<JsonExcess, LimitName>> = { values: "jsonValues", depth: "jsonDepth" };

/** The limit that a JSON text exceeds; undefined when it may be parsed, or nothing is limited. */
export function jsonLimitOf(
  text: Uint8Array,
  { jsonValues, jsonDepth }: Pick<ClientLimits, "jsonValues" | "jsonDepth">,
): LimitName | undefined {
  if (jsonValues === Number.POSITIVE_INFINITY && jsonDepth === Number.POSITIVE_INFINITY) return undefined;
  const excess = jsonExcess(text, { values: jsonValues, depth: jsonDepth });
  return excess === undefined ? undefined : names[excess];
}

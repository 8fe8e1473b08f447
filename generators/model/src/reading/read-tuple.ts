// The values of `const VALUES = ["A", "B"] as const`, for `(typeof VALUES)[number]`. Read from the text of the constant.
// Called by read-type.ts; no other computed type is understood.
import type { ValueSyntax } from "../syntax/syntax.ts";
import type { Reading, Scope } from "./reading.ts";

/** The literals of the constant list that a name leads to, all texts or all whole numbers; undefined for anything else. */
export function readTuple(
  reading: Reading,
  name: readonly string[],
  { source }: Scope,
): readonly (string | number)[] | undefined {
  const place = reading.sources.locate(source, name);
  const value = "source" in place ? place.source.constants.get(place.name)?.value : undefined;
  if (value?.kind !== "array" || value.elements.length === 0) return undefined;
  const values = value.elements.map(literal);
  const [first] = values;
  const same = values.every((candidate) => candidate !== undefined && typeof candidate === typeof first);
  return same ? (values as (string | number)[]) : undefined;
}

function literal(value: ValueSyntax): string | number | undefined {
  if (value.kind !== "literal") return undefined;
  return typeof value.value === "string" || Number.isInteger(value.value)
    ? (value.value as string | number)
    : undefined;
}

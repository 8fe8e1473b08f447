// Where in a value its type is another one than that of its field: for messages about results of functions, which may be long lists of objects.
import { isJsonObject } from "@capstan/kube";
import type { ValueShape } from "./shape.ts";
import { hasShape } from "./value-shape.ts";

/** The end of a sentence about a value that does not have a shape: ` (at [0].priority)`; empty where it is the value itself. */
export function atWrongPlace(value: unknown, shape: ValueShape): string {
  const place = wrongPlace(value, shape).replace(/^\./, "");
  return place === "" ? "" : ` (at ${place})`;
}

function wrongPlace(value: unknown, shape: ValueShape): string {
  const wrong = insideOf(value, shape).find(({ inner, of }) => !hasShape(inner, of));
  return wrong === undefined ? "" : `${wrong.step}${wrongPlace(wrong.inner, wrong.of)}`;
}

interface Inside {
  readonly step: string;
  readonly inner: unknown;
  readonly of: ValueShape;
}

function insideOf(value: unknown, shape: ValueShape): readonly Inside[] {
  if (typeof shape === "string" || "oneOf" in shape) return [];
  if ("within" in shape) return insideOf(value, shape.of);
  if ("nullable" in shape) return insideOf(value, shape.nullable);
  if ("list" in shape)
    return Array.isArray(value)
      ? value.map((inner: unknown, index) => ({ step: `[${index}]`, inner, of: shape.list }))
      : [];
  if (!isJsonObject(value)) return [];
  if ("map" in shape) return Object.entries(value).map(([name, inner]) => ({ step: `.${name}`, inner, of: shape.map }));
  const lacking = (shape.required ?? []).filter((name) => !Object.hasOwn(value, name));
  return [
    ...Object.entries(shape.fields)
      .filter(([name]) => Object.hasOwn(value, name))
      .map(([name, of]) => ({ step: `.${name}`, inner: value[name], of })),
    // No value has this shape, so the place is that of the field.
    ...lacking.map((name) => ({ step: `.${name}`, inner: undefined, of: { oneOf: [] } })),
  ];
}

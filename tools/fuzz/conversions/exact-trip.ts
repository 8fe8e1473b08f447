// Whole numbers beyond 2^53 on the way of an object to another version and back, as the webhook reads and writes them: as text, also that of annotations, which the
// check of conversions does not write.
import type { Converter } from "@capstan/contract/codegen/v1";
import { deepClone, deepEqual, isJsonObject, parseExactJson, stringifyExactJson } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { compileSchema } from "@capstan/schema/structural";

const json = { parse: parseExactJson, stringify: stringifyExactJson };

/** More digits than a double keeps: JavaScript would write ...992. */
const long = "9007199254740993";

/** What is followed: objects of the hub that are converted to another version and back. */
export interface ExactTrip {
  readonly converter: Converter;
  readonly schema: JSONSchema;
  readonly to: string;
}

/** Throws when a number of an object of the hub loses digits. False when the server rejects the object, or it has no place for such a number. */
export function digitCheck({ converter, schema, to }: ExactTrip): (object: object) => boolean {
  const compiled = compileSchema(schema);
  return (object) => {
    const kept = deepClone(object);
    compiled.prune(kept);
    compiled.applyDefaults(kept);
    const text = withLongNumbers(kept, schema);
    if (text === undefined || compiled.validate(kept).length > 0) return false;
    const there = stringifyExactJson(converter.convert(parsed(text), to, { json }));
    const back = stringifyExactJson(converter.convert(parsed(there), converter.hub, { json }));
    if (deepEqual(parseExactJson(back), parseExactJson(text))) return true;
    throw new Error(`digits of a number are lost\nstart:     ${text}\nconverted: ${there}\nback:      ${back}`);
  };
}

/** The object as text in which every number of 64 bits without bounds is a long one. */
function withLongNumbers(object: object, schema: JSONSchema): string | undefined {
  let count = 0;
  const mark = "long number";
  const marked = (value: unknown, at: JSONSchema): unknown => {
    if (typeof value === "number" && at.type === "integer" && at.format === "int64" && at.maximum === undefined) {
      count += 1;
      return mark;
    }
    if (Array.isArray(value)) return value.map((item: unknown) => marked(item, at.items ?? {}));
    if (!isJsonObject(value)) return value;
    const values = typeof at.additionalProperties === "object" ? at.additionalProperties : {};
    return Object.fromEntries(
      Object.entries(value).map(([name, next]) => [name, marked(next, at.properties?.[name] ?? values)]),
    );
  };
  const all = JSON.stringify(marked(object, schema)).replaceAll(`"${mark}"`, long);
  return count === 0 ? undefined : all;
}

function parsed(text: string): object {
  // It was written from an object.
  return parseExactJson(text) as object;
}

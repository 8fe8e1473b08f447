// The value that a path such as `builtin.cluster.name` or `mounts[0].path` names in the variables of a patch, with the errors of core.
import { isJsonObject, type JSONValue } from "@capstan/kube";

/** The values of variables, by their names. */
export type PatchVariables = Readonly<Record<string, JSONValue>>;

/** Reads the value; throws an error where there is none. */
export function patchVariable(variables: PatchVariables, path: string): JSONValue {
  const [first = "", ...rest] = path.split(".");
  const { name, index } = segmentOf(first, path);
  const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (variable === undefined) throw new Error(`variable ${JSON.stringify(first)} does not exist`);
  let value = elementOf(variable, { name, index }, path);
  for (const each of rest) {
    const segment = segmentOf(each, path);
    const field = fieldOf(value, segment.name);
    if (field === undefined)
      throw new Error(
        `variable ${JSON.stringify(path)} does not exist: failed to lookup segment ${JSON.stringify(segment.name)}`,
      );
    value = elementOf(field, segment, path);
  }
  return value;
}

/** A field of an object, or the element of a list whose index stands between points. */
function fieldOf(value: JSONValue, name: string): JSONValue | undefined {
  if (Array.isArray(value)) return /^\+?\d+$/.test(name) ? value[Number(name)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A part of a path between points, and the index in the list that it names. */
interface Segment {
  readonly name: string;
  readonly index: number | undefined;
}

function segmentOf(segment: string, path: string): Segment {
  const [open, close] = [segment.indexOf("["), segment.indexOf("]")];
  if (open === -1 && close === -1) return { name: segment, index: undefined };
  const written = segment.slice(open + 1, close);
  const index = /^[+-]?\d+$/.test(written) ? Number(written) : -1;
  if (open === -1 || close < open || index < 0)
    throw new Error(
      `variable ${JSON.stringify(path)} is invalid: failed to parse path segment ${JSON.stringify(segment)}`,
    );
  return { name: segment.slice(0, open), index };
}

function elementOf(value: JSONValue, { name, index }: Segment, path: string): JSONValue {
  if (index === undefined) return value;
  const invalid = `variable ${JSON.stringify(path)} is invalid: `;
  if (!Array.isArray(value)) throw new Error(`${invalid}failed to get array ${JSON.stringify(name)}`);
  const element = value[index];
  if (element === undefined) throw new Error(`${invalid}array does not have index ${index}`);
  return element;
}

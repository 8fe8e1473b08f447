// One field of the object that a module exports by default, when it can be known without running the module. `capstan generate` reads
// `generate` of capstan.config.ts this way: it is nearly always a literal.
import type { JSONValue } from "@capstan/kube";
import { parseSource } from "../syntax/parse-source.ts";
import type { SourceSyntax, ValueSyntax } from "../syntax/syntax.ts";

/** The value of the field, absent when the object has no such field, and the names of all fields; or that these can only be known by running the module. */
export type StaticField =
  | { readonly known: true; readonly names: readonly string[]; readonly value?: JSONValue }
  | { readonly known: false };

/** What to look for. */
export interface StaticFieldOptions {
  readonly field: string;
  /** A function that returns its argument, and the package that exports it (subpaths included). */
  readonly identity: { readonly name: string; readonly from: string };
}

const unknown: StaticField = { known: false };

/** Reads the source of a module. Only literals, constants of the same file and the identity function are followed. */
export function readStaticField(file: string, text: string, options: StaticFieldOptions): StaticField {
  const source = parseSource({ file, name: file }, text);
  if (source.errors.length > 0 || source.defaultExport === undefined) return unknown;
  const object = exportedObject(source, source.defaultExport, options);
  if (object?.kind !== "object") return unknown;
  // A spread or a computed key may bring the field, or replace it.
  if (object.entries.some(({ key }) => key === undefined || key === "")) return unknown;
  const names = object.entries.flatMap(({ key }) => (key === undefined ? [] : [key]));
  const found = object.entries.findLast(({ key }) => key === options.field);
  if (found === undefined) return { known: true, names };
  const value = literal(source, found.value);
  return value === undefined ? unknown : { known: true, names, value };
}

function exportedObject(
  source: SourceSyntax,
  value: ValueSyntax,
  { identity }: StaticFieldOptions,
): ValueSyntax | undefined {
  const behind = named(source, value);
  if (behind?.kind !== "call") return behind;
  const [callee = ""] = behind.callee;
  const { imported, from } = source.imports.get(callee) ?? {};
  const isIdentity = imported === identity.name && `${from}/`.startsWith(`${identity.from}/`);
  const [only] = behind.args;
  return isIdentity && behind.callee.length === 1 && only !== undefined ? named(source, only) : undefined;
}

/** The value behind the name of a constant of the file; a constant of a constant is left to running the module. */
function named(source: SourceSyntax, value: ValueSyntax): ValueSyntax | undefined {
  if (value.kind !== "name") return value;
  const [name = "", ...members] = value.name;
  return members.length === 0 ? source.constants.get(name)?.value : undefined;
}

function literal(source: SourceSyntax, given: ValueSyntax): JSONValue | undefined {
  const value = named(source, given);
  switch (value?.kind) {
    case "literal":
      return value.value;
    case "array":
      return list(value.elements.map((element) => literal(source, element)));
    case "object":
      return record(source, value.entries);
    default:
      return undefined;
  }
}

function list(values: readonly (JSONValue | undefined)[]): JSONValue | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length < values.length ? undefined : known;
}

function record(
  source: SourceSyntax,
  entries: readonly { readonly key?: string; readonly value: ValueSyntax }[],
): JSONValue | undefined {
  const pairs: [string, JSONValue][] = [];
  for (const { key, value } of entries) {
    const read = key === undefined || key === "" ? undefined : literal(source, value);
    if (key === undefined || read === undefined) return undefined;
    pairs.push([key, read]);
  }
  return Object.fromEntries(pairs);
}

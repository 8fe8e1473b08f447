// JSON values as YAML, byte for byte as sigs.k8s.io/yaml and controller-gen write them. Written by hand because no npm
// library has go-yaml v2's dialect (YAML 1.1 quoting, natural key order, sequences level with their key, folding after
// column 80), and generated CRDs are compared with controller-gen's by bytes. It takes JSON and adds nothing to it.
import { errorOf, formatPointer, type CapstanError } from "@capstan/kube";
import { formatGoNumber } from "./go-number.ts";
import { compareNaturally } from "./natural-order.ts";
import { writeScalar } from "./write-scalar.ts";
import { yamlRules } from "./yaml-diagnostics.ts";

/** How a value is written. */
export interface EmitYamlOptions {
  /** Begins the document with `---`, as controller-gen does. */
  readonly documentStart?: boolean;
}

/** Beyond this many bytes the encoder writes `? key` on a line of its own. */
const simpleKeyBytes = 128;
const utf8 = new TextEncoder();

interface Place {
  /** The indentation of the enclosing block's entries. */
  readonly indent: number;
  /** The column at which the node's first character stands. */
  readonly column: number;
  readonly path: readonly string[];
}

/** One JSON value as a YAML document that ends with a line feed; keys whose value is undefined are left out, as JSON does. */
export function emitYaml(value: unknown, options: EmitYamlOptions = {}): string {
  return `${options.documentStart === true ? "---\n" : ""}${block(value, { indent: -2, column: 0, path: [] })}`;
}

/** Several values as one file, each beginning with `---`. */
export function emitYamlDocuments(values: readonly unknown[]): string {
  return values.map((value) => emitYaml(value, { documentStart: true })).join("");
}

/** A node whose text begins at `place.column` on a line already begun; ends with a line feed. */
function block(value: unknown, place: Place): string {
  if (Array.isArray(value) && value.length > 0) return sequence(value, place.indent + 2, place.path);
  const entries = mappingEntries(value);
  if (entries !== undefined && entries.length > 0) return mapping(entries, place.indent + 2, place.path);
  return endLine(leaf(value, place));
}

function mapping(entries: readonly (readonly [string, unknown])[], indent: number, path: readonly string[]): string {
  const pad = " ".repeat(indent);
  return entries.map(([key, value]) => entry(key, value, { indent, column: indent, path: [...path, key] })).join(pad);
}

function entry(key: string, value: unknown, place: Place): string {
  if (/[\r\n]/.test(key) || isLong(key)) return complexEntry(key, value, place);
  const keyText = writeScalar(key, { column: place.indent, indent: place.indent + 2, key: true });
  if (Array.isArray(value) && value.length > 0)
    return `${keyText}:\n${" ".repeat(place.indent)}${sequence(value, place.indent, place.path)}`;
  const entries = mappingEntries(value);
  if (entries !== undefined && entries.length > 0)
    return `${keyText}:\n${" ".repeat(place.indent + 2)}${mapping(entries, place.indent + 2, place.path)}`;
  return `${keyText}: ${endLine(leaf(value, { ...place, column: place.indent + keyText.length + 2 }))}`;
}

/** A UTF-16 unit has three bytes at most, so short keys need no encoding to be known as short. */
function isLong(key: string): boolean {
  return key.length * 3 > simpleKeyBytes && utf8.encode(key).length > simpleKeyBytes;
}

function complexEntry(key: string, value: unknown, place: Place): string {
  const inner = { ...place, column: place.indent + 2 };
  return `? ${endLine(leaf(key, inner))}${" ".repeat(place.indent)}: ${block(value, inner)}`;
}

function sequence(items: readonly unknown[], indent: number, path: readonly string[]): string {
  const pad = " ".repeat(indent);
  return items
    .map((item, i) => `- ${block(item, { indent, column: indent + 2, path: [...path, String(i)] })}`)
    .join(pad);
}

function leaf(value: unknown, place: Place): string {
  if (typeof value === "string")
    return writeScalar(value, { column: place.column, indent: place.indent + 2, key: false });
  if (typeof value === "number" && Number.isFinite(value)) return formatGoNumber(value);
  if (typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "[]";
  if (typeof value === "object") return "{}";
  throw notJson(value, place.path);
}

function mappingEntries(value: unknown): (readonly [string, unknown])[] | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .toSorted(([a], [b]) => compareNaturally(a, b));
}

function endLine(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

function notJson(value: unknown, path: readonly string[]): CapstanError {
  const what = typeof value === "number" ? String(value) : `a ${typeof value}`;
  return errorOf(yamlRules, "yaml/not-json", { values: { what, pointer: formatPointer(path) } });
}

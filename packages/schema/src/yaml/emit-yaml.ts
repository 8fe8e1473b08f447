// Writes JSON values as YAML, byte for byte as sigs.k8s.io/yaml and controller-gen do. Generated CRDs are compared with controller-gen's by
// bytes, and no npm library has go-yaml v2's dialect: YAML 1.1 quoting, natural key order, sequences level with their key, folding after
// column 80.
import { errorOf, formatPointer, type CapstanError } from "@capstan/kube";
import { compareNaturally } from "./natural-order.ts";
import { writeScalar } from "./write-scalar.ts";
import { yamlRules } from "./yaml-diagnostics.ts";

/** Options of `emitYaml`. */
export interface EmitYamlOptions {
  /** Starts the document with `---`, as controller-gen does. Default: false. */
  readonly documentStart?: boolean;
}

/** The encoder writes longer keys as `? key` on their own line. */
const simpleKeyBytes = 128;
const utf8 = new TextEncoder();
const unsigned64Limit = 2 ** 64;
/** JavaScript writes this number itself with rounded digits, which are out of range. */
const signed64Limit = -(2 ** 63);

interface Place {
  /** The indentation of the enclosing block's entries. */
  readonly indent: number;
  /** The column of the node's first character. */
  readonly column: number;
  readonly path: readonly string[];
}

/**
 * Writes a JSON value as one YAML document that ends with a line feed, byte for byte as Kubernetes' tools in Go do. Keys are in Go's natural
 * order; keys with the value undefined are omitted. The same value always gives the same bytes, and `parseYaml` reads the value back.
 *
 * Throws `yaml/not-json` with the path of a value that JSON does not have: a function, a symbol, infinity.
 *
 * @example
 * await writeFile("crd.yaml", emitYaml(crd, { documentStart: true }));
 */
export function emitYaml(value: unknown, options: EmitYamlOptions = {}): string {
  return `${options.documentStart === true ? "---\n" : ""}${block(value, { indent: -2, column: 0, path: [] })}`;
}

/** Writes several JSON values as one file, each document with `---` at its start. */
export function emitYamlDocuments(values: readonly unknown[]): string {
  return values.map((value) => emitYaml(value, { documentStart: true })).join("");
}

/** A node that starts at `place.column` of the current line; it ends with a line feed. */
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
  const writtenKey = writeScalar(key, { column: place.indent, indent: place.indent + 2, key: true });
  if (Array.isArray(value) && value.length > 0)
    return `${writtenKey}:\n${" ".repeat(place.indent)}${sequence(value, place.indent, place.path)}`;
  const entries = mappingEntries(value);
  if (entries !== undefined && entries.length > 0)
    return `${writtenKey}:\n${" ".repeat(place.indent + 2)}${mapping(entries, place.indent + 2, place.path)}`;
  return `${writtenKey}: ${endLine(leaf(value, { ...place, column: place.indent + writtenKey.length + 2 }))}`;
}

/** A UTF-16 unit has at most three bytes, so short keys need not be encoded. */
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

function endLine(line: string): string {
  return line.endsWith("\n") ? line : `${line}\n`;
}

function notJson(value: unknown, path: readonly string[]): CapstanError {
  const what = typeof value === "number" ? String(value) : `a ${typeof value}`;
  return errorOf(yamlRules, "yaml/not-json", { values: { what, pointer: formatPointer(path) } });
}

/** A finite number as Go prints it from JSON to YAML: whole numbers up to 64 bits in full, all others in strconv's shortest %g. */
function formatGoNumber(value: number): string {
  if (Number.isInteger(value) && value > signed64Limit && value < unsigned64Limit) return String(value);
  const [mantissa = "", exponentPart = "0"] = value.toExponential().split("e");
  const exponent = Number(exponentPart);
  if (exponent >= -4 && exponent < 6) return String(value);
  return `${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

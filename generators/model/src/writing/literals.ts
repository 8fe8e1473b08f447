// Strings and JSON values as literals of TypeScript, and the names of properties in types and literals.
import { escapeDirectives, misleadsTools, unicodeEscape } from "./directives.ts";
import { breakOut } from "./writing-errors.ts";

/** Control and bidirectional characters, line ends of JavaScript that JSON does not escape, the byte order mark. */
const hidden = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/gu;

/**
 * A JSON value on one line, without the start of a comment and without directives; it may have the end of a comment. Such characters are only
 * inside its strings, where an escape means the same.
 */
export function escapedJson(value: unknown): string {
  return escapeDirectives((JSON.stringify(value) ?? "null").replace(hidden, unicodeEscape));
}

const escape = /\\(?:["\\/bfnrt]|u[0-9a-f]{4})/g;
const endsLiteral = /["\\\p{Cc}\u2028\u2029]/u;

/** The string in double quotes. Throws if anything in it could end the literal, or mislead a tool. */
export function stringLiteral(value: string): string {
  // Linters take the shorter `\/` for an error.
  const written = escapedJson(value).replaceAll("*/", `*${unicodeEscape("/")}`);
  if (endsLiteral.test(written.slice(1, -1).replace(escape, "")) || misleadsTools(written))
    throw breakOut("a string", value);
  return written;
}

/** Names that generated code cannot handle safely: every JavaScript object has them. */
const unsafeNames: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Whether every JavaScript object has a property of this name, so that no API can have one. */
export function isUnsafeName(name: string): boolean {
  return unsafeNames.has(name);
}

/** The name, in quotes where it is not an identifier. Throws for `__proto__`, which sets the prototype of an object literal. */
export function propertyKey(name: string): string {
  if (name === "__proto__") throw breakOut("the name of a property", name);
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name);
}

/** The value as a literal on one line, keys without quotes where they may be. */
export function valueLiteral(value: unknown): string {
  if (typeof value === "string") return stringLiteral(value);
  if (Array.isArray(value)) return `[${value.map(valueLiteral).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const entries = Object.entries(value).flatMap(([key, member]) =>
    member === undefined ? [] : [`${propertyKey(key)}: ${valueLiteral(member)}`],
  );
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

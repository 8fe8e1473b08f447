// Descriptions and tags -> doc comments that the reader reads back unchanged; and comments of one line.
import { hasDirective, misleadsTools } from "./directives.ts";
import { escapedJson } from "./literals.ts";
import { breakOut } from "./writing-errors.ts";

/** A doc comment to write: the description, and the lines of its tags. */
export interface CommentParts {
  readonly description: string | undefined;
  readonly tags: readonly string[];
}

/** Characters that a comment does not keep, hides or shows in another order, and what is written for the start and end of a comment. */
const unwritable = /(?![\n\t])[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\ufeff]|\*\\\/|\/\\\*/u;

/** Whether a string stays the same in a comment; tabs and line feeds do. */
function staysInComment(text: string): boolean {
  return !unwritable.test(text) && !hasDirective(text);
}

/** Whether a description stays the same when it is written to a comment and read again; others become `@schema`. */
export function isWritable(description: string): boolean {
  const lines = description.split("\n");
  const edges = [lines[0], lines.at(-1)];
  const fences = lines.filter((line) => /^\s*(?:```|~~~)/.test(line)).length;
  return (
    edges.every((line) => line !== undefined && line.trim() !== "") &&
    staysInComment(description) &&
    !lines.some((line) => line.startsWith("\\@")) &&
    fences % 2 === 0
  );
}

/** What would start a line of code, or hide it. */
const breaksOut = /(?!\t)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

/**
 * The lines of a doc comment, without indentation; none for an empty one. Throws for a line that would end the comment, also by a tool: what
 * follows it would be code that the author of a foreign schema chose.
 */
export function commentLines({ description, tags }: CommentParts): string[] {
  const text = description === undefined ? [] : description.split("\n").map(escapeLine);
  const [only, ...more] = [...text, ...tags].map(guarded);
  if (only === undefined) return [];
  if (more.length === 0 && only === only.trim() && only.length < 110) return [`/** ${only} */`];
  return ["/**", ...[only, ...more].map((line) => (line === "" ? " *" : ` * ${line}`)), " */"];
}

/** `// text`. Throws where the text does not stay on its line. */
export function lineComment(text: string): string {
  return `// ${guarded(text)}`;
}

function guarded(line: string): string {
  if (breaksOut.test(line) || misleadsTools(line)) throw breakOut("a line of a comment", line);
  return line;
}

/** What the reader of descriptions undoes: a backslash before the `@` of a tag, and inside of the start and end of a comment. */
function escapeLine(line: string): string {
  return line.replace(/^@(?=[A-Za-z])/, "\\@").replaceAll(/(?<=\*)(?=\/)|(?<=\/)(?=\*)/g, "\\");
}

/** JSON as the value of a tag: without the start or end of a comment and without directives, and with every line end escaped. */
export function tagJson(value: unknown): string {
  return escapedJson(value).replaceAll("*/", "*\\/");
}

/** A string as the value of a tag: unchanged where that is unambiguous, otherwise as a JSON string. */
export function tagText(text: string): string {
  const plain = text !== "" && text === text.trim() && !/^"|\*\/|\/\*|\n/.test(text) && staysInComment(text);
  return plain ? text : tagJson(text);
}

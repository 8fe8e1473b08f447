// Descriptions and tags -> doc comments that the reader reads back unchanged.

/** A doc comment to write: the description, and the lines of its tags. */
export interface CommentParts {
  readonly description: string | undefined;
  readonly tags: readonly string[];
}

/** Control characters, line ends that are not lines here, and what is written for the end of a comment. */
// oxlint-disable-next-line no-control-regex
const unwritable = /[\0-\x08\x0b-\x1f\u2028\u2029]|\*\\\//;

/** Whether a description stays the same when it is written to a comment and read again; others become `@schema`. */
export function isWritable(description: string): boolean {
  const lines = description.split("\n");
  const edges = [lines[0], lines.at(-1)];
  const fences = lines.filter((line) => /^\s*(?:```|~~~)/.test(line)).length;
  return (
    edges.every((line) => line !== undefined && line.trim() !== "") &&
    !unwritable.test(description) &&
    !lines.some((line) => line.startsWith("\\@")) &&
    fences % 2 === 0
  );
}

/** What would end a comment, or start a line of code. */
const breaksOut = /\*\/|[\n\r\u2028\u2029]/;

/**
 * The lines of a doc comment, without indentation; none for an empty one. Throws for a line that would end the comment: such a line is a
 * fault of the writer, and what follows it would be code that the author of a foreign schema chose.
 */
export function commentLines({ description, tags }: CommentParts): string[] {
  const text = description === undefined ? [] : description.split("\n").map(escapeLine);
  const lines = [...text, ...tags];
  const broken = lines.find((line) => breaksOut.test(line));
  if (broken !== undefined) throw new Error(`a line of a comment would end it: ${JSON.stringify(broken)}`);
  const [only, ...more] = lines;
  if (only === undefined) return [];
  if (more.length === 0 && only === only.trim() && only.length < 110) return [`/** ${only} */`];
  return ["/**", ...[only, ...more].map((line) => (line === "" ? " *" : ` * ${line}`)), " */"];
}

function escapeLine(line: string): string {
  return line.replace(/^@(?=[A-Za-z])/, "\\@").replaceAll("*/", "*\\/");
}

/** JSON as the value of a tag: without the end of a comment, and with every line end escaped. */
export function tagJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("*/", "*\\/")
    .replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`);
}

/** A string as the value of a tag: unchanged where that is unambiguous, otherwise as a JSON string. */
export function tagText(text: string): string {
  const plain = text !== "" && text === text.trim() && !/^"|\*\/|\n/.test(text) && !unwritable.test(text);
  return plain ? text : tagJson(text);
}

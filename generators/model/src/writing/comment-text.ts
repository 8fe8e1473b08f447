// Descriptions and tags -> doc comments that the reader reads back as they were. The inverse of the model's tokenizer.
// Used by tag-lines.ts and by every import of foreign schemas; knows lines and characters, no schema.

/** A doc comment in the making: the description, and the lines of its tags. */
export interface CommentParts {
  readonly description: string | undefined;
  readonly tags: readonly string[];
}

/** Control characters, line ends that are not lines here, and what is written for the end of a comment. */
// oxlint-disable-next-line no-control-regex
const unwritable = /[\0-\x08\x0b-\x1f\u2028\u2029]|\*\\\//;

/** Whether a description survives the way into a comment and back; others are said by `@schema`. */
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

/** The lines of a doc comment, without indentation; none when there is nothing to say. */
export function commentLines({ description, tags }: CommentParts): string[] {
  const text = description === undefined ? [] : description.split("\n").map(escapeLine);
  const [only, ...more] = [...text, ...tags];
  if (only === undefined) return [];
  if (more.length === 0 && only === only.trim() && only.length < 110) return [`/** ${only} */`];
  return ["/**", ...[only, ...more].map((line) => (line === "" ? " *" : ` * ${line}`)), " */"];
}

function escapeLine(line: string): string {
  return line.replace(/^@(?=[A-Za-z])/, "\\@").replaceAll("*/", "*\\/");
}

/** JSON as a tag's value: inside a comment, `*` and `/` must not meet, and every line end must be seen. */
export function tagJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("*/", "*\\/")
    .replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`);
}

/** Text as a tag's value: as it stands where that is unambiguous, else as a JSON string. */
export function tagText(text: string): string {
  const plain = text !== "" && text === text.trim() && !/^"|\*\/|\n/.test(text) && !unwritable.test(text);
  return plain ? text : tagJson(text);
}

// What tools find in the text of a module by regular expression, wherever it is. Vite replaces `/*# sourceMappingURL=a.map */` by blanks, with
// the end of the comment that it is in: the comment then goes on into code, up to an end in a string, and the rest of that string runs.

/**
 * The character that makes a directive: of source maps, which Vite, Node and bundlers read (`//# sourceMappingURL=`, `//@ sourceURL=`), and of
 * vitest and jest, which choose how a file of tests runs (`@vitest-environment`, `@jest-environment`, `@module-tag`).
 */
const marks = /(?<=\/\/)[#@]|[#@](?=\s*source(?:Mapping)?URL\s*=)|@(?=(?:vitest|jest)-|module-tag)/g;
/** The slash of the start of a comment. */
const startsComment = /\/(?=\*)/g;

/** JSON without the start of a comment and without directives. These characters are only inside its strings, where an escape means the same. */
export function escapeDirectives(json: string): string {
  return json.replaceAll(marks, unicodeEscape).replaceAll(startsComment, unicodeEscape);
}

/** Whether a string has a directive; a description with one is part of `@schema`, whose JSON is escaped. */
export function hasDirective(text: string): boolean {
  return text.search(marks) >= 0;
}

/** Whether a tool would find something in written text: the start or end of a comment, or a directive. */
export function misleadsTools(written: string): boolean {
  return written.includes("/*") || written.includes("*/") || hasDirective(written);
}

/** The character as `\u1234`. */
export function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

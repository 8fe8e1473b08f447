// What templates of Go end with: an error in the words of Go, with strings in its quotes, or something of theirs that is not played.

/** A template that Go rejects, or that fails while it is rendered. */
export class TemplateError extends Error {}

/** A template that has what is not played, such as a function. */
export class UnplayedTemplate extends Error {
  /** What that is, as it is written. */
  readonly part: string;

  constructor(part: string) {
    super(`not simulated: ${part}`);
    this.part = part;
  }
}

/** What a function ends with that fails; the message is the one of Go. */
export class FunctionFailure extends Error {}

/** A string as Go quotes it. */
export function goQuoted(value: string): string {
  return JSON.stringify(value).replaceAll(/\p{C}|\p{Zl}|\p{Zp}|(?! )\p{Zs}/gu, escaped);
}

const short: Readonly<Record<string, string>> = { "\u0007": "\\a", "\u000b": "\\v", "\u007f": "\\x7f" };

function escaped(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const known = short[character];
  if (known !== undefined) return known;
  const isLong = point > 0xffff;
  return `\\${isLong ? "U" : "u"}${point.toString(16).padStart(isLong ? 8 : 4, "0")}`;
}

// Foreign strings in messages and log lines: a message must not grow with what it quotes.

/** A string that is not longer is whole in messages. */
const usualLength = 200;

/**
 * The string, or its beginning and its length when it is longer than this many characters (default: 200).
 *
 * @example
 * throw new Error(`"${excerpt(name)}" is not the name of a color`);
 */
export function excerpt(value: string, longest: number = usualLength): string {
  if (value.length <= longest) return value;
  // Not between the halves of a character.
  const start = value.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
  // A copy of it: a part of a string keeps the whole in memory, and errors are kept.
  const copy = Array.from(start).join("");
  return `${copy}... (cut, it has ${value.length} characters)`;
}

/**
 * The excerpt of a string, or of the JSON of another value that stands in the place of one.
 *
 * @example
 * throw new Error(`${excerptOf(answer.name)} is not the name of a handler`);
 */
export function excerptOf(value: unknown): string {
  return excerpt(typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined"));
}

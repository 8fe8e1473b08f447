// The only way of foreign strings to a terminal: names in clusters, messages of parsers and servers, and file names may hold what it obeys, or
// what GitHub's runner obeys where it shows them.

/** The second alternative: `##[` begins a command of GitHub's runner anywhere in a line. */
const obeyed = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]|(?<=#)#(?=\[)/gu;

/**
 * The string with control characters, those that turn the direction of text, and those that separate lines (U+2028, U+2029) as escapes
 * (`\u001b`): a terminal shows them and does not obey them. Line feeds and tabs stay. Of `##[`, with which commands of GitHub's runner begin, the second `#` is one too. `diagnose` does this
 * to every value and path, and `terminalWriter` to all that is printed. JSON keeps its meaning, because it has such characters only inside
 * strings.
 */
export function printable(value: string): string {
  return value.replace(obeyed, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const lineEnds: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\r": "\\r",
};

/** The same, with the ends of lines as escapes too: a foreign string in a message cannot forge a line. */
export function oneLine(value: string): string {
  return printable(value.replace(/[\n\r]/g, (end) => lineEnds[end] ?? end));
}

/** A stream such as `process.stdout`. */
export interface TerminalStream {
  write(output: string): unknown;
}

/**
 * Returns the function with which a command prints: it writes to the stream what `printable` makes of its argument.
 *
 * @example
 * const print = terminalWriter(process.stdout);
 * print(`created ${name}\n`);
 */
export function terminalWriter(stream: TerminalStream): (output: string) => void {
  return (output) => void stream.write(printable(output));
}

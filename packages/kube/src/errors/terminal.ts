// The only way of foreign strings to a terminal: names in clusters, messages of parsers and servers, and file names may hold what it obeys, or
// what the runner of a CI system obeys where it shows them.

/**
 * The second alternative: `##[`, `##vso[` and `##teamcity[` begin commands of GitHub's runner, Azure Pipelines and TeamCity anywhere in a line.
 * The markers of sections of GitLab and Travis need a carriage return, those of Jenkins and Buildkite an escape character.
 */
const obeyed = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]|(?<=#)#(?=[\w.-]*\[)/gu;

/**
 * The string with control characters, those that turn the direction of text, and those that separate lines (U+2028, U+2029) as escapes
 * (`\u001b`): a terminal shows them and does not obey them. Line feeds and tabs stay. Of `##[`, `##vso[` and other words in their place, with which commands of CI systems begin, the second
 * `#` is one too. `diagnose` does this to every value and path, and `terminalWriter` to all that is printed. JSON keeps its meaning, because it
 * has such characters only inside strings.
 */
export function printable(value: string): string {
  return value.replace(obeyed, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** A colon at the end may be followed by another one in the next string. */
const command = /(?<=^|\n)([^\S\n]*)(:)(?=:|$)/g;

/**
 * The lines with the first colon as an escape (`\u003a`) where one begins with `::`, after blanks or not: GitHub's runner takes such a line as a
 * command. `terminalWriter` does this to all that is printed, except for commands of our own.
 */
export function withoutCommands(lines: string): string {
  return lines.replace(command, (_, blanks: string, colon: string) => blanks + escaped(colon));
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
 * Returns the function with which a command prints: it writes to the stream what `printable` and `withoutCommands` make of its argument. With
 * "commands" as a second argument, lines that begin with `::` stay: the caller made them.
 *
 * @example
 * const print = terminalWriter(process.stdout);
 * print(`created ${name}\n`);
 */
export function terminalWriter(stream: TerminalStream): (output: string, holds?: "commands") => void {
  let before = "";
  return (output, holds) => {
    const shown = printable(before + output).replace(unfinished, escaped);
    const line = holds === "commands" ? shown : withoutCommands(shown);
    stream.write(line.slice(before.length));
    before = lineStart(line);
  };
}

/** The second `#` at the end of a string: what makes it a command may follow in the next one. */
const unfinished = /(?<=#)#(?=[\w.-]*$)/g;

/** What the next string must be seen with: its last character, unless the line is still blank. */
function lineStart(line: string): string {
  return line.slice(line.lastIndexOf("\n") + 1).trim() === "" ? "" : line.slice(-1);
}

// The output of `--help`, wrapped at the width of the terminal.
import type { Flag, FlagTable } from "./flag.ts";

/** The narrowest column of descriptions: a narrower terminal breaks their lines itself. */
const leastColumn = 30;

/** The flags of a program with their defaults. */
export function flagHelp(program: string, table: FlagTable, columns: number = 80): string {
  const names = Math.max(...Object.keys(table).map((name) => name.length));
  const indent = " ".repeat(names + "  --  ".length);
  const width = Math.max(columns - indent.length, leastColumn);
  const lines = Object.entries(table).map(([name, flag]) => {
    const description = wrap(`${flag.help}${notesOf(flag)}`, width).join(`\n${indent}`);
    return `  --${name.padEnd(names)}  ${description}`;
  });
  return `Usage: ${program} [flags]\n\nFlags:\n${lines.join("\n")}\n`;
}

/** Lines of at most `width` characters, unless one word is longer. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function notesOf({ default: value = "", aliases = [] }: Flag): string {
  const notes = [
    ...(value === "" ? [] : [`default: ${value}`]),
    ...(aliases.length === 0 ? [] : [`also --${aliases.join(", --")}`]),
  ];
  return notes.length === 0 ? "" : ` (${notes.join("; ")})`;
}

// The first lines of a problem on the screen of dev, where there are too few rows for all of them: which object it is about is cut before what is wrong.
import { cutEnd, wrapWords } from "../../tree/display-width.ts";

/** How many lines are seen, and how long they are. */
export interface HeadingSize {
  readonly columns: number;
  readonly rows: number;
}

/** A heading has so many lines, however few rows there are. */
const least = 4;

/** What the API server says before the fields that are wrong: `Foo.example.com "a" is invalid: `. */
// Linear: each part has a limited length.
const invalid = /\b(?<kind>[A-Z]\w{0,62})(?:\.[-.\w]{1,253})? "(?<name>[^"]{0,253})" is invalid: /;

/** A message as lines: whole, without a kind and a name that it has twice, or as its beginning and what is wrong. */
export function headingLines(message: string, { columns, rows }: HeadingSize): readonly string[] {
  const most = Math.max(least, rows);
  const fitting = [message, withoutRepeated(message)]
    .map((words) => wrapWords(words, columns))
    .find((lines) => lines.length <= most);
  if (fitting !== undefined) return fitting;
  const lines = wrapWords(withoutRepeated(message), columns);
  const found = invalid.exec(message);
  if (found === null) return [...lines.slice(0, most - 2), "…", lines.at(-1) ?? ""];
  const fields = wrapWords(`… ${message.slice(found.index + found[0].length)}`, columns);
  const before = Math.max(1, most - fields.length);
  const left = most - before;
  const end = fields
    .slice(0, left)
    .map((line, row) => (row === left - 1 && left < fields.length ? cutEnd(`${line} …`, columns) : line));
  return [...lines.slice(0, before), ...end];
}

function withoutRepeated(message: string): string {
  const { index = 0, groups: { kind = "", name = "" } = {} } = invalid.exec(message) ?? {};
  const before = message.slice(0, index);
  const isRepeated = before.includes(`${kind} `) && (before.includes(`/${name}: `) || before.includes(` ${name}: `));
  return isRepeated ? message.replace(invalid, "") : message;
}

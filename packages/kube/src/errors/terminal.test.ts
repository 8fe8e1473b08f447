// What a terminal gets of foreign strings.
import { expect, test } from "vitest";
import { oneLine, printable, terminalWriter } from "./terminal.ts";

test.each([
  { name: "line feeds and tabs", given: "a\n\tb", want: "a\n\tb" },
  { name: "a carriage return, which overwrites the line", given: "a\rb", want: "a\\u000db" },
  {
    name: "colors and the title of the window",
    given: "\u001b[31m\u001b]0;x\u0007",
    want: "\\u001b[31m\\u001b]0;x\\u0007",
  },
  { name: "the same in one character", given: "\u009b31m\u007f", want: "\\u009b31m\\u007f" },
  {
    name: "embeddings and overrides",
    given: "\u202a\u202b\u202c\u202d\u202e",
    want: "\\u202a\\u202b\\u202c\\u202d\\u202e",
  },
  { name: "isolates", given: "\u2066\u2067\u2068\u2069", want: "\\u2066\\u2067\\u2068\\u2069" },
  { name: "marks", given: "\u200e\u200f\u061c", want: "\\u200e\\u200f\\u061c" },
  {
    // actions/runner looks for them anywhere in a line (ActionCommand.TryParse); those that begin with :: only at its start.
    name: "commands of GitHub's older form",
    given: 'x ##[set-output name=tag;]evil "###[" ## [ #[',
    want: 'x #\\u0023[set-output name=tag;]evil "##\\u0023[" ## [ #[',
  },
  { name: "ends of lines that only some programs obey", given: "a\u2028b\u2029c", want: "a\\u2028b\\u2029c" },
  { name: "other letters", given: "\u05e9\u05dc\u05d5\u05dd \u{1f600}", want: "\u05e9\u05dc\u05d5\u05dd \u{1f600}" },
])("$name", ({ given, want }) => {
  let printed = "";
  terminalWriter({ write: (output) => (printed += output) })(given);
  expect([printable(given), printed]).toEqual([want, want]);
});

test("JSON keeps its meaning", () => {
  const value = { "\u202e": "\u001b\u009b\u007f\n\\", "##[error]": ["###[group]"] };
  expect(JSON.parse(printable(JSON.stringify(value, undefined, 2)))).toEqual(value);
});

test("a string on one line has no end of a line, and nothing that a terminal obeys", () => {
  expect(oneLine("a\n::error::b\r\n\u2028\u2029\u001b[2K\tc")).toBe("a\\n::error::b\\r\\n\\u2028\\u2029\\u001b[2K\tc");
});

// What a terminal gets of foreign strings.
import { expect, test } from "vitest";
import { oneLine, printable, terminalWriter, withoutCommands } from "./terminal.ts";

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
  {
    // The agent of Azure Pipelines looks for `##vso` anywhere in a line (Command.TryParse), TeamCity for `##teamcity[`.
    name: "commands of Azure Pipelines and TeamCity",
    given: "x ##vso[task.setvariable variable=a]b ##VSO[x] ##teamcity[buildStop] ## vso[ ##vso [ ##vso x",
    want: "x #\\u0023vso[task.setvariable variable=a]b #\\u0023VSO[x] #\\u0023teamcity[buildStop] ## vso[ ##vso [ ##vso x",
  },
  {
    name: "sections of GitLab and folds of Travis",
    given: "section_start:1:a[collapsed=true]\r\u001b[0Kb travis_fold:start:a\r",
    want: "section_start:1:a[collapsed=true]\\u000d\\u001b[0Kb travis_fold:start:a\\u000d",
  },
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

test.each([
  { given: ["::stop-commands::x\n", "a\n"], want: "\\u003a:stop-commands::x\na\n" },
  { given: ["a\n \t\u00a0\u3000::error::b"], want: "a\n \t\u00a0\u3000\\u003a:error::b" },
  { given: ["  ", "::a"], want: "  \\u003a:a" },
  { given: [":", ":a"], want: "\\u003a:a" },
  { given: ["a", "::b\n", "::c"], want: "a::b\n\\u003a:c" },
  { given: ["address: ::1\n:a ::b"], want: "address: ::1\n:a ::b" },
])("of a line that begins with ::, the first colon is escaped: $given", ({ given, want }) => {
  let printed = "";
  const print = terminalWriter({ write: (output) => (printed += output) });
  for (const output of given) print(output);
  expect([printed, withoutCommands(given.join(""))]).toEqual([want, want]);
});

test.each([
  { given: ["#", "#vso[a]b"], want: "#\\u0023vso[a]b" },
  { given: ["##vs", "o[a]b"], want: "#\\u0023vso[a]b" },
  { given: ["x ##", "[a]b"], want: "x #\\u0023[a]b" },
  { given: ["#", "#", "#vso[a]b", "\n"], want: "#\\u0023#vso[a]b\n" },
  { given: ["##vso ", "[a]"], want: "##vso [a]" },
  { given: ["a#\n", "#vso[a]"], want: "a#\n#vso[a]" },
])("a command that two strings begin is escaped: $given", ({ given, want }) => {
  let printed = "";
  const print = terminalWriter({ write: (output) => (printed += output) });
  for (const output of given) print(output);
  expect(printed).toBe(want);
});

test("commands of our own stay, without what a terminal obeys", () => {
  let printed = "";
  const print = terminalWriter({ write: (output) => (printed += output) });
  print("::error::\u001b\n", "commands");
  print("::error::b\n");
  expect(printed).toBe("::error::\\u001b\n\\u003a:error::b\n");
});

test.each(["\n", "#", "##a", "\u2028", " ", ":", "\n ", "#a"])("many %j need little time", (piece) => {
  const before = process.threadCpuUsage();
  terminalWriter({ write: () => undefined })(piece.repeat(200_000));
  const { user, system } = process.threadCpuUsage(before);
  expect(user + system).toBeLessThan(1_000_000);
});

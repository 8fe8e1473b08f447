// Errors and code frames in colors: what is painted, that foreign strings stay harmless, and when there are colors.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TemporaryProject } from "../../test/temporary-project.ts";
import type { VerbOutcome } from "../outcome.ts";
import { verbs } from "../verb-table.ts";
import { formatPretty } from "./format-pretty.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
});
afterEach(() => at[Symbol.dispose]());

const escape = "\u001B";

const outcome: VerbOutcome = {
  title: "checking",
  diagnostics: [
    {
      code: "a/b",
      severity: "error",
      message: "wrong",
      help: "correct it",
      position: { file: "a.ts", line: 2, column: 3 },
    },
    { code: "a/c", severity: "warning", message: "not good" },
  ],
  next: "capstan explain a/b",
};

/** The output with the codes of the terminal as the names of their styles. */
function painted(source: string, colors: boolean): string {
  const parts = formatPretty(outcome, () => source, { out: colors, err: colors });
  const names: Readonly<Record<string, string>> = {
    1: "<strong>",
    2: "<quiet>",
    "38;5;160": "<bad>",
    "38;5;133": "<unknown>",
  };
  const [first = "", ...rest] = parts
    .map(({ text }) => text)
    .join("")
    .split(escape);
  const named = rest.map((part) => {
    const end = part.indexOf("m");
    return (names[part.slice(1, end)] ?? "</>") + part.slice(end + 1);
  });
  return [first, ...named].join("");
}

test("the position, the severity with its code, the marks of the frame and the words of help stand out", () => {
  expect(painted("one\ntwo\nthree", true).split("\n")).toEqual([
    "checking",
    "<unknown>warning a/c:</> not good",
    "<strong>a.ts:2:3 </><bad>error a/b:</> wrong",
    "<quiet>  1 |</> one",
    "<bad>> 2 |</> two",
    "<quiet>    |</><bad>   ^</>",
    "<quiet>  3 |</> three",
    "<strong>  help:</> correct it",
    "<bad>1 error, 1 warning</>",
    "<strong>next:</> capstan explain a/b",
    "",
  ]);
});

test("without colors the same lines", () => {
  const source = "one\ntwo\nthree";
  const plain = painted(source, true).replaceAll(/<[a-z/]+>/g, "");
  expect(painted(source, false)).toBe(plain);
});

test("commands of a terminal in a source are shown and not obeyed", () => {
  const parts = formatPretty(outcome, () => "one\n\u001B[2Jtwo\n", { out: true, err: true });
  const text = parts.map((part) => part.text).join("");
  expect(text).toContain("\\u001b[2Jtwo");
  expect(text).not.toContain("\u001B[2J");
});

test.each([
  ["doctor", 'export default { nme: "foo" };\n'],
  ["bundle", "export default {\n"],
])("%s shows its errors in colors", async (verb, config) => {
  at.write({ "package.json": { name: "foo" }, "capstan.config.ts": config });
  const { text } = await at.capstan([verb], { colors: true });
  expect(text).toContain(`${escape}[38;5;160merror `);
  expect(stripVTControlCharacters(text)).toBe((await at.capstan([verb])).text);
});

test.each(Object.keys(verbs))("a mistake on the command line of %s is in colors", async (verb) => {
  const { code, text } = await at.capstan([verb, "--frob"], { colors: true });
  expect(code).toBe(2);
  expect(text).toContain(`${escape}[38;5;160merror cli/usage:`);
  expect(stripVTControlCharacters(text)).toBe((await at.capstan([verb, "--frob"])).text);
});

const main = fileURLToPath(new URL("../main.ts", import.meta.url));

test.each([
  [{}, false],
  [{ FORCE_COLOR: "1" }, true],
  [{ FORCE_COLOR: "1", NO_COLOR: "" }, true],
  [{ NO_COLOR: "1" }, false],
])("in a pipe with %j", (env, want) => {
  const { FORCE_COLOR: _, NO_COLOR: __, ...inherited } = process.env;
  const args = ["--conditions=@capstan/source", main, "explain", "cli/usag"];
  const { stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env: { ...inherited, ...env } });
  expect(stderr.includes("\u001B[38;5;160merror cli/unknown-code:")).toBe(want);
});

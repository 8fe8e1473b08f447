// The output of several programs: whole lines with the name before them, also where it comes in parts.
import { expect, test } from "vitest";
import { NamedOutput, withName, withNameInLog } from "./named-output.ts";

function printed(name: string, ...parts: readonly string[]): readonly string[] {
  const all: string[] = [];
  const output = new NamedOutput(name, (text) => all.push(text));
  for (const part of parts) output.write(part);
  output.end();
  output.end();
  return all;
}

test("the output of the only program is printed as it comes", () => {
  expect(printed("", "a", "b\nc")).toEqual(["a", "b\nc"]);
});

test("lines of one among several are printed when they are whole, and the last one at the end", () => {
  expect(printed("hooks", "a", "b\nc\nd", "e")).toEqual(["ab\nc\n", "de\n"]);
  expect(printed("hooks", "a\n")).toEqual(["a\n"]);
});

test("the name is before each line that is not empty", () => {
  expect(withName("hooks", "a\n\n  b\n")).toBe("hooks: a\n\nhooks:   b\n");
  expect(withName("a$&", "b")).toBe("a$&: b");
  expect(withName("", "a\n")).toBe("a\n");
});

test("for a reader of logs, the name is in the message", () => {
  const line = '{"level":"info","msg":"ready","logger":"a"}';
  expect(withNameInLog("hooks", `${line}\nplain\n`)).toBe(
    '{"level":"info","msg":"hooks: ready","logger":"a"}\nhooks: plain\n',
  );
  expect(withNameInLog("", line)).toBe(line);
});

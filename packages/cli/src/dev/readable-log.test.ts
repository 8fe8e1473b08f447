// How log lines of a manager are shown in a terminal.
import { expect, test } from "vitest";
import { readableLog } from "./readable-log.ts";

const line = (fields: object): string => JSON.stringify({ level: "info", ts: "2026-01-01T10:00:04.092Z", ...fields });

test.each([
  ["a line", line({ logger: "acme", msg: "Stopped" }), "10:00:04 info   Stopped  logger=acme"],
  [
    "fields of every kind",
    line({ msg: "a b", name: "x y", empty: "", n: 1, object: { a: 1 } }),
    '10:00:04 info   a b  name="x y"  empty=""  n=1  object={"a":1}',
  ],
  [
    "a stack on lines of its own",
    line({ level: "error", msg: "a", stack: "Error: b\n    at c" }),
    "10:00:04 error  a\nError: b\n    at c",
  ],
  ["no stack of what is expected", line({ msg: "a", stack: "Error: b\n    at c" }), "10:00:04 info   a"],
  [
    "a stack without places in Capstan's packages",
    line({
      level: "warn",
      msg: "a",
      stack: "Error: b\n    at c (/a/node_modules/@capstan/kit/dist/d.js:1:2)\n    at e",
    }),
    "10:00:04 warn   a\nError: b\n    at e",
  ],
  ["another time", JSON.stringify({ level: "error", ts: "now", msg: "a" }), "now error  a"],
  ["no time", JSON.stringify({ level: "error", msg: "a" }), "error  a"],
  ["other output", "listening\n{ not JSON\n[1]\n", "listening\n{ not JSON\n[1]\n"],
  ["JSON that is not a log line", '{"msg":"a"}\n{"level":30,"msg":"a"}', '{"msg":"a"}\n{"level":30,"msg":"a"}'],
  ["several lines", `${line({ msg: "a" })}\nb\n`, "10:00:04 info   a\nb\n"],
])("%s", (_, output, want) => {
  expect(readableLog(output)).toBe(want);
});

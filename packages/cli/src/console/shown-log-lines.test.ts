// What a project prints, as lines for people with their level.
import { expect, test } from "vitest";
import { shownLogLines } from "./session-source.ts";

const ts = "2026-01-01T10:00:04.092Z";
const at = Date.parse(ts);

test.each([
  { name: "other output", printed: "listening", want: [{ time: 7, level: "info", text: "listening" }] },
  {
    name: "a line of a controller",
    printed: {
      level: "warn",
      ts,
      msg: "Retrying",
      controller: "foo",
      controllerKind: "Foo",
      Foo: { namespace: "default", name: "a" },
      namespace: "default",
      name: "a",
      reconcileID: "1",
      tries: 3,
    },
    want: [{ time: at, level: "warn", text: "Retrying  Foo default/a  tries=3" }],
  },
  {
    name: "an error with its stack",
    printed: { level: "error", ts, msg: "Stopping", error: "no zone", stack: "Error: no zone\n    at a.ts:1" },
    want: [
      { time: at, level: "error", text: 'Stopping  error="no zone"' },
      { time: at, level: "error", text: "Error: no zone", goesOn: true },
      { time: at, level: "error", text: "    at a.ts:1", goesOn: true },
    ],
  },
  { name: "an unknown level", printed: { level: "trace", msg: "a" }, want: [{ time: 7, level: "info", text: "a" }] },
])("$name", ({ printed, want }) => {
  expect(shownLogLines(typeof printed === "string" ? printed : JSON.stringify(printed), 7)).toEqual(want);
});

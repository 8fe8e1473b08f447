// What a reader of tapes rejects, with the line and what to do.
import { expect, test } from "vitest";
import { readTape } from "./read-tape.ts";

const header =
  '{"capstanTape":2,"extension":"quota","clusterApi":">=1.12","at":"2026-01-02T03:04:05.000Z","key":"AAAA","secretVariables":["joinKey"]}';
const call =
  '{"hook":"DiscoverVariables","apiVersion":"hooks.runtime.cluster.x-k8s.io/v1alpha1","handler":"v1","at":"","request":{},"response":{"status":"Success"}}';

test("a tape has its header and its calls", () => {
  const { header: read, calls } = readTape({ file: "a.tape", text: `${header}\n${call}\n${call}\n` });
  expect([read, calls]).toEqual([JSON.parse(header), [JSON.parse(call), JSON.parse(call)]]);
});

test.each([
  { name: "an empty file", text: " \n", problem: "it is empty" },
  { name: "no tape", text: "a: 1\n", problem: "its first line is not the header of a tape" },
  { name: "other JSON", text: '{"kind":"List"}\n', problem: "its first line is not the header of a tape" },
  {
    name: "another format",
    text: `${header.replace("2,", "7,")}\n${call}\n`,
    problem: "its format is 7, and this release reads 2",
  },
  {
    name: "the format before digests",
    text: `${header.replace("2,", "1,")}\n${call}\n`,
    problem: "its format is 1, and this release reads 2",
  },
  {
    name: "a header without its key",
    text: `${header.replace("AAAA", "")}\n${call}\n`,
    problem: "its header has no key",
  },
  { name: "a header alone", text: `${header}\n`, problem: "it has no call" },
  { name: "half a header", text: header.slice(0, 40), problem: "its first line is not the header of a tape" },
  { name: "half a line", text: `${header}\n${call}\n${call.slice(0, 40)}`, problem: "line 3 is not whole" },
  { name: "a whole line without its end", text: `${header}\n${call}`, problem: "line 2 is not whole" },
  { name: "a broken line", text: `${header}\n${call}\n\n${call}\n`, problem: "line 3 is not JSON: " },
  { name: "a list", text: `${header}\n[]\n`, problem: "line 2 is not an object" },
  { name: "no handler", text: `${header}\n${call.replace("handler", "x")}\n`, problem: "line 2 has no handler" },
  { name: "no request", text: `${header}\n${call.replace("request", "x")}\n`, problem: "line 2 has no request" },
  { name: "no status", text: `${header}\n${call.replace("status", "x")}\n`, problem: "line 2 has no response" },
  {
    name: "a strange Cluster",
    text: `${header}\n${call.replace('"at":""', '"at":"","cluster":7')}\n`,
    problem: "line 2 has a cluster that is not an object",
  },
  {
    name: "a message that is a number",
    text: `${header}\n${call.replace('"Success"', '"Failure","message":5')}\n`,
    problem: "line 2 has a message that is not a string",
  },
  ...['{"items":"x"}', '{"items":[null]}', '{"items":null}'].flatMap((body) =>
    ['"request":{}', '"response":{"status":"Success"}'].map((side) => ({
      name: `${side} with ${body}`,
      text: `${header}\n${call.replace(side, `${side.slice(0, -1)}${side.endsWith("{}") ? "" : ","}${body.slice(1)}`)}\n`,
      problem: "line 2 has items that are not a list of objects",
    })),
  ),
])("$name is no tape", ({ text, problem }) => {
  expect(() => readTape({ file: "a.tape", text })).toThrow(`the tape a.tape cannot be read: ${problem}`);
});

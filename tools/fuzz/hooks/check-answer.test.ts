// What counts as wrong in an answer, and how answers are found in what a server sent.
import { expect, test } from "vitest";
import { answerProblems, answersIn } from "./check-answer.ts";

const body = (more: object): string => JSON.stringify({ kind: "FooResponse", status: "Success", ...more });

test.each<{ name: string; status?: number; given: string; want: readonly string[] }>([
  { name: "a success", given: body({ retryAfterSeconds: 5, message: "not yet" }), want: [] },
  { name: "a failure", given: body({ status: "Failure", message: "no" }), want: [] },
  { name: "another status", status: 404, given: "not found", want: [] },
  { name: "500", status: 500, given: "broken", want: ["the status is 500"] },
  { name: "no JSON", given: "{", want: ["the answer is not an object: {"] },
  { name: "no status", given: body({ status: "" }), want: ["the status of the answer is "] },
  { name: "no kind", given: body({ kind: "Foo" }), want: ["the kind of the answer is Foo"] },
  { name: "a long message", given: body({ message: "x".repeat(1_025) }), want: ["its message is too long"] },
  { name: "a delay below zero", given: body({ retryAfterSeconds: -1 }), want: ["its delay is -1"] },
  { name: "a delay that is too long", given: body({ retryAfterSeconds: 2 ** 31 }), want: ["its delay is 2147483648"] },
  {
    name: "a stack",
    status: 400,
    given: "TypeError\n    at x (/srv/a.js:1:2)",
    want: ["the answer has a place in code: TypeError\n    at x (/srv/a.js:1:2)"],
  },
])("$name", ({ status = 200, given, want }) => {
  expect(answerProblems({ status, body: given })).toEqual(want);
});

test("several answers of one connection are read one by one, and what is cut is not one", () => {
  const one = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
  const last = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n";
  expect(answersIn(`HTTP/1.1 100 Continue\r\n\r\n${one}${one}${last}`).map(({ status }) => status)).toEqual([
    100, 200, 200, 400,
  ]);
  expect(answersIn("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}")).toEqual([]);
});

// When watches that end and bring nothing are replaced by a list.
import { expect, test } from "vitest";
import { ApiError } from "../api-error.ts";
import { StuckWatch } from "./stuck-watch.ts";

const answer = (code: number): ApiError =>
  new ApiError({
    doing: "watch Foo",
    status: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code },
  });

const states = (errors: readonly unknown[]): readonly boolean[][] => {
  const stuck = new StuckWatch();
  return errors.map((error) => {
    stuck.ended(error);
    return [stuck.needsList, stuck.needsPlainList];
  });
};

test("the third end in a row needs a list, and the fourth one that is not sent as a watch", () => {
  expect(states([undefined, answer(500), new Error("closed"), undefined])).toEqual([
    [false, false],
    [false, false],
    [true, false],
    [true, true],
  ]);
});

test("a server that has no time is not listed", () => {
  expect(states([answer(429), answer(503), answer(429), answer(503)]).flat()).not.toContain(true);
});

test("an event, a bookmark or a list begins the count again", () => {
  const stuck = new StuckWatch();
  for (let ends = 0; ends < 4; ends += 1) stuck.ended();
  stuck.reset();
  expect([stuck.needsList, stuck.needsPlainList]).toEqual([false, false]);
});

// Where dev shows a screen: a person's terminal that can draw.
import { expect, test } from "vitest";
import { wantsScreen } from "./dev-view.ts";

const person = { interactive: true, plain: false, env: { TERM: "xterm-256color" } };

test.each([
  ["a terminal", person, true],
  ["a terminal without a word about CI", { ...person, env: { TERM: "screen", CI: "" } }, true],
  ["output into a file", { ...person, interactive: false }, false],
  ["--plain", { ...person, plain: true }, false],
  ["a terminal that only prints", { ...person, env: { TERM: "dumb" } }, false],
  ["no TERM", { ...person, env: {} }, false],
  ["CI", { ...person, env: { TERM: "xterm", CI: "true" } }, false],
])("%s", (_, choice, isScreen) => {
  expect(wantsScreen(choice)).toBe(isScreen);
});

// What is read from the files that users get has the form that the measurements pass on.
import { expect, test } from "vitest";
import { bundleVariables, imageFlags } from "./container.ts";

test("the flags of the image are Node's, without the program", () => {
  expect(imageFlags()).toEqual([expect.stringMatching(/^--initial-old-space-size=\d+$/)]);
});

test("the variables of the container limit the heap", () => {
  expect(bundleVariables()).toEqual({
    NODE_OPTIONS: expect.stringMatching(/^--max-old-space-size=\d+ --max-semi-space-size=\d+$/),
  });
});

// Flags set in command lines.
import { expect, test } from "vitest";
import { setFlag } from "./flags.ts";

const cases = [
  { given: [], want: ["--port=1"] },
  { given: ["--other=2"], want: ["--other=2", "--port=1"] },
  { given: ["--port=9", "--other"], want: ["--other", "--port=1"] },
  { given: ["-port=9"], want: ["--port=1"] },
  { given: ["--port", "9", "--other"], want: ["--other", "--port=1"] },
  { given: ["--port", "--other"], want: ["--other", "--port=1"] },
  { given: ["--ports=9"], want: ["--ports=9", "--port=1"] },
  { given: ["serve", "--port"], want: ["serve", "--port=1"] },
];
for (const { given, want } of cases) {
  test(`${JSON.stringify(given)} with --port=1`, () => expect(setFlag(given, "--port=1")).toEqual(want));
}

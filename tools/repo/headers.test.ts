// Heads of modules: which pass.
import { expect, test } from "vitest";
import { headerProblem } from "./headers.ts";

test.each([
  { text: "// What it does.\nimport x;", want: undefined },
  { text: "#!/usr/bin/env node\n// What it does.\n", want: undefined },
  { text: "import x;\n// late", want: "does not open with a comment that says what it is for" },
  { text: "\n// late", want: "does not open with a comment that says what it is for" },
  { text: "//\n".repeat(7), want: "opens with 7 lines of comment; six are enough" },
])("$text", ({ text, want }) => {
  expect(headerProblem(text)).toBe(want);
});

// What a runner of GitHub could take as a command in the output of an outcome, in every format.
import { terminalWriter } from "@capstan/kube";
import { expect, test } from "vitest";
import type { VerbOutcome } from "../outcome.ts";
import { outputFormats, printOutcome } from "./print-outcome.ts";

const foreign = "::stop-commands::x";

const outcome: VerbOutcome = {
  title: foreign,
  diagnostics: [{ code: "a/b", severity: "error", message: foreign, help: `a\n  ${foreign}` }],
  check: true,
  changes: [
    { path: `a\n${foreign}`, change: "updated", diff: `@@ line 1 @@\n    ${foreign}\n-   a\n+   b\n  \t${foreign}` },
  ],
  body: `a\n${foreign}\n  ${foreign}`,
  next: `a\n${foreign}`,
};

test.each(outputFormats)("%s: only annotations of our own begin with ::", (format) => {
  let printed = "";
  const print = terminalWriter({ write: (output) => (printed += output) });
  const { signal } = new AbortController();
  printOutcome(outcome, format, { cwd: "/", env: {}, interactive: false, signal, out: print, err: print });
  const commands = printed.split("\n").filter((line) => line.trimStart().startsWith("::"));
  expect(commands.map((line) => line.split(" ")[0])).toEqual(format === "github" ? ["::error", "::error"] : []);
  expect(printed).toContain("stop-commands::x");
});

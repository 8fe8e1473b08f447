// What can go wrong with programs of this computer, as a table that `capstan explain` also reads.
import type { DiagnosticRule } from "@capstan/kube";

/** The errors of this folder by code. */
export const hostErrors: Readonly<Record<"testenv/not-started", DiagnosticRule>> = {
  "testenv/not-started": {
    severity: "error",
    message: "cannot start {name} ({command}): {reason}",
    hint: "check that the file exists and is executable",
    explain: "The operating system refused to run the program; the reason is its own.",
  },
};

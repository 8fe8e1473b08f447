// The error a build fails with: what the command prints, cut to a length for logs of builds, and the position in the form that vite links.
import { hasErrors, terminalWriter } from "@capstan/kube";
import type { VerbOutcome } from "../outcome.ts";
import { printOutcome } from "../output/print-outcome.ts";

/** How much of a difference is shown. */
const mostLines = 40;

/** The error; vite and its overlay read `id` and `loc`. */
export class BuildProblem extends Error {
  override readonly name: string = "BuildProblem";
  readonly plugin: string = "capstan";
  declare readonly id?: string;
  declare readonly loc?: { readonly file: string; readonly line: number; readonly column: number };

  constructor(outcome: VerbOutcome, cwd: string) {
    super(textOf(outcome, cwd));
    // The stack inside the command does not help the reader of a build's log.
    this.stack = `${this.name}: ${this.message}`;
    const position = outcome.diagnostics.find(({ severity, position: at }) => severity === "error" && at)?.position;
    if (position === undefined) return;
    const { file, line, column = 1 } = position;
    this.id = file;
    if (line !== undefined) this.loc = { file, line, column };
  }
}

/** The problem of an outcome, if it has one. */
export function problemOf(outcome: VerbOutcome, cwd: string): BuildProblem | undefined {
  const { diagnostics, changes = [], check = false } = outcome;
  return hasErrors(diagnostics) || (check && changes.length > 0) ? new BuildProblem(outcome, cwd) : undefined;
}

function textOf(outcome: VerbOutcome, cwd: string): string {
  const { next, ...rest } = outcome;
  const failed = hasErrors(outcome.diagnostics);
  const command = next === undefined || failed ? undefined : `npx ${next}`;
  const told = {
    ...rest,
    title: failed ? "the API has errors, and nothing was generated" : "generated files are stale",
  };
  const lines = printed(told, cwd).split("\n");
  const shown =
    lines.length > mostLines ? [...lines.slice(0, mostLines), `... ${lines.length - mostLines} more lines`] : lines;
  return [...shown, ...(command === undefined ? [] : [`run: ${command}, and commit what it writes`])].join("\n");
}

function printed(outcome: VerbOutcome, cwd: string): string {
  let text = "";
  // The build prints it: a source may have what a terminal obeys.
  const out = terminalWriter({ write: (more) => (text += more) });
  printOutcome(outcome, "pretty", {
    cwd,
    env: {},
    interactive: false,
    signal: new AbortController().signal,
    out,
    err: out,
  });
  return text.trimEnd();
}

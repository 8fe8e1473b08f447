// Prints an outcome in the chosen format and says the exit code. Machine formats go to standard output whole, people's errors too:
// a pipe gets either all or nothing.
import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { exitCodeOf, type Outcome } from "../outcome.ts";
import type { Terminal } from "../terminal.ts";
import { formatGithub, formatJson, formatSarif } from "./format-machine.ts";
import { formatPretty } from "./format-pretty.ts";

/** The values of `--format`. */
export const formats = ["pretty", "json", "sarif", "github"] as const;

/** A value of `--format`. */
export type Format = (typeof formats)[number];

/** GitHub's annotations inside GitHub's workflows, text for people elsewhere. */
export function defaultFormat(env: Terminal["env"]): Format {
  return env["GITHUB_ACTIONS"] === "true" ? "github" : "pretty";
}

/** Prints and returns the exit code. */
export function printOutcome(outcome: Outcome, format: Format, terminal: Terminal): number {
  const shown = {
    ...outcome,
    diagnostics: outcome.diagnostics.map((each) =>
      each.position === undefined
        ? each
        : { ...each, position: { ...each.position, file: shownPath(each.position.file, terminal.cwd) } },
    ),
  };
  const printers: Readonly<Record<Format, () => string>> = {
    pretty: () => formatPretty(shown, (file) => readSource(resolve(terminal.cwd, file))),
    json: () => formatJson(shown),
    sarif: () => formatSarif(shown),
    github: () => formatGithub(shown),
  };
  terminal.out(printers[format]());
  return exitCodeOf(outcome);
}

/** Relative to where the user is, when that is shorter. */
function shownPath(file: string, cwd: string): string {
  const near = relative(cwd, resolve(cwd, file));
  return near === "" || near.startsWith("..") ? file : near.replaceAll("\\", "/");
}

function readSource(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

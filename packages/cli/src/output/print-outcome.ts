// The terminal, and how an outcome is printed on it in the chosen format. Documents for machines go whole to standard output.
import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { Diagnostic } from "@capstan/kube";
import { isInside } from "@capstan/generator-model/files";
import { exitCodeOf, type VerbOutcome } from "../outcome.ts";
import { formatGithub, formatJson, formatSarif } from "./format-machine.ts";
import { formatPretty, shownDiagnostic, type PrettyPart, type StreamColors } from "./format-pretty.ts";

/** Where a verb runs, where it prints and when it must stop; tests pass a recording one. */
export interface Terminal {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a person reads the output. */
  readonly interactive: boolean;
  /** Whether standard output shows colors: it is a terminal that does, and NO_COLOR and FORCE_COLOR do not say otherwise. */
  readonly colors?: boolean;
  /** The same of standard error. */
  readonly errColors?: boolean;
  /** Whether standard error is a terminal, where a line can be replaced. */
  readonly errInteractive?: boolean;
  /** The size of standard output now, when it is a terminal. */
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  /** Both sides of a terminal, for a verb that draws and reads keys; absent where one of them is none. */
  readonly screen?: { readonly input: NodeJS.ReadStream; readonly output: NodeJS.WriteStream } | undefined;
  /** Aborts on Ctrl-C, SIGTERM and SIGHUP. They end a verb that does not read this, even while it computes. */
  readonly signal: AbortSignal;
  /**
   * Lines that begin with `::` are printed as they are only when the text holds commands of GitHub's runner. A view is printed as it is: whole lines, from which the
   * caller has taken all foreign commands.
   */
  out(text: string, holds?: "commands" | "view"): void;
  err(text: string, holds?: "commands" | "view"): void;
  /** While a reader does not take what was printed: a promise that resolves when it has. Otherwise undefined. */
  readonly unread?: () => Promise<void> | undefined;
}

function colorsOf({ colors = false, errColors = false }: Terminal): StreamColors {
  return { out: colors, err: errColors };
}

/** The width that text is wrapped to. */
export function columnsOf({ columns }: Pick<Terminal, "columns">): number {
  return columns ?? 80;
}

/** The values of `--format`. */
export const outputFormats = ["pretty", "json", "sarif", "github"] as const;

/** A value of `--format`. */
export type Format = (typeof outputFormats)[number];

/** GitHub's annotations inside GitHub's workflows, output for people elsewhere. */
export function defaultFormat(env: Terminal["env"]): Format {
  return env["GITHUB_ACTIONS"] === "true" ? "github" : "pretty";
}

/** The format of that name, or the default. */
export function formatNamed(name: unknown, env: Terminal["env"]): Format {
  return outputFormats.find((each) => each === name) ?? defaultFormat(env);
}

/** Prints and returns the exit code. */
export function printOutcome(outcome: VerbOutcome, format: Format, terminal: Terminal): number {
  const shown = {
    ...outcome,
    diagnostics: outcome.diagnostics.map((each) => nearPath(each, terminal.cwd)),
  };
  const whole = (text: string): readonly PrettyPart[] => [{ stream: "out", text }];
  const printers: Readonly<Record<Format, () => readonly PrettyPart[]>> = {
    pretty: () => formatPretty(shown, (file) => readSource(resolve(terminal.cwd, file)), colorsOf(terminal)),
    json: () => whole(formatJson(shown)),
    sarif: () => whole(formatSarif(shown)),
    github: () => [{ stream: "out", text: formatGithub(shown), holds: "commands" }],
  };
  for (const { stream, text, holds } of printers[format]()) terminal[stream](text, holds);
  return exitCodeOf(outcome);
}

/** Prints one diagnostic for people, between other output. */
export function printDiagnostic(
  diagnostic: Diagnostic,
  { cwd, out, colors = false }: Pick<Terminal, "cwd" | "out" | "colors">,
): void {
  const lines = shownDiagnostic(nearPath(diagnostic, cwd), (file) => readSource(resolve(cwd, file)), colors);
  out(`${lines}\n`, ...(colors ? (["view"] as const) : []));
}

function nearPath(diagnostic: Diagnostic, cwd: string): Diagnostic {
  const { position } = diagnostic;
  if (position === undefined) return diagnostic;
  return { ...diagnostic, position: { ...position, file: shownPath(position.file, cwd) } };
}

/** Relative to the current folder, for files below it. */
function shownPath(file: string, cwd: string): string {
  const near = relative(cwd, resolve(cwd, file));
  return near === "" || !isInside(near) ? file : near.replaceAll("\\", "/");
}

function readSource(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

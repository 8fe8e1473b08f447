// The command line: from arguments to a verb, and from its outcome to an exit code.
import { Command, CommanderError, Option } from "commander";
import { diagnose, didYouMean, isCapstanError, nearestOf, oneLine, type Diagnostic } from "@capstan/kube";
import { cliDiagnostics } from "./cli-errors.ts";
import { diagnosticOf } from "./diagnostic-of.ts";
import { exitCodes, withNext } from "./outcome.ts";
import {
  columnsOf,
  defaultFormat,
  formatNamed,
  outputFormats,
  printOutcome,
  type Terminal,
} from "./output/print-outcome.ts";
import { thrownProblem } from "./project/module-problem.ts";
import { loadedProjects } from "./project/typescript-hooks.ts";
import { verbs, type Verb } from "./verb-table.ts";
import { VerbArguments } from "./verb.ts";

/** The command that runs. */
export interface RunningCommand {
  readonly version: string;
  /** Called with the verb that a command line is, and what it is given, before anything of the verb is loaded. */
  readonly starts?: (verb: Verb, given: VerbArguments) => void;
}

/** Runs a command line, prints its outcome and returns the exit code. */
export async function runCommandLine(
  argv: readonly string[],
  terminal: Terminal,
  { version, starts = () => undefined }: RunningCommand,
): Promise<number> {
  let exitCode: number = exitCodes.ok;
  const program = new Command("capstan")
    .description("The TypeScript SDK for Kubernetes Cluster API")
    .version(version, "-v, --version", "show the version")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: () => undefined,
      getOutHelpWidth: () => columnsOf(terminal),
    })
    // `bundle --version` is the version of the release, not of the command.
    .enablePositionalOptions()
    .helpCommand("help [command]", "show the help of a command");
  for (const [name, verb] of Object.entries(verbs)) {
    addVerb(program, name, { verb, terminal, starts, exit: (code) => (exitCode = code) });
  }
  try {
    await program.parseAsync([...argv], { from: "user" });
    return exitCode;
  } catch (caught) {
    return failed(caught, argv, terminal);
  }
}

interface Running {
  readonly verb: Verb;
  readonly terminal: Terminal;
  readonly starts: (verb: Verb, given: VerbArguments) => void;
  readonly exit: (code: number) => void;
}

function addVerb(program: Command, name: string, { verb, terminal, starts, exit }: Running): void {
  const command = program.command(name).description(verb.summary);
  const names = (verb.args ?? []).map(([arg, text]) => {
    command.argument(arg, text);
    return arg.replace(/[^a-z]/g, "");
  });
  for (const [flags, text] of verb.options ?? []) command.option(flags, text);
  command.addOption(
    new Option("--format <format>", "the format of the output")
      .choices([...outputFormats])
      .default(defaultFormat(terminal.env)),
  );
  command.action(async (...values: unknown[]) => {
    const args = Object.fromEntries(names.map((arg, i) => [arg, values[i]]));
    const options = command.opts<Readonly<Record<string, unknown>>>();
    const format = formatNamed(options["format"], terminal.env);
    const given = new VerbArguments({ ...options, ...args }, format);
    starts(verb, given);
    const { run } = await verb.load();
    const outcome = await run(given, terminal);
    exit(printOutcome(withNext(outcome), format, terminal));
  });
}

/** `--help` and `--version` also end in an exception of commander; its other exceptions are mistakes on the command line. */
function failed(caught: unknown, argv: readonly string[], terminal: Terminal): number {
  if (caught instanceof CommanderError && caught.exitCode === 0) return exitCodes.ok;
  return report(
    caught instanceof CommanderError ? usageDiagnostic(caught, argv) : thrownDiagnostic(caught),
    argv,
    terminal,
  );
}

/** What the code of the project throws, in a getter of the configuration for example, is no bug of Capstan. */
function thrownDiagnostic(caught: unknown): Diagnostic {
  const isOfProject = caught instanceof Error && !isCapstanError(caught);
  return (isOfProject ? thrownProblem(caught, loadedProjects()) : undefined) ?? diagnosticOf(caught);
}

/** Reports that the process ends while a verb still runs: a module of the project called process.exit(), or never finished loading. */
export function reportUnfinished(argv: readonly string[], terminal: Terminal): number {
  return report(diagnose(cliDiagnostics, "cli/unfinished"), argv, terminal);
}

/** Reports that there is no current folder. */
export function reportNoFolder(argv: readonly string[], terminal: Terminal): number {
  return report(diagnose(cliDiagnostics, "cli/no-folder"), argv, terminal);
}

/** Reports an error that nothing caught, for example in a callback of the configuration. */
export function reportUncaught(error: Error, argv: readonly string[], terminal: Terminal): number {
  return report(thrownDiagnostic(error), argv, terminal);
}

function report(diagnostic: Diagnostic, argv: readonly string[], terminal: Terminal): number {
  const given = argv
    .find((arg, i) => argv[i - 1] === "--format" || arg.startsWith("--format="))
    ?.replace("--format=", "");
  const title = `capstan ${argv.join(" ")}`.trimEnd();
  const [verb = ""] = argv;
  const help = Object.hasOwn(verbs, verb) ? `capstan ${verb} --help` : "capstan --help";
  const outcome = withNext({ title, diagnostics: [diagnostic] }, help);
  return printOutcome(outcome, formatNamed(given, terminal.env), terminal);
}

/** A mistake that commander found, as a diagnostic. */
function usageDiagnostic({ code, message }: CommanderError, [first, named]: readonly string[]): Diagnostic {
  const names = Object.keys(verbs);
  const unnamed =
    first === "help" && named !== undefined
      ? `unknown command '${oneLine(named)}'${nearCommand(named)}`
      : `name a command: ${names.join(", ")}`;
  const problem = message
    .replace(/^error: /, "")
    .replace(/\n/g, " ")
    .replace(/\.$/, "");
  // Commander does not know by which other names people look for a command.
  const unknown =
    code === "commander.unknownCommand" ? problem.slice(problem.indexOf("'") + 1, problem.lastIndexOf("'")) : undefined;
  const known = unknown === undefined ? reworded(problem) : `unknown command '${unknown}'${nearCommand(unknown)}`;
  // Commander then only shows its help.
  const values = { problem: problem === "(outputHelp)" ? unnamed : known };
  return diagnose(cliDiagnostics, "cli/usage", { values });
}

/** Commands by the whole words that they abbreviate. */
const longNames: ReadonlyMap<string, string> = new Map([["develop", "dev"]]);

/** The command that was meant, or all of them. */
function nearCommand(named: string): string {
  const names = Object.keys(verbs);
  const near = nearestOf(named, [...names, "help", ...longNames.keys()]);
  return didYouMean(near && (longNames.get(near) ?? near)) || `: the commands are ${names.join(", ")}`;
}

/** Commander's suggestion at the end, as ours. */
function reworded(problem: string): string {
  const [, before, names] = /^((?:(?! \(Did you mean ).)*) \(Did you mean (?:one of )?(.*)\?\)$/.exec(problem) ?? [];
  if (before !== undefined && names !== undefined) return before + didYouMean(...names.split(", "));
  return problem;
}

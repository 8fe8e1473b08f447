// The command line as a table of verbs. Each verb's module is loaded when it runs, so that `--help` answers at once.
import { Command, CommanderError, Option } from "commander";
import { CapstanError, diagnose, type Diagnostic } from "@capstan/kube";
import { cliDiagnostics } from "./cli-errors.ts";
import { diagnosticOf } from "./diagnostic-of.ts";
import { exitCodes, withNext, type Outcome } from "./outcome.ts";
import { defaultFormat, formats, printOutcome, type Format } from "./output/print-outcome.ts";
import type { Terminal } from "./terminal.ts";

/** What commander hands to a verb: its arguments by name, then its options. */
export type Values = Readonly<Record<string, unknown>>;

/** The body of a verb, in a module of its own. */
export type RunVerb = (values: Values, terminal: Terminal) => Promise<Outcome>;

interface Verb {
  readonly summary: string;
  /** As commander writes them: `<required>`, `[optional]`, `[many...]`. */
  readonly args?: readonly (readonly [string, string])[];
  readonly options?: readonly (readonly [string, string])[];
  readonly load: () => Promise<{ readonly run: RunVerb }>;
}

const verbs: Readonly<Record<string, Verb>> = {
  generate: {
    summary: "make CRDs, conversions, OpenAPI and catalog from a project's types",
    args: [["[paths...]", "projects, and files inside of projects; without any, the project here"]],
    options: [
      ["--check", "write nothing; exit 3 when a generated file is not what the sources say"],
      ["--watch", "stay and generate again on every change"],
    ],
    load: () => import("./verbs/generate.ts"),
  },
  import: {
    summary: "turn CRDs and OpenAPI documents of hooks into annotated TypeScript",
    args: [
      [
        "<files...>",
        "YAML files with CustomResourceDefinitions, OpenAPI 3.0 documents of Runtime Hooks (YAML or JSON)",
      ],
    ],
    options: [["--out <folder>", "where the TypeScript goes (default: where the API is, src/api)"]],
    load: () => import("./verbs/import.ts"),
  },
  bundle: {
    summary: "make the files of a release for clusterctl",
    options: [
      ["--version <version>", "the version with its v (default: v and the version in package.json)"],
      ["--out <folder>", "where the files go (default: out, or the local repository that the configuration names)"],
      ["--contract <contract>", "release for one contract only: v1beta1 or v1beta2"],
      ["--local <folder>", "write into a local repository for clusterctl instead: <folder>/<type>-<name>/<version>/"],
    ],
    load: () => import("./verbs/bundle.ts"),
  },
  dev: {
    summary: "run the project on a control plane of its own, and again on every change",
    options: [["--once", "stop as soon as it is ready"]],
    load: () => import("./verbs/dev.ts"),
  },
  explain: {
    summary: "say what a code means and how to mend it",
    args: [["[code]", "for example crd/unknown-tag; without one, all codes are listed"]],
    load: () => import("./verbs/explain.ts"),
  },
  doctor: { summary: "look for what is wrong with the project's set-up", load: () => import("./verbs/doctor.ts") },
};

/** Runs a command line and returns the exit code; prints everything it has to say. */
export async function runCommandLine(argv: readonly string[], terminal: Terminal, version: string): Promise<number> {
  let exitCode: number = exitCodes.ok;
  const program = new Command("capstan")
    .description("The TypeScript SDK for Kubernetes Cluster API")
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.out(text), writeErr: () => undefined })
    // `bundle --version` is the release's version, not ours.
    .enablePositionalOptions()
    .helpCommand(false);
  for (const [name, verb] of Object.entries(verbs)) {
    addVerb(program, name, { verb, terminal, exit: (code) => (exitCode = code) });
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
  readonly exit: (code: number) => void;
}

function addVerb(program: Command, name: string, { verb, terminal, exit }: Running): void {
  const command = program.command(name).description(verb.summary);
  const names = (verb.args ?? []).map(([arg, text]) => {
    command.argument(arg, text);
    return arg.replace(/[^a-z]/g, "");
  });
  for (const [flags, text] of verb.options ?? []) command.option(flags, text);
  command.addOption(
    new Option("--format <format>", "how results are printed")
      .choices([...formats])
      .default(defaultFormat(terminal.env)),
  );
  command.action(async (...given: unknown[]) => {
    const args = Object.fromEntries(names.map((arg, i) => [arg, given[i]]));
    const options = command.opts<Values>();
    const { run } = await verb.load();
    const outcome = await run({ ...options, ...args }, terminal);
    exit(printOutcome(withNext(outcome), options["format"] as Format, terminal));
  });
}

/** Help and version are no failures; commander's refusals are the user's, everything else is an error with a code or a fault of ours. */
function failed(caught: unknown, argv: readonly string[], terminal: Terminal): number {
  if (caught instanceof CommanderError && caught.exitCode === 0) return exitCodes.ok;
  return report(caught instanceof CommanderError ? usageDiagnostic(caught) : diagnosticOf(caught), argv, terminal);
}

/** The process ends while a verb still runs: a module of the project called process.exit(), or waits for something that never comes. */
export function reportUnfinished(argv: readonly string[], terminal: Terminal): number {
  return report(diagnose(cliDiagnostics, "cli/unfinished"), argv, terminal);
}

function report(diagnostic: Diagnostic, argv: readonly string[], terminal: Terminal): number {
  const asked = argv
    .find((arg, i) => argv[i - 1] === "--format" || arg.startsWith("--format="))
    ?.replace("--format=", "");
  const format = formats.find((each) => each === asked) ?? defaultFormat(terminal.env);
  const lookedAt = `capstan ${argv.join(" ")}`.trimEnd();
  return printOutcome(withNext({ lookedAt, diagnostics: [diagnostic] }), format, terminal);
}

/** What commander refuses, in our words. */
function usageDiagnostic({ message }: CommanderError): Diagnostic {
  const problem = message
    .replace(/^error: /, "")
    .replace(/\n/g, " ")
    .replace(/\.$/, "");
  return diagnose(cliDiagnostics, "cli/usage", {
    values: { problem: problem === "(outputHelp)" ? `name a verb: ${Object.keys(verbs).join(", ")}` : problem },
  });
}

/** A refusal of the command line that commander cannot know of. */
export function usageError(problem: string): CapstanError {
  return new CapstanError("cli/usage", problem, { mend: "run capstan --help" });
}

// Runs a program without touching the process: flags, `--help`, `--describe`, the logger, and the exit code.
import { errorFrom, formatDiagnostic, isCapstanError } from "@capstan/kube";
import { featureFlags, type FeatureTable, readFeatures } from "../flags/feature-gates.ts";
import type { FlagTable, FlagValues } from "../flags/flag.ts";
import { flagHelp } from "../flags/flag-help.ts";
import { mergeFlags, parseFlags, selectFlags } from "../flags/parse-flags.ts";
import { shellFlags } from "../flags/shared-flags.ts";
import { createPinoLogger, type LogLevel } from "../log/pino-logger.ts";
import { processError } from "../process-errors.ts";
import type { ExitCode, ProcessPort, Program } from "./program.ts";

/**
 * Runs a program until the port's signal aborts or it fails, without touching the process: for tests of a start, and for programs that run several. Never rejects: what went wrong is written with
 * `port.writeError`, and the code that the process should end with is returned.
 *
 * @example
 * const code = await runProgram(program, { args: ["--help"], variables: {}, signal, write, writeError });
 */
export async function runProgram<T extends FlagTable, A extends FlagTable = {}, G extends FeatureTable = {}>(
  program: Program<T, A, G>,
  port: ProcessPort,
): Promise<ExitCode> {
  try {
    const table = mergeFlags(
      program.flags,
      program.authorFlags ?? {},
      featureFlags(program.features ?? {}),
      shellFlags,
    );
    const values = readFlags(program, table, port);
    if (values === undefined) return 2;
    const shell = selectFlags(shellFlags, values);
    if (shell.help) port.write(flagHelp(program.title, table, port.columns));
    else if (shell.describe) port.write(`${JSON.stringify(program.describe(), undefined, 2)}\n`);
    else await work(program, port, values);
    return 0;
  } catch (error) {
    // A stop during the start ends what the program waits for with the signal's reason: that is no failure.
    if (port.signal.aborted && error === port.signal.reason) return 0;
    port.writeError(failureOf(error));
    return 1;
  }
}

/** The values of all flags; undefined when they are wrong, which has been written. */
function readFlags<T extends FlagTable, A extends FlagTable, G extends FeatureTable>(
  { flags, features, checkFlags }: Program<T, A, G>,
  table: FlagTable,
  { args, writeError }: ProcessPort,
): FlagValues<FlagTable> | undefined {
  try {
    const values = parseFlags(table, args);
    readFeatures(features, givenFeatures(values));
    checkFlags?.(selectFlags(flags, values));
    return values;
  } catch (error) {
    writeError(failureOf(error));
    return undefined;
  }
}

/** `-v` is for Deployments that were written for programs with klog, and shows more, never less. */
function levelOf({ "log-level": level, v = 0 }: FlagValues<typeof shellFlags>): LogLevel {
  return v > 0 ? "debug" : level;
}

/** The value of `--feature-gates`. */
function givenFeatures(values: Readonly<Record<string, unknown>>): string | undefined {
  const { "feature-gates": given } = values;
  return typeof given === "string" ? given : undefined;
}

async function work<T extends FlagTable, A extends FlagTable, G extends FeatureTable>(
  program: Program<T, A, G>,
  { signal, variables, isTerminal, writeLog }: ProcessPort,
  values: FlagValues<FlagTable>,
): Promise<void> {
  const shell = selectFlags(shellFlags, values);
  const level = levelOf(shell);
  const { "log-format": format = isTerminal === true ? "text" : "json" } = shell;
  const log = (await createPinoLogger({ level, format, write: writeLog })).child({ logger: program.name });
  const flags = selectFlags(program.flags, values);
  // Without flags of an author, A is the empty table.
  const authorFlags = selectFlags(program.authorFlags ?? ({} as A), values);
  const features = readFeatures(program.features, givenFeatures(values), (...line) => log.warn(...line));
  if (Object.keys(features).length > 0) log.info("Feature gates", { ...features });
  await program.work({ flags, authorFlags, features, signal, variables, log });
}

/** An error as a person reads it: code, message and help; the stack where the error is not one of ours. */
export function failureOf(caught: unknown): string {
  if (isCapstanError(caught)) return `${format(caught)}\n`;
  const error = errorFrom(caught);
  return `${format(processError("process/failed", { reason: error.message }))}\n${error.stack}\n`;
}

function format({ code, message, help }: { code: string; message: string; help: string | undefined }): string {
  return formatDiagnostic({ code, severity: "error", message, ...(help === undefined ? {} : { help }) });
}

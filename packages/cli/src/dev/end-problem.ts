// Why the project's process ended, as a problem: what it printed about its modules, an error that was thrown later, a call of process.exit(), a signal.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Diagnostic, diagnose } from "@capstan/kube";
import { noEntry } from "../project/describe-project.ts";
import { codedProblem, messageIn, moduleProblem, positionIn } from "../project/module-problem.ts";
import { devDiagnostics } from "./dev-diagnostics.ts";
import type { Ended } from "./dev-process.ts";

/** The process that ended. */
export interface EndedEntry {
  /** The folder of the project. */
  readonly root: string;
  readonly entry: string;
  /** What is known about the moment, behind how it ended. */
  readonly when: string;
  /** Whether nothing starts it again. */
  readonly once: boolean;
  /** Whether a message was shown already, from the log of the process. */
  readonly hasShown: (message: string) => boolean;
}

const helps = {
  ended: "let nothing call process.exit(), and await run(...) or runOperator(...) in the entry",
  killed: "another process sent the signal, or the system where memory is short",
} as const;
const again = "; the next save starts it again";

/** The diagnostic for the end of the process. */
export function endProblem(ended: Ended, { root, entry, when, once, hasShown }: EndedEntry): Diagnostic {
  const file = join(root, entry);
  if (!existsSync(file)) return noEntry(root, entry);
  const printed = ended.stderr.trim() === "" ? undefined : printedProblem(ended.stderr, { file, entry, root });
  if (printed !== undefined && !hasShown(printed.message)) return printed;
  const position = positionIn(ended.exitCall ?? "", [root]) ?? { file };
  const isKilled = ended.signalCode !== null;
  const how = endWords(ended) + (isKilled ? "" : when);
  const values = { entry, how, help: helps[isKilled ? "killed" : "ended"] + (once ? "" : again) };
  return diagnose(devDiagnostics, "dev/ended", { values, ...(!isKilled && { position }) });
}

/** How a process ended, in words behind its name. */
export function endWords({ exitCode, signalCode }: Pick<Ended, "exitCode" | "signalCode">): string {
  if (signalCode !== null) return `was ended by ${signalCode}`;
  return exitCode === null ? "was not started" : `ended with code ${exitCode}`;
}

/** The frames of a stack. */
const frame = /^ {4}at /m;
/** Node's own frames while a module is loaded. */
const loading = /^ {4}at .*\bnode:internal\/modules\//m;

interface PrintedEnd extends Pick<EndedEntry, "root" | "entry"> {
  readonly file: string;
}

/** What the process reported about itself, an error of a module, or one that nothing caught. */
function printedProblem(stderr: string, { file, entry, root }: PrintedEnd): Diagnostic {
  const reported = codedProblem(file, stderr, root);
  if (reported !== undefined) return reported;
  const printed = moduleProblem(file, stderr, root);
  if (!frame.test(stderr) || loading.test(stderr)) return printed;
  const { position = { file } } = printed;
  return diagnose(devDiagnostics, "dev/uncaught", { values: { entry, problem: messageIn(stderr) }, position });
}

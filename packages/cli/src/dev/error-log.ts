// The errors in the log of a manager, for the person who writes the code: each once, with the line of the project that threw it; those that come again are counted.
import { diagnose, type Diagnostic } from "@capstan/kube";
import { isRecord } from "../config/field-table.ts";
import { positionIn } from "../project/module-problem.ts";
import { failedPart } from "../session/read-log-line.ts";
import { errorInOneLine, errorHelp } from "../tree/short-words.ts";
import { devDiagnostics } from "./dev-diagnostics.ts";
import { timeOfDay, type ProcessLogEntry } from "./readable-log.ts";

/** How long repeated errors are counted before that is printed. */
const countMs = 5000;

/** Where errors are printed. */
export interface ErrorLogOptions {
  /** The folder of the project. */
  readonly root: string;
  /** With `isRepeated`, the error was shown before, and is counted: a list of what is wrong now may be without it since. */
  readonly show: (diagnostic: Diagnostic, entry: ProcessLogEntry, isRepeated: boolean) => void;
  readonly note: (line: string) => void;
}

interface Seen {
  readonly what: string;
  readonly problem: string;
  /** The first line of that. */
  readonly first: string;
  readonly diagnostic: Diagnostic;
  again: number;
}

/** The errors of one process. */
export class ErrorLog {
  readonly #options: ErrorLogOptions;
  readonly #seen = new Map<string, Seen>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ErrorLogOptions) {
    this.#options = options;
  }

  /** Shows what a line of the log reports, or counts it; false when it is no error of code. */
  take(entry: ProcessLogEntry): boolean {
    const { level, error, stack, thrown } = entry;
    if (level !== "error" || typeof error !== "string") return false;
    // What is no Error has no stack, and a word about that in its place.
    const hasWord = typeof thrown === "string";
    if (typeof stack !== "string" && !hasWord) return false;
    const what = whatOf(entry);
    const key = JSON.stringify([what, error, failedPart(entry)]);
    const seen = this.#seen.get(key);
    if (seen === undefined) {
      const diagnostic = this.#diagnosticOf(entry, { what, error, stack: typeof stack === "string" ? stack : "" });
      this.#seen.set(key, { what, problem: errorInOneLine(error), first: firstLine(error), diagnostic, again: 0 });
      this.#options.show(diagnostic, entry, false);
    } else {
      seen.again += 1;
      this.#options.show(seen.diagnostic, entry, true);
      this.#timer ??= setTimeout(() => this.count(), countMs).unref();
    }
    return true;
  }

  /** Whether a message is about an error that was shown: a manager logs what ends it, and prints it at its end. */
  hasShown(message: string): boolean {
    return [...this.#seen.values()].some(({ first }) => first !== "" && message.endsWith(first));
  }

  /** Prints how often errors came again since this was last printed. */
  count(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const seen of this.#seen.values()) {
      if (seen.again > 0) this.#options.note(`${seen.what}: ${seen.problem} (again, ${times(seen.again)})`);
      seen.again = 0;
    }
  }

  #diagnosticOf(entry: ProcessLogEntry, { what, error, stack }: Thrown): Diagnostic {
    const problem = errorInOneLine(error);
    const position = positionIn(stack, [this.#options.root]);
    const { code } = entry;
    const place = position === undefined ? {} : { position };
    const message = `${timeOfDay(entry)} ${what}`.trimStart();
    if (typeof code !== "string") {
      const { thrown } = entry;
      const help = typeof thrown === "string" ? { help: `what was thrown is ${thrown}` } : {};
      return { ...diagnose(devDiagnostics, "dev/failed", { values: { what: message, problem }, ...place }), ...help };
    }
    const help = errorHelp(error);
    return {
      code,
      severity: "error",
      message: `${message}: ${problem}`,
      ...place,
      ...(help === undefined ? {} : { help }),
    };
  }
}

interface Thrown {
  readonly what: string;
  readonly error: string;
  readonly stack: string;
}

/** What failed, and for which object: `Reconciler error of FooCluster default/one`. */
function whatOf({ msg, controllerKind, ...fields }: ProcessLogEntry): string {
  const key = typeof controllerKind === "string" ? fields[controllerKind] : undefined;
  if (!isRecord(key)) return msg;
  const name = [key["namespace"], key["name"]].filter((part) => typeof part === "string" && part !== "").join("/");
  return `${msg} of ${String(controllerKind)} ${name}`;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

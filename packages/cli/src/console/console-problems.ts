// What is wrong with the project now, for the page of the console: of each source all that it found last, and what reconciles and handlers threw until they work again.
import { formatKey, type Diagnostic } from "@capstan/kube";
import type { TraceEvent } from "@capstan/kube/trace";
import type { ProblemSource } from "../dev/dev-view.ts";
import type { ProcessLogEntry } from "../dev/readable-log.ts";
import { printDiagnostic } from "../output/print-outcome.ts";
import type { SessionSource } from "./session-source.ts";
import { failedPart, handlerName } from "../session/read-log-line.ts";

interface Thrown {
  readonly error: string;
  readonly text: string;
}

/** The mistakes in code come before what they lead to. */
const order: readonly ProblemSource[] = ["project", "exit", "loop", "types"];

/** The problems of one session. */
export class ConsoleProblems {
  readonly #source: Pick<SessionSource, "errors" | "note">;
  /** The folder to which places are relative. */
  readonly #cwd: string;
  readonly #found = new Map<ProblemSource, readonly string[]>();
  readonly #thrown = new Map<string, Thrown>();

  constructor(source: Pick<SessionSource, "errors" | "note">, cwd: string) {
    this.#source = source;
    this.#cwd = cwd;
  }

  /** These are all problems of that source. A blocked loop is only a warning, since it may end, but until then nothing else happens. */
  found(source: ProblemSource, diagnostics: readonly Diagnostic[]): void {
    const errors = diagnostics.filter(({ severity }) => severity === "error" || source === "loop");
    const texts = errors.map((diagnostic) => this.#textOf(diagnostic));
    const known = this.#found.get(source) ?? [];
    if (texts.length === 0 && known.length === 0) return;
    this.#found.set(source, texts);
    for (const text of texts) if (!known.includes(text)) this.#source.note(text, "error");
    this.#show();
  }

  /** An error in the log of the process. */
  thrown(diagnostic: Diagnostic, entry: ProcessLogEntry): void {
    const text = this.#textOf(diagnostic);
    const about = failedPart(entry);
    this.#source.note(text, "error", about);
    if (about === undefined) return;
    this.#thrown.set(about, { error: String(entry["error"]), text });
    this.#show();
  }

  /** What works again is no problem any more. */
  trace(record: TraceEvent): void {
    const worked =
      (record.type === "run" && record.error === undefined && record.outcome !== "stopped") ||
      (record.type === "hook" && record.status === "Success");
    if (!worked) return;
    const about = record.type === "run" ? `${record.kind} ${formatKey(record.key)}` : handlerName(record.handler);
    if (this.#thrown.delete(about)) this.#show();
  }

  /** Another process has begun: how the one before it ended does not matter, and what it throws is to be seen. */
  restarted(): void {
    this.#thrown.clear();
    for (const source of ["exit", "loop"] as const) this.#found.delete(source);
    this.#show();
  }

  #show(): void {
    const of = (source: ProblemSource): readonly string[] => this.#found.get(source) ?? [];
    this.#source.errors([...order.flatMap(of), ...this.#thrownTexts(), ...of("sample")]);
  }

  /** The same error of several objects is one problem. */
  #thrownTexts(): string[] {
    return [...Map.groupBy(this.#thrown, ([, { error }]) => error).values()].map((equal) => {
      const [[, first] = ["", { text: "" }], ...others] = equal;
      if (others.length === 0) return first.text;
      return `${first.text}\n  the same of ${others.map(([about]) => about).join(", ")}`;
    });
  }

  #textOf(diagnostic: Diagnostic): string {
    let shown = "";
    printDiagnostic(diagnostic, { cwd: this.#cwd, out: (text) => void (shown += text) });
    return shown.trimEnd();
  }
}

// What is wrong with an answer of a handler: for core in words that stay the same from call to call, for the author's log with what was returned.
import { excerpt } from "@capstan/kube";
import type { Logger } from "@capstan/process";
import type { Extension, RegisteredHandler } from "../authoring/define-extension.ts";

/** A call whose answer is checked. */
export interface AnswerContext {
  readonly extension: Extension;
  readonly handler: RegisteredHandler;
  /** As the handler got it. */
  readonly request: Readonly<Record<string, unknown>>;
  /** Aborts when there is no time left to answer. */
  readonly signal: AbortSignal;
  /** For its author. */
  readonly log: Logger;
}

/** The payload of an answer: plain JSON of the response's form. */
export type AnswerPayload = Readonly<Record<string, unknown>>;

/** The codes of answers that break a rule of their hook. */
export type AnswerErrorCode =
  | "extension/patch-invalid"
  | "extension/response-invalid"
  | "extension/upgrade-plan"
  | "extension/variables-invalid";

/** A rule of a hook that an answer breaks. */
export interface AnswerProblem {
  readonly code: AnswerErrorCode;
  /** For core and for the log: nothing that differs between two calls with the same cause, such as uids and the order of items. */
  readonly problem: string;
  /** Where in the payload, for the log. */
  readonly path: string;
  /** What was there, for the log; absent where the problem is that nothing was. */
  readonly returned?: unknown;
}

/** Thrown for an answer that must not leave. */
export class AnswerFault extends Error {
  readonly found: AnswerProblem;

  constructor(found: AnswerProblem) {
    super(found.problem);
    this.name = "AnswerFault";
    this.found = found;
  }
}

const longestReturned = 1024;

/** The problem as fields of a log line, bounded in size. */
export function problemFields({ path, returned }: AnswerProblem): Readonly<Record<string, string>> {
  return { path: path === "" ? "the answer" : excerpt(path), ...(returned === undefined ? {} : shown(returned)) };
}

function shown(returned: unknown): { readonly returned: string } {
  return { returned: excerpt(typeof returned === "string" ? returned : jsonOf(returned), longestReturned) };
}

/** What is no JSON is shown as what it is. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? typeof value;
  } catch {
    return typeof value;
  }
}

// An error as the trace has it: what the log says of it, and where it was thrown. An author can throw anything, also what throws when it is read.
import { isApiError } from "@capstan/client";
import { describeError, isCapstanError } from "@capstan/kube";
import type { TracedError, WriteTrace } from "@capstan/kube/trace";
import { framesOf } from "@capstan/process";
import { safely } from "../controller/reconcile-errors.ts";

/** An author's error may have thousands of frames, and a message of a server many characters. */
const mostFrames = 20;
const mostCharacters = 4000;

/** The error of a record; never throws. */
export function tracedError(thrown: unknown): TracedError {
  const frames = safely(() => (thrown instanceof Error ? framesOf(thrown) : []), []);
  return {
    message: describeError(thrown).slice(0, mostCharacters),
    code: codeOf(thrown),
    frames: frames.slice(0, mostFrames).map((frame) => frame.trim()),
  };
}

/** The failure of a write; never throws. */
export function writeFailureOf(thrown: unknown): Pick<WriteTrace, "status" | "code"> {
  return { status: safely(() => (isApiError(thrown) ? thrown.status : undefined), undefined), code: codeOf(thrown) };
}

function codeOf(thrown: unknown): string | undefined {
  return safely(() => (isCapstanError(thrown) ? thrown.code : undefined), undefined);
}

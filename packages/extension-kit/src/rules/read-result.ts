// The form of what a handler returned: one of the three results, which the hook accepts, with fields that its response has. Authors in JavaScript,
// and those who write results by hand, can return anything.
import type { Hook } from "@capstan/api";
import { didYouMean, excerpt, isJsonObject, nearestOf } from "@capstan/kube";
import type { HookResult } from "../authoring/results.ts";
import { responseFields } from "../answering/hook-schemas.ts";
import { AnswerFault } from "./answer-problem.ts";
import { plainAnswer } from "./plain-answer.ts";

/** The longest delay that fits into the int32 of responses. */
export const mostSeconds: number = 2 ** 31 - 1;

type Payload = Readonly<Record<string, unknown>>;

/** What a handler returned, as plain JSON that was checked. Throws an AnswerFault for anything else. */
export function readResult(hook: Hook, returned: unknown): HookResult {
  const plain = plainAnswer(returned);
  const result = isJsonObject(plain) ? plain["result"] : undefined;
  const payload = isJsonObject(plain) ? plain["payload"] : undefined;
  const read = typeof result === "string" && Object.hasOwn(readers, result) ? readers[result] : undefined;
  if (read === undefined || !isJsonObject(payload)) throw fault("proceed, retryAfter or fail did not create it");
  return read(hook, payload);
}

function fault(problem: string, path = "", returned?: unknown): AnswerFault {
  return new AnswerFault({ code: "extension/response-invalid", problem, path, returned });
}

const readers: Readonly<Record<string, (hook: Hook, payload: Payload) => HookResult>> = {
  proceed: (hook, payload) => {
    checkFields(hook, payload);
    return { result: "proceed", payload };
  },
  fail: (_hook, payload) => ({ result: "fail", payload: { message: messageOf(payload) } }),
  retryAfter: (hook, payload) => {
    if (!hook.blocking) throw fault("this hook cannot block");
    const { seconds } = payload;
    if (typeof seconds === "number" && Number.isInteger(seconds) && seconds >= 1 && seconds <= mostSeconds)
      return { result: "retryAfter", payload: { seconds, message: messageOf(payload) } };
    throw fault(`seconds: it is not a whole number from 1 to ${mostSeconds}`, "seconds", seconds ?? "nothing");
  },
};

function messageOf({ message }: Payload): string {
  if (typeof message === "string") return message;
  throw fault("message: it is not a string", "message", message ?? "nothing");
}

/** What the result decides. */
const reserved = ["apiVersion", "kind", "status", "message", "retryAfterSeconds"];

/** A name that the response does not have would be lost on the way. */
function checkFields(hook: Hook, payload: Payload): void {
  const known = responseFields(hook)?.filter((field) => !reserved.includes(field));
  for (const field of Object.keys(payload)) {
    if (reserved.includes(field)) throw fault(`${field}: proceed, retryAfter and fail set it`, field, payload[field]);
    if (known !== undefined && !known.includes(field))
      throw fault(
        `${excerpt(field)}: the response has no such field${didYouMean(nearestOf(field, known))}`,
        excerpt(field),
        payload[field],
      );
  }
}

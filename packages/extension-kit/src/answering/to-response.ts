// Results as responses: always a status, always apiVersion and kind, `retryAfterSeconds` exactly on hooks that can block.
// Called by answer-call.ts, which has validated the call and validates the response.
import type { Hook } from "@capstan/api";
import type { Result } from "../authoring/results.ts";
import { encodeBody } from "./encode-patches.ts";
import { stableText } from "./stable-text.ts";

/** A response of any hook. */
export interface HookResponse {
  readonly apiVersion: string;
  readonly kind: string;
  readonly status: "Success" | "Failure";
  readonly message?: string;
  readonly retryAfterSeconds?: number;
  readonly [field: string]: unknown;
}

/** The response to a call of a hook. */
export function toResponse(hook: Hook, result: Result): HookResponse {
  const { message } = result;
  return {
    apiVersion: hook.apiVersion,
    kind: hook.responseKind,
    status: result.answer === "fail" ? "Failure" : "Success",
    ...(message === undefined || message === "" ? {} : { message: stableText(message) }),
    ...(hook.blocking ? { retryAfterSeconds: result.answer === "retryAfter" ? result.seconds : 0 } : {}),
    ...(result.answer === "proceed" ? encodeBody(hook, result.body) : {}),
  };
}

/** A failure of the call itself: nothing the handler said. */
export function failure(hook: Hook, message: string): HookResponse {
  return toResponse(hook, { answer: "fail", message });
}

// Results as responses: always a status, always apiVersion and kind, `retryAfterSeconds` exactly on hooks that can block.
import type { Hook } from "@capstan/api";
import type { HookResult } from "../authoring/results.ts";
import { encodePayload } from "./encode-payload.ts";
import { stableMessage } from "./stable-message.ts";

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
export function toResponse(hook: Hook, returned: HookResult): HookResponse {
  const message = returned.result === "proceed" ? "" : stableMessage(returned.payload.message);
  return {
    apiVersion: hook.apiVersion,
    kind: hook.responseKind,
    status: returned.result === "fail" ? "Failure" : "Success",
    ...(message === "" ? {} : { message }),
    ...(hook.blocking ? { retryAfterSeconds: returned.result === "retryAfter" ? returned.payload.seconds : 0 } : {}),
    ...(returned.result === "proceed" ? encodePayload(hook, returned.payload) : {}),
  };
}

/** The response to a call that failed before the handler returned. */
export function failure(hook: Hook, message: string): HookResponse {
  return toResponse(hook, { result: "fail", payload: { message } });
}

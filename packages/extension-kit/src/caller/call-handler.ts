// One call of one handler, with Cluster API's meaning: a call that does not come through is an error or, by the handler's
// failure policy, success; a Failure and an answer without a known status are errors always.
import type { HookEntry } from "@capstan/api";
import type { CommonResponse } from "@capstan/api/hooks/v1alpha1";
import { errorFrom, isJsonObject } from "@capstan/kube";
import { extensionError } from "../errors.ts";
import { firstProblem } from "../answering/hook-schemas.ts";
import type { ExtensionConnection } from "./connection.ts";
import type { DiscoveredHandler } from "./discover.ts";

/** A request without what the caller fills in. */
export type RequestBody<Request> = Omit<Request, "apiVersion" | "kind">;

/** The handler that is called, and where. */
export interface CallTarget {
  readonly connection: ExtensionConnection;
  readonly handler: DiscoveredHandler;
  /** The settings of the ExtensionConfig; those of the request win. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Calls a handler of a hook; rejects with a CapstanError that says which, where and why. */
export async function callHandler<Request extends object, Response extends object>(
  hook: HookEntry<Request, Response>,
  target: CallTarget,
  request: RequestBody<Request>,
): Promise<Response> {
  const { handler, connection } = target;
  if (handler.hook.name !== hook.name || handler.hook.group !== hook.group) {
    throw callError(hook, target, `it is a handler of ${handler.hook.name}`);
  }
  const body = JSON.stringify(withEnvelope(hook, target, request));
  let response: Record<string, unknown>;
  try {
    const { status, text } = await connection.post(`${hook.path}/${handler.name}`, body, handler.timeoutSeconds);
    if (status !== 200) throw new Error(`the status is ${status}: ${text.slice(0, 512).trim()}`);
    response = decode(hook, text);
  } catch (error) {
    if (handler.failurePolicy === "Ignore") return ignored(hook) as Response;
    throw callError(hook, target, error);
  }
  return checked(hook, target, response) as Response;
}

function withEnvelope(hook: HookEntry, { settings }: CallTarget, request: object): object {
  const own = (request as { readonly settings?: Readonly<Record<string, string>> }).settings;
  const merged = settings === undefined && own === undefined ? {} : { settings: { ...settings, ...own } };
  return { apiVersion: hook.apiVersion, kind: hook.requestKind, ...request, ...merged };
}

function decode(hook: HookEntry, text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw new Error("the answer is no object");
  // A wrong status is not a matter of decoding: no failure policy covers it.
  const problem = firstProblem(hook, "response", { ...value, status: "Success" });
  if (problem !== undefined && !problem.startsWith("retryAfterSeconds: Required")) throw new Error(problem);
  return value;
}

function checked(hook: HookEntry, target: CallTarget, response: Record<string, unknown>): object {
  const { status, message } = response as unknown as CommonResponse;
  if (status === "Failure") throw callError(hook, target, `it answered Failure: ${message ?? ""}`);
  if (status !== "Success")
    throw callError(hook, target, `its status "${String(status)}" is neither Success nor Failure`);
  return hook.blocking ? { retryAfterSeconds: 0, ...response } : response;
}

/** What an ignored failure counts as. */
function ignored(hook: HookEntry): object {
  return {
    apiVersion: hook.apiVersion,
    kind: hook.responseKind,
    status: "Success",
    ...(hook.blocking ? { retryAfterSeconds: 0 } : {}),
  };
}

function callError(hook: HookEntry, { handler, connection }: CallTarget, cause: unknown): Error {
  const reason = typeof cause === "string" ? cause : errorFrom(cause).message;
  const values = { hook: hook.name, handler: handler.name, reason, url: connection.url };
  return extensionError("extension/call-failed", values, cause);
}

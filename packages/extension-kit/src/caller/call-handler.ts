// One call of one handler, with Cluster API's meaning of each outcome.
import type { HookEntry } from "@capstan/api/codegen/v1";
import { errorFrom, excerpt, excerptOf, isJsonObject } from "@capstan/kube";
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

/**
 * Calls a handler of a hook, and waits for at most its timeout.
 *
 * Resolves with the response when its status is `Success`; on hooks that can block, a missing `retryAfterSeconds` is 0.
 *
 * Rejects with `extension/call-failed`, which names hook, handler, URL and reason:
 * - When the call does not come through (no connection, no response in time, an HTTP status other than 200, a response that
 *   is not of the hook's schema) and the handler's failure policy is `Fail`. With `Ignore` the call counts as a success.
 * - When the response is a `Failure`, or has an unknown status, whatever the failure policy.
 * - When the handler is one of another hook.
 *
 * @example
 * const [handler] = await discover(connection);
 * const response = await callHandler(hookCatalog.BeforeClusterDelete, { connection, handler }, { cluster });
 * if (response.retryAfterSeconds > 0) console.log(response.message);
 */
export async function callHandler<Request extends object, Response extends object>(
  hook: HookEntry<Request, Response>,
  target: CallTarget,
  request: RequestBody<Request>,
): Promise<Response> {
  const { handler } = target;
  if (handler.hook.name !== hook.name || handler.hook.group !== hook.group) {
    throw callError(hook, target, `it is a handler of ${handler.hook.name}`);
  }
  const response = await exchange(hook, target, request);
  const { status, message } = response;
  if (status === "Failure")
    throw callError(hook, target, `it answered Failure: ${typeof message === "string" ? message : ""}`);
  if (status !== "Success")
    throw callError(hook, target, `its status "${excerptOf(status)}" is neither Success nor Failure`);
  // The hook's schema was checked; an ignored failure counts as a success without a payload.
  return (
    hook.blocking ? { ...response, retryAfterSeconds: response["retryAfterSeconds"] ?? 0 } : response
  ) as Response;
}

type Fields = Readonly<Record<string, unknown>>;

/** The response, or what the failure policy puts in its place. */
async function exchange(hook: HookEntry, target: CallTarget, request: object): Promise<Fields> {
  const { connection, handler } = target;
  try {
    const sent = JSON.stringify(withEnvelope(hook, target, { ...request }));
    const { status, body } = await connection.post(`${hook.path}/${handler.name}`, sent, handler.timeoutSeconds);
    if (status !== 200) throw new Error(`the status is ${status}: ${body.slice(0, 512).trim()}`);
    return decode(hook, body);
  } catch (error) {
    if (handler.failurePolicy === "Fail") throw callError(hook, target, error);
    return { apiVersion: hook.apiVersion, kind: hook.responseKind, status: "Success" };
  }
}

function withEnvelope(hook: HookEntry, { settings }: CallTarget, request: Fields): Fields {
  const own = request["settings"];
  const merged = { ...settings, ...(isJsonObject(own) ? own : {}) };
  return {
    apiVersion: hook.apiVersion,
    kind: hook.requestKind,
    ...request,
    ...(settings === undefined && own === undefined ? {} : { settings: merged }),
  };
}

function decode(hook: HookEntry, body: string): Fields {
  const value: unknown = JSON.parse(body);
  if (!isJsonObject(value)) throw new Error("the answer is not an object");
  // No failure policy covers a wrong status, so decoding does not check it.
  const problem = firstProblem(hook, "response", { ...value, status: "Success" });
  if (problem !== undefined && !problem.startsWith("retryAfterSeconds: Required")) throw new Error(problem);
  const { message, retryAfterSeconds = 0 } = value;
  // The hook's document has no bounds; the fields of Go's types have.
  if (typeof retryAfterSeconds === "number" && !(retryAfterSeconds >= 0 && retryAfterSeconds < 2 ** 31))
    throw new Error(`retryAfterSeconds is ${retryAfterSeconds}`);
  return typeof message === "string" ? { ...value, message: excerpt(message, longestMessage) } : value;
}

/** Cluster API has no limit; what this kit sends has 1,024 characters. */
const longestMessage = 4096;

function callError(hook: HookEntry, { handler, connection }: CallTarget, cause: unknown): Error {
  const reason = typeof cause === "string" ? cause : errorFrom(cause).message;
  const values = { hook: hook.name, handler: handler.name, reason, url: connection.url };
  return extensionError("extension/call-failed", values, cause);
}

// One call of one handler, with Cluster API's meaning of each outcome.
import type { HookEntry } from "@capstan/api/codegen/v1";
import { errorFrom, excerpt, excerptOf, isJsonObject } from "@capstan/kube";
import { convertRequest, convertResponse, isOtherVersion } from "../answering/convert-call.ts";
import { firstProblem } from "../answering/hook-schemas.ts";
import type { HookResponse } from "../answering/to-response.ts";
import { conversionBetween, isSameHook } from "../authoring/hook-versions.ts";
import { extensionError } from "../errors.ts";
import type { ExtensionConnection, RawAnswer } from "./connection.ts";
import type { DiscoveredHandler } from "./discover.ts";

/** A request without what the caller fills in. */
export type RequestBody<Request> = Omit<Request, "apiVersion" | "kind">;

/** The handler that is called, and where. */
export interface CallTarget {
  readonly connection: ExtensionConnection;
  readonly handler: DiscoveredHandler;
  /** The settings of the ExtensionConfig; those of the request win. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Gets what became of the call, whatever the failure policy. */
  readonly observe?: (outcome: CallOutcome) => void;
}

/** What became of a call. */
export interface CallOutcome {
  /** The HTTP status; undefined when there was no answer. */
  readonly code: number | undefined;
  /** The status in the answer; undefined when there was none that could be read. */
  readonly status: string | undefined;
  readonly seconds: number;
  /** Why the call did not come through. An answer with the status `Failure` has come through. */
  readonly error: Error | undefined;
  /** What the extension warns of in its answer, such as that the version of the hook is deprecated; absent where it warns of nothing. */
  readonly warnings?: readonly string[];
}

/**
 * Calls a handler of a hook, and waits for at most its timeout.
 *
 * Resolves with the response when its status is `Success`; on hooks that can block, a missing `retryAfterSeconds` is 0.
 *
 * The call is in the newest version that both know. Where that is not the one of `hook`, the request is converted to it and the response back, by the
 * conversions of the catalog that the hook is from.
 *
 * Rejects with `extension/call-failed`, which names hook, handler, URL and reason:
 * - When the call does not come through (no connection, no response in time, an HTTP status other than 200, a response that
 *   is not of the hook's schema) and the handler's failure policy is `Fail`. With `Ignore` the call counts as a success.
 * - When the response is a `Failure`, or has an unknown status, whatever the failure policy.
 * - When the handler is one of another hook, or answers no version to which the request can be converted.
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
  if (!isSameHook(handler.hook, hook)) throw callError(hook, target, `it is a handler of ${handler.hook.name}`);
  const response = await exchange({ hook, called: calledVersion(hook, target) }, target, request);
  const { status, message } = response;
  if (status === "Failure")
    throw callError(hook, target, `it answered Failure: ${typeof message === "string" ? message : ""}`);
  if (status !== "Success")
    throw callError(hook, target, `its status "${excerptOf(status)}" is neither Success nor Failure`);
  const { retryAfterSeconds, ...rest } = response;
  // The hook's schema was checked; an ignored failure counts as a success without a payload. A hook that cannot block has no delay: Cluster API does not read one.
  return (hook.blocking ? { ...rest, retryAfterSeconds: retryAfterSeconds ?? 0 } : rest) as Response;
}

type Fields = Readonly<Record<string, unknown>>;

/** The version that the request is written in, and the one that is called. */
interface CalledVersions {
  readonly hook: HookEntry;
  readonly called: HookEntry;
}

/** The newest version of the handler that the request can be converted to. */
function calledVersion(hook: HookEntry, target: CallTarget): HookEntry {
  const { hook: newest, versions = [newest] } = target.handler;
  const called = versions.find(
    (version) => !isOtherVersion(version, hook) || conversionBetween(hook, hook.version, version.version) !== undefined,
  );
  if (called !== undefined) return called;
  const answered = versions.map(({ version }) => version).join(", ");
  throw callError(hook, target, `it answers ${answered}, and there is no conversion from ${hook.version}`);
}

/** The response, or what the failure policy puts in its place. */
async function exchange(versions: CalledVersions, target: CallTarget, request: object): Promise<Fields> {
  const { connection, handler } = target;
  const { hook, called } = versions;
  const started = performance.now();
  let answered: Partial<RawAnswer> = {};
  const observe = (outcome: Pick<CallOutcome, "status" | "error">): void =>
    target.observe?.({
      ...outcome,
      code: answered.status,
      seconds: (performance.now() - started) / 1000,
      ...(answered.warnings && { warnings: answered.warnings }),
    });
  try {
    const whole = withEnvelope(hook, target, { ...request });
    const isOther = isOtherVersion(hook, called);
    const sent = JSON.stringify(isOther ? convertRequest({ from: hook, to: called }, whole) : whole);
    const path = called.singleton ? called.path : `${called.path}/${handler.name}`;
    const raw = await connection.post(path, sent, handler.timeoutSeconds);
    answered = raw;
    const { status, body } = raw;
    if (status !== 200) throw new Error(`the status is ${status}: ${body.slice(0, 512).trim()}`);
    const decoded = decode(called, body);
    const answer = isOther && isResponse(decoded) ? convertResponse({ from: called, to: hook }, decoded) : decoded;
    observe({ status: typeof answer["status"] === "string" ? answer["status"] : undefined, error: undefined });
    return answer;
  } catch (error) {
    observe({ status: undefined, error: errorFrom(error) });
    if (handler.failurePolicy === "Fail") throw callError(hook, target, error);
    return { apiVersion: hook.apiVersion, kind: hook.responseKind, status: "Success" };
  }
}

function withEnvelope(hook: HookEntry, { settings }: CallTarget, request: Fields): Fields {
  const own = request["settings"];
  const merged = { ...settings, ...(isJsonObject(own) ? own : {}) };
  return {
    ...request,
    apiVersion: hook.apiVersion,
    kind: hook.requestKind,
    ...(settings === undefined && own === undefined ? {} : { settings: merged }),
  };
}

/** Whether it can be converted; no failure policy covers another status. */
function isResponse(answer: Fields): answer is HookResponse {
  return answer["status"] === "Success" || answer["status"] === "Failure";
}

function decode(hook: HookEntry, body: string): Fields {
  const value: unknown = JSON.parse(body);
  if (!isJsonObject(value)) throw new Error("the answer is not an object");
  // It has nothing but its message, whatever a success of the hook has to have.
  if (hook.schemas !== undefined && value["status"] === "Failure") return { ...value, message: messageOf(value) };
  // No failure policy covers a wrong status, so decoding does not check it.
  const problem = firstProblem(hook, "response", { ...value, status: "Success" });
  if (problem !== undefined && !problem.startsWith("retryAfterSeconds: Required")) throw new Error(problem);
  const { retryAfterSeconds = 0 } = value;
  // The hook's document has no bounds; the fields of Go's types have.
  if (typeof retryAfterSeconds === "number" && !(retryAfterSeconds >= 0 && retryAfterSeconds < 2 ** 31))
    throw new Error(`retryAfterSeconds is ${retryAfterSeconds}`);
  return "message" in value ? { ...value, message: messageOf(value) } : value;
}

function messageOf({ message }: Fields): unknown {
  return typeof message === "string" ? excerpt(message, longestMessage) : message;
}

/** Cluster API has no limit; what this kit sends has 1,024 characters. */
const longestMessage = 4096;

function callError(hook: HookEntry, { handler, connection }: CallTarget, cause: unknown): Error {
  const reason = typeof cause === "string" ? cause : errorFrom(cause).message;
  const values = { hook: hook.name, handler: handler.name, reason, url: connection.url };
  return extensionError("extension/call-failed", values, cause);
}

// The walk of one call: decode, validate, normalise, settings, deadline, the author's function, a checked response. It
// always gives a response; nothing a handler does can break the connection. Called by ../serving/hook-routes.ts and by the
// in-process calls of ../testing.
import type { Hook } from "@capstan/api";
import { CapstanError, errorFrom, isJsonObject } from "@capstan/kube";
import type { Client } from "@capstan/client";
import type { HookContext } from "../authoring/context.ts";
import type { Extension, RegisteredHandler } from "../authoring/define-extension.ts";
import type { Result } from "../authoring/results.ts";
import { readSettings } from "../authoring/settings.ts";
import { extensionError } from "../errors.ts";
import { type Logger, withFields } from "../logger.ts";
import { timeForHandler, withDeadline } from "./deadline.ts";
import { firstProblem } from "./hook-schemas.ts";
import { withNormalCluster } from "./normalize-cluster.ts";
import { failure, type HookResponse, toResponse } from "./to-response.ts";

/** What calls need of the process they run in. */
export interface CallServices {
  readonly log: Logger;
  /** Makes the client of the management cluster, or gives the one that was made. */
  readonly client: () => Promise<Client>;
}

/** A call as it arrived. */
export interface IncomingCall {
  readonly body: Uint8Array;
  /** The `timeout` of the query. */
  readonly timeout: string | null;
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal;
}

/** An answer of a blocking hook whose handler took too long holds the caller for so many seconds. */
const secondsAfterExpiry = 10;

/** Answers a call of a handler. */
export async function answerCall(
  { extension, handler }: { readonly extension: Extension; readonly handler: RegisteredHandler },
  call: IncomingCall,
  services: CallServices,
): Promise<HookResponse> {
  const { hook } = handler;
  const log = withFields(services.log, { hook: hook.name, handler: handler.name });
  try {
    const request = readRequest(hook, call.body);
    const { settings, unknown } = readSettings(extension.settings, request["settings"] as Record<string, string>);
    if (unknown.length > 0) log.warn("the call carries settings that the extension does not declare", { unknown });
    const ms = timeForHandler(handler.timeoutSeconds, call.timeout);
    const outcome = await withDeadline(ms, call.signal, async (signal) => {
      const ctx: HookContext = {
        handler: handler.name,
        signal,
        deadline: Date.now() + ms,
        settings,
        log: withFields(log, clusterOf(request)),
        client: () => clientOf(extension, handler, services),
      };
      return handler.handle(request as never, ctx as HookContext<never>);
    });
    if (outcome.expired) log.error("the handler did not answer in time", { ms });
    const response = checked(handler, outcome.expired ? expiry(handler) : outcome.value);
    logAnswer(withFields(log, clusterOf(request)), hook, response);
    return response;
  } catch (caught) {
    log.error("the call failed", { error: errorFrom(caught).stack });
    return failure(hook, publicText(handler, caught));
  }
}

/** Hooks that can hold their caller are called seldom, and their answers explain what a Cluster waits for; others are called all the time. */
function logAnswer(log: Logger, hook: Hook, { status, message, retryAfterSeconds }: HookResponse): void {
  log[hook.blocking ? "info" : "debug"]("answered", { status, retryAfterSeconds, answer: message });
}

/** The request of a body: JSON of the right shape with the Cluster in it normalised. */
function readRequest(hook: Hook, body: Uint8Array): Record<string, unknown> {
  const parsed = parseJson(hook, body);
  const request = withNormalCluster(parsed);
  const problem = firstProblem(hook, "request", request);
  if (problem !== undefined) throw badRequest(hook, problem);
  return request;
}

function parseJson(hook: Hook, body: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    if (isJsonObject(value)) return value;
  } catch {
    throw badRequest(hook, "it is not JSON");
  }
  throw badRequest(hook, "it is not a JSON object");
}

function badRequest(hook: Hook, problem: string): CapstanError {
  return extensionError("extension/bad-request", { kind: hook.requestKind, problem });
}

function clientOf(extension: Extension, handler: RegisteredHandler, services: CallServices): Promise<Client> {
  if (extension.rules.length === 0) throw extensionError("extension/no-client", { handler: handler.name });
  return services.client();
}

function expiry({ hook, name, timeoutSeconds }: RegisteredHandler): Result {
  const message = `handler ${name} did not answer within its ${timeoutSeconds}s`;
  return hook.blocking ? { answer: "retryAfter", seconds: secondsAfterExpiry, message } : { answer: "fail", message };
}

function checked(handler: RegisteredHandler, result: Result): HookResponse {
  const bad = (problem: string): CapstanError =>
    extensionError("extension/response-invalid", { handler: handler.name, problem });
  if (!isJsonObject(result) || !["proceed", "retryAfter", "fail"].includes(result.answer)) {
    throw bad("it is not made by proceed, retryAfter or fail");
  }
  if (result.answer === "retryAfter" && !handler.hook.blocking) throw bad("this hook cannot hold its caller");
  const response = toResponse(handler.hook, result);
  const problem = firstProblem(handler.hook, "response", response);
  if (problem !== undefined) throw bad(problem);
  return response;
}

/** What the caller is told: texts of our own are stable and say no secret; those of others may not be, and stay here. */
function publicText(handler: RegisteredHandler, caught: unknown): string {
  if (caught instanceof CapstanError && caught.code.startsWith("extension/")) return caught.message;
  return `handler ${handler.name} failed with ${errorFrom(caught).name}; the log of the extension says why`;
}

/** Which object a call is about, for the log. */
function clusterOf(request: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const cluster = request["cluster"];
  const metadata = isJsonObject(cluster) && isJsonObject(cluster["metadata"]) ? cluster["metadata"] : undefined;
  return metadata === undefined ? {} : { cluster: `${String(metadata["namespace"])}/${String(metadata["name"])}` };
}

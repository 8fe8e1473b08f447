// One call of a handler: decode, validate, normalize, settings, deadline, the author's function, a checked response. It always
// returns a response; nothing that a handler does can break the connection.
import type { Hook } from "@capstan/api";
import type { Client } from "@capstan/client";
import {
  CapstanError,
  errorFrom,
  excerpt,
  formatKey,
  isCapstanError,
  isJsonObject,
  type ObjectKey,
} from "@capstan/kube";
import { errorFields, type Logger, silentLogger } from "@capstan/process";
import type { HookContext } from "../authoring/context.ts";
import type { Extension, RegisteredHandler } from "../authoring/define-extension.ts";
import type { HookResult } from "../authoring/results.ts";
import type { AnswerMasked, CallRecorder } from "../recording/call-recorder.ts";
import { beginShownCall, type ShownCall } from "../recording/show-call.ts";
import { type ReadSettings, readSettings } from "../authoring/settings.ts";
import { beginHookTrace, type TracedAnswer } from "./hook-trace.ts";
import { extensionError } from "../errors.ts";
import { catalogEntry } from "../authoring/hook-keys.ts";
import { convertRequest, convertResponse, isOtherVersion } from "./convert-call.ts";
import { timeForHandler, withDeadline } from "./deadline.ts";
import { firstProblem } from "./hook-schemas.ts";
import { withNormalCluster } from "./normalize-cluster.ts";
import { logSettingsFault, SettingsFault, settingsWork } from "./failed-settings.ts";
import { type AnswerProblem, AnswerFault, problemFields } from "../rules/answer-problem.ts";
import { checkedAnswer } from "./check-answer.ts";
import { warnOfSettings } from "./settings-warnings.ts";
import { failure, type HookResponse, toResponse } from "./to-response.ts";

/** What calls need of the process they run in. */
export interface CallServices {
  readonly log: Logger;
  /** Creates the client of the management cluster, or returns the one that was created. */
  readonly client: () => Promise<Client>;
  /** Records calls and answers. Default: nothing is recorded. */
  readonly recorder?: CallRecorder;
}

/** A call as it arrived. */
export interface IncomingCall {
  /** Reads the body as JSON; rejects with an error of @capstan/serve when that is not possible. */
  readonly json: () => unknown;
  /** The `timeout` of the query. */
  readonly timeout: string | null;
  /** Aborts when the caller closes the connection. */
  readonly signal: AbortSignal;
  /** Called with the rest of a handler's work when its time is over before it has ended: it may still need the request. */
  readonly goesOn?: (work: Promise<unknown>) => void;
  /** Whether it repeats a call that was answered, with masks in its request: it is not traced. Default: false. */
  readonly isMasked?: boolean;
}

/** The handler that is called, and the extension it is part of. */
export interface CalledHandler {
  readonly extension: Extension;
  readonly handler: RegisteredHandler;
  /** The version of the hook that is called. Default: the one that the handler is written for. */
  readonly version?: Hook;
}

/** The delay that the response of a blocking hook asks for when its handler timed out. */
const secondsAfterExpiry = 10;

/** Answers a call of a handler. */
export async function answerCall(
  called: CalledHandler,
  call: IncomingCall,
  services: CallServices,
): Promise<HookResponse> {
  const { handler, version: hook = handler.hook } = called;
  const isOther = isOtherVersion(hook, handler.hook);
  let log = services.log.child({
    hook: hook.name,
    handler: handler.name,
    ...(isOther ? { version: hook.version } : {}),
  });
  const traced = call.isMasked === true ? undefined : beginHookTrace(handler);
  let cluster: ObjectKey | undefined;
  let recorded: ReturnType<CallRecorder["begin"]>;
  let shown: ShownCall | undefined;
  try {
    const sent = await readRequest(hook, call);
    const request = isOther ? convertRequest({ from: hook, to: handler.hook }, sent) : sent;
    recorded = services.recorder?.begin(handler, request);
    shown = traced && beginShownCall(called, request, answerMasked(called.extension, services));
    cluster = clusterOf(request);
    traced?.called(cluster);
    if (cluster !== undefined) log = log.child({ cluster: formatKey(cluster) });
    const machine = machineOf(request);
    if (machine !== undefined) log = log.child({ machine: formatKey(machine) });
    const own = await respond(called, call, { request, services: { ...services, log } });
    const { timedOut } = own;
    const response = isOther ? convertResponse({ from: handler.hook, to: hook }, own.response) : own.response;
    logAnswer(log, hook, { ...own, response });
    recorded?.(own.response);
    const patches = patchesOf(request, response);
    traced?.answered({ ...response, timedOut, patches, call: shown?.answered(own.response) }, cluster);
    return response;
  } catch (caught) {
    // The server answers with 503: the caller may send it again.
    if (isCapstanError(caught, "serve/busy")) throw caught;
    logFailure(called, caught, { log, isMasked: call.isMasked });
    const response = failure(hook, publicMessage(handler, errorBehind(handler, caught)));
    recorded?.(response);
    traced?.answered({ ...response, call: shown?.answered(response) }, cluster);
    return response;
  }
}

interface LoggedCall {
  readonly log: Logger;
  readonly isMasked: boolean | undefined;
}

function logFailure(called: CalledHandler, caught: unknown, { log, isMasked }: LoggedCall): void {
  if (caught instanceof SettingsFault) {
    if (isMasked !== true) logSettingsFault(called, caught, log);
    return;
  }
  const story = caught instanceof AnswerFault ? problemFields(caught.found) : {};
  log.error("Call failed", { ...errorFields(errorBehind(called.handler, caught)), ...story });
}

/** The error that a call failed with, for its log and its answer. */
function errorBehind(handler: RegisteredHandler, caught: unknown): unknown {
  if (caught instanceof AnswerFault) return answerError(handler, caught.found);
  return caught instanceof SettingsFault ? caught.error : caught;
}

function nameOf(request: Readonly<Record<string, unknown>>): string {
  const cluster = clusterOf(request);
  return cluster === undefined ? "" : formatKey(cluster);
}

/** What answers requests with masks in place of their secrets: once more, without a line in the log and a record. */
export function answerMasked(extension: Extension, { client }: Pick<CallServices, "client">): AnswerMasked {
  return async (recorded, request) => {
    const handler = extension.handlers.find(
      (each) => each.name === recorded.name && each.hook.name === recorded.hook.name,
    );
    if (handler === undefined) throw new Error(`there is no handler ${recorded.name}`);
    return await answerCall(
      { extension, handler },
      { json: () => request, timeout: null, signal: new AbortController().signal, isMasked: true },
      { client, log: silentLogger },
    );
  };
}

interface Answer {
  readonly response: HookResponse;
  readonly timedOut: boolean;
  /** The message as the handler wrote it. */
  readonly message?: string;
}

interface Decoded {
  readonly request: Readonly<Record<string, unknown>>;
  readonly services: CallServices;
}

async function respond(
  { extension, handler }: CalledHandler,
  call: IncomingCall,
  { request, services }: Decoded,
): Promise<Answer> {
  const { log } = services;
  const settings = settingsOf({ extension, handler }, request, { log, isMasked: call.isMasked });
  const { ms, given } = timeForHandler(handler.timeoutSeconds, call.timeout);
  const outcome = await withDeadline(ms, call.signal, async (signal) => {
    const client = (): Promise<Client> => clientOf(extension, handler, services);
    const ctx: HookContext = { handler: handler.name, signal, deadline: Date.now() + ms, settings, log, client };
    const returned: unknown = await handler.handle(request, ctx);
    return await checkedAnswer({ extension, handler, request, signal, log }, returned);
  });
  if (outcome.expired) {
    log.error("Handler timed out", { ms });
    call.goesOn?.(outcome.work);
  }
  const answer = outcome.expired ? { response: toResponse(handler.hook, expiry(handler, given)) } : outcome.value;
  return { timedOut: outcome.expired, ...answer };
}

/** The settings of a call. Those of a request with masks say nothing of the extension's. */
function settingsOf(
  called: CalledHandler,
  request: Readonly<Record<string, unknown>>,
  { log, isMasked }: LoggedCall,
): ReadSettings["settings"] {
  const { extension } = called;
  const given = request["settings"];
  const cluster = nameOf(request);
  try {
    const read = readSettings(extension.settings, given);
    warnOfSettings(extension, read, log);
    if (isMasked !== true) settingsWork(called, cluster);
    return read.settings;
  } catch (error) {
    if (!isCapstanError(error)) throw error;
    throw new SettingsFault(error, { settings: given, cluster, problem: error.message });
  }
}

/** Hooks that can block are called seldom, and their responses explain what a Cluster waits for; others are called all the time. */
function logAnswer(log: Logger, hook: Hook, { response, message: written }: Answer): void {
  const { status, message, retryAfterSeconds } = response;
  // What was taken out of it is for the author.
  const original = written === undefined || written === (message ?? "") ? {} : { original: excerpt(written, 2048) };
  log[hook.blocking ? "info" : "debug"]("Answered", { status, retryAfterSeconds, answer: message, ...original });
}

/** The request of a body: JSON of the right shape, with the Cluster in it normalized. */
async function readRequest(hook: Hook, call: IncomingCall): Promise<Record<string, unknown>> {
  const json = await readJson(hook, call);
  const request = hasCluster(hook, json) ? withNormalCluster(json) : json;
  const problem = firstProblem(hook, "request", request);
  if (problem === undefined) return request;
  const error = badRequest(hook, problem);
  throw ["settings:", "settings.", "settings["].some((start) => problem.startsWith(start))
    ? new SettingsFault(error, { settings: request["settings"], cluster: nameOf(request), problem })
    : error;
}

/** In Cluster API's hooks the Cluster may lack its version; in others the field is what their product says, unless it has one. */
function hasCluster(hook: Hook, { cluster }: Readonly<Record<string, unknown>>): boolean {
  return catalogEntry(hook) !== undefined || isCluster(isJsonObject(cluster) ? cluster : undefined);
}

async function readJson(hook: Hook, { json }: IncomingCall): Promise<Record<string, unknown>> {
  const value = await jsonOf(hook, json);
  if (isJsonObject(value)) return value;
  throw badRequest(hook, "it is not a JSON object");
}

async function jsonOf(hook: Hook, json: IncomingCall["json"]): Promise<unknown> {
  try {
    return await json();
  } catch (error) {
    if (isCapstanError(error, "serve/busy")) throw error;
    // Where it stops to be JSON depends on the caller's data, which messages must not repeat. The limits do not.
    const isLimit = isCapstanError(error) && error.code !== "serve/body-not-json";
    throw badRequest(hook, isLimit ? error.message : "it is not JSON");
  }
}

function badRequest(hook: Hook, problem: string): CapstanError {
  return extensionError("extension/bad-request", { kind: hook.requestKind, problem });
}

function clientOf(extension: Extension, handler: RegisteredHandler, services: CallServices): Promise<Client> {
  if (extension.rules.length === 0) throw extensionError("extension/no-client", { handler: handler.name });
  return services.client();
}

function expiry({ hook, name }: RegisteredHandler, given: string): HookResult {
  const message = `handler ${name} did not answer within ${given}`;
  return hook.blocking
    ? { result: "retryAfter", payload: { seconds: secondsAfterExpiry, message } }
    : { result: "fail", payload: { message } };
}

/** Of an answer that must not leave. */
function answerError({ name: handler }: RegisteredHandler, { code, problem }: AnswerProblem): CapstanError {
  return extensionError(code, { handler, problem });
}

/** What the caller reads: our own messages are stable and have no secrets; those of others may, and stay in the log. */
function publicMessage(handler: RegisteredHandler, caught: unknown): string {
  if (caught instanceof CapstanError && caught.code.startsWith("extension/")) return caught.message;
  return extensionError("extension/handler-failed", { handler: handler.name, error: errorFrom(caught).name }).message;
}

/** The Cluster of a call; of one about templates, that of the first item that has one. */
function clusterOf(request: Readonly<Record<string, unknown>>): ObjectKey | undefined {
  const cluster = request["cluster"];
  const metadata = isJsonObject(cluster) && isJsonObject(cluster["metadata"]) ? cluster["metadata"] : undefined;
  const named = metadata ?? holderOf(itemsOf(request).find((item) => isCluster(holderOf(item))));
  return named && { namespace: String(named["namespace"]), name: String(named["name"]) };
}

/** The Machine of a hook of updates in place: many are updated at the same time, in one Cluster. */
function machineOf({ desired }: Readonly<Record<string, unknown>>): ObjectKey | undefined {
  const machine = isJsonObject(desired) ? desired["machine"] : undefined;
  const metadata = isJsonObject(machine) ? machine["metadata"] : undefined;
  if (!isJsonObject(metadata)) return undefined;
  return { namespace: String(metadata["namespace"]), name: String(metadata["name"]) };
}

/** What uses the template of an item: its infrastructure and its control plane are those of the Cluster itself. */
function holderOf(item: unknown): Readonly<Record<string, unknown>> | undefined {
  const holder = isJsonObject(item) ? item["holderReference"] : undefined;
  return isJsonObject(holder) ? holder : undefined;
}

function isCluster(holder: Readonly<Record<string, unknown>> | undefined): boolean {
  return holder?.["kind"] === "Cluster" && String(holder["apiVersion"]).startsWith("cluster.x-k8s.io/");
}

function itemsOf({ items }: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Array.isArray(items) ? items : [];
}

/** Of the hook whose answer has items, too. */
function patchesOf(request: Readonly<Record<string, unknown>>, response: HookResponse): TracedAnswer["patches"] {
  if (response.status !== "Success" || !Array.isArray(response["items"])) return undefined;
  return { made: response["items"].length, templates: itemsOf(request).length };
}

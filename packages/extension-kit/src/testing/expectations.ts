// What handlers promise, as one line of a test each: the same answer to the same request, whatever order it comes in, and no machine that is replaced. Failures are errors of node:assert, of which test runners show the difference.
import { AssertionError } from "node:assert";
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { hookCatalog } from "@capstan/api/catalog";
import type { HookEntry } from "@capstan/api/codegen/v1";
import type { GeneratePatchesRequest, GeneratePatchesRequestItem, Variable } from "@capstan/api/hooks/v1alpha1";
import { deepEqual, isJsonObject, type KubeObject } from "@capstan/kube";
import type { HookResponse } from "../answering/to-response.ts";
import type { Extension } from "../authoring/define-extension.ts";
import type { RequestBody } from "../caller/call-handler.ts";
import { callInProcess, type TestCallOptions } from "./call-in-process.ts";
import { withMovedClock } from "./moved-clock.ts";
import { rolloutsOf } from "./rollouts.ts";
import { type PatchAnswer, patchedTemplates } from "./topology-request.ts";

/** A call of a hook in a test: the request, and the options of `callInProcess`. */
export interface ExpectedCall<Request extends object> extends TestCallOptions {
  readonly request: RequestBody<Request>;
}

/** A call of GeneratePatches in a test. */
export interface PatchCall extends ExpectedCall<GeneratePatchesRequest> {
  readonly extension: Extension;
}

/** How long is waited between two calls, for clocks that cannot be moved. */
const pauseMs = 3;

const second = 1000;
const day = 24 * 60 * 60 * second;

/**
 * Where `Date` is in each of the calls with the same request, from now: year, quarter, month, day, half of the day, minute and second are other ones in some of them. They are in the past and end at the
 * present, so that nothing has expired that a handler uses.
 */
const clocks = [-400 * day, -100 * day, -3 * day, -day - 3661 * second, -day / 2, -1001, 0] as const;

/** A next reconcile is as late: minutes and seconds of a message differ, and what depends on the day stays. */
const nextReconcileMs = 61 * second;

/**
 * Expects the same answer to each of several calls with the same request. `Date`, and formats of `Intl` without a date, have another time in each of them, from more than a year ago until now, so that a date in a
 * patch is found as well as a time; only the handler that is called sees it. A patch with a time or a random value in it replaces machines without end.
 *
 * Not found is what is the same at all of these times, as "it is a weekend" can be, and a time from elsewhere: a `Date` that a module has kept when it was imported, `performance`, a context of `node:vm`, another
 * process. A handler that depends on the time, for example on the "not before" of a certificate, has another answer at an earlier one: the error names both times.
 *
 * Rejects with an AssertionError when two answers differ, and with the errors of `callInProcess`.
 *
 * @example
 * await expectDeterministic(extension, hookCatalog.GeneratePatches, { request: { items, variables } });
 */
export async function expectDeterministic<Request extends object, Response extends object>(
  extension: Extension,
  hook: HookEntry<Request, Response>,
  call: ExpectedCall<Request>,
): Promise<void> {
  const [start, ...later] = clocks;
  const answerAt = (ms: number): Promise<HookResponse> =>
    withMovedClock(ms, () => callInProcess(extension, hook, call));
  const first = await answerAt(start);
  for (const ms of later) {
    await wait(pauseMs);
    const next = await answerAt(ms);
    if (deepEqual(readable(first), readable(next))) continue;
    const times = `with Date moved to ${timeAt(start)} and to ${timeAt(ms)}`;
    const message = `${nameOf(hook, call)} has another answer to the same request, ${times}`;
    throw different(message, readable(first), readable(next));
  }
}

function timeAt(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}

/**
 * Expects that a handler of GeneratePatches has nothing to change in templates that it has patched. Not every handler promises this: one that puts a command before others does so each time. It helps
 * where several patches of a class set the same field.
 *
 * Rejects with an AssertionError when a template is changed again, or the handler fails; and with the errors of `callInProcess`.
 *
 * @example
 * await expectIdempotent({ extension, handler: "patches-v1", request: { items, variables } });
 */
export async function expectIdempotent(call: PatchCall): Promise<void> {
  const { items } = call.request;
  const patched = patchedTemplates(items, await patchesOf(call));
  const again = items.map((item, index) => ({ ...item, object: jsonOf(patched[index] ?? {}) }));
  const twice = patchedTemplates(again, await patchesOf({ ...call, request: { ...call.request, items: again } }));
  checkTemplates(`${nameOfPatches(call)} changes templates again that it has patched`, patched, twice);
}

/** So many orders are tried; the first is the reverse. */
const orders = 6;

/**
 * Expects the same patched templates whatever order templates and variables come in, and whatever their uids are. Cluster API sends them in another order each time, with new uids.
 *
 * Rejects with an AssertionError when a template is another one, or the handler fails; and with the errors of `callInProcess`.
 *
 * @example
 * await expectOrderIndependent({ extension, request: { items, variables } });
 */
export async function expectOrderIndependent(call: PatchCall): Promise<void> {
  const { items, variables } = call.request;
  const want = patchedTemplates(items, await patchesOf(call));
  for (let order = 0; order < orders; order += 1) {
    const places = shuffled([...items.keys()], order);
    const moved = places.flatMap((place) => items.slice(place, place + 1).map((item) => withOrder(item, order)));
    const request = { ...call.request, items: moved, ...(variables && { variables: shuffled(variables, order) }) };
    const patched = patchedTemplates(moved, await patchesOf({ ...call, request }));
    const sorted = items.flatMap((_, place) => patched.slice(places.indexOf(place)).slice(0, 1));
    checkTemplates(
      `${nameOfPatches(call)} patches otherwise when templates or variables have another order`,
      want,
      sorted,
    );
  }
}

function withOrder({ variables, ...item }: GeneratePatchesRequestItem, order: number): GeneratePatchesRequestItem {
  return { ...item, uid: randomUUID(), ...(variables && { variables: shuffled<Variable>(variables, order) }) };
}

/** The reverse first, then orders that are the same in every run. */
function shuffled<T>(list: readonly T[], order: number): T[] {
  const rank = (index: number): number => (order === 0 ? -index : ((index + 1) * (7919 + 2 * order)) % 101);
  return list
    .map((item, index) => ({ item, rank: rank(index) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

/**
 * Expects that two failures, or two delays, with the same cause have the same message: the second request is the first one with other uids of templates and another resourceVersion of the Cluster, one minute later by `Date`. A message
 * that changes makes Cluster API update a condition, which causes the next call at once.
 *
 * Rejects with an AssertionError when the messages differ, or when the call neither fails nor asks for a delay; and with the errors of `callInProcess`.
 *
 * @example
 * await expectStableMessages(extension, hookCatalog.BeforeClusterUpgrade, { request: requestThatIsHeld });
 */
export async function expectStableMessages<Request extends object, Response extends object>(
  extension: Extension,
  hook: HookEntry<Request, Response>,
  call: ExpectedCall<Request>,
): Promise<void> {
  const before = (): Promise<HookResponse> => callInProcess(extension, hook, call);
  const { message: first } = await withMovedClock(-nextReconcileMs, before);
  if (first === undefined)
    throw new AssertionError({
      message: `${nameOf(hook, call)} neither fails nor asks for a delay: give a request for which it does`,
    });
  await wait(pauseMs);
  const { message: next = "" }: HookResponse = await callInProcess(extension, hook, {
    ...call,
    request: laterRequest(call.request),
  });
  if (first !== next) throw different(`${nameOf(hook, call)} has another message for the same cause`, first, next);
}

/** The request of the next reconcile. */
function laterRequest<Request extends object>(request: Request): Request {
  return JSON.parse(JSON.stringify(request), (name, value: unknown) => {
    if (name === "items" && Array.isArray(value))
      return value.map((item: unknown) =>
        isJsonObject(item) && "uid" in item ? { ...item, uid: randomUUID() } : item,
      );
    if (name === "metadata" && isJsonObject(value) && "resourceVersion" in value)
      return { ...value, resourceVersion: "987654321" };
    return value;
  });
}

/** The second call of a comparison; its request is that of the first one unless it has another. */
export type RepeatedPatchCall = Omit<PatchCall, "request"> & Partial<Pick<PatchCall, "request">>;

/**
 * Expects that no machine is replaced when templates are patched by the second call in place of the first, by the rules of Cluster API: two generations of a handler, or the handlers of two releases of an
 * extension. What `capstan plan` proves on recorded requests, this proves on one of a test.
 *
 * Rejects with an AssertionError that names each template that replaces machines, with the fields and the reason; when one of the handlers fails; and with the errors of `callInProcess`.
 *
 * @example
 * await expectNoRollout({ extension, handler: "patches-v1", request }, { extension, handler: "patches-v2" });
 */
export async function expectNoRollout(before: PatchCall, after: RepeatedPatchCall): Promise<void> {
  const { items } = before.request;
  const answers = {
    before: await patchesOf(before),
    after: await patchesOf({ request: before.request, ...after }),
  };
  const rolling = rolloutsOf(items, answers).filter(({ rolls }) => rolls);
  if (rolling.length === 0) return;
  const lines = rolling.map(({ item, template, because, changes }) => {
    const { kind, namespace, name } = item.holderReference;
    return `- ${template.kind} of ${kind} ${namespace}/${name}: ${changes.map(({ path }) => path).join(", ")} (${because})`;
  });
  throw new AssertionError({
    message: `machines are replaced:\n${lines.join("\n")}`,
    expected: rolling.flatMap(({ changes }) => changes.map(({ path, was }) => ({ path, value: was }))),
    actual: rolling.flatMap(({ changes }) => changes.map(({ path, is }) => ({ path, value: is }))),
  });
}

async function patchesOf({ extension, ...call }: PatchCall): Promise<PatchAnswer> {
  const answer = await callInProcess(extension, hookCatalog.GeneratePatches, call);
  if (answer.status !== "Success")
    throw new AssertionError({ message: `${nameOfPatches(call)} fails: ${answer.message ?? "without a message"}` });
  return answer;
}

function nameOfPatches(call: TestCallOptions): string {
  return nameOf(hookCatalog.GeneratePatches, call);
}

function nameOf(hook: { readonly name: string }, { handler }: TestCallOptions): string {
  return handler === undefined ? `the handler of ${hook.name}` : `handler "${handler}" of ${hook.name}`;
}

/** A response with its patches as operations, so that a difference can be read. */
function readable(response: HookResponse): unknown {
  return JSON.parse(JSON.stringify(response), (name, value: unknown) =>
    name === "patch" && typeof value === "string" ? parsed(value) : value,
  );
}

function parsed(patch: string): unknown {
  return JSON.parse(Buffer.from(patch, "base64").toString("utf8"));
}

function jsonOf(object: KubeObject | object): GeneratePatchesRequestItem["object"] {
  const copy: GeneratePatchesRequestItem["object"] = JSON.parse(JSON.stringify(object));
  return copy;
}

function checkTemplates(problem: string, want: readonly KubeObject[], got: readonly KubeObject[]): void {
  if (!deepEqual(want, got)) throw different(problem, want, got);
}

function different(message: string, expected: unknown, actual: unknown): AssertionError {
  return new AssertionError({ message, expected, actual });
}

// Records calls on a tape after they were answered: each request once for each answer, without secrets. It neither delays nor fails a call.
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { systemClock, withTimeLimit } from "@capstan/client";
import { errorFields, type Logger } from "@capstan/process";
import type { HookResponse } from "../answering/to-response.ts";
import { catalogEntry } from "../authoring/hook-keys.ts";
import { KnownMasks } from "./known-masks.ts";
import { maskRequest, type Masking } from "./mask-request.ts";
import { topologyItems, redactAnswer } from "./redact-answer.ts";
import { templateRules } from "./redact-template.ts";
import type { SecretNames } from "./replace-secrets.ts";
import { clusterIn, type RecordedCall, recordedHooks } from "./tape.ts";
import { headerOf, type TapedExtension, TapeFile, type TapePlace } from "./tape-file.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A handler, by the hook that it answers. */
export interface RecordedHandler {
  readonly name: string;
  readonly hook: { readonly name: string; readonly apiVersion: string };
}

/** Records the calls of an extension. */
export interface CallRecorder {
  /** A call begins, before its handler can change the request; returned is what its answer is given to. Undefined when it is not recorded. */
  begin(handler: RecordedHandler, request: Fields): ((response: HookResponse) => void) | undefined;
}

/** Answers a request that has masks. */
export type AnswerMasked = (handler: RecordedHandler, request: Fields) => Promise<HookResponse>;

/** So many calls are remembered, so that a call that is repeated is not recorded again. */
const mostKnown = 10_000;
/** How long an extension that is stopped waits for the requests with masks. */
const patienceMs = 2000;
/** Longer than a handler may take. */
const longestAnswerMs = 60_000;
/** Characters of all requests that wait to be recorded, and so of the largest one. */
const mostWaiting = 32 * 1024 * 1024;

/** Records on a tape. */
export class TapeRecorder implements CallRecorder {
  readonly #tape: TapeFile;
  readonly #log: Logger;
  readonly #masking: Masking;
  readonly #answer: AnswerMasked;
  readonly #known = new Set<string>();
  readonly #closing = new AbortController();
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(tape: TapeFile, of: { masking: Masking; log: Logger; answer: AnswerMasked }) {
    this.#tape = tape;
    this.#log = of.log;
    this.#masking = of.masking;
    this.#answer = of.answer;
  }

  /** Begins a tape; rejects with `extension/tape-file` when that is not possible. */
  static async begin(
    { names, ...extension }: TapedExtension & { readonly names: SecretNames },
    place: TapePlace,
    answer: AnswerMasked,
  ): Promise<TapeRecorder> {
    const header = headerOf(extension, names);
    const masking = { names, templates: templateRules(header), known: new KnownMasks() };
    return new TapeRecorder(await TapeFile.begin(header, place), { masking, log: place.log, answer });
  }

  begin(handler: RecordedHandler, request: Fields): ((response: HookResponse) => void) | undefined {
    if (!isRecorded(handler) || !this.#tape.isOpen) return undefined;
    const json = JSON.stringify(request);
    if (this.#waiting + json.length > mostWaiting) return undefined;
    return (response) => {
      this.#waiting += json.length;
      const call = { handler, json, response, at: new Date().toISOString() };
      this.#last = this.#last.then(() => this.#record(call)).finally(() => (this.#waiting -= json.length));
    };
  }

  /** How many calls are on the tape. */
  get recorded(): number {
    return this.#tape.added;
  }

  /** Records what waits, and closes the tape. Requests with masks that no handler has answered after two seconds are left out. */
  async close(): Promise<void> {
    const late = new Error("the tape was closed before a handler had answered the request with masks");
    const timer = setTimeout(() => this.#closing.abort(late), patienceMs);
    await this.#last;
    clearTimeout(timer);
    await this.#tape.close();
  }

  async #record(call: AnsweredCall): Promise<void> {
    // The answer is sent first.
    await nextTurn();
    try {
      const { request, masked } = maskRequest(call.json, this.#masking);
      const digest = digestOf(call.handler.name, request, masked ? {} : call.response);
      if (this.#known.has(digest)) return;
      // What a handler makes of a secret cannot be found in its answer, so that of a request without the secret takes its place.
      const answered = masked ? await this.#answered(call.handler, structuredClone(request)) : call.response;
      const response = redactAnswer(answered, request, this.#masking.templates);
      // What is not on the tape is tried again when it comes again.
      if (this.#tape.add(lineOf({ ...call, response }, { request, masked }))) this.#remember(digest);
    } catch (error) {
      this.#log.warn("A call could not be recorded", errorFields(error));
    }
  }

  /** The answer to a request with masks. The process is not kept by it when it ends: a handler may not answer at all. */
  async #answered(handler: RecordedHandler, request: Fields): Promise<HookResponse> {
    const { signal } = this.#closing;
    signal.throwIfAborted();
    const late = (): Error => new Error("the handler has not answered the request with masks");
    return await withTimeLimit(this.#answer(handler, request), {
      clock: systemClock,
      ms: longestAnswerMs,
      signal,
      late,
    });
  }

  #remember(digest: string): void {
    this.#known.add(digest);
    const [oldest] = this.#known;
    if (this.#known.size > mostKnown && oldest !== undefined) this.#known.delete(oldest);
  }
}

/** Whether answers of a hook are recorded: they depend on nothing but the request. A hook of another product may have the name of one of Cluster API's. */
export function isRecorded({ hook }: RecordedHandler): boolean {
  return recordedHooks.has(hook.name) && catalogEntry(hook) !== undefined;
}

/** A call, with its request as JSON. */
interface AnsweredCall {
  readonly handler: RecordedHandler;
  readonly json: string;
  readonly response: HookResponse;
  readonly at: string;
}

function lineOf(
  { handler: { hook, name }, response, at }: AnsweredCall,
  { request, masked }: { readonly request: Fields; readonly masked: boolean },
): RecordedCall {
  const cluster = clusterIn(request);
  return {
    hook: hook.name,
    apiVersion: hook.apiVersion,
    handler: name,
    at,
    ...(cluster && { cluster }),
    ...(masked && { masked }),
    request,
    response,
  };
}

/** The same for calls that differ in the order and the uids of templates only: core sends other ones each time. */
function digestOf(handler: string, request: Fields, response: object): string {
  const places = new Map<unknown, string>();
  const items = topologyItems(request).map((item) => {
    const place = JSON.stringify(item["holderReference"]);
    places.set(item["uid"], place);
    return { ...item, uid: place };
  });
  const answered = topologyItems(response).map((item) => ({ ...item, uid: places.get(item["uid"]) ?? "" }));
  const sorted = (list: readonly { readonly uid: string }[]): readonly object[] =>
    list.toSorted((one, other) => (one.uid < other.uid ? -1 : Number(one.uid > other.uid)));
  const compared = [handler, { ...request, items: sorted(items) }, { ...response, items: sorted(answered) }];
  return createHash("sha256").update(JSON.stringify(compared)).digest("base64");
}

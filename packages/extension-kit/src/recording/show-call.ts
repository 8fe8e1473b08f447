// Calls with their requests and answers for `capstan dev`, on a channel of the process. They have masks in place of secrets, as on a tape. Nothing is built while nobody listens.
import { randomBytes } from "node:crypto";
import { channel } from "node:diagnostics_channel";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { HookResponse } from "../answering/to-response.ts";
import type { Extension, RegisteredHandler } from "../authoring/define-extension.ts";
import { type AnswerMasked, isRecorded } from "./call-recorder.ts";
import { KnownMasks } from "./known-masks.ts";
import { maskRequest, secretsOf } from "./mask-request.ts";
import { redactAnswer } from "./redact-answer.ts";
import { createTapeKey, templateRules } from "./redact-template.ts";
import type { SecretRules } from "./replace-secrets.ts";

type Fields = Readonly<Record<string, unknown>>;

/** `capstan dev` listens to it by its name, before any package is loaded. */
const calls = channel("capstan:calls");

/** What is published of a call. Dev finds it by its id, which is in the trace. */
export interface PublishedCall {
  readonly id: string;
  readonly hook: string;
  readonly apiVersion: string;
  readonly handler: string;
  /** Whether the request has masks in place of secret values. The answer is then that to the request with masks, or has no more than a status and a message. */
  readonly masked: boolean;
  /** Both as JSON. */
  readonly request: string;
  readonly response: string;
}

/** A call that is shown. */
export interface ShownCall {
  /** It was answered, and is published soon after; returns its id. */
  readonly answered: (response: HookResponse) => string;
}

/** More characters of a request or an answer are not shown. */
const mostCharacters = 8 * 1024 * 1024;

/** Those of one process have the same beginning. */
const ofProcess = randomBytes(6).toString("hex");
/** Of digests in place of the secrets of templates. */
const key = createTapeKey();
const known = new KnownMasks();
let count = 0;

/** A call begins, before its handler can change the request; undefined when nobody wants to see it. */
export function beginShownCall(
  { extension, handler }: { readonly extension: Extension; readonly handler: RegisteredHandler },
  request: Fields,
  answer: AnswerMasked,
): ShownCall | undefined {
  if (!calls.hasSubscribers) return undefined;
  const json = JSON.stringify(request);
  count += 1;
  const id = `${ofProcess}-${count}`;
  return {
    answered: (response) => {
      void publish({ id, extension, handler, json, response }, answer);
      return id;
    },
  };
}

interface AnsweredCall {
  readonly id: string;
  readonly extension: Extension;
  readonly handler: RegisteredHandler;
  readonly json: string;
  readonly response: HookResponse;
}

/** The answer is sent first. */
async function publish({ id, extension, handler, json, response }: AnsweredCall, answer: AnswerMasked): Promise<void> {
  if (json.length > mostCharacters) return;
  await nextTurn();
  const names = secretsOf(extension);
  const templates = templateRules({ key, secretVariables: [...names.variables] });
  const { request, masked } = maskRequest(json, { names, templates, known });
  const answered = JSON.stringify(await shownAnswer({ handler, request, response, masked, templates }, answer));
  if (answered.length > mostCharacters) return;
  const { name, apiVersion } = handler.hook;
  const call = { id, hook: name, apiVersion, handler: handler.name, masked };
  calls.publish({
    ...call,
    request: masked ? JSON.stringify(request) : json,
    response: answered,
  } satisfies PublishedCall);
}

interface MaskedCall {
  readonly handler: RegisteredHandler;
  readonly request: Fields;
  readonly response: HookResponse;
  readonly masked: boolean;
  readonly templates: SecretRules;
}

/** The answer without secrets. What a handler makes of a secret cannot be found in its answer: to a request with masks it answers once more. A hook whose handler does more than to answer is not called once more: of its answer, what every log has is left. */
async function shownAnswer(
  { handler, request, response, masked, templates }: MaskedCall,
  answer: AnswerMasked,
): Promise<object> {
  if (masked && !isRecorded(handler)) return plainAnswer(response);
  try {
    return redactAnswer(masked ? await answer(handler, structuredClone(request)) : response, request, templates);
  } catch {
    return plainAnswer(response);
  }
}

function plainAnswer({ apiVersion, kind, status, message, retryAfterSeconds }: HookResponse): object {
  return { apiVersion, kind, status, message, retryAfterSeconds };
}

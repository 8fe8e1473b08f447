// Calls a handler without a server, through everything a served call goes through: the same bytes in, the same response out.
import type { HookEntry } from "@capstan/api";
import type { Client } from "@capstan/client";
import { answerCall } from "../answering/answer-call.ts";
import type { HookResponse } from "../answering/to-response.ts";
import type { Extension } from "../authoring/define-extension.ts";
import type { RequestBody } from "../caller/call-handler.ts";
import { extensionError } from "../errors.ts";
import { type Logger, silentLogger } from "../logger.ts";

/** What a call in a test may say besides its request. */
export interface TestCallOptions {
  /** The handler's name; the only one of the hook unless given. */
  readonly handler?: string;
  /** The caller's timeout, for example "1s". */
  readonly timeout?: string;
  /** Aborts as if the caller went away. */
  readonly signal?: AbortSignal;
  readonly log?: Logger;
  /** What `ctx.client()` gives. */
  readonly client?: Client;
}

/** Calls a handler of an extension; the response is what Cluster API would read. */
export async function callInProcess<Request extends object, Response extends object>(
  extension: Extension,
  hook: HookEntry<Request, Response>,
  call: { readonly request: RequestBody<Request> } & TestCallOptions,
): Promise<HookResponse & Response> {
  const ofHook = extension.handlers.filter(
    (handler) => handler.hook.name === hook.name && handler.hook.group === hook.group,
  );
  const handler = ofHook.find(({ name }) => name === (call.handler ?? name));
  if (handler === undefined) {
    const known = ofHook.map(({ name }) => name).join(", ") || "none";
    throw extensionError("extension/no-such-handler", { name: call.handler ?? "", hook: hook.name, known });
  }
  const body = JSON.stringify({ apiVersion: hook.apiVersion, kind: hook.requestKind, ...call.request });
  const { timeout = null, signal = new AbortController().signal, log = silentLogger } = call;
  return (await answerCall(
    { extension, handler },
    { body: new TextEncoder().encode(body), timeout, signal },
    { log, client: () => clientOf(call.client) },
  )) as HookResponse & Response;
}

function clientOf(client: Client | undefined): Promise<Client> {
  return client === undefined ? Promise.reject(new Error("the test gave no client")) : Promise.resolve(client);
}

// Calls a handler without a server: same decoding, validation and response as a served call.
import type { HookEntry } from "@capstan/api/codegen/v1";
import type { Client } from "@capstan/client";
import { answerCall } from "../answering/answer-call.ts";
import type { HookResponse } from "../answering/to-response.ts";
import type { Extension } from "../authoring/define-extension.ts";
import { isSameHook } from "../authoring/hook-versions.ts";
import type { RequestBody } from "../caller/call-handler.ts";
import { extensionError } from "../errors.ts";
import type { Logger } from "@capstan/process";
import { errorLog } from "./error-log.ts";

/** Options of a call in process. */
export interface TestCallOptions {
  /** The handler's name. Default: the first handler of the hook. */
  readonly handler?: string;
  /** The caller's timeout, for example "1s". Default: none. */
  readonly timeout?: string;
  /** Aborts the call as if the caller had closed the connection. */
  readonly signal?: AbortSignal;
  /** Default: errors with their stacks on standard error. The answer of a handler that throws says that the log has the reason. */
  readonly log?: Logger;
  /** The client that `ctx.client()` resolves to, or what creates it; without it `ctx.client()` rejects. */
  readonly client?: Client | (() => Promise<Client>);
}

/**
 * Calls a handler of an extension without a server, and returns the response that Cluster API would read: the request is encoded,
 * decoded and validated, and so is the response.
 *
 * An error or a delay of the handler is part of the response (`status`, `message`, `retryAfterSeconds`), as over HTTPS; so is a
 * request that does not match the hook's schema. Rejects with `extension/no-such-handler` when the extension has no handler for the
 * hook, or none with the given name. To test TLS, discovery and failure policies use `startExtension`.
 *
 * @example
 * const response = await callInProcess(extension, hookCatalog.BeforeClusterDelete, { request: { cluster } });
 * expect(response.retryAfterSeconds).toBe(0);
 */
export async function callInProcess<Request extends object, Response extends object>(
  extension: Extension,
  hook: HookEntry<Request, Response>,
  call: { readonly request: RequestBody<Request> } & TestCallOptions,
): Promise<HookResponse & Response> {
  const ofHook = extension.handlers.filter((handler) => isSameHook(handler.hook, hook));
  const handler = ofHook.find(
    ({ name, versions }) => name === (call.handler ?? name) && versions.some(({ version }) => version === hook.version),
  );
  if (handler === undefined) {
    const known = ofHook.map(({ name }) => name).join(", ") || "none";
    throw extensionError("extension/no-such-handler", { name: call.handler ?? "", hook: hook.name, known });
  }
  const body = JSON.stringify({ apiVersion: hook.apiVersion, kind: hook.requestKind, ...call.request });
  const { timeout = null, signal = new AbortController().signal, log = errorLog() } = call;
  const response = await answerCall(
    { extension, handler, version: hook },
    { json: () => JSON.parse(body), timeout, signal },
    { log, client: () => clientOf(call.client) },
  );
  // The response of the hook that was called.
  return response as HookResponse & Response;
}

function clientOf(client: TestCallOptions["client"]): Promise<Client> {
  if (typeof client === "function") return client();
  return client === undefined
    ? Promise.reject(new Error("the test passes no client: set `client` of callInProcess"))
    : Promise.resolve(client);
}

// Sends a request to a handler: in this process to that of a project, or over TLS to one that runs.
import type { HookEntry } from "@capstan/api/codegen/v1";
import type { Extension } from "@capstan/extension-kit";
import {
  callHandler,
  connectExtension,
  discover,
  type DiscoveredHandler,
  type ExtensionAddress,
} from "@capstan/extension-kit/caller";
import { callInProcess } from "@capstan/extension-kit/testing";
import { errorFrom } from "@capstan/kube";
import { withOutputAside } from "../config/config-file.ts";
import type { ClusterAccess } from "../extension/cluster-access.ts";
import { reasonsTo } from "../extension/handler-log.ts";

/** An answer, and how long it took. */
export interface SentAnswer {
  /** The name of the handler that has answered. */
  readonly handler: string;
  /** All of the hook, where the call named none. */
  readonly candidates: readonly string[];
  readonly ms: number;
  readonly response: Readonly<Record<string, unknown>>;
  /** Why it is a failure, in details that the answer does not have. */
  readonly reasons: readonly string[];
  /** Whether the handler called for a client that there is not. */
  readonly lacksClient?: boolean;
  /** The names of the functions with which it wanted to write to the cluster. */
  readonly writes?: readonly string[];
}

/** What is called. */
export interface CalledHook {
  readonly hook: HookEntry;
  /** The name of the handler. Default: the first of the hook. */
  readonly handler: string | undefined;
  readonly request: object;
}

/** That there is no such handler, and which ones there are. */
export interface NoHandler {
  readonly known: readonly string[];
}

/** The name of the handler that is called. */
function chosen(known: readonly string[], { handler }: CalledHook): string | undefined {
  return handler === undefined ? known[0] : known.find((name) => name === handler);
}

function candidatesOf(known: readonly string[], { handler }: CalledHook): readonly string[] {
  return handler === undefined ? known : [];
}

/** An extension of the project, and what its handlers may read. */
export interface LoadedHandlers {
  readonly extension: Extension;
  readonly access: ClusterAccess;
}

/** Calls a handler of the project. */
export async function sendInProcess(
  { extension, access }: LoadedHandlers,
  called: CalledHook,
): Promise<SentAnswer | NoHandler> {
  const { hook, request } = called;
  const known = extension.handlers
    .filter((each) => each.hook.name === hook.name && each.hook.group === hook.group)
    .map(({ name }) => name);
  const handler = chosen(known, called);
  if (handler === undefined) return { known };
  const reasons: string[] = [];
  const own = access.begin();
  const began = performance.now();
  const response = await withOutputAside(() =>
    callInProcess(extension, hook, { request, log: reasonsTo(reasons), handler, client: own.open }),
  );
  const ms = performance.now() - began;
  const { lacksClient } = own;
  const candidates = candidatesOf(known, called);
  return { handler, candidates, ms, response, reasons, lacksClient, writes: [...own.writes] };
}

/** Calls a handler of an extension that runs. Rejects with `extension/discovery-invalid`. */
export async function sendToAddress(address: ExtensionAddress, called: CalledHook): Promise<SentAnswer | NoHandler> {
  const connection = connectExtension(address);
  try {
    const found = await discover(connection);
    const ofHook = found.filter(({ hook }) => hook.name === called.hook.name);
    const known = ofHook.map(({ name }) => name);
    const handler = ofHook.find(({ name }) => name === chosen(known, called));
    if (handler === undefined) return { known };
    const began = performance.now();
    // By its policy, no answer could count as a success; here it is shown.
    const failing: DiscoveredHandler = { ...handler, failurePolicy: "Fail" };
    const response = await callHandler<object, object>(
      handler.hook,
      { connection, handler: failing },
      called.request,
    ).catch((error: unknown) => ({ status: "Failure", message: failureOf(error, handler) }));
    const ms = performance.now() - began;
    const candidates = candidatesOf(known, called);
    return { handler: handler.name, candidates, ms, response: { ...response }, reasons: [] };
  } finally {
    connection.close();
  }
}

/** Why there is no answer that can be used, and what Cluster API makes of that. */
function failureOf(error: unknown, { failurePolicy }: DiscoveredHandler): string {
  const { message } = errorFrom(error);
  return failurePolicy === "Fail" ? message : `${message}; Cluster API ignores this: the failure policy is Ignore`;
}

// Discovery from the caller's side, with Cluster API's own checks: what it refuses, this refuses.
// Called by users of `./caller`; connecting is connection.ts. Keeps no registry.
import { hookCatalog } from "@capstan/api/catalog";
import type { HookEntry } from "@capstan/api";
import type { DiscoveryResponse, ExtensionHandler } from "@capstan/api/hooks/v1alpha1";
import { errorFrom, isJsonObject } from "@capstan/kube";
import { extensionError } from "../errors.ts";
import type { ExtensionConnection } from "./connection.ts";

/** A handler as it is called: what discovery said, with its defaults. */
export interface DiscoveredHandler {
  readonly name: string;
  readonly hook: HookEntry;
  readonly timeoutSeconds: number;
  readonly failurePolicy: "Fail" | "Ignore";
}

/** How long discovery may take. */
const discoverySeconds = 10;

/** Asks an extension for its handlers. `hooks` are those the caller knows; Cluster API 1.14's unless given. */
export async function discover(
  connection: ExtensionConnection,
  hooks: readonly HookEntry[] = Object.values(hookCatalog),
): Promise<DiscoveredHandler[]> {
  const { handlers = [] } = await ask(connection);
  const known = new Map(hooks.map((hook) => [`${hook.apiVersion}/${hook.name}`, hook]));
  const found = handlers.map((handler) => toHandler(handler, known, connection));
  const twice = found.find(({ name }, index) => found.findIndex((other) => other.name === name) !== index);
  if (twice !== undefined) throw invalid(connection, `two handlers are named "${twice.name}"`);
  return found;
}

async function ask(connection: ExtensionConnection): Promise<DiscoveryResponse> {
  const { path, apiVersion, requestKind } = hookCatalog.Discovery;
  const body = JSON.stringify({ apiVersion, kind: requestKind });
  try {
    const { status, text } = await connection.post(path, body, discoverySeconds);
    if (status !== 200) throw new Error(`the status is ${status}`);
    const response: unknown = JSON.parse(text);
    if (!isJsonObject(response)) throw new Error("the answer is no object");
    if (response["status"] !== "Success")
      throw new Error(`the status of the answer is "${String(response["status"])}"`);
    return response as unknown as DiscoveryResponse;
  } catch (error) {
    throw invalid(connection, errorFrom(error).message, error);
  }
}

const label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

function toHandler(
  { name, requestHook, timeoutSeconds, failurePolicy = "Fail" }: ExtensionHandler,
  known: ReadonlyMap<string, HookEntry>,
  connection: ExtensionConnection,
): DiscoveredHandler {
  const hook = known.get(`${requestHook.apiVersion}/${requestHook.hook}`);
  if (!label.test(name)) throw invalid(connection, `"${name}" is no name of a handler`);
  if (hook === undefined)
    throw invalid(connection, `the hook ${requestHook.hook} of ${requestHook.apiVersion} is not known`);
  if (timeoutSeconds !== undefined && (timeoutSeconds < 0 || timeoutSeconds > 30)) {
    throw invalid(connection, `the timeout of "${name}" is ${timeoutSeconds}s`);
  }
  if (failurePolicy !== "Fail" && failurePolicy !== "Ignore") {
    throw invalid(connection, `the failure policy of "${name}" is "${String(failurePolicy)}"`);
  }
  // 0 is what callers send where nothing was said.
  return { name, hook, timeoutSeconds: timeoutSeconds === 0 ? 10 : (timeoutSeconds ?? 10), failurePolicy };
}

function invalid({ url }: ExtensionConnection, problem: string, cause?: unknown): Error {
  return extensionError("extension/discovery-invalid", { url, problem }, cause);
}

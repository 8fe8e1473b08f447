// Discovery from the caller's side, with Cluster API's own checks.
import { hookCatalog } from "@capstan/api/catalog";
import type { HookEntry } from "@capstan/api/codegen/v1";
import type { DiscoveryResponse, ExtensionHandler } from "@capstan/api/hooks/v1alpha1";
import { errorFrom, excerpt, excerptOf, isJsonObject } from "@capstan/kube";
import { firstProblem } from "../answering/hook-schemas.ts";
import { extensionError } from "../errors.ts";
import type { ExtensionConnection } from "./connection.ts";

/** A handler of an extension, with the defaults of discovery. */
export interface DiscoveredHandler {
  readonly name: string;
  readonly hook: HookEntry;
  readonly timeoutSeconds: number;
  readonly failurePolicy: "Fail" | "Ignore";
}

/** How long discovery may take. */
const discoverySeconds = 10;
/** An extension has a handful. */
const mostHandlers = 1000;

/**
 * Asks an extension for its handlers.
 *
 * `hooks` are the hooks that the caller knows. Default: those of Cluster API 1.14.
 *
 * Rejects with `extension/discovery-invalid` when the extension cannot be reached, when its response is not one, and when
 * Cluster API would reject it: a name that is not a DNS label or not unique, a timeout above 30 s, an unknown failure policy,
 * an unknown hook. So it does when there are more than 1,000 handlers. One bad handler rejects all, as in Cluster API.
 *
 * @example
 * const handlers = await discover(connectExtension({ url, caBundle }));
 * console.log(handlers.map(({ name, hook }) => `${hook.name}: ${name}`));
 */
export async function discover(
  connection: ExtensionConnection,
  hooks: readonly HookEntry[] = Object.values(hookCatalog),
): Promise<DiscoveredHandler[]> {
  const { handlers = [] } = await ask(connection);
  if (handlers.length > mostHandlers)
    throw invalid(connection, `it has ${handlers.length} handlers, the most are ${mostHandlers}`);
  const known = new Map(hooks.map((hook) => [`${hook.apiVersion}/${hook.name}`, hook]));
  const found = handlers.map((handler) => toHandler(handler, known, connection));
  const names = new Set<string>();
  for (const { name } of found) {
    if (names.has(name)) throw invalid(connection, `two handlers are named "${name}"`);
    names.add(name);
  }
  return found;
}

async function ask(connection: ExtensionConnection): Promise<DiscoveryResponse> {
  const { path, apiVersion, requestKind } = hookCatalog.Discovery;
  const request = JSON.stringify({ apiVersion, kind: requestKind });
  try {
    const { status, body } = await connection.post(path, request, discoverySeconds);
    if (status !== 200) throw new Error(`the status is ${status}`);
    const response: unknown = JSON.parse(body);
    checkResponse(response);
    return response;
  } catch (error) {
    throw invalid(connection, errorFrom(error).message, error);
  }
}

function checkResponse(response: unknown): asserts response is DiscoveryResponse {
  if (!isJsonObject(response)) throw new Error("the answer is not an object");
  if (response["status"] !== "Success")
    throw new Error(`the status of the answer is "${excerptOf(response["status"])}"`);
  const problem = firstProblem(hookCatalog.Discovery, "response", response);
  if (problem !== undefined) throw new Error(problem);
}

const label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

function toHandler(
  { name, requestHook, timeoutSeconds, failurePolicy = "Fail" }: ExtensionHandler,
  known: ReadonlyMap<string, HookEntry>,
  connection: ExtensionConnection,
): DiscoveredHandler {
  const hook = known.get(`${requestHook.apiVersion}/${requestHook.hook}`);
  if (!label.test(name)) throw invalid(connection, `"${excerpt(name)}" is not a name of a handler`);
  if (hook === undefined)
    throw invalid(
      connection,
      `the hook ${excerpt(requestHook.hook)} of ${excerpt(requestHook.apiVersion)} is not known`,
    );
  if (timeoutSeconds !== undefined && (timeoutSeconds < 0 || timeoutSeconds > 30)) {
    throw invalid(connection, `the timeout of "${name}" is ${timeoutSeconds}s`);
  }
  // 0 is what a Go server sends where none is set.
  return { name, hook, timeoutSeconds: timeoutSeconds === 0 ? 10 : (timeoutSeconds ?? 10), failurePolicy };
}

function invalid({ url }: ExtensionConnection, problem: string, cause?: unknown): Error {
  return extensionError("extension/discovery-invalid", { url, problem }, cause);
}

// Discovery from the caller's side, with Cluster API's own checks for its hooks. A caller of hooks of other groups names the groups, and gets each
// handler in the versions that both know.
import { hookCatalog } from "@capstan/api/catalog";
import type { HookEntry } from "@capstan/api/codegen/v1";
import type { DiscoveryResponse, ExtensionHandler } from "@capstan/api/hooks/v1alpha1";
import { compareApiVersions, errorFrom, excerpt, excerptOf, isJsonObject, parseApiVersion } from "@capstan/kube";
import { firstProblem } from "../answering/hook-schemas.ts";
import { isDnsLabel } from "../authoring/hook-keys.ts";
import { extensionError } from "../errors.ts";
import type { ExtensionConnection } from "./connection.ts";

/** A handler of an extension, with the defaults of discovery. */
export interface DiscoveredHandler {
  readonly name: string;
  /** The hook, in the newest version that both know. */
  readonly hook: HookEntry;
  /** The versions that both know, the newest first. Without it there is the one of `hook`. */
  readonly versions?: readonly HookEntry[];
  readonly timeoutSeconds: number;
  readonly failurePolicy: "Fail" | "Ignore";
}

/** How long discovery may take. */
const discoverySeconds = 10;
/** An extension has a handful. */
const mostHandlers = 1000;
/** It becomes part of a condition. */
const longestMessage = 1024;

/**
 * Asks an extension for its handlers.
 *
 * `hooks` are the hooks that the caller knows. Default: those of Cluster API 1.14. For those of other groups (the values of a catalog that
 * `capstan generate` writes) discovery names these groups. Hooks of such a group that the caller does not know are left out; of those
 * that it knows, a handler is listed once, with the versions that both know.
 *
 * Rejects with `extension/discovery-invalid` when the extension cannot be reached, when its response is not one, and when
 * Cluster API would reject it: a name that is not a DNS label or not unique, a timeout above 30 s, an unknown failure policy,
 * an unknown hook of Cluster API's group. So it does when there are more than 1,000 handlers, and when the caller knows a hook in none of the versions
 * that a handler answers: it would wait for nobody where it should. One bad handler rejects all, as in Cluster API.
 *
 * @example
 * const handlers = await discover(connectExtension({ url, caBundle }));
 * console.log(handlers.map(({ name, hook }) => `${hook.name}: ${name}`));
 */
export async function discover(
  connection: ExtensionConnection,
  hooks: readonly HookEntry[] = Object.values(hookCatalog),
): Promise<DiscoveredHandler[]> {
  const own = hooks.filter((hook) => hook.group !== coreGroup);
  const { handlers = [] } = own.length < hooks.length || own.length === 0 ? await ask(connection) : {};
  const listed = own.length === 0 ? [] : await askFor(own, connection);
  const count = handlers.length + listed.length;
  if (count > mostHandlers) throw invalid(connection, `it has ${count} handlers, the most are ${mostHandlers}`);
  const known = new Map(hooks.map((hook) => [idOf(hook.apiVersion, hook.name), hook]));
  const found = [
    ...handlers.map((handler) => toHandler(handler, known, connection)),
    ...ownHandlers(listed, own, connection),
  ];
  const names = new Set<string>();
  for (const { name } of found) {
    if (names.has(name)) throw invalid(connection, `two handlers are named "${excerpt(name)}"`);
    names.add(name);
  }
  return found;
}

const coreGroup = hookCatalog.Discovery.group;

function idOf(apiVersion: string, hook: string): string {
  return `${apiVersion}/${hook}`;
}

/** The handlers of the groups of hooks. An extension that does not know the query answers with those of Cluster API's hooks. */
async function askFor(hooks: readonly HookEntry[], connection: ExtensionConnection): Promise<ExtensionHandler[]> {
  const groups = new Set(hooks.map(({ group }) => group));
  const query = new URLSearchParams();
  for (const group of groups) query.append("group", group);
  const { handlers = [] } = await ask(connection, `?${query.toString()}`);
  return handlers.filter(({ requestHook }) => groups.has(parseApiVersion(requestHook.apiVersion).group));
}

/** Each handler once, in the versions that the caller knows, too. */
function ownHandlers(
  listed: readonly ExtensionHandler[],
  hooks: readonly HookEntry[],
  connection: ExtensionConnection,
): DiscoveredHandler[] {
  const names = new Set(hooks.map(({ group, name }) => idOf(group, name)));
  const known = new Map(hooks.map((hook) => [idOf(hook.apiVersion, hook.name), hook]));
  const byHandler = Map.groupBy(listed, ({ name, requestHook: { apiVersion, hook } }) =>
    [idOf(parseApiVersion(apiVersion).group, hook), name].join(" "),
  );
  return [...byHandler.values()].flatMap((entries): DiscoveredHandler[] => {
    const [first] = entries;
    if (first === undefined) return [];
    const { name, requestHook } = first;
    const { group } = parseApiVersion(requestHook.apiVersion);
    if (!names.has(idOf(group, requestHook.hook))) return [];
    const both = entries.filter((entry) => known.has(idOf(entry.requestHook.apiVersion, entry.requestHook.hook)));
    const found = both
      .map((entry) => toHandler(entry, known, connection))
      .toSorted((a, b) => compareApiVersions(a.hook.version, b.hook.version));
    if (new Set(found.map(({ hook }) => hook)).size < found.length)
      throw invalid(connection, `two handlers are named "${excerpt(name)}"`);
    const [newest] = found;
    if (newest === undefined) {
      const versions = entries.map((entry) => parseApiVersion(entry.requestHook.apiVersion).version).join(", ");
      const of = `${excerpt(requestHook.hook)} of ${excerpt(group)}`;
      throw invalid(
        connection,
        `"${excerpt(name)}" answers ${of} in ${excerpt(versions)}, which this caller does not know`,
      );
    }
    return [{ ...newest, versions: found.map(({ hook }) => hook) }];
  });
}

async function ask(connection: ExtensionConnection, query = ""): Promise<DiscoveryResponse> {
  const { path, apiVersion, requestKind } = hookCatalog.Discovery;
  const request = JSON.stringify({ apiVersion, kind: requestKind });
  try {
    const { status, body } = await connection.post(`${path}${query}`, request, discoverySeconds);
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
  const { status, message } = response;
  // The reason that the author of the extension gives.
  if (status === "Failure")
    throw new Error(`it answered Failure: ${excerpt(typeof message === "string" ? message : "", longestMessage)}`);
  if (status !== "Success") throw new Error(`the status of the answer is "${excerptOf(status)}"`);
  const problem = firstProblem(hookCatalog.Discovery, "response", response);
  if (problem !== undefined) throw new Error(problem);
}

function toHandler(
  { name, requestHook, timeoutSeconds, failurePolicy = "Fail" }: ExtensionHandler,
  known: ReadonlyMap<string, HookEntry>,
  connection: ExtensionConnection,
): DiscoveredHandler {
  const hook = known.get(`${requestHook.apiVersion}/${requestHook.hook}`);
  if (!isDnsLabel(name)) throw invalid(connection, `"${excerpt(name)}" is not a name of a handler`);
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

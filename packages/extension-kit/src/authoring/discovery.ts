// The response of Discovery, derived from the definition: sorted, and without hooks that the oldest core to be served does
// not know. It is the same in every replica and in every process. Callers of other groups name them, and get those alone.
import type { DiscoveryResponse, ExtensionHandler } from "@capstan/api/hooks/v1alpha1";
import type { Hook } from "@capstan/api";
import { hooksApiVersion } from "@capstan/api/hooks/v1alpha1";
import { compareApiVersions } from "@capstan/kube";
import { knows } from "./cluster-api-range.ts";
import type { Extension, RegisteredHandler } from "./define-extension.ts";

/** Whether discovery lists a handler; one that it does not list is served too. */
export function isAdvertised(extension: Extension, handler: RegisteredHandler): boolean {
  return !handler.custom && knows(extension.oldest, handler.hook.since);
}

/** The handlers of an extension as discovery lists them to Cluster API, by name. */
export function discoveredHandlers(extension: Extension): ExtensionHandler[] {
  return extension.handlers
    .filter((handler) => isAdvertised(extension, handler))
    .map((handler) => inDiscovery(handler, handler.hook));
}

/** The handlers of hooks of some groups, by name; each has an entry for every version that it answers, the newest first. */
function handlersOfGroups(extension: Extension, groups: readonly string[]): ExtensionHandler[] {
  // In the order of names, and several functions of one name are one handler.
  const byName = Map.groupBy(
    extension.handlers.filter(
      (handler) => groups.includes(handler.hook.group) && (handler.custom || isAdvertised(extension, handler)),
    ),
    ({ name }) => name,
  );
  return [...byName.values()].flatMap((handlers) =>
    handlers
      .flatMap((handler) => handler.versions.map((version) => ({ handler, version })))
      .toSorted((a, b) => compareApiVersions(a.version.version, b.version.version))
      .map(({ handler, version }) => inDiscovery(handler, version)),
  );
}

function inDiscovery({ name, timeoutSeconds, failurePolicy }: RegisteredHandler, version: Hook): ExtensionHandler {
  const requestHook = { apiVersion: version.apiVersion, hook: version.name };
  return { name, requestHook, timeoutSeconds, failurePolicy };
}

/**
 * The response of Discovery: what Cluster API reads to learn which handlers an extension has. Handlers of hooks newer than the oldest release in `clusterApi` and of
 * custom hooks are left out, because one hook that core does not know makes it reject all. The same in every replica.
 *
 * With `groups`, which a caller names as `?group=...`, it lists the handlers of hooks of these groups instead, each once for every version that it answers, the newest first.
 *
 * @example
 * expect(discoveryResponse(extension).handlers.map(({ name }) => name)).toEqual(["before-upgrade"]);
 */
export function discoveryResponse(extension: Extension, groups: readonly string[] = []): DiscoveryResponse {
  return {
    apiVersion: hooksApiVersion,
    kind: "DiscoveryResponse",
    status: "Success",
    handlers: groups.length === 0 ? discoveredHandlers(extension) : handlersOfGroups(extension, groups),
  };
}

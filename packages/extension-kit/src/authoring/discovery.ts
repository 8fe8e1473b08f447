// The response of Discovery, derived from the definition: sorted, and without hooks that the oldest core to be served does
// not know. It is the same in every replica and in every process.
import type { DiscoveryResponse, ExtensionHandler } from "@capstan/api/hooks/v1alpha1";
import { hooksApiVersion } from "@capstan/api/hooks/v1alpha1";
import { knows } from "./cluster-api-range.ts";
import type { Extension, RegisteredHandler } from "./define-extension.ts";

/** Whether discovery lists a handler; one that it does not list is served too. */
export function isAdvertised(extension: Extension, handler: RegisteredHandler): boolean {
  return !handler.custom && knows(extension.oldest, handler.hook.since);
}

/** The handlers of an extension as discovery lists them, by name. */
export function discoveredHandlers(extension: Extension): ExtensionHandler[] {
  return extension.handlers
    .filter((handler) => isAdvertised(extension, handler))
    .map(({ name, hook, timeoutSeconds, failurePolicy }) => ({
      name,
      requestHook: { apiVersion: hook.apiVersion, hook: hook.name },
      timeoutSeconds,
      failurePolicy,
    }));
}

/**
 * The response of Discovery: what Cluster API reads to learn which handlers an extension has. Handlers of hooks newer than the oldest release in `clusterApi` and of
 * custom hooks are left out, because one hook that core does not know makes it reject all. The same in every replica.
 *
 * @example
 * expect(discoveryResponse(extension).handlers.map(({ name }) => name)).toEqual(["before-upgrade"]);
 */
export function discoveryResponse(extension: Extension): DiscoveryResponse {
  return {
    apiVersion: hooksApiVersion,
    kind: "DiscoveryResponse",
    status: "Success",
    handlers: discoveredHandlers(extension),
  };
}

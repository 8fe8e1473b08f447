// Extensions in the place where a simulated core calls hooks.
import { hookCatalog } from "@capstan/api/catalog";
import type { HookEntry } from "@capstan/api/codegen/v1";
import type { LifecycleAnswer, TemplatesToPatch, TopologyHooks } from "@capstan/core-sim";
import { getAt } from "@capstan/kube";
import type { RequestBody } from "../caller/call-handler.ts";
import type { CalledFor, ExtensionCaller, NamedCall } from "../caller/extension-caller.ts";
import { patchedTemplates, requestItems, requestVariables } from "./topology-request.ts";

/**
 * Lets a simulated core (`topologies` of `createCoreSim`) call the extensions of a caller, as Cluster API's core calls them: all handlers of a hook of the life of a Cluster, and by name those that a ClusterClass has in its patches.
 * The simulation itself holds answers that delay.
 *
 * @example
 * const caller = createExtensionCaller({ registry, namespaceLabels: () => ({}) });
 * const sim = createCoreSim({ client, play: { topologies: topologyHooks(caller) } });
 */
export function topologyHooks(
  caller: Pick<ExtensionCaller, "callAllExtensions" | "callExtension">,
): Required<Pick<TopologyHooks, "call" | "declared" | "patch" | "validate">> {
  const declared = new Map<string, Promise<ReadonlySet<string>>>();
  return {
    declared({ discoverVariablesExtension: name = "", settings }, { namespace }) {
      const key = JSON.stringify([name, settings, namespace]);
      const object = { metadata: { namespace } };
      const known = declared.get(key) ?? declaredBy(caller, { name, object }, settings);
      declared.set(key, known);
      // One that fails is made again.
      known.catch(() => declared.delete(key));
      return known;
    },
    call: <Request extends object>(hook: HookEntry<Request, LifecycleAnswer>, request: RequestBody<Request>) =>
      caller.callAllExtensions(hook, clusterOf(request), request),
    async patch({ generatePatchesExtension: name = "", settings }, templates) {
      const request = requestOf(templates, settings);
      const answer = await caller.callExtension(hookCatalog.GeneratePatches, namedCall(name, templates), request);
      return patchedTemplates(request.items, answer);
    },
    async validate({ validateTopologyExtension: name = "", settings }, templates) {
      const request = requestOf(templates, settings);
      await caller.callExtension(hookCatalog.ValidateTopology, namedCall(name, templates), request);
    },
  };
}

/** The names of the variables that a handler declares, with these settings. */
async function declaredBy(
  caller: Pick<ExtensionCaller, "callExtension">,
  call: NamedCall,
  settings: Record<string, string> | undefined,
): Promise<ReadonlySet<string>> {
  const request = settings === undefined ? {} : { settings };
  const answer = await caller.callExtension(hookCatalog.DiscoverVariables, call, request);
  return new Set((answer.variables ?? []).map((variable) => variable.name));
}

/** What counts of the Cluster of a request for its call. */
function clusterOf(request: object): CalledFor {
  const field = (name: string): string => {
    const value = getAt(request, ["cluster", "metadata", name]);
    return typeof value === "string" ? value : "";
  };
  return { metadata: { namespace: field("namespace"), name: field("name"), uid: field("uid") } };
}

/** The templates of one Cluster are for objects in its namespace. */
function namedCall(name: string, { templates }: TemplatesToPatch): NamedCall {
  const namespace = templates[0]?.holder.namespace ?? "";
  return { name, object: { metadata: { namespace } } };
}

function requestOf({ templates, variables }: TemplatesToPatch, settings: Record<string, string> | undefined) {
  const items = requestItems(templates);
  return { items, variables: requestVariables(variables), ...(settings !== undefined && { settings }) };
}

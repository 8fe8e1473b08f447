// What `--describe` prints: everything a release of the extension is made from. Opens nothing.
// Called by run.ts and by tests; `capstan bundle` reads it.
import type { Description } from "@capstan/contract";
import type { Extension } from "../authoring/define-extension.ts";
import { isAdvertised } from "../authoring/discovery.ts";
import { defaultPorts } from "./flags.ts";

/** The description of an extension. */
export function describeExtension(extension: Extension): Description {
  return {
    format: 1,
    name: extension.name,
    type: "runtime-extension",
    kinds: [],
    clusterRules: extension.rules,
    namespaceRules: [],
    ownership: [],
    webhooks: [],
    hooks: extension.handlers
      .filter((handler) => isAdvertised(extension, handler))
      .map(({ hook, name, timeoutSeconds, failurePolicy }) => ({
        apiVersion: hook.apiVersion,
        hook: hook.name,
        name,
        timeoutSeconds,
        failurePolicy,
      })),
    ports: defaultPorts,
    leaderElection: false,
  };
}

// Describes an extension: its hooks as discovery lists them, its rights and its ports.
import type { Description, PolicyRule } from "@capstan/contract/description";
import { defaultPorts } from "@capstan/process";
import type { Extension } from "../authoring/define-extension.ts";
import { isAdvertised } from "../authoring/discovery.ts";

/** To ask the API server who calls `/metrics`, and what the caller may. */
const reviewRules: readonly PolicyRule[] = [
  { apiGroups: ["authentication.k8s.io"], resources: ["tokenreviews"], verbs: ["create"] },
  { apiGroups: ["authorization.k8s.io"], resources: ["subjectaccessreviews"], verbs: ["create"] },
];

/**
 * Which hooks an extension answers and which rights it needs: the value that `--describe` prints as JSON, and from which `capstan bundle` writes the release. Handlers that discovery leaves out are not in
 * it. Opens nothing and calls no handler.
 *
 * @example
 * expect(describeExtension(extension).hooks.map(({ name }) => name)).toEqual(["before-upgrade"]);
 */
export function describeExtension(extension: Extension): Description {
  const settings = Object.entries(extension.settings).map(([name, { default: value }]) => ({
    name,
    required: value === undefined,
  }));
  return {
    format: 1,
    name: extension.name,
    type: "runtime-extension",
    kinds: [],
    clusterRules: [...extension.rules, ...reviewRules],
    watchedRules: [],
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
    settings,
    ports: { extension: defaultPorts.webhook, health: defaultPorts.health, metrics: defaultPorts.metrics },
    leaderElection: false,
  };
}

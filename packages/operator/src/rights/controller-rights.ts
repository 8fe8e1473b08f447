// The rights of an operator, from what its controllers declare.
import type { Resource } from "@capstan/kube";
import { type ControllerCall, type ControllerOptions } from "../controller/controller-options.ts";
import { cachedReads } from "../controller/watch-wiring.ts";
import { type Grant, grantOn, type GrantRule, leaseGrant, managerGrants, mergeGrants } from "./grants.ts";

/** The rights of a manager, by where they are needed. */
export interface ControllerRights {
  /** In the whole cluster: on kinds without a namespace, and to ask who calls `/metrics`. */
  readonly clusterRules: readonly GrantRule[];
  /** In the namespaces that the manager watches: all, or that of `--namespace`. */
  readonly watchedRules: readonly GrantRule[];
  /** In the namespace of the manager: the Lease of its leader election. */
  readonly namespaceRules: readonly GrantRule[];
}

/**
 * The rights that a manager with these controllers needs, as rules of a ClusterRole or of Roles: to read what `for`, `watches` and `reads` name, what `calls` lists, and what the manager does itself. A call that
 * no controller lists is not among them, and the API server rejects it.
 *
 * @example
 * const { clusterRules, watchedRules } = controllerRights([websites]);
 */
export function controllerRights(
  controllers: readonly Pick<ControllerOptions, "for" | "watches" | "reads" | "calls">[],
): ControllerRights {
  const grants = [...controllers.flatMap(grantsOf), ...managerGrants];
  const rulesOf = (scope: Resource["scope"]): readonly GrantRule[] =>
    mergeGrants(grants.filter((grant) => grant.scope === scope));
  return {
    clusterRules: rulesOf("Cluster"),
    watchedRules: rulesOf("Namespaced"),
    namespaceRules: mergeGrants([leaseGrant]),
  };
}

function grantsOf({
  for: own,
  watches = [],
  reads = [],
  calls = [],
}: Pick<ControllerOptions, "for" | "watches" | "reads" | "calls">): readonly Grant[] {
  const cached = [
    own,
    ...watches.map(({ resource }) => resource),
    ...cachedReads(reads).map(({ resource }) => resource),
  ];
  return [...cached.map((kind) => grantOn(kind, ["get", "list", "watch"])), ...calls.map(grantOfCall)];
}

function grantOfCall({ resource, subresource, verbs, names }: ControllerCall): Grant {
  const named = names === undefined ? {} : { names };
  if (subresource === undefined) return { ...grantOn(resource, verbs), ...named };
  // A subresource is never created by an apply: its object must exist.
  const grant = grantOn(
    resource,
    verbs.map((verb) => (verb === "apply" ? "patch" : verb)),
  );
  return { ...grant, resource: `${grant.resource}/${subresource}`, ...named };
}

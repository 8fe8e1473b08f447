// Rights as data: verbs on one resource each, and the rules of RBAC that they make together.
import type { Resource } from "@capstan/kube";
import { Event, Lease } from "@capstan/kube/builtin";

/** Verbs on one resource of one group. */
export interface Grant {
  readonly scope: Resource["scope"];
  readonly group: string;
  /** The plural, with the subresource where there is one. */
  readonly resource: string;
  readonly verbs: readonly string[];
  /** The objects it is for. Default: all. */
  readonly names?: readonly string[];
}

/** A rule of a Role or a ClusterRole. */
export interface GrantRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly resourceNames?: readonly string[];
}

/** Verbs of RBAC, or of a client, on all objects of a kind. RBAC has no verb for an apply: it needs patch, and create where the object may not exist. */
export function grantOn(
  { group, plural, scope }: Pick<Resource, "group" | "plural" | "scope">,
  verbs: readonly string[],
): Grant {
  const rights = verbs.flatMap((verb) => (verb === "apply" ? ["create", "patch"] : [verb]));
  return { scope, group, resource: plural, verbs: rights };
}

/** What every manager does where its controllers work: it records events, and asks who calls `/metrics`, and what they may. */
export const managerGrants: readonly Grant[] = [
  grantOn(Event, ["create", "patch"]),
  { scope: "Cluster", group: "authentication.k8s.io", resource: "tokenreviews", verbs: ["create"] },
  { scope: "Cluster", group: "authorization.k8s.io", resource: "subjectaccessreviews", verbs: ["create"] },
];

/** What it does in its own namespace: it elects a leader. */
export const leaseGrant: Grant = grantOn(Lease, ["create", "get", "update"]);

/** Merges the verbs of each resource, then the resources that share group, verbs and names; sorted, so that the output is stable. */
export function mergeGrants(grants: readonly Grant[]): readonly GrantRule[] {
  const byResource = Map.groupBy(grants, ({ group, resource, names = [] }) =>
    [`${group}/${resource}`, ...names].join(" "),
  );
  const merged = [...byResource]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...rest]]) => (first === undefined ? [] : [withVerbs(first, rest)]));
  const byRule = Map.groupBy(merged, ({ group, verbs, names = [] }) => [group, verbs.join(","), ...names].join(" "));
  return [...byRule.values()].flatMap((same) =>
    same.slice(0, 1).map(({ group, verbs, names }) => ({
      apiGroups: [group],
      resources: same.map(({ resource }) => resource),
      verbs,
      ...(names === undefined ? {} : { resourceNames: names }),
    })),
  );
}

function withVerbs(grant: Grant, more: readonly Grant[]): Grant {
  return { ...grant, verbs: [...new Set([grant, ...more].flatMap(({ verbs }) => verbs))].toSorted() };
}

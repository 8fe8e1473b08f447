// Rights that no watch names: for calls that the author's own code makes, with `client` of the services or a client of its own.
import type { PolicyRule } from "@capstan/contract/description";
import { errorOf } from "@capstan/kube";
import { kitErrors } from "../kit-errors.ts";

/** The verbs of RBAC. */
export type RuleVerb =
  | "create"
  | "delete"
  | "deletecollection"
  | "get"
  | "list"
  | "patch"
  | "update"
  | "watch"
  | "approve"
  | "attest"
  | "bind"
  | "escalate"
  | "impersonate"
  | "sign"
  | "use";

/** A rule for calls of the author's own, as in a ClusterRole. */
export interface ProviderRule extends PolicyRule {
  /** The group "" is that of Secrets, Nodes and the other kinds of `v1`. */
  readonly apiGroups: readonly string[];
  /** Lower-case plurals, with the subresource where there is one: `pods/eviction`. */
  readonly resources: readonly string[];
  readonly verbs: readonly RuleVerb[];
  /** The names of the objects that it is for. Default: all. Rules for create cannot have names, and lists need the field selector `metadata.name`. */
  readonly resourceNames?: readonly string[];
}

/**
 * The rights for calls that the author's own code makes, by where they are needed. A release grants them in addition to those that follow from `watches`.
 *
 * @example
 * rules: {
 *   cluster: [{ apiGroups: [""], resources: ["nodes"], verbs: ["get", "list"] }],
 *   own: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "patch"], resourceNames: ["foo-state"] }],
 * }
 */
export interface ProviderRules {
  /** In the namespaces that the manager watches: all of them, or the one that it is installed for. */
  readonly watched?: readonly ProviderRule[];
  /** In the whole cluster, however the manager is installed: kinds without a namespace. */
  readonly cluster?: readonly ProviderRule[];
  /** In the manager's own namespace. */
  readonly own?: readonly ProviderRule[];
}

/** Throws `provider/rule` for a rule that allows nothing, or that Kubernetes does not accept. */
export function checkProviderRules(name: string, { watched = [], cluster = [], own = [] }: ProviderRules): void {
  const wrong = [...watched, ...cluster, ...own].find((rule) => !isRule(rule));
  if (wrong !== undefined) throw errorOf(kitErrors, "provider/rule", { values: { name, rule: JSON.stringify(wrong) } });
}

/** Programs without types can give anything. */
function isRule({ apiGroups, resources, verbs, resourceNames }: Partial<ProviderRule>): boolean {
  if (!isList(apiGroups) || !isList(resources) || !isList(verbs)) return false;
  return resourceNames === undefined || (isList(resourceNames) && !verbs.some((verb) => nameless.has(verb)));
}

/** A request with these verbs has no name that could be compared; one to list or to watch has that of its field selector. */
const nameless: ReadonlySet<string> = new Set(["create", "deletecollection"]);

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");
}

// Which webhooks are called for a request: rules, scope, selectors, and other versions with matchPolicy Equivalent.
import { selectorMatches } from "@capstan/kube";
import type { AdmissionWebhook, RuleWithOperations } from "@capstan/kube/builtin";
import type { ApiObject, ApiResource } from "../kinds/api-kind.ts";

/** A request as admission sees it. */
export interface AdmissionCall {
  readonly resource: ApiResource;
  readonly namespace: string;
  readonly subresource: string;
  readonly operation: "CREATE" | "UPDATE" | "DELETE";
  readonly object: ApiObject | undefined;
  readonly oldObject: ApiObject | undefined;
}

/** The version in which a webhook gets the request; undefined when it does not match. */
export function matchingVersion(
  webhook: AdmissionWebhook,
  request: AdmissionCall,
  namespace: ApiObject | undefined,
): string | undefined {
  const { kind, version } = request.resource;
  const rules = webhook.rules ?? [];
  const others =
    webhook.matchPolicy === "Exact"
      ? []
      : kind.versions.filter(({ name, served }) => served && name !== version.name).map(({ name }) => name);
  const found = [version.name, ...others].find((name) => rules.some((rule) => ruleMatches(rule, request, name)));
  return found !== undefined && selectorsMatch(webhook, request, namespace) ? found : undefined;
}

function ruleMatches(
  rule: RuleWithOperations,
  { resource: { kind }, subresource, operation }: AdmissionCall,
  version: string,
): boolean {
  const has = (list: readonly string[], value: string): boolean => list.includes("*") || list.includes(value);
  const scope = rule.scope ?? "*";
  return (
    has(rule.operations, operation) &&
    has(rule.apiGroups, kind.group) &&
    has(rule.apiVersions, version) &&
    (scope === "*" || scope === kind.scope) &&
    rule.resources.some((pattern) => resourceMatches(pattern, kind.plural, subresource))
  );
}

function resourceMatches(pattern: string, plural: string, subresource: string): boolean {
  const [resource = "", sub = ""] = pattern.split("/");
  return (resource === "*" || resource === plural) && (sub === subresource || sub === "*");
}

function selectorsMatch(
  webhook: AdmissionWebhook,
  { resource, object, oldObject }: AdmissionCall,
  namespace: ApiObject | undefined,
): boolean {
  const isNamespace = resource.kind.group === "" && resource.kind.kind === "Namespace";
  const scopeLabels = isNamespace ? (object ?? oldObject)?.metadata.labels : namespace?.metadata.labels;
  // Cluster-scoped objects have no namespace, so namespace selectors do not exclude them.
  if (
    (isNamespace || resource.kind.scope === "Namespaced") &&
    !selectorMatches(webhook.namespaceSelector ?? {}, scopeLabels ?? {})
  )
    return false;
  const selector = webhook.objectSelector ?? {};
  return [object, oldObject].some((one) => one !== undefined && selectorMatches(selector, one.metadata.labels ?? {}));
}

// Which namespaces may use an identity: an object without a namespace that names credentials, as AWS' and vSphere's providers have.
import { type KubeObject, type LabelRequirement, type LabelSelector, selectorMatches } from "@capstan/kube";

/** AllowedNamespaces says which namespaces may use an object. Without it none may; an empty one allows all. */
export interface AllowedNamespaces {
  /**
   * list has the names of namespaces.
   * @maxItems 1000
   * @listType set
   * @items.minLength 1
   * @items.maxLength 63
   */
  list?: string[];
  /** selector selects namespaces by their labels, in addition to those of the list. */
  selector?: LabelSelector;
}

/**
 * Whether objects of a namespace may use an object with these allowed namespaces: those in `list` may, and those whose labels `selector` matches. Undefined allows none. With neither, or with an empty selector and no list,
 * all may; an empty list allows none, and an empty selector beside a list nothing more than the list. A selector that Kubernetes would reject matches nothing.
 *
 * Who may change the labels of a namespace decides what a selector matches: tenants must not be able to.
 *
 * @example
 * if (!allowsNamespace(identity.spec?.allowedNamespaces, namespace)) return stalled("CredentialsReady", "NamespaceNotAllowed", message);
 */
export function allowsNamespace(
  allowed: AllowedNamespaces | undefined,
  { metadata: { name = "", labels } }: Pick<KubeObject, "metadata">,
): boolean {
  if (allowed === undefined) return false;
  const { list, selector } = allowed;
  if (selector === undefined || isEmpty(selector)) return list === undefined || list.includes(name);
  return list?.includes(name) === true || (isValid(selector) && selectorMatches(selector, labels));
}

/** Whether the answer depends on the labels of the namespace. */
export function needsNamespaceLabels({ list, selector }: AllowedNamespaces, name: string): boolean {
  return selector !== undefined && !isEmpty(selector) && list?.includes(name) !== true;
}

function isEmpty({ matchLabels = {}, matchExpressions = [] }: LabelSelector): boolean {
  return Object.keys(matchLabels).length + matchExpressions.length === 0;
}

/** An operator that needs values has no meaning without them: `NotIn` would match every namespace. */
function isValid({ matchExpressions = [] }: LabelSelector): boolean {
  return matchExpressions.every(({ operator, values = [] }) => needsValues[operator] === values.length > 0);
}

const needsValues: Readonly<Record<LabelRequirement["operator"], boolean>> = {
  In: true,
  NotIn: true,
  Exists: false,
  DoesNotExist: false,
};

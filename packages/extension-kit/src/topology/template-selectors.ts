// Which templates a rule is for: their kind, and what they are used for. The selectors match as those of patches in a ClusterClass do.
import type { BuiltinMetadata, Builtins, HolderReference } from "@capstan/api/hooks/v1alpha1";
import { type KubeObject, type LabelSelector, parseApiVersion, type Resource, selectorMatches } from "@capstan/kube";
import type { HookContext } from "../authoring/context.ts";
import { extensionError } from "../errors.ts";

/** A template and what it is used for. */
export interface UsedTemplate {
  readonly template: KubeObject;
  /** The object that uses the template. */
  readonly holder: HolderReference;
  /** What Cluster API says about the Cluster and about the holder. */
  readonly builtin: Builtins;
}

/**
 * Says whether a rule is for a template; `templatesOf` makes them. The second argument is the context of the call: settings, log, signal. One of your own must depend
 * on the template, what it is used for and the settings only.
 */
export type TemplateSelector<S = Readonly<Record<string, string>>> = (
  used: UsedTemplate,
  context: HookContext<S>,
) => boolean;

/** Names or patterns: each is a name, or a part of it with "*" first or last. Any of them may match. */
export type NamePatterns = readonly string[];

/** Groups, versions and kinds by their names; what is left out may be anything. */
export interface TemplateKinds {
  readonly group?: string | NamePatterns;
  readonly version?: string | NamePatterns;
  readonly kind?: string | NamePatterns;
}

/** Clusters; what is left out may be anything. */
export interface ClusterFilter {
  readonly names?: NamePatterns;
  readonly namespaces?: NamePatterns;
  /** Names of ClusterClasses. */
  readonly classes?: NamePatterns;
  readonly labels?: LabelSelector;
}

/** MachineDeployments or MachinePools of a topology; what is left out may be anything. */
export interface WorkersFilter {
  /** Names of classes in the ClusterClass, as in `machineDeploymentClass.names` of a patch there. */
  readonly classes?: NamePatterns;
  /** Names in the topology of the Cluster. */
  readonly names?: NamePatterns;
  readonly labels?: LabelSelector;
}

/** The functions of `templatesOf`. Its own selectors take no context, so that the settings of a function beside them in `any` or `all` keep their type. */
export interface TemplateSelectors {
  /** The template of the infrastructure cluster. */
  readonly infrastructureCluster: (used: UsedTemplate) => boolean;
  /** The templates of the control plane and of its machines. */
  readonly controlPlane: (used: UsedTemplate) => boolean;
  /** The templates of MachineDeployments: of bootstrap configs and of infrastructure machines. */
  readonly machineDeployments: (filter?: WorkersFilter) => (used: UsedTemplate) => boolean;
  /** The templates of MachinePools: of bootstrap configs and of infrastructure machine pools. */
  readonly machinePools: (filter?: WorkersFilter) => (used: UsedTemplate) => boolean;
  /** All templates of some Clusters. */
  readonly clusters: (filter: ClusterFilter) => (used: UsedTemplate) => boolean;
  /** Templates that one of the selectors is for. */
  readonly any: <S>(...selectors: readonly TemplateSelector<S>[]) => TemplateSelector<S>;
  /** Templates that each of the selectors is for. */
  readonly all: <S>(...selectors: readonly TemplateSelector<S>[]) => TemplateSelector<S>;
  /** Templates that the selector is not for. */
  readonly not: <S>(selector: TemplateSelector<S>) => TemplateSelector<S>;
}

const infrastructureField = "spec.infrastructureRef";
const controlPlaneField = "spec.controlPlaneRef";
/** Where a control plane names the template of its machines, in both versions of the contract; no other object has a template there. */
const controlPlaneMachineFields = [
  "spec.machineTemplate.infrastructureRef",
  "spec.machineTemplate.spec.infrastructureRef",
];
const workerFields = ["spec.template.spec.bootstrap.configRef", "spec.template.spec.infrastructureRef"];

/**
 * Selectors for `where` of a rule, by what a template is used for. They match as `selector.matchResources` of a patch in a ClusterClass does, and can be
 * put together with `any`, `all` and `not`.
 *
 * Names are patterns: `gpu-large`, `gpu-*`, `*-large` or `*`. Throws `extension/name-pattern` for a pattern with "*" in another place.
 *
 * @example
 * patchTemplates(variables).on(DevMachineTemplate, setImage, {
 *   where: templatesOf.any(templatesOf.controlPlane, templatesOf.machineDeployments({ classes: ["gpu-*"] })),
 * });
 */
export const templatesOf: TemplateSelectors = {
  infrastructureCluster: ({ holder }) => holder.kind === "Cluster" && holder.fieldPath === infrastructureField,
  controlPlane: ({ holder }) =>
    (holder.kind === "Cluster" && holder.fieldPath === controlPlaneField) ||
    controlPlaneMachineFields.includes(holder.fieldPath),
  machineDeployments: (filter = {}) => workers("MachineDeployment", filter),
  machinePools: (filter = {}) => workers("MachinePool", filter),
  clusters: ({ names, namespaces, classes, labels }) => {
    const [isName, isNamespace, isClass] = [matcher(names), matcher(namespaces), matcher(classes)];
    return ({ builtin: { cluster = {} } }) =>
      isName(cluster.name) &&
      isNamespace(cluster.namespace) &&
      isClass(cluster.topology?.classRef?.name ?? cluster.topology?.class) &&
      hasLabels(labels, cluster.metadata);
  },
  any:
    (...selectors) =>
    (used, context) =>
      selectors.some((selector) => selector(used, context)),
  all:
    (...selectors) =>
    (used, context) =>
      selectors.every((selector) => selector(used, context)),
  not: (selector) => (used, context) => !selector(used, context),
};

/** The workers of a kind, and the field of the variable `builtin` that describes one. */
const workersField = { MachineDeployment: "machineDeployment", MachinePool: "machinePool" } as const;

function workers(
  kind: keyof typeof workersField,
  { classes, names, labels }: WorkersFilter,
): (used: UsedTemplate) => boolean {
  const [isClass, isName] = [matcher(classes), matcher(names)];
  return ({ holder, builtin }) => {
    if (holder.kind !== kind || !workerFields.includes(holder.fieldPath)) return false;
    const described = builtin[workersField[kind]];
    return isClass(described?.class) && isName(described?.topologyName) && hasLabels(labels, described?.metadata);
  };
}

function hasLabels(wanted: LabelSelector | undefined, metadata: BuiltinMetadata | undefined): boolean {
  return wanted === undefined || selectorMatches(wanted, metadata?.labels);
}

/** A function for a name; without patterns it may be anything, also missing. */
function matcher(patterns: string | NamePatterns | undefined): (name: string | undefined) => boolean {
  if (patterns === undefined) return () => true;
  const each = (typeof patterns === "string" ? [patterns] : patterns).map(matcherOf);
  return (name) => typeof name === "string" && each.some((matches) => matches(name));
}

function matcherOf(pattern: string): (name: string) => boolean {
  const part = pattern.replace("*", "");
  const isPattern = pattern !== "" && !part.includes("*") && [part, `*${part}`, `${part}*`].includes(pattern);
  if (!isPattern) throw extensionError("extension/name-pattern", { pattern });
  if (pattern === part) return (name) => name === part;
  return pattern.startsWith("*") ? (name) => name.endsWith(part) : (name) => name.startsWith(part);
}

/** Which objects a rule is for, by kind and version. */
export interface TemplateTarget {
  readonly matches: (template: KubeObject) => boolean;
  /** The one kind that it is for, if it is for one. */
  readonly resource?: Resource;
}

/** The target of a rule for one kind in one version. */
export function oneKind(resource: Resource): TemplateTarget {
  const { apiVersion, kind } = resource;
  return { resource, matches: (template) => template.apiVersion === apiVersion && template.kind === kind };
}

/** The target of a rule for many kinds. */
export function manyKinds({ group, version, kind }: TemplateKinds): TemplateTarget {
  const [isGroup, isVersion, isKind] = [matcher(group), matcher(version), matcher(kind)];
  return {
    matches: (template) => {
      const of = parseApiVersion(template.apiVersion);
      return isGroup(of.group) && isVersion(of.version) && isKind(template.kind);
    },
  };
}

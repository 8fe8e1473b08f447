// Whether another patch of a template replaces machines, by the rules of Cluster API. Where a provider decides and its rules are not known, the verdict is that it does.
import type { KubeadmConfigSpec } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import type { HolderReference } from "@capstan/api/hooks/v1alpha1";
import { deepEqual, getAt, isJsonObject, parseApiVersion } from "@capstan/kube";
import { type RolloutFields, templateChanges } from "../machine-set/template-changes.ts";
import { desiredConfigSpec, initializes, matchesConfig, type PlaneConfig } from "../play/control-plane/config-spec.ts";
import { type PatchedField, patchedFields, type PatchedTwice } from "./patched-template.ts";
import { withComparedDefaults } from "./template-defaults.ts";

/** A template, what uses it, and its patches before and after a change. */
export interface RepatchedTemplate extends PatchedTwice {
  readonly holder: Pick<HolderReference, "kind" | "fieldPath">;
  /** The version of Kubernetes, on which the configuration of a control plane depends. Default: none; a part that depends on it then counts as a change. */
  readonly version?: string | undefined;
  /** The configs of the machines that a kubeadm control plane has now. Default: not known; another `initConfiguration` may then be that of a machine. */
  readonly machineConfigs?: readonly KubeadmConfigSpec[] | undefined;
}

/** Whether a change of patches replaces machines, and why. */
export interface RolloutVerdict {
  readonly rolls: boolean;
  /** The rule, and what it was applied to, in words. */
  readonly because: string;
  /** What differs, of the fields that Cluster API copies from a template. */
  readonly changes: readonly PatchedField[];
}

type Verdict = Omit<RolloutVerdict, "changes">;
type Changes = readonly PatchedField[];

/**
 * Whether a change of a template's patches replaces machines, and why. Follows the rules of Cluster API's topology controller, MachineDeployments and kubeadm control plane; for other control planes and for
 * machine pools, whose providers decide, each change counts as one that does. Values that a webhook or a CRD would set as defaults count as changes when a patch adds them, except those of kubeadm.
 *
 * @example
 * const { rolls, because } = rolloutVerdict({ template, before, after, holder });
 */
export function rolloutVerdict(repatched: RepatchedTemplate): RolloutVerdict {
  const changes = patchedFields(repatched);
  return { ...verdictOf(repatched, changes), changes };
}

function verdictOf(repatched: RepatchedTemplate, changes: Changes): Verdict {
  const { before, after, holder } = repatched;
  if (changes.length === 0) return { rolls: false, because: unchanged(before, after) };
  const { kind, fieldPath } = holder;
  if (kind !== "Cluster") return (ofHolders[kind] ?? ofMachineTemplate)(repatched, changes);
  return (ofCluster[fieldPath] ?? unknownUse)(repatched, changes);
}

function unchanged(before: unknown, after: unknown): string {
  return deepEqual(before, after)
    ? "both patches make the same template"
    : "the difference is in fields that Cluster API does not copy from a template";
}

type Rule = (repatched: RepatchedTemplate, changes: Changes) => Verdict;

/** The templates of the Cluster itself, by their fields in it. */
const ofCluster: Readonly<Record<string, Rule>> = {
  "spec.infrastructureRef": () => ({
    rolls: false,
    because: "the infrastructure of a Cluster is changed in place, and no machine is made of it",
  }),
  "spec.controlPlaneRef": ofControlPlane,
};

/** The templates of other holders. All others are control planes. */
const ofHolders: Readonly<Record<string, Rule>> = {
  MachineDeployment: ofWorkers,
  MachinePool: ({ after: { kind } }) => ({
    rolls: true,
    because: `the object of a machine pool is changed in place, and the provider of the ${kind} decides what happens to its machines`,
  }),
};

function unknownUse({ holder: { kind, fieldPath } }: RepatchedTemplate): Verdict {
  return { rolls: true, because: `${fieldPath} of a ${kind} is a use of templates that is not known` };
}

/** A template whose spec changes is replaced by one of another name; one with other labels or annotations is not. */
function isReplaced(changes: Changes): boolean {
  return changes.some(({ path }) => path.startsWith("/spec/"));
}

const metadataOnly: Verdict = {
  rolls: false,
  because: "labels and annotations of a template are changed in place",
};

/** Both names of a template that is replaced, as a template of machines refers to it. */
function fieldsOf({ holder: { fieldPath }, before, after }: RepatchedTemplate, name: string): RolloutFields {
  const { kind, apiVersion } = name === "before" ? before : after;
  const reference = { apiGroup: parseApiVersion(apiVersion).group, kind, name };
  const other = { apiGroup: "", kind: "", name: "" };
  return fieldPath.endsWith("configRef")
    ? { bootstrap: { configRef: reference }, infrastructureRef: other }
    : { bootstrap: { configRef: other }, infrastructureRef: reference };
}

/** Why templates of which something below `spec` differs are the same with their defaults; undefined where they are not. */
function sameWithDefaults({ template, before, after }: RepatchedTemplate): Verdict | undefined {
  const [was, is] = [withComparedDefaults(before), withComparedDefaults(after)];
  if (isReplaced(patchedFields({ template, before: was, after: is }))) return undefined;
  const because = "what differs are defaults, which Cluster API sets in both before it compares templates";
  return { rolls: false, because };
}

function ofWorkers(repatched: RepatchedTemplate, changes: Changes): Verdict {
  if (!isReplaced(changes)) return metadataOnly;
  const same = sameWithDefaults(repatched);
  if (same !== undefined) return same;
  const [reason = ""] = templateChanges(fieldsOf(repatched, "before"), fieldsOf(repatched, "after"));
  const because = `a template with another spec gets another name, and a MachineDeployment replaces the machines of the one before: ${reason}`;
  return { rolls: true, because };
}

function ofMachineTemplate({ holder: { kind }, before }: RepatchedTemplate, changes: Changes): Verdict {
  if (!isReplaced(changes)) return metadataOnly;
  const reason = `${before.kind.replace(/Template$/, "")} is not up-to-date`;
  const because =
    kind === KubeadmControlPlane.kind
      ? `a template with another spec gets another name, and a ${kind} replaces the machines of the one before: ${reason}`
      : `a template with another spec gets another name, and the provider of the ${kind} decides what that means`;
  return { rolls: true, because };
}

const planeSpec = "/spec/template/spec/";

/** Fields of a kubeadm control plane that change in place, in both versions; those of the machine template that core writes itself are among them. */
const inPlace = [
  "machineTemplate",
  "machineNaming",
  "machineNamingStrategy",
  "remediation",
  "remediationStrategy",
  "rollout/strategy",
  "rolloutStrategy",
];

function ofControlPlane(repatched: RepatchedTemplate, changes: Changes): Verdict {
  const { kind, apiVersion } = repatched.after;
  if (kind !== "KubeadmControlPlaneTemplate" || parseApiVersion(apiVersion).group !== KubeadmControlPlane.group)
    return { rolls: true, because: `the provider of the ${kind} decides which of its fields replace machines` };
  const left = changes
    .map(({ path }) => path)
    .filter((path) => path.startsWith(planeSpec))
    .map((path) => path.slice(planeSpec.length))
    .filter((path) => !inPlace.some((field) => path === field || path.startsWith(`${field}/`)));
  const other = left.find((path) => path.split("/")[0] !== "kubeadmConfigSpec");
  if (other !== undefined) return { rolls: true, because: `${other} of a KubeadmControlPlane can replace machines` };
  if (left.length === 0) return { rolls: false, because: "these fields of a KubeadmControlPlane are changed in place" };
  return configVerdict(repatched);
}

const outdated = "KubeadmConfig is not up-to-date";

function configVerdict({ before, after, version, machineConfigs }: RepatchedTemplate): Verdict {
  // Of the older version, what means the same is not known.
  if (parseApiVersion(after.apiVersion).version !== KubeadmControlPlane.version)
    return { rolls: true, because: `${outdated}: kubeadmConfigSpec differs` };
  const wanted = configOf(after, version);
  const matches = (how: "init" | "join"): boolean =>
    matchesConfig(desiredConfigSpec(configOf(before, version), how), wanted);
  if (!matches("join")) return { rolls: true, because: `${outdated}: kubeadmConfigSpec means another machine` };
  return matches("init")
    ? {
        rolls: false,
        because:
          "kubeadmConfigSpec means the same: what kubeadm reads only while a machine joins, defaults and empty values are no difference",
      }
    : initVerdict(machineConfigs, wanted);
}

/** The machine that initialized the cluster may have been replaced, or have another configuration than a machine would get now. */
function initVerdict(machines: RepatchedTemplate["machineConfigs"], wanted: PlaneConfig): Verdict {
  if (machines === undefined)
    return { rolls: true, because: `${outdated}: initConfiguration differs, and the first machine may still have it` };
  return machines.every((config) => !initializes(config) || matchesConfig(config, wanted))
    ? { rolls: false, because: "no machine has an initConfiguration that counts" }
    : { rolls: true, because: `${outdated}: initConfiguration differs from that of the first machine` };
}

function configOf(template: RepatchedTemplate["after"], version: string | undefined): PlaneConfig {
  const value = getAt(template, ["spec", "template", "spec", "kubeadmConfigSpec"]);
  // A copy as the kind has it; the API server has checked the template of the class.
  const kubeadmConfigSpec: KubeadmConfigSpec = JSON.parse(JSON.stringify(isJsonObject(value) ? value : {}));
  return { spec: { kubeadmConfigSpec, version: version ?? "" } };
}

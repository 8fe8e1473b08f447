// The MachineSets of a MachineDeployment as Cluster API makes them: their names, labels and annotations, and what they follow of the deployment.
import { createHash } from "node:crypto";
import type { MachineDeployment, MachineSet, MachineTemplateSpec } from "@capstan/api/core/v1beta2";
import { labels, ownerReferenceTo } from "@capstan/contract";
import { deepClone, keyOf } from "@capstan/kube";
import { nameWithSuffix, randomSuffix } from "../generated-names.ts";
import { type FieldsOfObject, SetFields, setSpec, specFields, type WantedSpec } from "../set-fields.ts";
import { maxSurge, wantedReplicas } from "./rollout-limits.ts";
import { rolloutFields } from "./template-changes.ts";

/** Keeps a set from creating machines. */
export const disableMachineCreate = "cluster.x-k8s.io/disable-machine-create";

const ofDeployments = "machinedeployment.clusters.x-k8s.io";

/** The annotations that count the templates of a deployment: the set of the current one has the highest number. */
const revisions = { current: `${ofDeployments}/revision`, history: `${ofDeployments}/revision-history` };

const templateHash = "machine-template-hash";

/** Annotations of a deployment that its sets do not have, or have with a value of their own. */
const notCopied: ReadonlySet<string> = new Set([
  "kubectl.kubernetes.io/last-applied-configuration",
  ...Object.values(revisions),
  `${ofDeployments}/desired-replicas`,
  `${ofDeployments}/max-replicas`,
  "cluster.x-k8s.io/conversion-data",
]);

/** The annotations of the deployment that its set has too, and the size of the deployment, as the set records it. */
function annotationsOfSet(deployment: MachineDeployment): Record<string, string> {
  const replicas = wantedReplicas(deployment);
  const copied = Object.entries(deployment.metadata.annotations ?? {}).filter(([name]) => !notCopied.has(name));
  return {
    ...Object.fromEntries(copied),
    [`${ofDeployments}/desired-replicas`]: String(replicas),
    [`${ofDeployments}/max-replicas`]: String(replicas + maxSurge(deployment)),
  };
}

/** Builds a new set for the template of the deployment. */
export function newMachineSet(deployment: MachineDeployment, fields: SetFields = new SetFields()): MachineSet {
  const { namespace, name } = keyOf(deployment);
  const { clusterName, selector, template } = deepClone(deployment.spec);
  const suffix = randomSuffix();
  const own = {
    [labels.clusterName]: clusterName,
    [templateHash]: `${hashOf(rolloutFields(template))}-${suffix}`,
  };
  const set: MachineSet = {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineSet",
    metadata: {
      namespace,
      name: nameWithSuffix(name, suffix),
      labels: { ...own },
      ownerReferences: [ownerReferenceTo(deployment, { controller: true, blockOwnerDeletion: true })],
    },
    spec: {
      clusterName,
      replicas: 0,
      selector: { ...selector, matchLabels: { ...selector.matchLabels, ...own } },
      template,
    },
  };
  followDeployment(set, deployment, fields.of(set));
  return set;
}

/** Changes in place what a set of any template follows; the fields are those that the deployment has set in it. */
export function followDeployment(draft: MachineSet, deployment: MachineDeployment, fields: FieldsOfObject): void {
  const { machineNaming, deletion, template } = deepClone(deployment.spec);
  const { metadata, spec } = draft;
  const own = ownLabels(draft);
  const dropped = droppedMetadata(spec.template, template);
  metadata.labels = {
    ...withoutNamed(metadata.labels, dropped.labels),
    ...template.metadata?.labels,
    ...own,
    [labels.deploymentName]: keyOf(deployment).name,
  };
  metadata.annotations = {
    ...metadata.annotations,
    ...annotationsOfSet(deployment),
    [disableMachineCreate]: "false",
  };
  spec.template = {
    metadata: { ...template.metadata, labels: { ...template.metadata?.labels, ...own } },
    spec: { ...spec.template.spec, clusterName: spec.clusterName },
  };
  setSpec(spec.template.spec, specFields(template.spec), fields);
  if (Object.keys(spec.template.spec.deletion ?? {}).length === 0) delete spec.template.spec.deletion;
  if (machineNaming === undefined) delete spec.machineNaming;
  else spec.machineNaming = machineNaming;
  if (deletion?.order === undefined) delete spec.deletion;
  else spec.deletion = { order: deletion.order };
}

/** The labels by which a set selects, and its Cluster. */
function ownLabels({ metadata, spec }: MachineSet): Record<string, string> {
  const hash = metadata.labels?.[templateHash];
  return { [labels.clusterName]: spec.clusterName, ...(hash === undefined ? {} : { [templateHash]: hash }) };
}

const timeouts = ["nodeDrainTimeoutSeconds", "nodeVolumeDetachTimeoutSeconds", "nodeDeletionTimeoutSeconds"] as const;

/** Changes the fields of machines that change in place. */
export function followSpec(draft: WantedSpec, wanted: WantedSpec): void {
  const { minReadySeconds, readinessGates, taints, deletion } = deepClone(wanted);
  if (minReadySeconds === undefined) delete draft.minReadySeconds;
  else draft.minReadySeconds = minReadySeconds;
  if (readinessGates === undefined) delete draft.readinessGates;
  else draft.readinessGates = readinessGates;
  if (taints === undefined) delete draft.taints;
  else draft.taints = taints;
  const kept = timeouts.flatMap((name) => (deletion?.[name] === undefined ? [] : [[name, deletion[name]] as const]));
  if (kept.length === 0) delete draft.deletion;
  else draft.deletion = Object.fromEntries(kept);
}

/** Labels and annotations by name. */
type Named = Readonly<Record<string, string>>;

/** The labels and annotations that a template had, and has no more. */
function droppedMetadata(
  before: MachineTemplateSpec,
  now: MachineTemplateSpec,
): { readonly labels: Named; readonly annotations: Named } {
  const dropped = (was: Named = {}, is: Named = {}): Named =>
    Object.fromEntries(Object.entries(was).filter(([name]) => !Object.hasOwn(is, name)));
  return {
    labels: dropped(before.metadata?.labels, now.metadata?.labels),
    annotations: dropped(before.metadata?.annotations, now.metadata?.annotations),
  };
}

/** Without what was dropped; a value that somebody has changed stays. */
function withoutNamed(named: Named | undefined, dropped: Named): Record<string, string> {
  return Object.fromEntries(Object.entries(named ?? {}).filter(([name, value]) => dropped[name] !== value));
}

/** Gives the set of the current template the highest revision; one that was the current one before remembers its old numbers. Returns the revision. */
export function revise({ metadata }: MachineSet, old: readonly MachineSet[]): string {
  const next = Math.max(0, ...old.map((set) => revisionOf(set) ?? 0)) + 1;
  const own = revisionOf({ metadata });
  const revision = String(Math.max(next, own ?? 0));
  const { [revisions.current]: before, [revisions.history]: history = "" } = metadata.annotations ?? {};
  const added = before === undefined || before === revision ? [] : [before];
  const all = [...history.split(","), ...added].filter((each) => each !== "").join(",");
  metadata.annotations = {
    ...metadata.annotations,
    ...(all === "" ? {} : { [revisions.history]: all }),
    [revisions.current]: revision,
  };
  return revision;
}

/** Shows the revision of the current set on the deployment. */
export function showRevision({ metadata }: MachineDeployment, revision: string): void {
  metadata.annotations = { ...metadata.annotations, [revisions.current]: revision };
}

function revisionOf({ metadata }: Pick<MachineSet, "metadata">): number | undefined {
  const value = Number(metadata.annotations?.[revisions.current] ?? "none");
  return Number.isInteger(value) ? value : undefined;
}

function hashOf(template: object): number {
  return createHash("sha256").update(JSON.stringify(template)).digest().readUInt32BE(0);
}

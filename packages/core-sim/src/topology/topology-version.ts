// The version of a topology as the webhook of Cluster API's core checks it. An API server without this webhook stores every version, so the topology controller looks at it first.
// While machines of workers are replaced, AfterClusterUpgrade is still to be called, so that only the version of a MachineDeployment or a MachinePool is compared.
import type { Cluster, ClusterClass, MachineDeployment, MachinePool } from "@capstan/api/core/v1beta2";
import { readField } from "@capstan/contract/fields";
import {
  compareReleases,
  compareVersions,
  type KubernetesVersion,
  parseKubernetesVersion,
} from "@capstan/contract/versions";
import type { External } from "../cluster-reader.ts";
import { isHookPending } from "./hook-gates.ts";
import { startOfRejection } from "./topology-condition.ts";
import { shownVersion, strictVersion } from "../kubernetes-version.ts";

/** What a version is compared with. */
export interface VersionRules {
  readonly clusterClass: ClusterClass;
  /** The version before, of the topology or, where that is not known, of the control plane; undefined before there is one. */
  readonly from: string | undefined;
  /** What has to have the version before; undefined where that of the topology is not known. */
  readonly parts?: VersionedParts | undefined;
}

/** The parts of a Cluster that have a version. */
export interface VersionedParts {
  readonly controlPlane?: External<"ControlPlane"> | undefined;
  readonly deployments: readonly MachineDeployment[];
  readonly pools: readonly MachinePool[];
}

/** Switches off the comparison with the version before. */
const unchecked = "unsafe.topology.cluster.x-k8s.io/disable-update-version-check";

/** Why the webhook rejects the version of a Cluster's topology; undefined where it does not. */
export function rejectedVersion(cluster: Cluster, rules: VersionRules): string | undefined {
  const { metadata, spec } = cluster;
  const given = spec.topology?.version ?? "";
  const version = strictVersion(given);
  if (version === undefined) return invalid(given, "version must be a valid semantic version");
  const { kubernetesVersions = [] } = rules.clusterClass.spec;
  if (kubernetesVersions.length > 0 && !kubernetesVersions.includes(given))
    return invalid(given, "version must match one of the versions defined in the ClusterClass");
  const before = rules.from === undefined ? undefined : strictVersion(rules.from);
  if (before === undefined || metadata.annotations?.[unchecked] !== undefined) return undefined;
  const [shownBefore, shown] = [shownVersion(before), shownVersion(version)];
  if (shown === shownBefore) return undefined;
  const change = `from "${shownBefore}" to "${shown}"`;
  if (compareReleases(version.numbers, before.numbers) === "less")
    return invalid(given, `version cannot be decreased ${change}`);
  const [major, minor] = before.numbers;
  if (isLimited(rules.clusterClass) && compareReleases(version.numbers, [major, minor + 2n, 0n]) !== "less")
    return invalid(given, `version cannot be increased ${change}`);
  const problem = rules.parts && changeProblem(cluster, before, rules.parts);
  return problem === undefined ? undefined : invalid(given, problem);
}

/** What has to end before the version may be changed. */
function changeProblem(cluster: Cluster, before: KubernetesVersion, parts: VersionedParts): string | undefined {
  const hook = "AfterClusterUpgrade";
  if (isHookPending(cluster, hook)) return `version cannot be changed when the "${hook}" hook is still blocking`;
  const problems = [
    ...controlPlaneProblems(before, parts.controlPlane),
    ...workerProblems(before, parts.deployments),
    ...workerProblems(before, parts.pools),
  ];
  if (problems.length === 0) return undefined;
  return `version cannot be changed: ${problems.length > 1 ? `[${problems.join(", ")}]` : problems.join("")}`;
}

function controlPlaneProblems(before: KubernetesVersion, found: VersionedParts["controlPlane"]): readonly string[] {
  if (found === undefined) return ["failed to check if control plane is upgrading: failed to get control plane object"];
  const [own, reported] = (["version", "currentVersion"] as const).map((name) => {
    const value = readField(found.object, found.view, name);
    return typeof value === "string" ? parseKubernetesVersion(value) : undefined;
  });
  // Of a control plane without versions nothing is known.
  if (own === undefined) return [];
  const [topology, controlPlane] = [shownVersion(before), shownVersion(own)];
  if (controlPlane !== topology) {
    return [
      `Cluster.spec.topology.version ${topology} was not propagated to control plane yet (control plane version ${controlPlane})`,
    ];
  }
  if (reported === undefined) return ["control plane is currently provisioning"];
  const isUpgrading = ["greater", "different"].includes(compareVersions(own, reported));
  return isUpgrading ? ["control plane is still completing a previous upgrade"] : [];
}

function workerProblems(
  before: KubernetesVersion,
  workers: readonly (MachineDeployment | MachinePool)[],
): readonly string[] {
  const behind = workers.filter(({ spec }) => !isVersion(spec.template.spec.version, before));
  const [first] = behind;
  if (first === undefined) return [];
  const names = behind.map(({ metadata }) => metadata.name);
  return [`there are still ${first.kind}s completing a previous upgrade: [${names.join(", ")}]`];
}

function isVersion(given: string | undefined, version: KubernetesVersion): boolean {
  const found = parseKubernetesVersion(given ?? "");
  return found !== undefined && shownVersion(found) === shownVersion(version);
}

function invalid(value: string, problem: string): string {
  return `${startOfRejection(value)}${problem}`;
}

/** Whether an upgrade goes to the next minor version at most: a class with versions or with a plan of its own leads through those between. */
function isLimited({ spec: { kubernetesVersions = [], upgrade } }: ClusterClass): boolean {
  return kubernetesVersions.length === 0 && (upgrade?.external?.generateUpgradePlanExtension ?? "") === "";
}

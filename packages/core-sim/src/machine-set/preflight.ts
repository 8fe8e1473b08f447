// The checks before a MachineSet creates machines, as Cluster API makes them: whether the control plane exists, is neither being created nor upgraded, and has a version that fits.
import { type KubernetesVersion, parseKubernetesVersion } from "@capstan/contract/versions";
import type { Cluster, MachineSet } from "@capstan/api/core/v1beta2";
import { readPath } from "@capstan/contract";
import { formatKey, keyOf } from "@capstan/kube";
import type { External } from "../cluster-reader.ts";
import { reportedVersions } from "../cluster/control-plane.ts";
import { pendingUpgrade } from "../cluster/upgrade-step.ts";
import { isOlderVersion, minorNumberOf, shownVersion } from "../kubernetes-version.ts";
import type { SimContext } from "../writer.ts";

const skipAnnotation = "machineset.cluster.x-k8s.io/skip-preflight-checks";

type CheckName = "ControlPlaneIsStable" | "KubernetesVersionSkew" | "KubeadmVersionSkew" | "ControlPlaneVersionSkew";

/** What is checked. */
interface Checked {
  readonly set: MachineSet;
  readonly cluster: Cluster;
  readonly controlPlane: External<"ControlPlane">;
  readonly version: string;
  readonly release: KubernetesVersion;
}

/** What a MachineSet belongs to, and the template of its bootstrap configs, which may have annotations too. */
export interface PreflightInput {
  readonly cluster: Cluster;
  readonly config: External | undefined;
  readonly context: SimContext;
}

/** Why the set must not create machines now; empty when it may. */
export async function failedPreflightChecks(set: MachineSet, input: PreflightInput): Promise<readonly string[]> {
  const { cluster, config, context } = input;
  const skipped = skippedChecks(set, config);
  const { controlPlaneRef } = cluster.spec;
  if (skipped.has("All") || controlPlaneRef === undefined) return [];
  const failed = 'failed to perform "Scale up": failed to perform preflight checks:';
  const named = formatKey({ namespace: keyOf(cluster).namespace, name: controlPlaneRef.name });
  const found = await context.reader.external(cluster, controlPlaneRef, "ControlPlane");
  if (found === undefined) return [`${failed} failed to get ControlPlane ${named}`];
  const version = readPath(found.object, "spec.version");
  if (typeof version !== "string") return [];
  const release = parseKubernetesVersion(version);
  if (release === undefined) return [`${failed} failed to parse version "${version}" of ControlPlane ${named}`];
  const checked = { set, cluster, controlPlane: found, version, release };
  return problems(checked)
    .filter(([name]) => !skipped.has(name))
    .map(([name, why]) => `${why} ("${name}" preflight check failed)`);
}

function skippedChecks({ metadata }: MachineSet, config: External | undefined): ReadonlySet<string> {
  const own = metadata.annotations?.[skipAnnotation] ?? "";
  const skipped = own === "" ? (config?.object.metadata.annotations?.[skipAnnotation] ?? "") : own;
  return new Set(skipped.split(",").map((name) => name.trim()));
}

type Problem = readonly [check: CheckName, why: string];

function problems(checked: Checked): readonly Problem[] {
  const workers = checked.set.spec.template.spec.version;
  const found: (Problem | undefined)[] = [instability(checked)];
  if (workers !== undefined && workers !== "") found.push(...versionProblems(checked, workers));
  return found.filter((each) => each !== undefined);
}

function instability({ cluster, controlPlane, version }: Checked): Problem | undefined {
  const check = "ControlPlaneIsStable";
  const name = `${controlPlane.object.kind} ${formatKey(keyOf(controlPlane.object))}`;
  const pending = pendingUpgrade(cluster, version);
  if (pending !== undefined) return [check, `${name} has a pending version upgrade to ${pending}`];
  const reported = reportedVersions(controlPlane);
  if (reported.length === 0) return [check, `${name} is provisioning`];
  return reported.some((each) => isOlderVersion(each, version)) ? [check, `${name} is upgrading`] : undefined;
}

/** So many minor versions workers may be older. */
const minorSkew = 3;

function versionProblems(checked: Checked, version: string): readonly (Problem | undefined)[] {
  const { set, cluster, release } = checked;
  const workers = parseKubernetesVersion(version);
  if (workers === undefined) return [["KubernetesVersionSkew", `failed to parse version "${version}" of MachineSet`]];
  const [minor, newest] = [minorNumberOf(workers), minorNumberOf(release)];
  const both = `MachineSet version (${shownVersion(workers)}) and ControlPlane version (${shownVersion(release)})`;
  const kubernetes = `${both} do not conform to the kubernetes version skew policy as MachineSet version is`;
  const { configRef } = set.spec.template.spec.bootstrap;
  const isKubeadm = configRef?.kind === "KubeadmConfigTemplate" && configRef.apiGroup === "bootstrap.cluster.x-k8s.io";
  return [
    minor > newest ? ["KubernetesVersionSkew", `${kubernetes} higher than ControlPlane version`] : undefined,
    minor < newest - minorSkew
      ? [
          "KubernetesVersionSkew",
          `${kubernetes} more than ${minorSkew} minor versions older than the ControlPlane version`,
        ]
      : undefined,
    isKubeadm && minor !== newest
      ? [
          "KubeadmVersionSkew",
          `${both} do not conform to kubeadm version skew policy as kubeadm only supports joining with the same major+minor version as the control plane`,
        ]
      : undefined,
    cluster.spec.topology !== undefined && version !== checked.version
      ? [
          "ControlPlaneVersionSkew",
          `MachineSet version (${version}) is not yet the same as the ControlPlane version (${checked.version}), waiting for version to be propagated to the MachineSet`,
        ]
      : undefined,
  ];
}

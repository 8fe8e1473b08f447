// The KubeadmConfig that a machine of a control plane should have, and whether the one that it has means the same. The rules are those of Cluster
// API's KubeadmControlPlane: what kubeadm reads only while a machine joins, and what is changed in running clusters, is no difference.
import type { KubeadmConfigSpec } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import type { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { compareReleases, parseKubernetesVersion, type VersionNumbers } from "@capstan/contract/versions";
import { deepClone, deepEqual, isJsonObject } from "@capstan/kube";
import { unreadableVersion } from "../../kubernetes-version.ts";

/** A feature gate that kubeadm has between these versions, and that control planes switch on. */
const localMode = { name: "ControlPlaneKubeletLocalMode", from: [1n, 31n, 0n], until: [1n, 36n, 0n] } as const;

/** What a control plane says of the configuration of its machines. */
export interface PlaneConfig {
  readonly spec: Pick<KubeadmControlPlane["spec"], "kubeadmConfigSpec" | "version">;
}

/** The first machine initializes the cluster, all others join it. */
export function desiredConfigSpec({ spec }: PlaneConfig, how: "init" | "join"): KubeadmConfigSpec {
  const { initConfiguration, joinConfiguration, ...rest } = deepClone(spec.kubeadmConfigSpec ?? {});
  const joins = { joinConfiguration: { ...joinConfiguration, controlPlane: { ...joinConfiguration?.controlPlane } } };
  const initializes = initConfiguration === undefined ? {} : { initConfiguration };
  const own: KubeadmConfigSpec = { ...rest, ...(how === "join" ? joins : initializes) };
  return hasLocalMode(parseKubernetesVersion(spec.version)?.numbers) ? withLocalMode(own) : own;
}

function hasLocalMode(version: VersionNumbers | undefined): boolean {
  if (version === undefined) return false;
  return compareReleases(version, localMode.from) !== "less" && compareReleases(version, localMode.until) === "less";
}

function withLocalMode(spec: KubeadmConfigSpec): KubeadmConfigSpec {
  const { clusterConfiguration } = spec;
  const featureGates = { [localMode.name]: true, ...clusterConfiguration?.featureGates };
  return { ...spec, clusterConfiguration: { ...clusterConfiguration, featureGates } };
}

/** Whether etcd runs on the machines of the control plane. */
export function isEtcdStacked({ spec }: KubeadmControlPlane): boolean {
  const external = spec.kubeadmConfigSpec?.clusterConfiguration?.etcd?.external;
  return external === undefined || deepEqual(external, {});
}

/** Whether a config means what the control plane says now. That of the first machine may follow either the part for it or, as is common, that for all others. */
export function matchesConfig(current: KubeadmConfigSpec, controlPlane: PlaneConfig): boolean {
  const wanted = comparable(desiredConfigSpec(controlPlane, "join"));
  if (!initializes(current)) return deepEqual(comparable(current), wanted);
  const caCertPath = controlPlane.spec.kubeadmConfigSpec?.joinConfiguration?.caCertPath;
  return (
    deepEqual(comparable(asJoin(current, caCertPath)), wanted) ||
    deepEqual(comparable(current), comparable(desiredConfigSpec(controlPlane, "init")))
  );
}

/** Whether a config is that of the machine that initialized the cluster. */
export function initializes({
  joinConfiguration: { controlPlane, nodeRegistration } = {},
}: KubeadmConfigSpec): boolean {
  return controlPlane === undefined && (nodeRegistration?.kubeletExtraArgs ?? []).length === 0;
}

/** What the first machine was told, as it would be told to another. */
function asJoin(spec: KubeadmConfigSpec, caCertPath: string | undefined): KubeadmConfigSpec {
  const { initConfiguration, joinConfiguration: _, ...rest } = spec;
  const { bootstrapTokens: __, localAPIEndpoint, ...shared } = initConfiguration ?? {};
  const controlPlane = localAPIEndpoint === undefined ? {} : { localAPIEndpoint };
  return {
    ...rest,
    joinConfiguration: { ...shared, controlPlane, ...(caCertPath === undefined ? {} : { caCertPath }) },
  };
}

/** Only what counts, without what has the value that it has anyway. */
function comparable(spec: KubeadmConfigSpec): unknown {
  const { clusterConfiguration, initConfiguration, joinConfiguration, format = "cloud-config", ...rest } = spec;
  const { controlPlaneEndpoint: _, dns: __, ...cluster } = clusterConfiguration ?? {};
  const { discovery: ___, ...join } = joinConfiguration ?? {};
  return withoutEmpty({
    ...rest,
    format,
    clusterConfiguration: cluster,
    initConfiguration: comparablePart(initConfiguration ?? {}),
    joinConfiguration: comparablePart(join),
  });
}

/** What both parts have. */
type ConfigPart = Pick<NonNullable<KubeadmConfigSpec["joinConfiguration"]>, "nodeRegistration" | "timeouts">;

function comparablePart({ nodeRegistration, timeouts, ...rest }: ConfigPart): object {
  const { controlPlaneComponentHealthCheckSeconds: _, ...counted } = timeouts ?? {};
  const { imagePullPolicy = "IfNotPresent", ...registration } = nodeRegistration ?? {};
  return { ...rest, timeouts: counted, nodeRegistration: { ...registration, imagePullPolicy } };
}

/** Empty lists and objects count as missing; but without any taint a Node has none, and with no list kubeadm sets its own. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).map(([name, each]) => [name, withoutEmpty(each)] as const);
  return Object.fromEntries(fields.filter(([name, each]) => name === "taints" || !isEmpty(each)));
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === "") return true;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** What the webhook says against a number of machines, where etcd runs on them or elsewhere; empty where it accepts the number. */
export function sizeProblems(replicas: number, isStacked: boolean): readonly string[] {
  return [
    ...(replicas <= 0 ? ["Forbidden: cannot be less than or equal to 0"] : []),
    ...(isStacked && replicas % 2 === 0 ? ["Forbidden: cannot be an even number when etcd is stacked"] : []),
  ];
}

/** Why the webhook rejects a version after another one: it has to be a semantic version, and no minor version may be left out. Undefined where it accepts it. */
export function versionProblem(version: string, before: string): string | undefined {
  const unreadable = unreadableVersion(version);
  if (unreadable !== undefined) return `spec.version: ${unreadable}`;
  const [to, from] = [parseKubernetesVersion(version)?.numbers, parseKubernetesVersion(before)?.numbers];
  if (to === undefined || from === undefined) return undefined;
  const [major, minor] = from;
  if (compareReleases(to, [major, minor + 2n, 0n]) === "less") return undefined;
  return `spec.version: Forbidden: cannot update Kubernetes version from ${before} to ${version}`;
}

/** Why the control plane changes nothing of its machines; undefined where its number and its version after the one before are accepted. */
export function rejectedChange(controlPlane: KubeadmControlPlane, before: string): string | undefined {
  const { replicas = 1, version } = controlPlane.spec;
  const problems = [
    ...sizeProblems(replicas, isEtcdStacked(controlPlane)).map((problem) => `spec.replicas: ${problem}`),
    ...[versionProblem(version, before)].filter((problem) => problem !== undefined),
  ];
  return problems.length === 0 ? undefined : problems.map((problem) => `* ${problem}`).join("\n");
}

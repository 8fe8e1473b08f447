// The number of control plane machines in a topology as the webhook of the KubeadmControlPlane checks it, which rejects what the topology controller writes.
import { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { getAt, isJsonObject, keyOf, type KubeObject, parseApiVersion } from "@capstan/kube";
import { sizeProblems } from "../play/control-plane/config-spec.ts";

const webhook = "validation.kubeadmcontrolplane.controlplane.cluster.x-k8s.io";
/** The provider names the group of core, not its own. */
const rejectedKind = "KubeadmControlPlane.cluster.x-k8s.io";
const controllerError = "error reconciling the Cluster topology";

/** What the topology controller fails with when it creates or changes the control plane; undefined where the number is accepted, and for control planes of other kinds. */
export function rejectedControlPlaneSize(wanted: KubeObject, current: KubeObject | undefined): string | undefined {
  const replicas = getAt(wanted, ["spec", "replicas"]);
  const isOther =
    wanted.kind !== KubeadmControlPlane.kind || parseApiVersion(wanted.apiVersion).group !== KubeadmControlPlane.group;
  if (isOther || typeof replicas !== "number") return undefined;
  const problems = sizeProblems(replicas, isStacked(wanted));
  return current === undefined ? creationError(problems) : changeError(current, problems);
}

function isStacked(object: KubeObject): boolean {
  const external = getAt(object, ["spec", "kubeadmConfigSpec", "clusterConfiguration", "etcd", "external"]);
  return !isJsonObject(external) || Object.keys(external).length === 0;
}

function creationError(problems: readonly string[]): string | undefined {
  if (problems.length === 0) return undefined;
  const causes = problems.map((problem) => `FieldValueForbidden: spec.replicas: ${problem}`);
  return `${controllerError}: failed to create ${rejectedKind}: ${causes.join(" ")}`;
}

function changeError(object: KubeObject, problems: readonly string[]): string | undefined {
  if (problems.length === 0) return undefined;
  const { namespace, name } = keyOf(object);
  const causes = problems.map((problem) => `spec.replicas: ${problem}`);
  const text = causes.length === 1 ? causes.join("") : `[${causes.join(", ")}]`;
  const denied = `admission webhook "${webhook}" denied the request: ${rejectedKind} "${name}" is invalid: ${text}`;
  const helper = `failed to create patch helper for ${object.kind} ${namespace}/${name}`;
  return `${controllerError}: ${helper}: server side apply dry-run failed for modified object: ${denied}`;
}

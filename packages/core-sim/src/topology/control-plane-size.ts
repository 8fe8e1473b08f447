// The number of control plane machines in a topology as the webhook of the KubeadmControlPlane checks it, which rejects what the topology controller writes. External etcd
// that only a patch of the class sets is not seen.
import { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { getAt, isJsonObject, keyOf, type KubeObject, parseApiVersion } from "@capstan/kube";
import type { External } from "../cluster-reader.ts";
import { sizeProblems } from "../play/control-plane/size-problems.ts";
import type { ClassWork } from "./class-blueprint.ts";

const webhook = "validation.kubeadmcontrolplane.controlplane.cluster.x-k8s.io";
/** The provider names the group of core, not its own. */
const rejectedKind = "KubeadmControlPlane.cluster.x-k8s.io";
const controllerError = "error reconciling the Cluster topology";

/** What the topology controller fails with when it creates or changes the control plane; undefined where the number is accepted, and for control planes of other kinds. */
export async function rejectedControlPlaneSize(
  { topology, clusterClass, context }: Pick<ClassWork, "topology" | "clusterClass" | "context">,
  current: External<"ControlPlane"> | undefined,
): Promise<string | undefined> {
  const { replicas } = topology.controlPlane ?? {};
  const { apiVersion, kind, name } = clusterClass.spec.controlPlane.templateRef;
  const { group: apiGroup } = parseApiVersion(apiVersion);
  if (replicas === undefined || apiGroup !== KubeadmControlPlane.group) return undefined;
  if (kind !== `${KubeadmControlPlane.kind}Template`) return undefined;
  if (current !== undefined)
    return changeError(current.object, sizeProblems(replicas, isStacked(current.object, ["spec"])));
  const template = await context.reader.external(clusterClass, { apiGroup, kind, name }, "ControlPlane");
  if (template === undefined) return undefined;
  return creationError(sizeProblems(replicas, isStacked(template.object, ["spec", "template", "spec"])));
}

function isStacked(object: KubeObject, path: readonly string[]): boolean {
  const external = getAt(object, [...path, "kubeadmConfigSpec", "clusterConfiguration", "etcd", "external"]);
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

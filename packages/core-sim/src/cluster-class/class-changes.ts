// What Cluster API's webhook checks of the change of a ClusterClass: kinds of templates stay, and what Clusters use is not removed.
import type { Cluster, ClusterClass, ClusterClassTemplateReference, WorkersClass } from "@capstan/api/core/v1beta2";
import { keyOf, parseApiVersion } from "@capstan/kube";
import { isChecked } from "./class-parts.ts";
import { forbiddenField, invalidJson } from "./field-problems.ts";

/** A class before and after a change, and the Clusters of it. */
export interface ClassChange {
  readonly before: ClusterClass;
  readonly after: ClusterClass;
  readonly clusters: readonly Cluster[];
}

type WorkerList = "machineDeployments" | "machinePools";

/** The whole change. */
export function changeProblems(change: ClassChange): readonly string[] {
  return [
    ...compatibilityProblems(change),
    ...usedVersionProblems(change),
    ...removedClassProblems(change, "machineDeployments", "MachineDeploymentClass"),
    ...removedClassProblems(change, "machinePools", "MachinePoolClass"),
    ...removedCheckProblems(change),
    ...change.clusters.flatMap((cluster) => autoscalerProblems(cluster, change.after)),
  ];
}

function compatibilityProblems({ before, after }: ClassChange): readonly string[] {
  const [old, now] = [before.spec, after.spec];
  const machines = "spec.controlPlane.machineInfrastructure.templateRef";
  const [oldMachines, newMachines] = [old, now].map(({ controlPlane }) => controlPlane.machineInfrastructure);
  return [
    ...kindProblems("spec.infrastructure.templateRef", old.infrastructure.templateRef, now.infrastructure.templateRef),
    ...kindProblems("spec.controlPlane.templateRef", old.controlPlane.templateRef, now.controlPlane.templateRef),
    ...kindProblems(machines, oldMachines?.templateRef, newMachines?.templateRef),
    ...workerKindProblems("machineDeployments", old.workers, now.workers),
    ...workerKindProblems("machinePools", old.workers, now.workers),
  ];
}

function workerKindProblems(list: WorkerList, old: WorkersClass = {}, now: WorkersClass = {}): readonly string[] {
  return (now[list] ?? []).flatMap((each, index) => {
    const same = (old[list] ?? []).filter((one) => one.class === each.class);
    const field = `spec.workers.${list}[${index}].infrastructure.templateRef`;
    return same.flatMap((one) => kindProblems(field, one.infrastructure.templateRef, each.infrastructure.templateRef));
  });
}

function kindProblems(
  field: string,
  old: ClusterClassTemplateReference | undefined,
  now: ClusterClassTemplateReference | undefined,
): readonly string[] {
  const [oldGroup, group] = [old, now].map((each) => groupOf(each?.apiVersion));
  const [oldKind, kind] = [old?.kind ?? "", now?.kind ?? ""];
  const changed = (what: string, from = "", to = ""): string =>
    `${what} cannot be changed from ${JSON.stringify(from)} to ${JSON.stringify(to)} to prevent incompatible changes in the Clusters`;
  return [
    ...(oldGroup === group
      ? []
      : [forbiddenField(`${field}.apiVersion`, changed("group of apiVersion", oldGroup, group))]),
    ...(oldKind === kind ? [] : [forbiddenField(`${field}.kind`, changed("kind", oldKind, kind))]),
  ];
}

/** That of a version which cannot be read is empty. */
function groupOf(apiVersion = ""): string {
  return apiVersion.split("/").length > 2 ? "" : parseApiVersion(apiVersion).group;
}

function usedVersionProblems({ after, clusters }: ClassChange): readonly string[] {
  const { kubernetesVersions = [] } = after.spec;
  if (kubernetesVersions.length === 0) return [];
  return clusters.flatMap((cluster) => {
    const { version = "" } = cluster.spec.topology ?? {};
    if (kubernetesVersions.includes(version)) return [];
    const used = `Kubernetes Version ${version} is used by Cluster ${nameOf(cluster)} but not set in ClusterClass`;
    return [forbiddenField("spec.kubernetesVersions", used)];
  });
}

function removedClassProblems(
  { before, after, clusters }: ClassChange,
  list: WorkerList,
  kind: string,
): readonly string[] {
  const kept = new Set((after.spec.workers?.[list] ?? []).map((each) => each.class));
  const old = (before.spec.workers?.[list] ?? []).map((each) => each.class);
  const removed = new Set(old.filter((name) => !kept.has(name)));
  return clusters.flatMap((cluster) => {
    const used = (cluster.spec.topology?.workers?.[list] ?? []).filter((each) => removed.has(each.class));
    return used.map((each) =>
      forbiddenField(
        `spec.workers.${list}`,
        `${kind} ${JSON.stringify(each.class)} cannot be deleted because it is used by Cluster ${nameOf(cluster)}`,
      ),
    );
  });
}

/** A health check of a topology that is enabled, and only defined in the class. */
interface TopologyCheck {
  readonly enabled?: boolean;
  readonly checks?: object;
  readonly remediation?: object;
}

function needsClass(check: TopologyCheck | undefined): boolean {
  return check?.enabled === true && !isChecked(check);
}

function removedCheckProblems({ before, after, clusters }: ClassChange): readonly string[] {
  const problem = (field: string, uses: (cluster: Cluster) => boolean): readonly string[] => {
    const names = clusters.filter(uses).map((cluster) => keyOf(cluster).name);
    const used = `healthCheck cannot be deleted because it is used by Cluster(s) ${JSON.stringify(names.join(","))}`;
    return names.length === 0 ? [] : [forbiddenField(field, used)];
  };
  const isRemoved = isChecked(before.spec.controlPlane.healthCheck) && !isChecked(after.spec.controlPlane.healthCheck);
  const ofPlane = isRemoved
    ? problem("spec.controlPlane.healthCheck", ({ spec }) => needsClass(spec.topology?.controlPlane?.healthCheck))
    : [];
  const old = before.spec.workers?.machineDeployments ?? [];
  const ofWorkers = (after.spec.workers?.machineDeployments ?? []).flatMap((each) => {
    const had = old.find((one) => one.class === each.class);
    if (!isChecked(had?.healthCheck) || isChecked(each.healthCheck)) return [];
    return problem(`spec.workers.machineDeployments[${each.class}].healthCheck`, ({ spec }) =>
      (spec.topology?.workers?.machineDeployments ?? []).some(
        (worker) => worker.class === each.class && needsClass(worker.healthCheck),
      ),
    );
  });
  return [...ofPlane, ...ofWorkers];
}

const sizes = ["min", "max"].map((end) => `cluster.x-k8s.io/cluster-api-autoscaler-node-group-${end}-size`);

/** A number of workers beside an autoscaler. */
function autoscalerProblems(cluster: Cluster, { spec }: ClusterClass): readonly string[] {
  const { namespace, name } = keyOf(cluster);
  const isScaled = (annotations: Readonly<Record<string, string>> = {}): boolean =>
    sizes.some((each) => annotations[each] !== undefined);
  return (cluster.spec.topology?.workers?.machineDeployments ?? []).flatMap((worker) => {
    if (worker.replicas === undefined) return [];
    const itsClass = spec.workers?.machineDeployments?.find((each) => each.class === worker.class);
    const start = `cannot be set for cluster ${JSON.stringify(name)} in namespace ${JSON.stringify(namespace)} if the`;
    const source = `source class ${JSON.stringify(worker.class)} of this MachineDeploymentTopology`;
    const reasons = [
      ...(isScaled(worker.metadata?.annotations) ? ["same MachineDeploymentTopology"] : []),
      ...(isScaled(itsClass?.metadata?.annotations) ? [source] : []),
    ];
    const field = `spec.topology.workers.machineDeployments[${worker.name}].replicas`;
    return reasons.map((reason) =>
      invalidJson(field, String(worker.replicas), `${start} ${reason} has autoscaler annotations`),
    );
  });
}

function nameOf(cluster: Cluster): string {
  return JSON.stringify(keyOf(cluster).name);
}

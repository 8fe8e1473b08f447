// Brings the MachineDeployments of a Cluster of a class, the templates of their machines and the checks of these to what the class, the topology and the patches say.
import { MachineDeployment, type MachineDeploymentTopology } from "@capstan/api/core/v1beta2";
import { isDeleting } from "@capstan/contract";
import { type KubeObject, keyOf } from "@capstan/kube";
import type { External } from "../cluster-reader.ts";
import { defaultMachineDeployment } from "../defaults/core-defaults.ts";
import { type AppliedTemplate, applyTemplate, withTemplate } from "./apply-part.ts";
import type { TopologyWork } from "./apply-topology.ts";
import type { PatchedWorkers } from "./class-templates.ts";
import { applyHealthCheck, healthCheckOf, workerSelector } from "./health-checks.ts";
import { workerLabels } from "./part-metadata.ts";
import { nameOfReplacement, type WorkerTemplate } from "./part-names.ts";
import { TopologyFailure } from "./topology-failure.ts";
import { newMachineDeployment, type NewWorkers } from "./worker-objects.ts";
import { rejectedWorkerRollout } from "./worker-rollout-limits.ts";
import { topologyName } from "./worker-upgrade.ts";

/** Creates, changes and deletes MachineDeployments. Those that are held, by their names in the topology, wait for another version: only their checks are changed. */
export async function applyWorkers(work: TopologyWork, held: ReadonlySet<string>): Promise<void> {
  const { topology, templates, current, context, applied } = work;
  const wanted = topology.workers?.machineDeployments ?? [];
  for (const deployment of wanted) {
    const patched = templates.workers.get(deployment.name);
    if (patched === undefined) continue;
    const found = current.deployments.find((each) => topologyName(each) === deployment.name);
    const isHeld = held.has(deployment.name);
    if (found === undefined && isHeld) continue;
    if (!isHeld && (found === undefined || !isDeleting(found))) await applyDeployment(deployment, patched, work);
    await applyCheck(deployment, patched, work);
  }
  for (const deployment of current.deployments) {
    if (wanted.some(({ name }) => name === topologyName(deployment))) continue;
    await applyHealthCheck(keyOf(deployment), undefined, work);
    await context.writer.delete(MachineDeployment, deployment);
    applied.forget(deployment);
  }
}

async function applyDeployment(
  deployment: MachineDeploymentTopology,
  { itsClass, bootstrap, infrastructure }: PatchedWorkers,
  work: TopologyWork,
): Promise<void> {
  const { draft, names, versions, current, context, applied } = work;
  const before = current.workers.get(deployment.name);
  const apply = (
    part: WorkerTemplate,
    template: KubeObject,
    existing: External | undefined,
  ): Promise<AppliedTemplate> => {
    const wanted = {
      template,
      name: names.workerTemplate(deployment.name, part),
      labels: workerLabels(draft, deployment),
      nameOfNext: () => nameOfReplacement(draft, deployment.name),
      mayChangeKind: part === "bootstrap",
    };
    return applyTemplate(draft, { current: existing, wanted }, work);
  };
  const save = async (references: Pick<NewWorkers, "configRef" | "infrastructureRef">): Promise<void> => {
    const [name, version] = [names.worker(deployment.name), versions.worker(deployment.name)];
    const wanted = newMachineDeployment(draft, { deployment, itsClass, name, version, ...references });
    const rejected = rejectedWorkerRollout(wanted, before?.deployment);
    if (rejected !== undefined) throw new TopologyFailure(rejected);
    if (before === undefined) return applied.create(MachineDeployment, wanted, context.writer);
    const part = { resource: MachineDeployment, object: before.deployment, defaults: defaultMachineDeployment };
    return applied.save(part, wanted, context.writer);
  };
  const machines = await apply("machines", infrastructure, before?.infrastructure);
  await withTemplate(machines, work, async () => {
    const config = await apply("bootstrap", bootstrap, before?.bootstrap);
    await withTemplate(config, work, () =>
      save({ configRef: config.reference, infrastructureRef: machines.reference }),
    );
  });
}

async function applyCheck(
  { name, healthCheck }: MachineDeploymentTopology,
  { itsClass }: PatchedWorkers,
  work: TopologyWork,
): Promise<void> {
  const { draft, names } = work;
  const check = {
    name: names.worker(name),
    matchLabels: workerSelector(name),
    topology: healthCheck,
    itsClass: itsClass.healthCheck,
  };
  await applyHealthCheck({ namespace: keyOf(draft).namespace, name: check.name }, healthCheckOf(draft, check), work);
}

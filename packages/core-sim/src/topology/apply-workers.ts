// Brings the MachineDeployments of a Cluster of a class, the templates of their machines and the checks of these to what the class, the topology and the patches say.
import { MachineDeployment, type MachineDeploymentTopology } from "@capstan/api/core/v1beta2";
import { isDeleting } from "@capstan/contract";
import { type KubeObject, keyOf } from "@capstan/kube";
import type { External } from "../cluster-reader.ts";
import { defaultMachineDeployment } from "../defaults/core-defaults.ts";
import { applyWithTemplates, type WantedTemplate } from "./apply-templates.ts";
import type { TopologyWork } from "./apply-topology.ts";
import type { PatchedWorkers } from "./class-templates.ts";
import { applyHealthCheck, healthCheckOf, workerSelector } from "./health-checks.ts";
import { workerLabels } from "./part-metadata.ts";
import { nameOfReplacement, type WorkerTemplate } from "./part-names.ts";
import { TopologyFailure } from "./topology-failure.ts";
import { newMachineDeployment } from "./worker-objects.ts";
import { rejectedWorkerRollout } from "./worker-rollout-limits.ts";
import { topologyName } from "./worker-upgrade.ts";

/** Creates MachineDeployments, then changes and then deletes others, as core does. Those that are held, by their names in the topology, wait for another version: only their checks are changed. */
export async function applyWorkers(work: TopologyWork, held: ReadonlySet<string>): Promise<void> {
  const { topology, templates, current, context } = work;
  const wanted = topology.workers?.machineDeployments ?? [];
  const patched = wanted.flatMap((deployment) => {
    const parts = templates.workers.get(deployment.name);
    const found = current.deployments.find((each) => topologyName(each) === deployment.name);
    return parts === undefined ? [] : [{ deployment, parts, found, isHeld: held.has(deployment.name) }];
  });
  for (const { deployment, parts, found, isHeld } of patched) {
    if (found !== undefined || isHeld) continue;
    await applyDeployment(deployment, parts, work);
    await applyCheck(deployment, parts, work);
  }
  for (const { deployment, parts, found, isHeld } of patched) {
    if (found === undefined) continue;
    await applyCheck(deployment, parts, work);
    if (!isHeld && !isDeleting(found)) await applyDeployment(deployment, parts, work);
  }
  for (const deployment of current.deployments) {
    if (wanted.some(({ name }) => name === topologyName(deployment))) continue;
    await applyHealthCheck(keyOf(deployment), undefined, work);
    await context.writer.delete(MachineDeployment, deployment);
  }
}

async function applyDeployment(
  deployment: MachineDeploymentTopology,
  { itsClass, bootstrap, infrastructure }: PatchedWorkers,
  work: TopologyWork,
): Promise<void> {
  const { draft, names, versions, current, context, applied } = work;
  const before = current.workers.get(deployment.name);
  const templateOf = (part: WorkerTemplate, template: KubeObject, existing: External | undefined): WantedTemplate => ({
    current: existing,
    template,
    name: names.workerTemplate(deployment.name, part),
    labels: workerLabels(draft, deployment),
    nameOfNext: () => nameOfReplacement(draft, deployment.name),
    mayChangeKind: part === "bootstrap",
  });
  const machines = templateOf("machines", infrastructure, before?.infrastructure);
  const config = templateOf("bootstrap", bootstrap, before?.bootstrap);
  const [name, version] = [names.worker(deployment.name), versions.worker(deployment.name)];
  await applyWithTemplates(work, [machines, config], {
    part: `workers ${deployment.name}`,
    wanted: (referenceOf) => {
      const references = { configRef: referenceOf(config), infrastructureRef: referenceOf(machines) };
      return newMachineDeployment(draft, { deployment, itsClass, name, version, ...references });
    },
    apply: async (wanted) => {
      const rejected = rejectedWorkerRollout(wanted, before?.deployment);
      if (rejected !== undefined) throw new TopologyFailure(rejected);
      if (before === undefined) return void (await applied.create(MachineDeployment, wanted, context.writer));
      const { deployment: object } = before;
      const defaults = (changed: MachineDeployment): void => defaultMachineDeployment(changed, object);
      await applied.save({ resource: MachineDeployment, object, defaults }, wanted, context.writer);
    },
    // MachineSets name them, too.
    isOnlyUser: false,
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

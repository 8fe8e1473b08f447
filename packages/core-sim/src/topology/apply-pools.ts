// Brings the MachinePools of a Cluster of a class, and the objects that they name, to what the class, the topology and the patches say. These objects stay the same: a change of a template changes them in place.
import { MachinePool, type MachinePoolTopology } from "@capstan/api/core/v1beta2";
import { isDeleting } from "@capstan/contract";
import type { KubeObject, UnstructuredObject } from "@capstan/kube";
import { defaultMachinePool } from "../defaults/core-defaults.ts";
import { applyObject, partReference, resourceFor } from "./apply-part.ts";
import type { TopologyWork } from "./apply-topology.ts";
import type { PatchedPool } from "./class-templates.ts";
import type { CurrentPool } from "./current-parts.ts";
import { newMachinePool, newPoolObject } from "./new-pool.ts";
import type { WorkerTemplate } from "./part-names.ts";
import { isRejection, TopologyFailure } from "./topology-failure.ts";
import { topologyName } from "./worker-upgrade.ts";

/** Creates MachinePools, then changes and then deletes others, as core does. Those that are held, by their names in the topology, wait for another version. */
export async function applyPools(work: TopologyWork, held: ReadonlySet<string>): Promise<void> {
  const { topology, templates, current, context } = work;
  const given = topology.workers?.machinePools ?? [];
  const wanted = given.flatMap((pool) => {
    const parts = templates.pools.get(pool.name);
    return parts === undefined || held.has(pool.name) ? [] : [wantedPool(pool, parts, work)];
  });
  const exists = ({ name }: WantedPool): boolean => current.pools.some((pool) => topologyName(pool) === name);
  for (const each of wanted.filter((pool) => !exists(pool))) await createPool(each, work);
  for (const each of wanted) {
    const before = current.poolParts.get(each.name);
    if (before !== undefined) await updatePool(each, before, work);
  }
  for (const pool of current.pools)
    if (!isDeleting(pool) && !given.some(({ name }) => name === topologyName(pool)))
      await context.writer.delete(MachinePool, pool);
}

/** A pool as it is to be. */
interface WantedPool {
  /** Its name in the topology. */
  readonly name: string;
  readonly pool: MachinePool;
  readonly bootstrap: UnstructuredObject;
  readonly infrastructure: UnstructuredObject;
}

function wantedPool(pool: MachinePoolTopology, parts: PatchedPool, work: TopologyWork): WantedPool {
  const { draft, names, versions } = work;
  const { name } = pool;
  const objectOf = (part: WorkerTemplate, template: KubeObject): UnstructuredObject =>
    newPoolObject(draft, template, { pool, name: names.poolObject(name, part) });
  const bootstrap = objectOf("bootstrap", parts.bootstrap);
  const infrastructure = objectOf("machines", parts.infrastructure);
  const references = { configRef: partReference(bootstrap), infrastructureRef: partReference(infrastructure) };
  const given = { pool, itsClass: parts.itsClass, name: names.pool(name), version: versions.pool(name) };
  return { name, pool: newMachinePool(draft, { ...given, ...references }), bootstrap, infrastructure };
}

/** Creates the objects, then the MachinePool. What was created for one that is rejected is deleted again, and that is not tried again before a while, unless something else is wanted. */
async function createPool(wanted: WantedPool, { context, applied }: TopologyWork): Promise<void> {
  const { name, pool, bootstrap, infrastructure } = wanted;
  const part = `pool ${name}`;
  const attempt = JSON.stringify(wanted);
  applied.failures.check(part, attempt, context);
  const created: KubeObject[] = [];
  try {
    for (const object of [infrastructure, bootstrap]) {
      const stored = await applied.create(resourceFor(object), object, context.writer);
      if (stored !== undefined) created.push(stored);
    }
    await applied.create(MachinePool, pool, context.writer);
  } catch (error) {
    // Without an answer, the MachinePool may exist: the next attempt goes on with these objects.
    if (!(error instanceof TopologyFailure || isRejection(error))) throw error;
    applied.failures.add(part, { attempt, failure: error }, context);
    for (const object of created) await context.writer.delete(resourceFor(object), object);
    throw error;
  }
  applied.failures.end(part);
}

async function updatePool(wanted: WantedPool, before: CurrentPool, work: TopologyWork): Promise<void> {
  const { context, applied } = work;
  const { pool: object, bootstrap, infrastructure } = before;
  await applyObject(infrastructure, wanted.infrastructure, work);
  await applyObject(bootstrap, wanted.bootstrap, work);
  await applied.save({ resource: MachinePool, object, defaults: defaultMachinePool }, wanted.pool, context.writer);
}

// The InfraMachines of a machine pool: one for each machine that the author names. Core finds them by their labels and creates a Machine of the same name for
// each, which becomes its owner too. A machine is ended by deleting its Machine: core drains the Node, and then deletes the InfraMachine.
import { Machine, type MachinePool } from "@capstan/api/core/v1beta2";
import { isAlreadyExists, isConflict, type Client } from "@capstan/client";
import { ensureOwner, machinePoolLabels, ownerMachine, ownerReferenceTo } from "@capstan/contract";
import {
  applyMergePatch,
  deepClone,
  deepEqual,
  errorOf,
  formatKey,
  formatLabelSelector,
  keyOf,
  parseApiVersion,
  type KubeObject,
  type ObjectKey,
  type Resource,
  type UnstructuredObject,
} from "@capstan/kube";
import type { PoolMachine } from "../authoring/infra-machine-pool.ts";
import { kitErrors } from "../kit-errors.ts";

/** A pool whose machines have InfraMachines of a kind. */
export interface MachinesOfPool {
  readonly object: KubeObject;
  readonly machinePool: MachinePool;
  readonly machines: Resource;
}

/** What is known of InfraMachines of any kind. */
type InfraMachine = KubeObject & { readonly spec?: Readonly<Record<string, unknown>> };

/** Creates and changes the InfraMachines of these machines, and ends those of others. Throws `workflow/pool-machine-taken` for one that is not of the pool. */
export async function writePoolMachines(
  client: Client,
  pool: MachinesOfPool,
  wanted: readonly PoolMachine[],
): Promise<void> {
  const found = new Map((await listPoolMachines(client, pool)).map((machine) => [keyOf(machine).name, machine]));
  for (const machine of wanted) await writeMachine(client, pool, { machine, found: found.get(machine.name) });
  const names = new Set(wanted.map(({ name }) => name));
  for (const machine of found.values()) if (!names.has(keyOf(machine).name)) await endMachine(client, pool, machine);
}

/** Ends all InfraMachines of a pool that is being deleted; returns how many there still are. */
export async function removePoolMachines(client: Client, pool: MachinesOfPool): Promise<number> {
  const found = await listPoolMachines(client, pool);
  for (const machine of found)
    // Core creates no Machines for a pool that is being deleted, so one without a Machine gets none.
    if (!(await endMachine(client, pool, machine))) await client.delete(pool.machines, keyOf(machine));
  return found.length;
}

/** The InfraMachines that the pool owns, from the API server. */
function listPoolMachines(client: Client, pool: MachinesOfPool): Promise<readonly InfraMachine[]> {
  // Their spec is what every kind of machine has: an object.
  return listOwned(client, pool, { owner: pool.object, resource: pool.machines as Resource<UnstructuredObject> });
}

/** The Machines of the pool, from the API server. */
export function listMachines(client: Client, pool: MachinesOfPool): Promise<readonly Machine[]> {
  return listOwned(client, pool, { owner: pool.machinePool, resource: Machine });
}

/** Those with the labels by which core finds the Machines of a pool, and we its InfraMachines, that have this owner. */
async function listOwned<T extends KubeObject>(
  client: Client,
  { object, machinePool }: MachinesOfPool,
  { owner, resource }: { readonly owner: KubeObject; readonly resource: Resource<T> },
): Promise<readonly T[]> {
  const labelSelector = formatLabelSelector({ matchLabels: machinePoolLabels(machinePool) });
  const { items } = await client.listAll(resource, { namespace: keyOf(object).namespace, labelSelector });
  return items.filter((item) => isOf(item, owner));
}

function isOf({ metadata }: KubeObject, owner: KubeObject): boolean {
  return metadata.ownerReferences?.some(({ uid }) => uid === owner.metadata.uid) === true;
}

interface WantedMachine {
  readonly machine: PoolMachine;
  readonly found: InfraMachine | undefined;
}

async function writeMachine(client: Client, pool: MachinesOfPool, { machine, found }: WantedMachine): Promise<void> {
  if (found === undefined) return createMachine(client, pool, machine);
  if (found.metadata.deletionTimestamp !== undefined) return;
  const draft = deepClone(found);
  // Lists are replaced, other fields are added and changed, also below: the API server may have set defaults.
  const spec = applyMergePatch(found.spec, asWritten(machine.spec ?? {}));
  if (machine.spec !== undefined) Object.assign(draft, { spec });
  markMachine(draft, pool);
  // In the version that was read: core adds an owner reference, too.
  if (!deepEqual(found, draft)) await client.update(pool.machines, draft);
}

/** Fields without a value are left out, so that they do not remove a default. */
function asWritten(spec: Readonly<Record<string, unknown>>): unknown {
  return JSON.parse(JSON.stringify(spec));
}

async function createMachine(client: Client, pool: MachinesOfPool, { name, spec }: PoolMachine): Promise<void> {
  const { apiVersion, kind } = pool.machines;
  const key: ObjectKey = { namespace: keyOf(pool.object).namespace, name };
  const created: InfraMachine = { apiVersion, kind, metadata: key, ...(spec === undefined ? {} : { spec }) };
  markMachine(created, pool);
  try {
    await client.create(pool.machines, created);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    // Another manager that believes it leads may have created it. Its labels may also have been removed.
    const other = await client.find(pool.machines, key);
    if (other !== undefined && !isOf(other, pool.object))
      throw errorOf(kitErrors, "workflow/pool-machine-taken", {
        values: { kind, key: formatKey(key), pool: pool.object.kind },
        cause: error,
      });
    if (other !== undefined)
      await writeMachine(client, pool, { machine: { name, ...(spec && { spec }) }, found: other });
  }
}

/** Core becomes the controller of the InfraMachine, so the pool must not be. */
function markMachine(machine: KubeObject, { object, machinePool }: MachinesOfPool): void {
  machine.metadata.labels = { ...machine.metadata.labels, ...machinePoolLabels(machinePool) };
  ensureOwner(machine, ownerReferenceTo(object));
}

/** Deletes the Machine of an InfraMachine; false when it has none, which core may be creating at this moment. */
async function endMachine(client: Client, { machines }: MachinesOfPool, machine: InfraMachine): Promise<boolean> {
  if (machine.metadata.deletionTimestamp !== undefined) return true;
  const owner = ownerMachine(machine);
  if (owner === undefined) return false;
  const { namespace, name } = keyOf(machine);
  const key = { namespace, name: owner.name };
  const found = await client.find(Machine, key);
  // Another Machine of that name: the one of this InfraMachine is deleted.
  if (found?.metadata.uid !== owner.uid) return true;
  // Users who may write InfraMachines, but no Machines, can name any Machine as the owner.
  if (!isReferenceTo(found.spec.infrastructureRef, machines, name)) return false;
  try {
    await client.delete(Machine, key, { preconditions: { uid: owner.uid } });
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
  return true;
}

/** A reference of core: v1beta2 names the group, v1beta1 an apiVersion. */
interface CoreReference {
  readonly apiGroup?: string;
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
}

function isReferenceTo(reference: CoreReference, { group, kind }: Resource, name: string): boolean {
  const { apiGroup = parseApiVersion(reference.apiVersion ?? "").group } = reference;
  return apiGroup === group && reference.kind === kind && reference.name === name;
}

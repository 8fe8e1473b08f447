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
  isControlledBy,
  keyOf,
  parseApiVersion,
  type KubeObject,
  type ObjectKey,
  type OwnerReference,
  type Resource,
  type UnstructuredObject,
} from "@capstan/kube";
import { inTurn } from "@capstan/kube/turns";
import type { PoolMachine } from "../authoring/infra-machine-pool.ts";
import { kitErrors } from "../kit-errors.ts";
import type { PassDeps } from "../workflow/pass-deps.ts";
import { findStored } from "../workflow/write-latest.ts";

/** A pool whose machines have InfraMachines of a kind. */
export interface MachinesOfPool {
  readonly object: KubeObject;
  readonly machinePool: MachinePool;
  readonly machines: Resource;
}

/** What is known of InfraMachines of any kind. */
type InfraMachine = KubeObject & { readonly spec?: Readonly<Record<string, unknown>> };

/** What is known of an InfraMachine that is ended. */
interface EndedMachine {
  readonly key: ObjectKey;
  readonly uid: string | undefined;
  readonly isEnding: boolean;
  /** Its Machine. */
  readonly owner: OwnerReference | undefined;
}

/**
 * A pass that holds the queue of lists holds it for all tenants, so its turns are not those of its namespace: they would wait for all other work of that one. One list is read at a time, so this is one owner among the
 * namespaces, whose names have no blanks.
 */
const ofLists = { owner: () => "lists of pools" };

/** What has to be done with the InfraMachines that a pool has. */
interface FoundMachines {
  readonly names: ReadonlySet<string>;
  /** As they have to be. */
  readonly changed: InfraMachine[];
  readonly others: readonly EndedMachine[];
}

/** What reads the machines of a pool. Lists are read one by one: the objects of a tenant's many pools are not in memory at once. */
export type PoolReader = Pick<PassDeps, "client" | "lists">;

/** Creates and changes the InfraMachines of these machines, and ends those of others. Throws `workflow/pool-machine-taken` for one that is not of the pool. */
export async function writePoolMachines(
  reader: PoolReader,
  pool: MachinesOfPool,
  wanted: readonly PoolMachine[],
): Promise<void> {
  const { client } = reader;
  const { names, changed, others } = await readPoolMachines(reader, pool, wanted);
  for (const machine of wanted) if (!names.has(machine.name)) await createMachine(client, pool, machine);
  // In the version that was read: core adds an owner reference, too.
  await updateAll(client, pool, changed);
  for (const machine of others) await endMachine(client, pool, machine);
}

/** Writes and removes one after the other: a machine is parsed when it is written, and takes far more memory then. */
async function updateAll(client: Client, { machines }: MachinesOfPool, changed: InfraMachine[]): Promise<void> {
  for (let machine = changed.shift(); machine !== undefined; machine = changed.shift())
    await client.update(machines, machine);
}

/** Ends all InfraMachines of a pool that is being deleted; returns how many there still are. */
export async function removePoolMachines(reader: PoolReader, pool: MachinesOfPool): Promise<number> {
  const { client } = reader;
  const { others } = await readPoolMachines(reader, pool, []);
  for (const machine of others)
    // Core creates no Machines for a pool that is being deleted, so one without a Machine gets none.
    if (!(await endMachine(client, pool, machine)))
      await client.delete(pool.machines, machine.key, { preconditions: uidOf(machine) });
  return others.length;
}

/** Reads the InfraMachines that the pool owns from the API server. Of those that need no change, little is kept. */
function readPoolMachines(
  reader: PoolReader,
  pool: MachinesOfPool,
  wanted: readonly PoolMachine[],
): Promise<FoundMachines> {
  const byName = new Map(wanted.map((machine) => [machine.name, machine]));
  // Their spec is what every kind of machine has: an object.
  const resource = pool.machines as Resource<UnstructuredObject>;
  const of = { object: pool.object, machinePool: pool.machinePool, resource };
  const isOwn = (found: KubeObject): boolean => isOwnedBy(found, pool.object);
  return withLabels(reader, { ...of, isOwn }, async (found): Promise<FoundMachines> => {
    const [names, changed, others]: [Set<string>, InfraMachine[], EndedMachine[]] = [new Set(), [], []];
    for (const machine of found) {
      const { name } = keyOf(machine);
      const one = byName.get(name);
      names.add(name);
      if (one === undefined) others.push(endedMachine(machine));
      else changed.push(...(await inTurn(() => changedMachine(pool, one, machine), ofLists)));
    }
    return { names, changed, others };
  });
}

/**
 * The Machines of the pool, from the API server: those that its MachinePool controls, and none when the MachinePool refers to another object.
 * Owner references alone would not do: any number of objects can name the same owners, and each would have the same Machines in memory.
 */
export async function listMachines(reader: PoolReader, pool: MachinesOfPool): Promise<readonly Machine[]> {
  const { object, machinePool } = pool;
  const { group } = parseApiVersion(object.apiVersion);
  const { infrastructureRef } = machinePool.spec.template.spec;
  if (!isReferenceTo(infrastructureRef, { group, kind: object.kind }, keyOf(object).name)) return [];
  const isOwn = (machine: Machine): boolean => isControlledBy(machine, machinePool);
  return withLabels(reader, { object, machinePool, resource: Machine, isOwn }, async (found) => found);
}

/** The objects of a kind that belong to a pool. */
interface OwnKind<T extends KubeObject> extends Omit<MachinesOfPool, "machines"> {
  readonly resource: Resource<T>;
  readonly isOwn: (found: T) => boolean;
}

/** Reads those with the labels by which core finds the Machines of a pool, and we its InfraMachines. Labels of long names are hashes of them, and two pools can have the same. */
function withLabels<T extends KubeObject, R>(
  { client, lists }: PoolReader,
  { object, machinePool, resource, isOwn }: OwnKind<T>,
  read: (found: readonly T[]) => Promise<R>,
): Promise<R> {
  const labelSelector = formatLabelSelector({ matchLabels: machinePoolLabels(machinePool) });
  const { namespace } = keyOf(object);
  return lists.run(namespace, async () => {
    const { items } = await client.listAll(resource, { namespace, labelSelector, lean: true });
    return read(items.filter(isOwn));
  });
}

function isOwnedBy({ metadata }: KubeObject, owner: KubeObject): boolean {
  return metadata.ownerReferences?.some(({ uid }) => uid === owner.metadata.uid) === true;
}

function endedMachine(machine: InfraMachine): EndedMachine {
  const isEnding = machine.metadata.deletionTimestamp !== undefined;
  return { key: keyOf(machine), uid: machine.metadata.uid, isEnding, owner: ownerMachine(machine) };
}

/** The object that was read, and no other of its name. */
function uidOf({ uid }: EndedMachine): { readonly uid?: string } {
  return uid === undefined ? {} : { uid };
}

/** The machine as it has to be; none when it is so, or is being deleted. */
function changedMachine(pool: MachinesOfPool, machine: PoolMachine, found: InfraMachine): readonly InfraMachine[] {
  if (found.metadata.deletionTimestamp !== undefined) return [];
  const draft = deepClone(found);
  // Lists are replaced, other fields are added and changed, also below: the API server may have set defaults.
  const spec = applyMergePatch(found.spec, asWritten(machine.spec ?? {}));
  if (machine.spec !== undefined) Object.assign(draft, { spec });
  markMachine(draft, pool);
  return deepEqual(found, draft) ? [] : [draft];
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
    const other = await findStored(client, pool.machines, key);
    if (other !== undefined && !isOwnedBy(other, pool.object))
      throw errorOf(kitErrors, "workflow/pool-machine-taken", {
        values: { kind, key: formatKey(key), pool: pool.object.kind },
        cause: error,
      });
    const changed = other === undefined ? [] : changedMachine(pool, { name, ...(spec && { spec }) }, other);
    await updateAll(client, pool, [...changed]);
  }
}

/** Core becomes the controller of the InfraMachine, so the pool must not be. */
function markMachine(machine: KubeObject, { object, machinePool }: MachinesOfPool): void {
  machine.metadata.labels = { ...machine.metadata.labels, ...machinePoolLabels(machinePool) };
  ensureOwner(machine, ownerReferenceTo(object));
}

/** Deletes the Machine of an InfraMachine; false when it has none, which core may be creating at this moment. */
async function endMachine(
  client: Client,
  { machines }: MachinesOfPool,
  { key: { namespace, name }, isEnding, owner }: EndedMachine,
): Promise<boolean> {
  if (isEnding) return true;
  if (owner === undefined) return false;
  const key = { namespace, name: owner.name };
  const found = await findStored(client, Machine, key);
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

function isReferenceTo(
  reference: CoreReference,
  { group, kind }: Pick<Resource, "group" | "kind">,
  name: string,
): boolean {
  const { apiGroup = parseApiVersion(reference.apiVersion ?? "").group } = reference;
  return apiGroup === group && reference.kind === kind && reference.name === name;
}

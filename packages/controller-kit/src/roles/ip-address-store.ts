// The IPAddress of a claim: named like it, in its namespace, owned by the claim and by the pool. One of that name that the claim does not control is
// never adopted. A finalizer keeps it while the claim has it.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { IPAddress, IPAddressClaim } from "@capstan/api/ipam/v1beta2";
import { isAlreadyExists, isConflict, type Client } from "@capstan/client";
import { labels, ownerReferenceTo } from "@capstan/contract";
import {
  controllerOf,
  deepEqual,
  errorOf,
  formatKey,
  hasFinalizer,
  isControlledBy,
  keyOf,
  type KubeObject,
} from "@capstan/kube";
import type { NewAddress } from "../authoring/ip-pool.ts";
import { bitsOf, parseAddress } from "../ipam/ip-address.ts";
import { claimUidName, uidOfClaim } from "../ipam/claim-id.ts";
import { kitErrors } from "../kit-errors.ts";
import { removeFinalizerOnServer } from "../workflow/finalizer.ts";
import type { Reader } from "../workflow/reader.ts";
import { findStored } from "../workflow/write-latest.ts";

/** The finalizer that keeps an IPAddress while its claim exists, as other IPAM providers name it. */
export const protectFinalizer = "ipam.cluster.x-k8s.io/protect-address";

/** The IPAddress that a claim controls, if there is one. Throws `workflow/ip-address-taken` for one that belongs to somebody else. */
export async function addressOfClaim(
  claim: IPAddressClaim,
  { client, reader }: { readonly client: Client; readonly reader: Reader },
): Promise<IPAddress | undefined> {
  const key = keyOf(claim);
  const cached = await reader.get(IPAddress, key);
  if (cached !== undefined && isControlledBy(cached, claim)) return cached;
  let live = await findStored(client, IPAddress, key);
  if (live !== undefined && isLeftOver(live, claim)) live = await deleteAddress(client, live);
  if (live === undefined || isControlledBy(live, claim)) return live;
  throw errorOf(kitErrors, "workflow/ip-address-taken", { values: { key: formatKey(key) } });
}

/**
 * Whether the IPAddress was made for the claim, and for nobody any more: who deletes a claim can have its dependents orphaned, and the garbage collector takes
 * away the reference to a claim that is deleted. Only for claims that are deleted: one that exists does not get what it does not control.
 */
export function isOrphanOf(address: IPAddress, claim: IPAddressClaim): boolean {
  const { spec } = address;
  if (controllerOf(address) !== undefined || !hasFinalizer(address, protectFinalizer)) return false;
  return spec.claimRef.name === claim.metadata.name && deepEqual(spec.poolRef, claim.spec.poolRef);
}

/** Whether the IPAddress was made for another claim than the one that has its name now. */
export function isOfEarlierClaim(address: IPAddress, { metadata: { uid } }: IPAddressClaim): boolean {
  const made = uidOfClaim(address);
  return made !== undefined && made !== uid;
}

/** Whether it is being deleted, and belonged to an earlier claim of the same name. */
function isLeftOver(address: IPAddress, claim: IPAddressClaim): boolean {
  const owner = controllerOf(address);
  if (address.metadata.deletionTimestamp === undefined || owner?.kind !== claim.kind) return false;
  return owner.name === claim.metadata.name && owner.uid !== claim.metadata.uid;
}

/** A claim, its pool and its Cluster, and the address that it gets. */
export interface AddressWrite {
  readonly claim: IPAddressClaim;
  readonly pool: KubeObject;
  readonly cluster: Cluster | undefined;
  readonly address: NewAddress;
}

/**
 * Creates the IPAddress of a claim. If the claim does not exist any more, the IPAddress is deleted again, which finalizers of others may delay: the pass
 * that deletes a claim looks for its IPAddress once, and that may have been before this one was created.
 */
export async function storeAddress(client: Client, write: AddressWrite): Promise<"stored" | "deleted" | "deleting"> {
  const { claim } = write;
  const key = keyOf(claim);
  const stored = await createOrFind(client, newAddress(write), claim);
  const live = await findStored(client, IPAddressClaim, key);
  if (live?.metadata.uid === claim.metadata.uid && live?.metadata.deletionTimestamp === undefined) return "stored";
  return (await deleteAddress(client, stored)) === undefined ? "deleted" : "deleting";
}

/** Another manager may have created it meanwhile, for the same claim. */
async function createOrFind(client: Client, wanted: IPAddress, claim: IPAddressClaim): Promise<IPAddress> {
  try {
    return await client.create(IPAddress, wanted);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    const found = await client.get(IPAddress, keyOf(wanted));
    if (isControlledBy(found, claim)) return found;
    throw errorOf(kitErrors, "workflow/ip-address-taken", { values: { key: formatKey(keyOf(wanted)) }, cause: error });
  }
}

/**
 * Deletes the IPAddress and removes our finalizer; returns what is left of it, which finalizers of others may keep. In this order: without the finalizer nobody would know later that it is to be
 * deleted, since the garbage collector keeps what the pool owns.
 */
export async function deleteAddress(client: Client, address: IPAddress): Promise<IPAddress | undefined> {
  const key = keyOf(address);
  const { uid = "" } = address.metadata;
  const find = async (): Promise<IPAddress | undefined> => {
    const found = await findStored(client, IPAddress, key);
    return found?.metadata.uid === uid ? found : undefined;
  };
  try {
    await client.delete(IPAddress, key, { preconditions: { uid } });
  } catch (error) {
    // Another IPAddress of the same name: ours is deleted.
    if (!isConflict(error)) throw error;
  }
  const left = await find();
  if (left === undefined || !hasFinalizer(left, protectFinalizer)) return left;
  await removeFinalizerOnServer(client, IPAddress, { object: left, finalizer: protectFinalizer });
  return find();
}

function newAddress({ claim, pool, cluster, address }: AddressWrite): IPAddress {
  checkAddress(address);
  const { namespace, name } = keyOf(claim);
  const clusterLabel = cluster === undefined ? {} : { labels: { [labels.clusterName]: keyOf(cluster).name } };
  return {
    apiVersion: "ipam.cluster.x-k8s.io/v1beta2",
    kind: "IPAddress",
    metadata: {
      namespace,
      name,
      ...clusterLabel,
      annotations: { [claimUidName(claim.spec.poolRef)]: claim.metadata.uid ?? "" },
      finalizers: [protectFinalizer],
      ownerReferences: [
        ownerReferenceTo(claim, { controller: true, blockOwnerDeletion: true }),
        ownerReferenceTo(pool, { controller: false, blockOwnerDeletion: true }),
      ],
    },
    spec: { claimRef: { name }, poolRef: claim.spec.poolRef, ...address },
  };
}

/** What core's webhook would reject, in words that name the function of the author. Without types, fields may also be missing. */
export function checkAddress({ address, prefix, gateway }: NewAddress): void {
  const parsed = parseAddress(address);
  const given = gateway === undefined ? [address] : [address, gateway];
  const wrong = given.filter((text) => parseAddress(text) === undefined);
  if (wrong.length > 0) throw errorOf(kitErrors, "ipam/address", { values: { address: String(wrong[0]) } });
  const most = bitsOf[parsed?.family ?? 4];
  if (Number.isInteger(prefix) && prefix >= 0 && prefix <= most) return;
  throw errorOf(kitErrors, "ipam/prefix", { values: { prefix: String(prefix), address, most } });
}

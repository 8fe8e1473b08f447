// Controllers of IP pools: they reconcile the IPAddressClaims that refer to a pool of their kind, and answer each with an IPAddress.
import { Cluster } from "@capstan/api/core/v1beta2";
import { IPAddress, IPAddressClaim } from "@capstan/api/ipam/v1beta2";
import type { Client } from "@capstan/client";
import {
  formatKey,
  hasFinalizer,
  isControlledBy,
  keyOf,
  type KubeObject,
  type ObjectKey,
  type Resource,
} from "@capstan/kube";
import type { ControllerDefinition, RoleData } from "../authoring/controller-definition.ts";
import { done, type AnyResult } from "../authoring/result.ts";
import { holderOf, idOfClaim } from "../ipam/claim-id.ts";
import type { PoolPlace } from "../ipam/pool-book.ts";
import { gated, GateError } from "../workflow/outcome.ts";
import type { PassDeps } from "../workflow/pass-deps.ts";
import type { PassReader } from "../workflow/reader.ts";
import {
  addressOfClaim,
  deleteAddress,
  isOfEarlierClaim,
  isOrphanOf,
  protectFinalizer,
  storeAddress,
} from "./ip-address-store.ts";
import { claimIndexes, clusterNameOfClaim, isPoolRef, poolKindOf } from "./ip-pool-watches.ts";
import type { OptionalCluster, Unowned } from "./owners.ts";
import type { ControllerRole, PassSubject } from "./role.ts";
import { findStored } from "../workflow/write-latest.ts";

type Subject = PassSubject<"IPPool">;

/** The role of IP pools. */
export const ipPoolRole: ControllerRole<"IPPool"> = {
  indexes: claimIndexes,
  concerns: (object, controller) => isPoolRef(claimOf(object).spec.poolRef, poolKindOf(controller)),
  owners: ownersOfClaim,
  async reconcile(subject, deps, author) {
    const claim = claimOf(subject.object);
    await removeDeletedAddress(subject, deps);
    if ((await addressOfClaim(claim, deps)) === undefined) {
      const unanswered = await allocate(subject, deps, author);
      if (unanswered !== undefined) return unanswered;
    }
    deps.reservations.stored(placeOf(subject), claim);
    claim.status = { ...claim.status, addressRef: { name: keyOf(claim).name } };
    return done();
  },
  async deleteInput(subject, deps) {
    const address = await ownAddress(subject, deps);
    return {
      claim: claimOf(subject.object),
      pool: await findPool(subject, deps.reader),
      cluster: subject.owners.cluster,
      address: address?.spec.address,
    };
  },
  async removed(subject, deps) {
    const address = await ownAddress(subject, deps);
    if (address === undefined)
      return deps.reservations.gone(poolKindOf(subject.controller), keyOf(subject.object), idOfClaim(subject.object));
    await releaseAddress(placeOf(subject), deps, { address, holder: idOfClaim(subject.object) });
  },
  async absent(controller, deps, key) {
    await releaseGone(poolKindOf(controller), deps, key);
    await removeLeftAddress(controller, deps, key);
  },
  writeReport() {},
};

/** Lets the author find an address and stores it; the author's result when there is none. */
async function allocate(
  subject: Subject,
  deps: PassDeps,
  author: (pass: RoleData["IPPool"]["pass"]) => Promise<RoleData["IPPool"]["result"]>,
): Promise<AnyResult<never> | undefined> {
  const claim = claimOf(subject.object);
  const { cluster } = subject.owners;
  const pool = await requirePool(subject, deps);
  const resource = poolKindOf(subject.controller);
  if (deps.reservations.openClaim(resource, keyOf(claim)) !== idOfClaim(claim))
    await releaseGone(resource, deps, keyOf(claim));
  const reserve = (candidates: Iterable<string>): Promise<string | undefined> =>
    deps.reservations.reserve(placeOf(subject), { claim, candidates });
  const result = await author({ claim, pool, cluster, reserve });
  if (result.result === "exhausted") throw waitForPool("PoolExhausted", result.payload);
  if (result.result === "poolNotReady") throw waitForPool("PoolNotReady", result.payload);
  if (result.result !== "allocated") return result;
  const outcome = await storeAddress(deps.client, { claim, pool, cluster, address: result.payload });
  if (outcome === "stored") return undefined;
  if (outcome === "deleted") deps.reservations.gone(resource, keyOf(claim), idOfClaim(claim));
  throw new GateError(gated("Deleted", "the claim was deleted meanwhile"));
}

/** Releases what a claim of this key had reserved in a pool of this kind before it was deleted. The API server decides: the cache may be behind. */
async function releaseGone(resource: Resource, { client, reservations }: PassDeps, key: ObjectKey): Promise<void> {
  const reserved = reservations.openClaim(resource, key);
  if (reserved === undefined) return;
  const live = await findStored(client, IPAddressClaim, key);
  if (live === undefined || idOfClaim(live) !== reserved) reservations.gone(resource, key, reserved);
}

/**
 * The Cluster that a claim names must exist, because it can be paused. A claim that names none cannot be paused by one. Nor can one that is
 * deleted when the API server has no such Cluster: it would keep its address for ever.
 */
async function ownersOfClaim(
  object: KubeObject,
  reader: PassReader,
  client: Client,
): Promise<OptionalCluster | Unowned> {
  const { namespace } = keyOf(object);
  const name = clusterNameOfClaim(claimOf(object));
  if (name === undefined) return { cluster: undefined };
  // Not a copy: a Cluster may take a tenth of a second. The author gets one, in a turn.
  const cluster = await reader.view(Cluster, { namespace, name });
  if (cluster !== undefined) return { cluster };
  if (object.metadata.deletionTimestamp === undefined) return "cluster-missing";
  return { cluster: await findStored(client, Cluster, { namespace, name }) };
}

async function requirePool(subject: Subject, { reader, reservations }: PassDeps): Promise<KubeObject> {
  const pool = await findPool(subject, reader);
  const place = placeOf(subject);
  const name = `${place.resource.kind} ${formatKey(place.key)}`;
  if (pool === undefined) {
    reservations.forget(place);
    throw waitForPool("PoolNotReady", `${name} does not exist`);
  }
  if (pool.metadata.deletionTimestamp !== undefined) throw waitForPool("PoolNotReady", `${name} is being deleted`);
  return pool;
}

function findPool(subject: Subject, reader: PassReader): Promise<KubeObject | undefined> {
  const { resource, key } = placeOf(subject);
  return reader.view(resource, key);
}

/** A watch on the pool and its addresses causes the next pass; the time is for claims that a free address did not wake. */
function waitForPool(reason: "PoolExhausted" | "PoolNotReady", message: string): GateError {
  return new GateError({ ...gated(reason, message), requeueAfter: "1m" });
}

function placeOf({ controller, object }: Subject): PoolPlace {
  return placeIn(poolKindOf(controller), claimOf(object));
}

/** The pool that a claim or an IPAddress refers to. */
function placeIn(resource: Resource, object: IPAddressClaim | IPAddress): PoolPlace {
  const { name } = object.spec.poolRef;
  return { resource, key: { namespace: resource.scope === "Cluster" ? "" : keyOf(object).namespace, name } };
}

/** The claim's IPAddress, read from the API server. One of somebody else does not concern a deleted claim. */
async function ownAddress({ object }: Subject, { client }: PassDeps): Promise<IPAddress | undefined> {
  const address = await findStored(client, IPAddress, keyOf(object));
  const claim = claimOf(object);
  if (address === undefined) return undefined;
  return isControlledBy(address, claim) || isOrphanOf(address, claim) ? address : undefined;
}

/**
 * An IPAddress may be left when its claim is no longer there: by a process that was killed after it created it for a claim that was deleted meanwhile, and by who takes
 * our finalizer from a claim that is paused, or that is deleted before its next pass and replaced by a claim of another kind of pool. Our finalizer keeps it from the garbage collector, and its
 * address from all other claims.
 */
async function removeLeftAddress(
  controller: Pick<ControllerDefinition, "pool">,
  deps: PassDeps,
  key: ObjectKey,
): Promise<void> {
  const resource = poolKindOf(controller);
  const cached = await deps.reader.get(IPAddress, key);
  if (cached === undefined || !hasFinalizer(cached, protectFinalizer)) return;
  if (!isPoolRef(cached.spec.poolRef, resource)) return;
  const claim = await findStored(deps.client, IPAddressClaim, key);
  // A claim of our own has passes, which look at its address.
  if (claim !== undefined && (isPoolRef(claim.spec.poolRef, resource) || !isOfEarlierClaim(cached, claim))) return;
  await removeAddress(resource, deps, cached);
}

/**
 * Of a claim that has the name of an earlier one, the IPAddress of that is not deleted by us: after a restore from a backup, claims have other uids, and their addresses are in use. But when somebody
 * else has deleted it, it does not wait for us.
 */
async function removeDeletedAddress({ controller, object }: Subject, deps: PassDeps): Promise<void> {
  const cached = await deps.reader.get(IPAddress, keyOf(object));
  if (cached?.metadata.deletionTimestamp === undefined || !hasFinalizer(cached, protectFinalizer)) return;
  if (isOfEarlierClaim(cached, claimOf(object))) await removeAddress(poolKindOf(controller), deps, cached);
}

async function removeAddress(resource: Resource, deps: PassDeps, address: IPAddress): Promise<void> {
  const holder = holderOf(address);
  if (holder === undefined) await deleteAddress(deps.client, address);
  else await releaseAddress(placeIn(resource, address), deps, { address, holder });
}

/** Deletes an IPAddress whose claim is deleted or being deleted; an IPAddress has the key of its claim. */
function releaseAddress(
  place: PoolPlace,
  { client, reservations }: PassDeps,
  { address, holder }: { readonly address: IPAddress; readonly holder: string },
): Promise<void> {
  const remove = async (): Promise<boolean> => (await deleteAddress(client, address)) === undefined;
  return reservations.release(place, { key: keyOf(address), claim: holder, remove });
}

/** The objects of this role are claims. */
function claimOf(object: KubeObject): IPAddressClaim {
  // The controller's resource is IPAddressClaim.
  return object as IPAddressClaim;
}

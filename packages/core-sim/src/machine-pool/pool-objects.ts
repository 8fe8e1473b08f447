// The objects of providers that a MachinePool refers to: each gets the pool as its controller and the label of the cluster, and what it reports is
// copied to the draft of the pool.
import type { Cluster, MachinePool } from "@capstan/api/core/v1beta2";
import { ensureOwner, isDeleting, labels, ownerReferenceTo, readPath } from "@capstan/contract";
import { isProvisioned, readField } from "@capstan/contract/fields";
import type { ContractKind } from "@capstan/contract/rules";
import { deepClone } from "@capstan/kube";
import { mirrorReady } from "../conditions.ts";
import { referenceOf, takeOver } from "../reported.ts";
import type { External } from "../cluster-reader.ts";
import { createPoolMachines } from "./pool-machines.ts";
import type { SimContext } from "../writer.ts";

/** The config and the infrastructure of a pool, as far as they exist. */
export async function poolObjects(pool: MachinePool, context: SimContext): Promise<readonly External[]> {
  const found = [await objectOf(pool, "BootstrapConfig", context), await objectOf(pool, "InfraMachinePool", context)];
  return found.filter((object) => object !== undefined);
}

async function objectOf<K extends ContractKind>(
  pool: MachinePool,
  kind: K,
  { reader }: SimContext,
): Promise<External<K> | undefined> {
  const reference = referenceOf(pool, kind);
  return reference === undefined ? undefined : reader.external(pool, reference, kind);
}

/** A Secret without a config counts as created; one of a config does when the config says so. */
export async function reconcilePoolBootstrap(draft: MachinePool, context: SimContext): Promise<void> {
  const { bootstrap } = draft.spec.template.spec;
  if (bootstrap.configRef === undefined) {
    if (bootstrap.dataSecretName !== undefined) dataGiven(draft);
    return;
  }
  const config = await objectOf(draft, "BootstrapConfig", context);
  if (config === undefined || isDeleting(config.object)) return;
  await claim(draft, config, context);
  const { object, view } = config;
  const created = isProvisioned(object, view);
  mirrorReady(draft, { object, view, provisioned: created });
  takeOver(draft, { view, name: "dataSecretCreated" }, created);
  const name = readField(object, view, "dataSecretName");
  if (created && typeof name === "string") takeOver(draft, { view, name: "dataSecretName" }, name);
}

/** Core reads status.ready under every contract, and takes it back when it becomes false. All else waits for the workload cluster. */
export async function reconcilePoolInfrastructure(
  draft: MachinePool,
  cluster: Cluster,
  context: SimContext,
): Promise<void> {
  const external = await objectOf(draft, "InfraMachinePool", context);
  if (external === undefined || isDeleting(external.object)) return;
  await claim(draft, external, context);
  const { object, view } = external;
  const provisioned = readPath(object, "status.ready") === true;
  mirrorReady(draft, { object, view, provisioned });
  takeOver(draft, { view, name: "provisioned" }, provisioned);
  if (await context.reader.isDisconnected(cluster)) return;
  await createPoolMachines(draft, external, context);
  if (!provisioned) return;
  const replicas = readField(object, view, "replicas");
  if (typeof replicas === "number") takeOver(draft, { view, name: "replicas" }, replicas);
  const ids = readField(object, view, "providerIDList");
  const providerIDList = Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  if (providerIDList.length === 0 && (draft.status?.replicas ?? 0) !== 0) return;
  if (isSameList(draft.spec.providerIDList ?? [], providerIDList)) return;
  takeOver(draft, { view, name: "providerIDList" }, providerIDList);
  resetReady(draft);
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}

/** Of other machines nothing is known yet. */
function resetReady(draft: MachinePool): void {
  const { deprecated, replicas = 0 } = draft.status ?? {};
  const counts = { readyReplicas: 0, availableReplicas: 0, unavailableReplicas: replicas };
  draft.status = { ...draft.status, deprecated: { ...deprecated, v1beta1: { ...deprecated?.v1beta1, ...counts } } };
}

function dataGiven(draft: MachinePool): void {
  const initialization = { ...draft.status?.initialization, bootstrapDataSecretCreated: true };
  draft.status = { ...draft.status, initialization };
}

async function claim(pool: MachinePool, { resource, object }: External, { writer }: SimContext): Promise<void> {
  const draft = deepClone(object);
  ensureOwner(draft, ownerReferenceTo(pool, { controller: true, blockOwnerDeletion: true }));
  draft.metadata.labels = { ...draft.metadata.labels, [labels.clusterName]: pool.spec.clusterName };
  await writer.save(resource, object, draft);
}

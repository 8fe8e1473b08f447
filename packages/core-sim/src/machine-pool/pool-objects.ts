// The objects of providers that a MachinePool refers to: each gets the pool as its controller and the label of the cluster, and what it reports is
// copied to the draft of the pool.
import type { MachinePool } from "@capstan/api/core/v1beta2";
import { ensureOwner, isDeleting, labels, ownerReferenceTo, readPath } from "@capstan/contract";
import { type ContractView, isProvisioned, readField } from "@capstan/contract/fields";
import { deepClone } from "@capstan/kube";
import { mirrorDeprecatedReady } from "../conditions.ts";
import type { External } from "../cluster-reader.ts";
import { createPoolMachines } from "./pool-machines.ts";
import type { SimContext } from "../writer.ts";

/** The config and the infrastructure of a pool, as far as they exist. */
export async function poolObjects(pool: MachinePool, context: SimContext): Promise<readonly External[]> {
  const found = [await configOf(pool, context), await infrastructureOf(pool, context)];
  return found.filter((object) => object !== undefined);
}

async function configOf(pool: MachinePool, { reader }: SimContext): Promise<External | undefined> {
  const { configRef } = pool.spec.template.spec.bootstrap;
  return configRef === undefined ? undefined : reader.external(pool, configRef, "BootstrapConfig");
}

function infrastructureOf(pool: MachinePool, { reader }: SimContext): Promise<External | undefined> {
  return reader.external(pool, pool.spec.template.spec.infrastructureRef, "InfraMachinePool");
}

/** A Secret without a config counts as created; one of a config does when the config says so. */
export async function reconcilePoolBootstrap(draft: MachinePool, context: SimContext): Promise<void> {
  const { bootstrap } = draft.spec.template.spec;
  if (bootstrap.configRef === undefined) {
    if (bootstrap.dataSecretName !== undefined) initialize(draft, { bootstrapDataSecretCreated: true });
    return;
  }
  const config = await configOf(draft, context);
  if (config === undefined || isDeleting(config.object)) return;
  await claim(draft, config, context);
  const created = isProvisioned(config.object, config.view);
  mirrorDeprecatedReady(draft, { type: "BootstrapReady", from: config.object, provisioned: created });
  initialize(draft, { bootstrapDataSecretCreated: created });
  // The reference of a pool's bootstrap names a BootstrapConfig.
  const name = readField(config.object, config.view as ContractView<"BootstrapConfig">, "dataSecretName");
  if (created && typeof name === "string") draft.spec.template.spec.bootstrap = { ...bootstrap, dataSecretName: name };
}

/** Core reads status.ready under every contract, and takes it back when it becomes false. */
export async function reconcilePoolInfrastructure(draft: MachinePool, context: SimContext): Promise<void> {
  const external = await infrastructureOf(draft, context);
  if (external === undefined || isDeleting(external.object)) return;
  await claim(draft, external, context);
  await createPoolMachines(draft, external, context);
  const { object } = external;
  const provisioned = readPath(object, "status.ready") === true;
  mirrorDeprecatedReady(draft, { type: "InfrastructureReady", from: object, provisioned });
  initialize(draft, { infrastructureProvisioned: provisioned });
  if (!provisioned) return;
  const replicas = readPath(object, "status.replicas");
  if (typeof replicas === "number") draft.status = { ...draft.status, replicas };
  const ids = readPath(object, "spec.providerIDList");
  const providerIDList = Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  if (providerIDList.length > 0 || (draft.status?.replicas ?? 0) === 0) draft.spec.providerIDList = providerIDList;
}

function initialize(
  draft: MachinePool,
  steps: NonNullable<NonNullable<MachinePool["status"]>["initialization"]>,
): void {
  draft.status = { ...draft.status, initialization: { ...draft.status?.initialization, ...steps } };
}

async function claim(pool: MachinePool, { resource, object }: External, { writer }: SimContext): Promise<void> {
  const draft = deepClone(object);
  ensureOwner(draft, ownerReferenceTo(pool, { controller: true, blockOwnerDeletion: true }));
  draft.metadata.labels = { ...draft.metadata.labels, [labels.clusterName]: pool.spec.clusterName };
  await writer.save(resource, object, draft);
}

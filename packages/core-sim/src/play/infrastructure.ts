// Plays an infrastructure provider: DevCluster and DevMachine are provisioned a set time after they could begin. A machine waits for the
// infrastructure of its cluster and for bootstrap data, as those of providers do.
import { type Cluster, Machine } from "@capstan/api/core/v1beta2";
import { isDeleting, ownerCluster, ownerMachine } from "@capstan/contract";
import { formatTime, keyOf } from "@capstan/kube";
import { type CoreCondition, mark, markPaused, pauseReason } from "../conditions.ts";
import { draftOf } from "../drafts.ts";
import type { SimContext } from "../writer.ts";
import { DevCluster, DevMachine } from "./dev-kinds.ts";
import { claimAddresses } from "./pool-addresses.ts";
import { markPlayed } from "./played-objects.ts";

/** One reconcile of a DevCluster. */
export function reconcileDevCluster(provisionMs: number): (object: DevCluster, context: SimContext) => Promise<void> {
  return async (object, context) => {
    const owner = ownerCluster(object);
    const cluster = owner && (await context.reader.cluster(object, owner.name));
    if (cluster === undefined || isDeleting(object)) return;
    const draft = draftOf(object, context);
    markPlayed(draft, "infrastructure");
    if (!markPaused(draft, pauseReason(object, cluster)) && isDue(draft, provisionMs, context)) {
      draft.spec = { controlPlaneEndpoint: { host: "127.0.0.1", port: 6443 }, ...draft.spec };
      draft.status = { ...draft.status, failureDomains: [{ name: "dev", controlPlane: true }] };
    }
    await context.writer.save(DevCluster, object, draft);
  };
}

/** One reconcile of a DevMachine. */
export function reconcileDevMachine(provisionMs: number): (object: DevMachine, context: SimContext) => Promise<void> {
  return async (object, context) => {
    const owner = ownerMachine(object);
    const machine = owner && (await context.reader.lists.find(Machine, { ...keyOf(object), name: owner.name }));
    const cluster = machine && (await context.reader.cluster(object, machine.spec.clusterName));
    if (cluster === undefined || machine === undefined || isDeleting(object)) return;
    const draft = draftOf(object, context);
    markPlayed(draft, "infrastructure");
    if (!markPaused(draft, pauseReason(object, cluster))) {
      const addresses = await claimAddresses(draft, context);
      const waits = waitsFor(machine, cluster) ?? waitsForAddresses(addresses);
      if (waits !== undefined) mark(draft, waits);
      else if (isDue(draft, provisionMs, context)) finish(draft, machine, addresses ?? []);
    }
    await context.writer.save(DevMachine, object, draft);
  };
}

function waitsFor({ spec }: Machine, { status }: Cluster): CoreCondition | undefined {
  const waiting = { type: "Ready", status: "False" } as const;
  if (status?.initialization?.infrastructureProvisioned !== true)
    return { ...waiting, reason: "WaitingForClusterInfrastructure" };
  return spec.bootstrap.dataSecretName === undefined ? { ...waiting, reason: "WaitingForBootstrapData" } : undefined;
}

function waitsForAddresses(addresses: readonly string[] | undefined): CoreCondition | undefined {
  if (addresses !== undefined) return undefined;
  return { type: "Ready", status: "False", reason: "WaitingForIPAddresses" };
}

/** Whether the time is over, with the condition that says so; the first call starts it. */
function isDue(draft: DevCluster | DevMachine, provisionMs: number, { now, wakeAt }: SimContext): boolean {
  const { startTime = formatTime(new Date(now())), initialization } = draft.status ?? {};
  draft.status = { ...draft.status, startTime };
  const due = new Date(startTime).getTime() + provisionMs;
  if (initialization?.provisioned !== true && due > now()) {
    wakeAt(due);
    mark(draft, { type: "Ready", status: "False", reason: "Provisioning" });
    return false;
  }
  draft.status = { ...draft.status, initialization: { provisioned: true } };
  mark(draft, { type: "Ready", status: "True", reason: "Ready" });
  return true;
}

function finish(draft: DevMachine, { spec }: Machine, fromPools: readonly string[]): void {
  const { namespace, name } = keyOf(draft);
  const internal = fromPools.length === 0 ? [addressOf(draft)] : fromPools;
  draft.spec = { ...draft.spec, providerID: `dev://${namespace}/${name}` };
  draft.status = {
    ...draft.status,
    addresses: [
      { type: "Hostname", address: name },
      ...internal.map((address) => ({ type: "InternalIP" as const, address })),
    ],
    ...(spec.failureDomain === undefined ? {} : { failureDomain: spec.failureDomain }),
  };
}

/** An address of 10.0.0.0/8 that stays the same for the object. */
function addressOf({ metadata: { uid = "" } }: DevMachine): string {
  const hash = Array.from(uid).reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 0xff_ff_ff, 7);
  return `10.${hash >> 16}.${(hash >> 8) & 255}.${hash & 255}`;
}

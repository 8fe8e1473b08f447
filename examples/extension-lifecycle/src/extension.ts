// Two gates in the life of a Cluster: no upgrade without spare machines, no deletion without a snapshot. What they go by
// stands in ConfigMaps of the Cluster's namespace, so that any replica gives the same answer, also after a restart.
import type { Cluster } from "@capstan/api/core/v1beta2";
import type { BeforeClusterDeleteRequest, BeforeClusterUpgradeRequest } from "@capstan/api/hooks/v1alpha1";
import {
  type BlockingResult,
  defineExtension,
  type Extension,
  type HookContext,
  proceed,
  retryAfter,
} from "@capstan/extension-kit";
import { ConfigMap } from "@capstan/api";

/** The ConfigMap that says how many machines an upgrade may add for a while; without it nothing is limited. */
export const quotaName = "machine-quota";
/** The key in it. */
export const spareMachines = "spare-machines";

interface GateSettings {
  /** How long a held upgrade waits before it is checked again. */
  readonly quotaInterval: string;
  /** How long a snapshot is given. */
  readonly snapshotInterval: string;
}

/** An upgrade replaces machines one by one, and each replacement needs room for one more. */
async function gateUpgrade(
  { cluster, toKubernetesVersion }: BeforeClusterUpgradeRequest,
  ctx: HookContext<GateSettings>,
): Promise<BlockingResult> {
  const client = await ctx.client();
  const quota = await client.find(
    ConfigMap,
    { namespace: namespaceOf(cluster), name: quotaName },
    { signal: ctx.signal },
  );
  const spare = quota?.data?.[spareMachines];
  if (spare === undefined || Number(spare) >= 1) return proceed();
  ctx.log.info("the upgrade is held", { to: toKubernetesVersion, spare });
  return retryAfter(
    ctx.settings.quotaInterval,
    `the upgrade to ${toKubernetesVersion} needs 1 spare machine, the quota has ${spare}`,
  );
}

/** The first call writes the snapshot and holds; a later one that finds it lets the Cluster go. */
async function snapshotFirst(
  { cluster }: BeforeClusterDeleteRequest,
  ctx: HookContext<GateSettings>,
): Promise<BlockingResult> {
  const client = await ctx.client();
  const key = { namespace: namespaceOf(cluster), name: snapshotName(cluster) };
  if ((await client.find(ConfigMap, key, { signal: ctx.signal })) !== undefined) return proceed();
  await client.create(ConfigMap, snapshotOf(cluster), { signal: ctx.signal });
  return retryAfter(ctx.settings.snapshotInterval, "a snapshot of the cluster is being taken");
}

/** Named by UID: a new Cluster of the same name must not find the old one's snapshot. */
export function snapshotName(cluster: Cluster): string {
  return `snapshot-${cluster.metadata.uid ?? cluster.metadata.name ?? ""}`;
}

function snapshotOf(cluster: Cluster): ConfigMap {
  const { name = "", labels, annotations } = cluster.metadata;
  const manifest = { ...cluster, metadata: { name, namespace: namespaceOf(cluster), labels, annotations } };
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    // No cluster-name label and no owner: the snapshot is to outlive the Cluster.
    metadata: { name: snapshotName(cluster), namespace: namespaceOf(cluster) },
    data: { "cluster.json": JSON.stringify(manifest, undefined, 2) },
  };
}

function namespaceOf(cluster: Cluster): string {
  return cluster.metadata.namespace ?? "default";
}

export const extension: Extension = defineExtension(
  { beforeClusterUpgrade: gateUpgrade, beforeClusterDelete: snapshotFirst },
  {
    name: "lifecycle",
    clusterApi: ">=1.12",
    settings: {
      quotaInterval: { default: "5s", description: "How long a held upgrade waits before it is checked again." },
      snapshotInterval: { default: "5s", description: "How long a snapshot is given." },
    },
    rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "create"] }],
  },
);

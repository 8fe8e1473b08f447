// Plays the kubeadm bootstrap provider: each KubeadmConfig gets a Secret with data that starts nothing, at the time and with the conditions of
// the real provider.
import { KubeadmConfig } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { type Cluster, Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { isControlPlaneMachine, isDeleting, ownerMachine, ownerMachinePool, ownerReferenceTo } from "@capstan/contract";
import {
  conditionPlaces,
  defaultMergeStrategy,
  isConditionTrue,
  reasonByPriority,
  summaryOf,
} from "@capstan/contract/conditions";
import { keyOf } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import { copyDeprecated, mark, markDeprecated, markPaused, pauseReason } from "../conditions.ts";
import { draftOf } from "../drafts.ts";
import { observedGenerationOf } from "../machine-counts.ts";
import type { SimContext } from "../writer.ts";
import { markPlayed, playedSecret } from "./played-objects.ts";

/** One reconcile of a KubeadmConfig. */
export async function reconcileKubeadmConfig(config: KubeadmConfig, context: SimContext): Promise<void> {
  const owner = await ownerOfConfig(config, context);
  if (owner === undefined || isDeleting(config)) return;
  const cluster = await context.reader.cluster(config, clusterOf(owner));
  if (cluster === undefined) return;
  const draft = draftOf(config, context);
  markPlayed(draft, "bootstrap");
  if (!markPaused(draft, pauseReason(config, cluster))) {
    await reconcileData(draft, { owner, cluster, context });
    markReady(draft);
    draft.status = { ...draft.status, ...observedGenerationOf(draft) };
  }
  await context.writer.save(KubeadmConfig, config, draft);
}

type ConfigOwner = Machine | MachinePool;

async function ownerOfConfig(config: KubeadmConfig, { reader }: SimContext): Promise<ConfigOwner | undefined> {
  const { namespace } = keyOf(config);
  const machine = ownerMachine(config);
  if (machine !== undefined) return reader.lists.find(Machine, { namespace, name: machine.name });
  const pool = ownerMachinePool(config);
  return pool && reader.lists.find(MachinePool, { namespace, name: pool.name });
}

function clusterOf({ spec }: ConfigOwner): string {
  return spec.clusterName;
}

interface ConfigInWork {
  readonly owner: ConfigOwner;
  readonly cluster: Cluster;
  readonly context: SimContext;
}

async function reconcileData(draft: KubeadmConfig, work: ConfigInWork): Promise<void> {
  if (draft.status?.initialization?.dataSecretCreated === true) return markAvailable(draft);
  const waits = await waitsFor(work);
  if (waits !== undefined) {
    const { message, reason } = waits;
    mark(draft, { type: "DataSecretAvailable", status: "False", reason: "NotAvailable", message });
    markDeprecated(draft, { type: "DataSecretAvailable", status: "False", reason });
    return;
  }
  await createData(draft, work);
  const { namespace: _same, name } = keyOf(draft);
  const initialization = { ...draft.status?.initialization, dataSecretCreated: true };
  draft.status = { ...draft.status, initialization, dataSecretName: name };
  markAvailable(draft);
}

/** What the data has to wait for: the first machine of the control plane initializes the cluster, and all others join it. */
async function waitsFor(work: ConfigInWork): Promise<{ message: string; reason: string } | undefined> {
  const { cluster } = work;
  if (cluster.status?.initialization?.infrastructureProvisioned !== true)
    return {
      message: "Waiting for Cluster status.infrastructureReady to be true",
      reason: "WaitingForClusterInfrastructure",
    };
  if (isConditionTrue(cluster, "ControlPlaneInitialized") || (await initializes(work))) return undefined;
  return {
    message: "Waiting for Cluster control plane to be initialized",
    reason: "WaitingForControlPlaneAvailable",
  };
}

/** Only one machine may initialize the cluster: the first that has data, or else the oldest. */
async function initializes({ owner, cluster, context }: ConfigInWork): Promise<boolean> {
  if (!isControlPlaneMachine(owner)) return false;
  const machines = await context.reader.controlPlaneMachines(cluster);
  const rankOf = (machine: Machine): string => {
    const { creationTimestamp = "", name = "" } = machine.metadata;
    return `${machine.spec.bootstrap.dataSecretName === undefined ? 1 : 0} ${creationTimestamp} ${name}`;
  };
  const [first = owner] = machines
    .filter((machine) => !isDeleting(machine))
    .toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1));
  return first.metadata.uid === owner.metadata.uid;
}

async function createData(config: KubeadmConfig, { cluster, context }: ConfigInWork): Promise<void> {
  const format = config.spec?.format ?? "cloud-config";
  const value = format === "ignition" ? playedIgnition : playedCloudInit;
  const secret = playedSecret({
    key: keyOf(config),
    cluster: keyOf(cluster).name,
    role: "bootstrap",
    owner: ownerReferenceTo(config, { controller: true }),
    data: { value, format },
  });
  await context.writer.create(Secret, secret);
}

const playedCloudInit = `#cloud-config
# This data is played: it makes no machine a Node. In a real cluster the kubeadm bootstrap provider writes it.
runcmd:
  - mkdir -p /run/cluster-api
  - touch /run/cluster-api/bootstrap-success.complete
`;
const playedIgnition = JSON.stringify({ ignition: { version: "3.4.0" } });

function markAvailable(draft: KubeadmConfig): void {
  for (const type of ["DataSecretAvailable", "CertificatesAvailable"]) {
    mark(draft, { type, status: "True", reason: "Available" });
    markDeprecated(draft, { type, status: "True", reason: "" });
  }
}

function markReady(draft: KubeadmConfig): void {
  const reasonOf = reasonByPriority({ issue: "NotReady", unknown: "ReadyUnknown", info: "Ready" });
  const types = ["DataSecretAvailable", "CertificatesAvailable"];
  mark(draft, summaryOf(draft, conditionPlaces.current, { types, strategy: defaultMergeStrategy({ reasonOf }) }));
  copyDeprecated(draft, "Ready", "Ready");
}

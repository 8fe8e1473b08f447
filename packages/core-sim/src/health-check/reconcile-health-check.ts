// The MachineHealthCheck controller without remediation: label, owner, Paused, and how many of the selected machines are healthy. It writes nothing to machines, and none is replaced.
import { type Cluster, type Machine, MachineHealthCheck } from "@capstan/api/core/v1beta2";
import { annotations, ensureOwner, isDeleting, ownerReferenceTo } from "@capstan/contract";
import { selectorMatches } from "@capstan/kube";
import { markPaused, pauseReason } from "../conditions.ts";
import { draftOf } from "../drafts.ts";
import { observedGenerationOf } from "../machine-counts.ts";
import type { SimContext } from "../writer.ts";
import { healthOf } from "./machine-health.ts";

/** One reconcile of a MachineHealthCheck. */
export async function reconcileHealthCheck(check: MachineHealthCheck, context: SimContext): Promise<void> {
  const cluster = await context.reader.cluster(check, check.spec.clusterName);
  if (cluster === undefined || isDeleting(check)) return;
  const draft = draftOf(check, context);
  if (!markPaused(draft, pauseReason(check, cluster))) {
    ensureOwner(draft, ownerReferenceTo(cluster));
    await countHealthy(draft, cluster, context);
  }
  await context.writer.save(MachineHealthCheck, check, draft);
}

const skipRemediation = "cluster.x-k8s.io/skip-remediation";

/** A machine with one of them is not checked. */
const skipped: readonly string[] = [annotations.paused, skipRemediation];

async function countHealthy(draft: MachineHealthCheck, cluster: Cluster, context: SimContext): Promise<void> {
  const { selector } = draft.spec;
  const machines = (await context.reader.machines(cluster)).filter(
    ({ metadata }) =>
      selectorMatches(selector, metadata.labels) && skipped.every((name) => metadata.annotations?.[name] === undefined),
  );
  const hasNodes = machines.some(({ status }) => status?.nodeRef !== undefined);
  const nodes = hasNodes ? await context.reader.nodes(cluster) : [];
  // Without a connection, core counts nothing new.
  if (nodes === undefined) return;
  const byName = new Map(nodes.map((node) => [node.metadata.name, node]));
  const isHealthy = (machine: Machine): boolean => {
    const node = byName.get(machine.status?.nodeRef?.name);
    const { state, nextCheck } = healthOf({ machine, node, cluster, check: draft }, context.now());
    if (nextCheck !== undefined) context.wakeAt(nextCheck);
    return state === "healthy";
  };
  draft.status = {
    ...draft.status,
    expectedMachines: machines.length,
    currentHealthy: machines.filter(isHealthy).length,
    targets: machines.map(({ metadata: { name = "" } }) => name).toSorted(),
    ...observedGenerationOf(draft),
  };
}

// The MachineHealthChecks that a ClusterClass or a topology defines for the control plane and for workers.
import {
  type Cluster,
  MachineHealthCheck,
  type MachineHealthCheckChecks,
  type MachineHealthCheckRemediation,
} from "@capstan/api/core/v1beta2";
import { labels, ownerReferenceTo } from "@capstan/contract";
import { keyOf, type ObjectKey } from "@capstan/kube";
import { nodeStartupTimeoutSeconds } from "../defaults/core-defaults.ts";
import type { SimContext } from "../writer.ts";
import type { ApplyContext } from "./apply-part.ts";

/** A check as a class and a topology have it. */
interface GivenCheck {
  readonly enabled?: boolean;
  readonly checks?: MachineHealthCheckChecks;
  readonly remediation?: MachineHealthCheckRemediation & { readonly maxInFlight?: unknown };
}

/** The machines that are checked, and by what. */
export interface CheckedPart {
  /** The name of the control plane or of the MachineDeployment, which is that of the check. */
  readonly name: string;
  readonly matchLabels: Readonly<Record<string, string>>;
  readonly topology: GivenCheck | undefined;
  readonly itsClass: GivenCheck | undefined;
}

/** The labels of the machines of a control plane. */
export const controlPlaneSelector: Readonly<Record<string, string>> = {
  [labels.topologyOwned]: "",
  [labels.controlPlane]: "",
};

/** The labels of the machines of a MachineDeployment. */
export function workerSelector(topologyName: string): Record<string, string> {
  return { [labels.topologyOwned]: "", [labels.topologyDeploymentName]: topologyName };
}

/** The check of a part; undefined where there is none. That of a topology replaces that of the class. */
export function healthCheckOf(draft: Cluster, part: CheckedPart): MachineHealthCheck | undefined {
  const given = isDefined(part.topology) ? part.topology : part.itsClass;
  if (!isDefined(given) || part.topology?.enabled === false) return undefined;
  const { namespace, name: clusterName } = keyOf(draft);
  const { triggerIf, templateRef } = given.remediation ?? {};
  const remediation = {
    ...(triggerIf === undefined ? {} : { triggerIf }),
    ...(templateRef === undefined ? {} : { templateRef }),
  };
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineHealthCheck",
    metadata: {
      name: part.name,
      namespace,
      labels: { [labels.clusterName]: clusterName, [labels.topologyOwned]: "" },
      ownerReferences: [ownerReferenceTo(draft)],
    },
    spec: {
      clusterName,
      selector: { matchLabels: { ...part.matchLabels } },
      checks: { nodeStartupTimeoutSeconds, ...given.checks },
      ...(Object.keys(remediation).length === 0 ? {} : { remediation }),
    },
  };
}

/** Creates, changes or deletes the check of a part. As in core, it is any of that name, also one that somebody else has created. */
export async function applyHealthCheck(
  key: ObjectKey,
  wanted: MachineHealthCheck | undefined,
  { context: { reader, writer }, applied }: ApplyContext,
): Promise<void> {
  const current = await reader.lists.find(MachineHealthCheck, key);
  if (current === undefined) {
    if (wanted !== undefined) await applied.create(MachineHealthCheck, wanted, writer);
  } else if (wanted === undefined) await writer.delete(MachineHealthCheck, current);
  else await applied.save({ resource: MachineHealthCheck, object: current }, wanted, writer);
}

/** Deletes the check of workers whose MachineDeployment is deleted. */
export async function deleteHealthCheck(key: ObjectKey, { reader, writer }: SimContext): Promise<void> {
  const check = await reader.lists.find(MachineHealthCheck, key);
  if (check?.metadata.labels?.[labels.topologyOwned] !== undefined) await writer.delete(MachineHealthCheck, check);
}

function isDefined(check: GivenCheck | undefined): check is GivenCheck {
  return check !== undefined && [check.checks, check.remediation].some((each) => Object.keys(each ?? {}).length > 0);
}

// Extensions of a cluster that Cluster API cannot discover or does not call, and whose handlers it cannot call: read of the conditions that it writes.
import { Cluster, ClusterClass, Machine } from "@capstan/api/core/v1beta2";
import { ExtensionConfig } from "@capstan/api/runtime/v1beta2";
import { type Client, isNotFound } from "@capstan/client";
import { readableConditions } from "@capstan/contract/conditions";
import { diagnose, type Diagnostic, type KubeObject } from "@capstan/kube";
import { type CheckResult, checkOf, plainCheck } from "./check.ts";
import { doctorDiagnostics } from "./doctor-diagnostics.ts";
import { adviceOn, type FailedObject, failingCalls, hasFailedCall, shortError } from "./failing-calls.ts";
import { failingUpdates } from "./failing-updates.ts";
import { unmatchedSelectors } from "./unmatched-selectors.ts";

const name = "extensions";

/** One row, or none where the cluster has no ExtensionConfig. */
export async function extensionChecks(client: Client, signal: AbortSignal): Promise<readonly CheckResult[]> {
  try {
    const { items } = await client.listAll(ExtensionConfig, { signal });
    if (items.length === 0) return [];
    const [clusters, classes, machines, unmatched] = await Promise.all([
      client.listAll(Cluster, { signal }),
      client.listAll(ClusterClass, { signal }),
      client.listAll(Machine, { signal }),
      unmatchedSelectors(client, items, signal),
    ]);
    const failed = [
      ...clusters.items.flatMap((cluster) => failedObject("Cluster", cluster)),
      ...classes.items.flatMap((clusterClass) => failedObject("ClusterClass", clusterClass)),
    ];
    const diagnostics = [
      ...failingCalls(failed),
      ...failed.filter(({ kind }) => kind === "ClusterClass").flatMap(wrongVariables),
      ...failingUpdates(machines.items, items),
      ...items.flatMap(lost),
      ...unmatched,
    ];
    return [checkOf(name, diagnostics, `${items.length}, called without a failure`)];
  } catch (error) {
    if (isNotFound(error)) return [];
    const help = "look at them with kubectl get extensionconfigs";
    return [plainCheck({ name, state: "unchecked", found: "cannot be read", help })];
  }
}

/** The message of a condition that is False; undefined where it is not. */
function falseMessage(object: KubeObject, wanted: string): string | undefined {
  const found = readableConditions(object).find(({ type, status }) => type === wanted && status === "False");
  return found && (found.message ?? "");
}

/** The conditions in which Cluster API writes the errors of calls. */
const conditions = { Cluster: "TopologyReconciled", ClusterClass: "VariablesReady" } as const;

function failedObject(kind: FailedObject["kind"], object: KubeObject): readonly FailedObject[] {
  const message = falseMessage(object, conditions[kind]);
  const { namespace, name: own } = object.metadata;
  return message === undefined ? [] : [{ kind, name: `${namespace}/${own}`, message }];
}

/** A ClusterClass whose variables were discovered, and are wrong. */
function wrongVariables(object: FailedObject): readonly Diagnostic[] {
  if (hasFailedCall(object)) return [];
  const problem = shortError(object.message.replace("VariableDiscovery failed: ", ""));
  return [diagnose(doctorDiagnostics, "doctor/class-variables", { values: { class: object.name, problem } })];
}

function lost(config: ExtensionConfig): readonly Diagnostic[] {
  const message = falseMessage(config, "Discovered");
  if (message === undefined) return [];
  const values = { config: config.metadata.name ?? "", problem: shortError(message), advice: adviceOn(message) };
  return [diagnose(doctorDiagnostics, "doctor/extension-lost", { values })];
}

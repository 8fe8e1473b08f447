// Extensions of a cluster that Cluster API cannot discover or does not call, and whose handlers it cannot call: read of the conditions that it writes.
import { Cluster, ClusterClass, Machine } from "@capstan/api/core/v1beta2";
import { ExtensionConfig } from "@capstan/api/runtime/v1beta2";
import type { Client } from "@capstan/client";
import { readableConditions } from "@capstan/contract/conditions";
import { diagnose, type Diagnostic, type KubeObject } from "@capstan/kube";
import { type CheckResult, checkOf, plainCheck } from "./check.ts";
import { doctorDiagnostics } from "./doctor-diagnostics.ts";
import { adviceOn, beforeCalls, type FailedObject, failingCalls, shortError } from "./failing-calls.ts";
import { failingUpdates } from "./failing-updates.ts";
import { type KindReader, kindReader } from "./kind-reader.ts";
import { namespacesFor, unmatchedSelectors } from "./unmatched-selectors.ts";

const name = "extensions";

/** One row; none where there is neither an ExtensionConfig nor a finding; and one for the kinds that cannot be read. */
export async function extensionChecks(client: Client, signal: AbortSignal): Promise<readonly CheckResult[]> {
  try {
    return await rowsOf(kindReader(client, signal));
  } catch {
    // A namespaceSelector can have an operator that does not exist.
    return unreadableRow([ExtensionConfig.plural]);
  }
}

async function rowsOf(reader: KindReader): Promise<readonly CheckResult[]> {
  const [configs, clusters, classes, machines] = await Promise.all([
    reader.list(ExtensionConfig),
    reader.list(Cluster),
    reader.list(ClusterClass),
    reader.list(Machine),
  ]);
  const namespaces = await namespacesFor(reader, configs ?? []);
  const failed = [
    ...(clusters ?? []).flatMap((cluster) => failedObject("Cluster", cluster)),
    ...(classes ?? []).flatMap((clusterClass) => failedObject("ClusterClass", clusterClass)),
  ];
  const diagnostics = [
    ...failingCalls(failed),
    ...failed.filter(({ kind }) => kind === "ClusterClass").flatMap(wrongVariables),
    ...failingUpdates(machines ?? [], { configs, namespaces }),
    ...(configs ?? []).flatMap(lost),
    ...unmatchedSelectors(configs ?? [], namespaces),
  ];
  const missing = [...unreadableRow(reader.unreadable()), ...lateRow(reader.late())];
  const isShown = diagnostics.length > 0 || (missing.length === 0 && (configs ?? []).length > 0);
  return [...(isShown ? [rowOf(configs ?? [], diagnostics)] : []), ...missing];
}

const look = "look at them with kubectl get";

/** The row of what was found: an ExtensionConfig that is not discovered yet says nothing about its calls. */
function rowOf(configs: readonly ExtensionConfig[], diagnostics: readonly Diagnostic[]): CheckResult {
  const discovered = configs.filter((config) =>
    readableConditions(config).some(({ type, status }) => type === "Discovered" && status === "True"),
  ).length;
  const waiting = configs.length - discovered;
  const parts = [
    ...(discovered > 0 ? [`${discovered}, called without a failure`] : []),
    ...(waiting > 0 ? [`${waiting} not discovered yet`] : []),
  ];
  const found = parts.join("; ");
  if (diagnostics.length > 0 || waiting === 0) return checkOf(name, diagnostics, found);
  return plainCheck({ name, state: "unchecked", found, help: `${look} extensionconfigs` });
}

function unreadableRow(kinds: readonly string[]): readonly CheckResult[] {
  return uncheckedRow(kinds, "cannot be read");
}

function lateRow(kinds: readonly string[]): readonly CheckResult[] {
  return uncheckedRow(kinds, "did not arrive in time: there are many, or the server is slow");
}

function uncheckedRow(kinds: readonly string[], why: string): readonly CheckResult[] {
  if (kinds.length === 0) return [];
  const found = `${kinds.join(", ")} ${why}`;
  return [plainCheck({ name, state: "unchecked", found, help: `${look} ${kinds.join(",")}` })];
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

/** A ClusterClass with variables that are wrong, beside calls that fail or without. */
function wrongVariables(object: FailedObject): readonly Diagnostic[] {
  const problem = shortError(beforeCalls(object.message));
  if (problem === "") return [];
  return [diagnose(doctorDiagnostics, "doctor/class-variables", { values: { class: object.name, problem } })];
}

function lost(config: ExtensionConfig): readonly Diagnostic[] {
  const message = falseMessage(config, "Discovered");
  if (message === undefined) return [];
  const values = { config: config.metadata.name ?? "", problem: shortError(message), advice: adviceOn(message) };
  return [diagnose(doctorDiagnostics, "doctor/extension-lost", { values })];
}

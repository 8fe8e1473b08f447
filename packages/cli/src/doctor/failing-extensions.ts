// Extensions of a cluster that Cluster API cannot discover, or whose handlers it cannot call: read of the conditions that it writes.
import { Cluster } from "@capstan/api/core/v1beta2";
import { ExtensionConfig } from "@capstan/api/runtime/v1beta2";
import { type Client, isNotFound } from "@capstan/client";
import { readableConditions } from "@capstan/contract/conditions";
import { diagnose, type Diagnostic, excerpt, type KubeObject, oneLine } from "@capstan/kube";
import { type CheckResult, checkOf, plainCheck } from "./check.ts";
import { doctorDiagnostics } from "./doctor-diagnostics.ts";

const name = "extensions";

/** One row, or none where the cluster has no ExtensionConfig. */
export async function extensionChecks(client: Client, signal: AbortSignal): Promise<readonly CheckResult[]> {
  try {
    const { items } = await client.listAll(ExtensionConfig, { signal });
    if (items.length === 0) return [];
    const clusters = (await client.listAll(Cluster, { signal })).items;
    const diagnostics = [...failingCalls(clusters), ...items.flatMap(lost)];
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

function lost(config: ExtensionConfig): readonly Diagnostic[] {
  const message = falseMessage(config, "Discovered");
  if (message === undefined) return [];
  const values = { config: config.metadata.name ?? "", problem: short(message), advice: adviceFor(message) };
  return [diagnose(doctorDiagnostics, "doctor/extension-lost", { values })];
}

/** A call that fails, by the condition of a Cluster. */
interface FailingCall {
  readonly cluster: string;
  readonly handler: string;
  readonly problem: string;
}

/** One for each handler, with how many Clusters it is about. */
function failingCalls(clusters: readonly Cluster[]): readonly Diagnostic[] {
  const calls = Map.groupBy(clusters.flatMap(failingCall), ({ handler }) => handler);
  return [...calls].map(([handler, [first, ...more]]) => {
    const { cluster = "", problem = "" } = first ?? {};
    const about = more.length === 0 ? `Cluster ${cluster}` : `${more.length + 1} Clusters, ${cluster} the first`;
    const values = { handler, clusters: about, problem: short(problem), advice: adviceFor(problem) };
    return diagnose(doctorDiagnostics, "doctor/extension-fails", { values });
  });
}

/** How core begins what it writes of a call; the name of the handler follows, with that of its ExtensionConfig. */
const beginning = 'failed to call extension handler "';

function failingCall(cluster: Cluster): readonly FailingCall[] {
  const [, call] = (falseMessage(cluster, "TopologyReconciled") ?? "").split(beginning);
  const end = call?.indexOf('": ') ?? -1;
  if (call === undefined || end === -1) return [];
  const { namespace, name: own } = cluster.metadata;
  return [{ cluster: `${namespace}/${own}`, handler: call.slice(0, end), problem: call.slice(end + 3) }];
}

const failed = "http call failed: ";
/** How core begins the address that it called, and ends it. */
const address = { begin: 'Post "', end: '": ' } as const;

/** The error without what stands before it: that a call failed, and at which address. */
function short(problem: string): string {
  const error = problem.slice(Math.max(0, problem.indexOf(failed))).replace(failed, "");
  const end = error.startsWith(address.begin) ? error.indexOf(address.end) : -1;
  return oneLine(excerpt(end === -1 ? error : error.slice(end + address.end.length)));
}

/** What to do, by what the error has. */
const advice: readonly (readonly [sign: string, advice: string])[] = [
  ["got failure response", "the handler itself failed: read the log of the extension"],
  ["certificate has expired", "renew its certificate; with cert-manager, look at its Certificate"],
  [
    "unknown authority",
    "caBundle of its ExtensionConfig is not that of its certificate: set the annotation runtime.cluster.x-k8s.io/inject-ca-from-secret",
  ],
  [
    "failed to decode response",
    "what answers there is not the extension, or one for another version of the hooks: compare the Service of its ExtensionConfig",
  ],
  [
    "deadline exceeded",
    "it does not answer in time: look for a call that waits in its log, or for a process that is stopped",
  ],
  [
    "timeout expired",
    "it does not answer in time: look for a call that waits in its log, or for a process that is stopped",
  ],
  ["connection refused", "it does not run, or its Service does not lead to it"],
  ["EOF", "it ended during the call: read the log of its last run"],
];

function adviceFor(problem: string): string {
  return advice.find(([sign]) => problem.includes(sign))?.[1] ?? "read its log, and that of Cluster API's core manager";
}

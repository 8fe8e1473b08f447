// The calls of hooks that Cluster API's managers counted themselves, by their metric `capi_runtime_sdk_requests_total`.
import type { ManagementCluster } from "./management-cluster.ts";

/** The managers that call extensions. */
const callers = [
  { namespace: "capi-system", name: "capi-controller-manager" },
  {
    namespace: "capi-kubeadm-control-plane-system",
    name: "capi-kubeadm-control-plane-controller-manager",
  },
] as const;

/** Calls of one hook: answered with success, and all others. */
export interface CountedCalls {
  readonly answered: number;
  readonly failed: number;
}

/** The variables of release files that let the metrics be read by anyone on this computer. */
export const readableMetrics: Readonly<Record<string, string>> = { CAPI_INSECURE_DIAGNOSTICS: "true" };

/** The calls that the managers have counted since they were started, by hook. */
export async function countedCalls({ local }: ManagementCluster): Promise<Map<string, CountedCalls>> {
  const pages = callers.map(async ({ namespace, name }) => {
    const page = await fetch(`http://127.0.0.1:${local.node.workload(namespace, name).localPort("metrics")}/metrics`);
    if (!page.ok) throw new Error(`the metrics of ${name} were answered with ${page.status}`);
    return page.text();
  });
  return countsIn(await Promise.all(pages));
}

/** The calls of each hook, added up over pages of metrics. */
export function countsIn(pages: readonly string[]): Map<string, CountedCalls> {
  const counts = new Map<string, CountedCalls>();
  for (const { hook, answered, failed } of pages.join("\n").split("\n").flatMap(countOf)) {
    const before = counts.get(hook) ?? { answered: 0, failed: 0 };
    counts.set(hook, { answered: before.answered + answered, failed: before.failed + failed });
  }
  return counts;
}

function countOf(line: string): ({ readonly hook: string } & CountedCalls)[] {
  if (!line.startsWith("capi_runtime_sdk_requests_total{")) return [];
  const label = (name: string): string => line.split(`${name}="`)[1]?.split('"')[0] ?? "";
  const count = Number(line.slice(line.lastIndexOf(" ")));
  const isAnswered = label("code") === "200" && label("status") === "Success";
  return [{ hook: label("hook"), answered: isAnswered ? count : 0, failed: isAnswered ? 0 : count }];
}

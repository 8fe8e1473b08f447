// Whether a tape is of the cluster that handlers read: the Clusters of its calls are looked up there, by name and UID.
import { Cluster } from "@capstan/api/core/v1beta2";
import { type Client, isForbidden } from "@capstan/client";
import type { RecordedCall, RecordedCluster } from "@capstan/extension-kit/testing";
import { diagnose, type Diagnostic, formatKey } from "@capstan/kube";
import { firstOf, planDiagnostics, type PlanCode } from "./plan-diagnostics.ts";

/** The recorded calls, and the tape that has them. */
export interface TapeCalls {
  readonly file: string;
  readonly calls: readonly RecordedCall[];
}

/** The calls that can be compared by what handlers read, and what is wrong with the others. */
export interface ComparableCalls {
  readonly calls: readonly RecordedCall[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Why a recorded Cluster is not the one of the server; empty where it is. */
type Difference = "" | "not there" | "another UID";

/** A recorded Cluster with what the server has of it. */
interface LookedUp {
  readonly id: string;
  readonly name: string;
  /** An error where it cannot be read. */
  readonly difference: Difference | Error;
}

/** Leaves out the calls for Clusters that the server does not have any more, and all of them where it has none of those that can be read. */
export async function comparableCalls(client: Client, { file, calls }: TapeCalls): Promise<ComparableCalls> {
  const { server } = client;
  const clusters = await lookUp(client, calls);
  const unreadable = clusters.filter(({ difference }) => difference instanceof Error);
  const others = clusters.filter((each) => each.difference !== "" && !unreadable.includes(each));
  const report = (code: PlanCode, of: readonly LookedUp[]): readonly Diagnostic[] => {
    const named = of.map(
      ({ name, difference }) => `Cluster ${name}${difference instanceof Error ? "" : ` (${difference})`}`,
    );
    const problem = of.flatMap(({ difference }) => (difference instanceof Error ? difference.message : []))[0] ?? "";
    const values = { file, server, clusters: firstOf(named), problem };
    return of.length === 0 ? [] : [diagnose(planDiagnostics, code, { values })];
  };
  if (others.length > 0 && others.length + unreadable.length === clusters.length)
    return { calls: [], diagnostics: report("plan/other-cluster", others) };
  const leftOut = new Set(others.map(({ id }) => id));
  const left = calls.filter(({ cluster }) => !hasUid(cluster) || !leftOut.has(idOf(cluster)));
  // Of a Cluster that was created again while calls were recorded, the tape also has the calls of the one that is there.
  const current = new Set(left.flatMap(({ cluster }) => (hasUid(cluster) ? [formatKey(cluster)] : [])));
  const replaced = others.filter(({ name, difference }) => difference === "another UID" && !current.has(name));
  const lost = others.filter((each) => !replaced.includes(each));
  return {
    calls: left,
    diagnostics: [
      ...report("plan/clusters-replaced", replaced),
      ...report("plan/clusters-lost", lost),
      ...report("plan/clusters-unknown", unreadable),
    ],
  };
}

async function lookUp(client: Client, calls: readonly RecordedCall[]): Promise<readonly LookedUp[]> {
  const clusters = new Map(
    calls.flatMap(({ cluster }) => (hasUid(cluster) ? [[idOf(cluster), cluster] as const] : [])),
  );
  const found: LookedUp[] = [];
  for (const [id, cluster] of clusters)
    found.push({ id, name: formatKey(cluster), difference: await differenceOf(client, cluster) });
  return found;
}

/** Of others nothing is known. */
function hasUid(cluster: RecordedCluster | undefined): cluster is RecordedCluster {
  return cluster !== undefined && cluster.uid !== "";
}

function idOf({ namespace, name, uid }: RecordedCluster): string {
  return [namespace, name, uid].join("/");
}

async function differenceOf(
  client: Client,
  { namespace, name, uid }: RecordedCluster,
): Promise<LookedUp["difference"]> {
  try {
    const found = await client.find(Cluster, { namespace, name });
    if (found === undefined) return "not there";
    return found.metadata.uid === uid ? "" : "another UID";
  } catch (error) {
    // Rights can be those of one namespace.
    if (isForbidden(error)) return error;
    throw error;
  }
}

// The Clusters under `capstan dev` whose topology has a version that Cluster API rejects, and they and KubeadmControlPlanes with a number of machines that it rejects, as problems of the run.
import { diagnose, type Diagnostic, formatKey, type KubeObject, type ObjectKey } from "@capstan/kube";
import { rejectedReplicasOf, rejectedVersionOf } from "../tree/object-versions.ts";
import { devDiagnostics } from "./dev-diagnostics.ts";

/** A change of an object. */
interface ObjectChange {
  readonly type: string;
  readonly kind: string;
  readonly key: ObjectKey;
  readonly object: KubeObject;
}

/** What is followed, and who gets to know of all that is rejected, and of what was not known before. */
export interface FollowedTopologies {
  readonly changes: (changed: (change: ObjectChange) => void) => () => void;
  readonly found: (all: readonly Diagnostic[], added: readonly Diagnostic[]) => void;
}

const kinds: ReadonlySet<string> = new Set(["Cluster", "KubeadmControlPlane"]);

/** Ends with the function that is returned. */
export function followRejected({ changes, found }: FollowedTopologies): () => void {
  const rejected = new Map<string, Diagnostic>();
  return changes(({ type, kind, key, object }) => {
    if (!kinds.has(kind)) return;
    const name = `${kind} ${formatKey(key)}`;
    const known = rejected.get(name);
    const now = type === "DELETED" ? undefined : rejectionOf(name, object);
    if (known?.message === now?.message) return;
    if (now === undefined) rejected.delete(name);
    else rejected.set(name, now);
    found([...rejected.values()], now === undefined ? [] : [now]);
  });
}

/** A Cluster that has both has a condition of one of them. */
function rejectionOf(object: string, stored: KubeObject): Diagnostic | undefined {
  const version = rejectedVersionOf(stored);
  if (version !== undefined)
    return diagnose(devDiagnostics, "dev/version-rejected", { values: { object, problem: version } });
  const problem = rejectedReplicasOf(stored);
  return problem === undefined
    ? undefined
    : diagnose(devDiagnostics, "dev/replicas-rejected", { values: { object, problem } });
}

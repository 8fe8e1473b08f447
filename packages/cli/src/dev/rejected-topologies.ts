// The Clusters under `capstan dev` whose topology has a version that Cluster API rejects, as problems of the run.
import { diagnose, type Diagnostic, formatKey, type KubeObject, type ObjectKey } from "@capstan/kube";
import { rejectedVersionOf } from "../tree/object-versions.ts";
import { devDiagnostics } from "./dev-diagnostics.ts";

/** A change of an object. */
interface ObjectChange {
  readonly type: string;
  readonly kind: string;
  readonly key: ObjectKey;
  readonly object: KubeObject;
}

/** What is followed, and who gets to know of all rejected versions, and of those that were not known before. */
export interface FollowedTopologies {
  readonly changes: (changed: (change: ObjectChange) => void) => () => void;
  readonly found: (all: readonly Diagnostic[], added: readonly Diagnostic[]) => void;
}

/** Ends with the function that is returned. */
export function followRejected({ changes, found }: FollowedTopologies): () => void {
  const rejected = new Map<string, Diagnostic>();
  return changes(({ type, kind, key, object }) => {
    if (kind !== "Cluster") return;
    const problem = type === "DELETED" ? undefined : rejectedVersionOf(object);
    const cluster = formatKey(key);
    const known = rejected.get(cluster);
    const now =
      problem === undefined
        ? undefined
        : diagnose(devDiagnostics, "dev/version-rejected", { values: { cluster, problem } });
    if (known?.message === now?.message) return;
    if (now === undefined) rejected.delete(cluster);
    else rejected.set(cluster, now);
    found([...rejected.values()], now === undefined ? [] : [now]);
  });
}

// The upgrade of a Cluster: from which version to which. The page of the console is a program of a browser: nothing here may need Node.

/** What an object says of versions of Kubernetes. */
export interface ObjectVersions {
  /** The version that all parts of a Cluster are to have. */
  readonly wanted?: string;
  /** The version that a part of a Cluster has. */
  readonly has?: string;
}

/** An upgrade that goes on, or is held. */
export interface Upgrade {
  /** The lowest version that a part has. */
  readonly from: string;
  readonly to: string;
}

/** The upgrade of a Cluster with these parts; undefined where all of them have the version that is wanted. */
export function upgradeOf({ wanted }: ObjectVersions, parts: readonly ObjectVersions[]): Upgrade | undefined {
  const behind = parts.flatMap(({ has }) => (has === undefined || has === wanted ? [] : [has]));
  const from = lowestVersion(behind);
  return wanted === undefined || from === undefined ? undefined : { from, to: wanted };
}

/** The lowest of these versions; undefined without any. */
export function lowestVersion(versions: readonly string[]): string | undefined {
  const [lowest] = versions.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
  return lowest;
}

/** `v1.33.0 → v1.34.0`, or only the wanted version where lines are short. */
export function upgradeWords({ from, to }: Upgrade, isShort: boolean = false): string {
  return isShort ? `→ ${to}` : `${from} → ${to}`;
}

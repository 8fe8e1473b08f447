// The order of a pair: `older` is the older version, because the newer one is the hub unless `hub` is set.
import { compareApiVersions, type Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { sameVersions, versionOf, type VersionPair } from "./version-pair.ts";

/** Reports pairs whose versions are the wrong way around. Of two between the same versions, one is to be removed first. */
export function checkOrder(pairs: readonly VersionPair[]): readonly Diagnostic[] {
  return sameVersions(pairs).flatMap(([pair, ...others]) => {
    if (others.length > 0) return [];
    const { kind } = pair.newer.definition;
    const [older, newer] = [versionOf(pair.older), versionOf(pair.newer)];
    if (!isReversed(older, newer)) return [];
    return [
      conversionProblem("conversion/reversed-versions", {
        values: { kind, older, newer },
        position: pair.definition.position,
      }),
    ];
  });
}

/**
 * Whether both Kubernetes' priority of versions and their numbers say that the version given as older is the newer one. The priority alone puts v2alpha1
 * before v1, which it came after; names of another form say nothing.
 */
function isReversed(older: string, newer: string): boolean {
  const [first, second] = [majorOf(older), majorOf(newer)];
  if (first === undefined || second === undefined || first < second) return false;
  return compareApiVersions(older, newer) < 0;
}

function majorOf(version: string): number | undefined {
  const [, major] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version) ?? [];
  return major === undefined ? undefined : Number(major);
}

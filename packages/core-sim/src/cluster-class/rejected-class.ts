// What Cluster API's webhook rejects of a ClusterClass, with its message.
import type { Cluster, ClusterClass } from "@capstan/api/core/v1beta2";
import { keyOf } from "@capstan/kube";
import { changeProblems } from "./class-changes.ts";
import {
  classMetadataProblems,
  healthCheckProblems,
  rolloutProblems,
  taintProblems,
  templateProblems,
  uniqueClassProblems,
  versionProblems,
} from "./class-parts.ts";
import { namingProblems } from "./naming-rules.ts";
import { allProblems } from "./field-problems.ts";
import { patchProblems } from "./patch-rules.ts";
import { classVariableProblems } from "./variable-rules.ts";

/** What a class was before a change. */
export interface ClassBefore {
  /** The class that the webhook accepted last. */
  readonly before: ClusterClass;
  /** The Clusters that use it. */
  readonly clusters: readonly Cluster[];
}

/**
 * Why Cluster API's webhook rejects a ClusterClass, with the message of the API server, when it is created or, with `changed`, changed; undefined
 * where it is accepted. CEL rules of variables are not checked, and feature gates count as enabled.
 */
export function rejectedClass(clusterClass: ClusterClass, changed?: ClassBefore): string | undefined {
  const { spec } = clusterClass;
  const problems = [
    ...templateProblems(spec),
    ...uniqueClassProblems(spec),
    ...rolloutProblems(spec),
    ...healthCheckProblems(spec),
    ...namingProblems(spec),
    ...taintProblems(spec),
    ...classVariableProblems(spec),
    ...patchProblems(clusterClass),
    ...classMetadataProblems(spec),
    ...versionProblems(spec),
    ...(changed === undefined ? [] : changeProblems({ ...changed, after: clusterClass })),
  ];
  if (problems.length === 0) return undefined;
  return `ClusterClass.cluster.x-k8s.io ${JSON.stringify(keyOf(clusterClass).name)} is invalid: ${allProblems(problems)}`;
}

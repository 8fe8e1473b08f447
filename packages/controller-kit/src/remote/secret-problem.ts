// Whether a Secret is one of a Cluster: by name alone, any Secret of the namespace could be sent to a server of its author's choice.
import { clusterSecretType, labels } from "@capstan/contract";
import { formatKey, keyOf } from "@capstan/kube";
import type { Secret } from "@capstan/kube/builtin";

/** What a Secret lacks that each Secret of the Cluster has; undefined when it lacks nothing. */
export function secretProblem(secret: Secret, cluster: string): string | undefined {
  const missing = [
    ...(secret.type === clusterSecretType ? [] : [`its type is not ${clusterSecretType}`]),
    ...(hasClusterLabel(secret, cluster) ? [] : [`it has no label ${labels.clusterName} with the name of the Cluster`]),
  ];
  return missing.length === 0
    ? undefined
    : `Secret ${formatKey(keyOf(secret))} cannot be used: ${missing.join(", and ")}`;
}

/** Whether a Secret has the label of a Cluster. */
export function hasClusterLabel({ metadata }: Secret, cluster: string): boolean {
  return metadata.labels?.[labels.clusterName] === cluster;
}

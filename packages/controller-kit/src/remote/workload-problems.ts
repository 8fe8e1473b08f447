// What is told about a workload cluster that cannot be used: fixed messages for authors and conditions, what the server sent for the debug log,
// and what a Secret lacks. By name alone, any Secret of the namespace could be sent to a server of its author's choice.
import { clusterSecretType, labels } from "@capstan/contract";
import { describeError, errorFrom, formatKey, isCapstanError, keyOf, printable } from "@capstan/kube";
import type { Secret } from "@capstan/kube/builtin";

/** How many characters of what a server sent are logged. */
const loggedCharacters = 500;

/** The message of an error of a client with `foreign`, or of `parseKubeconfig`, which quote nothing; otherwise the general one. */
export function fixedMessage(error: unknown, otherwise: string): string {
  return isCapstanError(error) ? describeError(error) : otherwise;
}

/** The message of an error and of what caused it, shortened and without control characters. */
export function rawMessage(error: unknown): string {
  const { message, cause } = errorFrom(error);
  const caused = cause === undefined ? "" : `: ${errorFrom(cause).message}`;
  return printable(`${message}${caused}`.slice(0, loggedCharacters)).replace(/\s+/g, " ");
}

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

// Terminal failures that objects of providers report, as core shows them in the deprecated status of its own objects.
import { getTerminalFailure } from "@capstan/contract/fields";
import { keyOf, parseApiVersion, type KubeObject } from "@capstan/kube";

/** What core shows of a failure. */
export interface Failure {
  readonly failureReason?: string;
  readonly failureMessage?: string;
}

/** The failure of an object, with its name; undefined when it reports none. */
export function reportedFailure(object: KubeObject): Failure | undefined {
  const failure = getTerminalFailure(object);
  if (failure === undefined) return undefined;
  const { reason, message } = failure;
  const { group, version } = parseApiVersion(object.apiVersion);
  const from = `referenced resource ${group}/${version}, Kind=${object.kind} with name "${keyOf(object).name}"`;
  return {
    ...(reason === "" ? {} : { failureReason: reason }),
    ...(message === "" ? {} : { failureMessage: `Failure detected from ${from}: ${message}` }),
  };
}

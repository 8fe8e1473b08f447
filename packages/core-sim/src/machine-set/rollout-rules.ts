// What Cluster API's webhooks reject of workers and their rollout: versions that are not semantic ones, limits that are no numbers, and limits of 0 that would keep every machine from being replaced.
import type { MachineDeployment, MachineTemplateSpec } from "@capstan/api/core/v1beta2";
import { unreadableVersion } from "../kubernetes-version.ts";

/** What is checked of a strategy. */
type Strategy = NonNullable<NonNullable<MachineDeployment["spec"]["rollout"]>["strategy"]>;
type Limit = number | string | undefined;

/** A value that a webhook rejects. */
export interface RejectedField {
  readonly field: string;
  /** As the causes of the API server have it, without the field. */
  readonly message: string;
}

/** What is rejected of a strategy, which is at this path; empty where it is accepted. A limit that is not given is not checked. */
export function rejectedLimits(path: string, strategy: Strategy | undefined): readonly RejectedField[] {
  const { maxSurge, maxUnavailable } = strategy?.rollingUpdate ?? {};
  const field = `${path}.rollingUpdate`;
  const areZero = maxSurge === 0 && maxUnavailable === 0;
  return [
    ...rejectedLimit(`${field}.maxUnavailable`, maxUnavailable),
    ...rejectedLimit(`${field}.maxSurge`, maxSurge),
    ...(areZero ? [{ field, message: 'Invalid value: "0": maxUnavailable and maxSurge cannot both be 0' }] : []),
  ];
}

/** What is rejected of one limit at this path; empty where it is accepted, or not given. */
export function rejectedLimit(field: string, limit: Limit): readonly RejectedField[] {
  if (typeof limit !== "string" || /^[+-]?\d+%$/.test(limit)) return [];
  const value = JSON.stringify(limit);
  const why = limit.endsWith("%")
    ? `invalid value ${value}: strconv.Atoi: parsing ${JSON.stringify(limit.slice(0, -1))}: invalid syntax`
    : "invalid type: string is not a percentage";
  const problem = `must be either an int or a percentage: invalid value for IntOrString: ${why}`;
  return [{ field, message: `Invalid value: ${value}: ${problem}` }];
}

/** What the webhook of a MachineDeployment rejects, after it has set the limits that are not given. */
export function rejectedRollout({ spec }: MachineDeployment): readonly RejectedField[] {
  const { type = "RollingUpdate", rollingUpdate } = spec.rollout?.strategy ?? {};
  const defaults = type === "RollingUpdate" ? { maxSurge: 1, maxUnavailable: 0 } : {};
  return rejectedLimits("spec.rollout.strategy", { type, rollingUpdate: { ...defaults, ...rollingUpdate } });
}

/** What the webhooks of all that has a template of machines reject of its version. */
export function rejectedTemplateVersion({
  spec,
}: {
  readonly spec: { readonly template: MachineTemplateSpec };
}): readonly RejectedField[] {
  const message = unreadableVersion(spec.template.spec.version);
  return message === undefined ? [] : [{ field: "spec.template.spec.version", message }];
}

/** Rejected values in one message, as an error of the API server has them. */
export function rejectedMessage(rejected: readonly RejectedField[]): string {
  const texts = rejected.map(({ field, message }) => `${field}: ${message}`);
  return texts.length === 1 ? texts.join("") : `[${texts.join(", ")}]`;
}

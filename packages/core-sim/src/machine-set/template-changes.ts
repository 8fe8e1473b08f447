// What makes two templates of machines different for a rollout: version, bootstrap, infrastructure and failure domain. All other fields change in place.
import type { Machine, MachineTemplateSpec } from "@capstan/api/core/v1beta2";
import { deepEqual } from "@capstan/kube";
import { unreadableVersion } from "../kubernetes-version.ts";

type MachineSpec = Machine["spec"];

/** What counts for a rollout. */
export type RolloutFields = Pick<MachineSpec, "version" | "bootstrap" | "infrastructureRef" | "failureDomain">;

/** The fields of a template that count. */
export function rolloutFields({ spec }: MachineTemplateSpec): RolloutFields {
  const { version, bootstrap, infrastructureRef, failureDomain } = spec;
  return {
    ...(version === undefined ? {} : { version }),
    bootstrap,
    infrastructureRef,
    ...(failureDomain === undefined ? {} : { failureDomain }),
  };
}

/** Why machines of one template are not up to date with another one, in core's words; empty when they are. A version that a webhook would have rejected changes nothing. */
export function templateChanges(current: RolloutFields, wanted: RolloutFields): readonly string[] {
  return [
    ...(unreadableVersion(wanted.version) === undefined ? changeOf("Version", current.version, wanted.version) : []),
    ...(deepEqual(current.bootstrap, wanted.bootstrap) ? [] : bootstrapChange(current, wanted)),
    ...(deepEqual(current.infrastructureRef, wanted.infrastructureRef)
      ? []
      : [outdated(current.infrastructureRef.kind)]),
    ...changeOf("Failure domain", current.failureDomain, wanted.failureDomain),
  ];
}

function changeOf(name: string, current = "", wanted = ""): readonly string[] {
  return current === wanted ? [] : [`${name} ${current}, ${wanted} required`];
}

function bootstrapChange({ bootstrap: current }: RolloutFields, { bootstrap: wanted }: RolloutFields): string[] {
  if (current.configRef !== undefined) return [outdated(current.configRef.kind)];
  const [from, to] = [current, wanted].map(({ dataSecretName }) => dataSecretName ?? "nil");
  return [`spec.bootstrap.dataSecretName ${from}, ${to} required`];
}

/** The kind of what a machine has, and not of the template. */
function outdated(kind: string): string {
  return `${kind.replace(/Template$/, "")} is not up-to-date`;
}

// The version of a topology as the webhook of Cluster API's core checks it. An API server without this webhook stores every version, so the topology controller looks at it first.
import type { Cluster, ClusterClass } from "@capstan/api/core/v1beta2";

/** What a version is compared with. */
export interface VersionRules {
  readonly clusterClass: ClusterClass;
  /** The version of the control plane; undefined before it is created. */
  readonly from: string | undefined;
}

interface Version {
  readonly numbers: Numbers;
  /** Without the prefix, as the messages have it. */
  readonly text: string;
}

type Numbers = readonly [major: number, minor: number, patch: number];

/** Switches off the comparison with the version before. */
const unchecked = "unsafe.topology.cluster.x-k8s.io/disable-update-version-check";

/** Why the webhook rejects the version of a Cluster's topology; undefined where it does not. */
export function rejectedVersion({ metadata, spec }: Cluster, rules: VersionRules): string | undefined {
  const given = spec.topology?.version ?? "";
  const version = parsed(given);
  if (version === undefined) return invalid(given, "version must be a valid semantic version");
  const before = rules.from === undefined ? undefined : parsed(rules.from);
  if (before === undefined || metadata.annotations?.[unchecked] !== undefined) return undefined;
  const change = `from "${before.text}" to "${version.text}"`;
  if (compare(version.numbers, before.numbers) < 0) return invalid(given, `version cannot be decreased ${change}`);
  const [major, minor] = before.numbers;
  if (isLimited(rules.clusterClass) && compare(version.numbers, [major, minor + 2, 0]) >= 0)
    return invalid(given, `version cannot be increased ${change}`);
  return undefined;
}

function invalid(value: string, problem: string): string {
  return `spec.topology.version: Invalid value: ${JSON.stringify(value)}: ${problem}`;
}

/** Whether an upgrade goes to the next minor version at most: a class with versions or with a plan of its own leads through those between. */
function isLimited({ spec: { kubernetesVersions = [], upgrade } }: ClusterClass): boolean {
  return kubernetesVersions.length === 0 && (upgrade?.external?.generateUpgradePlanExtension ?? "") === "";
}

const number = "(0|[1-9]\\d*)";
const identifier = "(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)";
const semantic = new RegExp(
  `^v(${number}\\.${number}\\.${number}(?:-${identifier}(?:\\.${identifier})*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?)$`,
);

function parsed(version: string): Version | undefined {
  const [, text, major, minor, patch] = semantic.exec(version) ?? [];
  return text === undefined ? undefined : { text, numbers: [Number(major), Number(minor), Number(patch)] };
}

/** Below zero where the first is lower. Pre-releases count as their release. */
function compare(one: Numbers, other: Numbers): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

// What core makes of versions of machines and of those that providers report.
import {
  compareVersions,
  formatKubernetesVersion,
  type KubernetesVersion,
  parseKubernetesVersion,
} from "@capstan/contract/versions";

const number = "(?:0|[1-9]\\d*)";
const identifier = "(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)";
const semantic = new RegExp(
  `^v${number}\\.${number}\\.${number}(?:-${identifier}(?:\\.${identifier})*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
);

/** A version of Kubernetes with its prefix and all its numbers; undefined where it is none. */
export function strictVersion(version: string): KubernetesVersion | undefined {
  return semantic.test(version) ? parseKubernetesVersion(version) : undefined;
}

/** What webhooks of Cluster API have against a version of machines: that it is none. Undefined where there is no version. */
export function unreadableVersion(version: string | undefined): string | undefined {
  if (version === undefined || version === "" || strictVersion(version) !== undefined) return undefined;
  return `Invalid value: ${JSON.stringify(version)}: must be a valid semantic version`;
}

/** Whether a version that is reported is older than the one that is wanted. Of builds without an order, the other one is older. */
export function isOlderVersion(reported: string, wanted: string): boolean {
  const [one, other] = [parseKubernetesVersion(reported), parseKubernetesVersion(wanted)];
  if (one === undefined || other === undefined) return reported !== wanted;
  return ["greater", "different"].includes(compareVersions(other, one));
}

/** The minor version. */
export function minorNumberOf({ numbers }: KubernetesVersion): number {
  return Number(numbers[1]);
}

/** Without the prefix, as messages of core have it. */
export function shownVersion(version: KubernetesVersion): string {
  return formatKubernetesVersion(version).slice(1);
}

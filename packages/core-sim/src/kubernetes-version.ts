// Versions of Kubernetes, as core reads and compares them: by the rules of semantic versions, then by the tags of their builds.

/** A version that was read. */
export interface KubernetesVersion {
  readonly numbers: VersionNumbers;
  readonly prerelease: string;
  readonly build: string;
  /** Without the prefix, as messages have it. */
  readonly text: string;
}

/** Its numbers. */
export type VersionNumbers = readonly [major: number, minor: number, patch: number];

const number = "(?:0|[1-9]\\d*)";
const identifier = "(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)";
const semantic = new RegExp(
  `^v${number}\\.${number}\\.${number}(?:-${identifier}(?:\\.${identifier})*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
);
const tolerant = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?$/;

/** A version of Kubernetes with its prefix; undefined where it is none. */
export function strictVersion(version: string): KubernetesVersion | undefined {
  return semantic.test(version) ? tolerantVersion(version) : undefined;
}

/** What webhooks of Cluster API have against a version of machines: that it is none. Undefined where there is no version. */
export function unreadableVersion(version: string | undefined): string | undefined {
  if (version === undefined || version === "" || strictVersion(version) !== undefined) return undefined;
  return `Invalid value: ${JSON.stringify(version)}: must be a valid semantic version`;
}

/** Of a version that a provider reports, perhaps without the prefix; numbers that are missing are zero. */
export function tolerantVersion(version: string): KubernetesVersion | undefined {
  const found = tolerant.exec(version.trim());
  if (found === null) return undefined;
  const [, major = "0", minor = "0", patch = "0", prerelease = "", build = ""] = found;
  const numbers = [Number(major), Number(minor), Number(patch)] as const;
  const tags = `${prerelease === "" ? "" : `-${prerelease}`}${build === "" ? "" : `+${build}`}`;
  return { numbers, prerelease, build, text: `${numbers.join(".")}${tags}` };
}

/** Whether a version that is reported is older than the one that is wanted. */
export function isOlderVersion(reported: string, wanted: string): boolean {
  const [one, other] = [tolerantVersion(reported), tolerantVersion(wanted)];
  return one === undefined || other === undefined ? reported !== wanted : compareVersions(other, one) > 0;
}

/** Below zero where the first is lower. Pre-releases count as their release. */
export function comparedNumbers(one: VersionNumbers, other: VersionNumbers): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

/** Above zero when the first is higher, or when only their builds differ and have no order. */
export function compareVersions(one: KubernetesVersion, other: KubernetesVersion): number {
  return (
    comparedNumbers(one.numbers, other.numbers) ||
    comparePrereleases(one.prerelease, other.prerelease) ||
    compareBuilds(one.build, other.build)
  );
}

/** A release is higher than what comes before it. */
function comparePrereleases(one: string, other: string): number {
  if (one === "" || other === "") return Number(one === "") - Number(other === "");
  return compareParts(one, other);
}

function compareBuilds(one: string, other: string): number {
  return one !== "" && other !== "" ? compareParts(one, other, 1) : Number(one !== other);
}

/** Numbers by their size, and below names; with `unordered`, that is the result for different names. */
function compareParts(one: string, other: string, unordered?: number): number {
  const [parts, others] = [one.split("."), other.split(".")];
  for (let index = 0; index < Math.max(parts.length, others.length); index++) {
    const compared = comparePart(parts[index], others[index], unordered);
    if (compared !== 0) return compared;
  }
  return 0;
}

const digits = /^\d+$/;

function comparePart(one: string | undefined, other: string | undefined, unordered: number | undefined): number {
  if (one === other) return 0;
  if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
  const [isNumber, isOtherNumber] = [digits.test(one), digits.test(other)];
  if (isNumber && isOtherNumber) return Number(one) - Number(other);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return unordered ?? (one < other ? -1 : 1);
}

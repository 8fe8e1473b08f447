// Versions of Kubernetes as Cluster API compares them: by the rules of semantic versions, then by the tags of their builds.

/** A version in its parts. */
export interface Release {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  readonly prerelease: string;
  readonly build: string;
}

const pattern = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?$/;

/** A version with or without the prefix; parts that are missing are zero. */
export function parseRelease(version: string): Release | undefined {
  const found = pattern.exec(version.trim());
  if (found === null) return undefined;
  const [, major = "0", minor = "0", patch = "0", prerelease = "", build = ""] = found;
  return { major: Number(major), minor: Number(minor), patch: Number(patch), prerelease, build };
}

/** Without the prefix. */
export function releaseText({ major, minor, patch, prerelease, build }: Release): string {
  const tags = `${prerelease === "" ? "" : `-${prerelease}`}${build === "" ? "" : `+${build}`}`;
  return `${major}.${minor}.${patch}${tags}`;
}

/** Above zero when the first is higher, or when only their builds differ and have no order. */
export function compareReleases(one: Release, other: Release): number {
  return (
    one.major - other.major ||
    one.minor - other.minor ||
    one.patch - other.patch ||
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

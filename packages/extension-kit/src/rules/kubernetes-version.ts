// Versions of Kubernetes as Cluster API reads and compares them: "v1.36" and "1.36.0" are one, and builds that are words have no order.

/** A version in parts. */
export interface PlannedVersion {
  readonly numbers: readonly [major: bigint, minor: bigint, patch: bigint];
  readonly prerelease: readonly string[];
  readonly build: readonly string[];
}

/** How two versions relate. `different` is for builds that are words: neither is older. */
export type VersionOrder = "less" | "same" | "greater" | "different";

const longestVersion = 256;
const digits = /^\d+$/;
const words = /^[0-9A-Za-z-]+$/;
const mostOfUint64 = 2n ** 64n - 1n;

/** The parts of a version; undefined for what is none. */
export function parseKubernetesVersion(given: string): PlannedVersion | undefined {
  if (given.length > longestVersion) return undefined;
  const [major, minor, rest] = filledUp(given.trim().replace(/^v/, ""));
  if (major === undefined || minor === undefined || rest === undefined) return undefined;
  const [beforeBuild, build] = cut(rest, "+");
  const [patch, prerelease] = cut(beforeBuild, "-");
  const numbers = [major, minor, patch].map(numberOf);
  const [x, y, z] = numbers;
  if (x === undefined || y === undefined || z === undefined) return undefined;
  const [before, after] = [identifiers(prerelease), identifiers(build)];
  if (before === undefined || after === undefined || before.some(hasWrongNumber)) return undefined;
  return { numbers: [x, y, z], prerelease: before, build: after };
}

/** Major, minor, and the rest with the patch; "1" is 1.0.0. */
function filledUp(version: string): readonly (string | undefined)[] {
  const [major = "", minor, ...rest] = version.split(".");
  const parts = [major, ...(minor === undefined ? [] : [minor]), ...(rest.length === 0 ? [] : [rest.join(".")])];
  const shown = parts.map(withoutZeros);
  const isShort = shown.length < 3;
  if (isShort && /[+-]/.test(shown.at(-1) ?? "")) return [];
  return [...shown, "0", "0"].slice(0, 3);
}

function withoutZeros(part: string): string {
  return part.length > 1 ? part.replace(/^0+(?=\d)/, "").replace(/^0+$/, "0") : part;
}

function cut(whole: string, mark: string): readonly [before: string, after: string | undefined] {
  const at = whole.indexOf(mark);
  return at === -1 ? [whole, undefined] : [whole.slice(0, at), whole.slice(at + 1)];
}

function numberOf(part: string): bigint | undefined {
  if (!digits.test(part) || (part.length > 1 && part.startsWith("0"))) return undefined;
  const number = BigInt(part);
  return number <= mostOfUint64 ? number : undefined;
}

function identifiers(list: string | undefined): readonly string[] | undefined {
  const parts = list?.split(".") ?? [];
  return parts.every((part) => words.test(part)) ? parts : undefined;
}

function hasWrongNumber(part: string): boolean {
  return digits.test(part) && numberOf(part) === undefined;
}

/** How `a` relates to `b`: numbers, then what comes before a release, then the builds. */
export function comparePlanned(a: PlannedVersion, b: PlannedVersion): VersionOrder {
  for (const [i, number] of a.numbers.entries()) {
    const other = b.numbers[i] ?? 0n;
    if (number !== other) return number < other ? "less" : "greater";
  }
  if (a.prerelease.length === 0 || b.prerelease.length === 0) {
    if (a.prerelease.length !== b.prerelease.length) return a.prerelease.length === 0 ? "greater" : "less";
  } else {
    const before = compareLists(a.prerelease, b.prerelease, (x, y) => (x < y ? "less" : "greater"));
    if (before !== "same") return before;
  }
  return compareLists(a.build, b.build, () => "different");
}

/** Part by part: numbers come before words, and of lists that begin alike the longer one is greater. */
function compareLists(
  a: readonly string[],
  b: readonly string[],
  compareWords: (a: string, b: string) => VersionOrder,
): VersionOrder {
  for (const [i, part] of a.entries()) {
    const other = b[i];
    if (other === undefined) return "greater";
    const order = compareParts(part, other, compareWords);
    if (order !== "same") return order;
  }
  return a.length < b.length ? "less" : "same";
}

function compareParts(a: string, b: string, compareWords: (a: string, b: string) => VersionOrder): VersionOrder {
  const [left, right] = [digits.test(a), digits.test(b)];
  if (left && right) return compareNumbers(BigInt(a), BigInt(b));
  if (left !== right) return left ? "less" : "greater";
  return a === b ? "same" : compareWords(a, b);
}

function compareNumbers(a: bigint, b: bigint): VersionOrder {
  if (a === b) return "same";
  return a < b ? "less" : "greater";
}

/** A version as Cluster API writes it. */
export function formatKubernetesVersion({ numbers, prerelease, build }: PlannedVersion): string {
  const before = prerelease.length === 0 ? "" : `-${prerelease.join(".")}`;
  return `v${numbers.join(".")}${before}${build.length === 0 ? "" : `+${build.join(".")}`}`;
}

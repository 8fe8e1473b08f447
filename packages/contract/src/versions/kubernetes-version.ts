// Versions of Kubernetes as Cluster API reads and compares them: "v1.36" and "1.36.0" are one, and builds that are words have no order.

/** The numbers of a version. They may be larger than numbers of JavaScript are exact. */
export type VersionNumbers = readonly [major: bigint, minor: bigint, patch: bigint];

/** A version in parts. */
export interface KubernetesVersion {
  readonly numbers: VersionNumbers;
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
export function parseKubernetesVersion(given: string): KubernetesVersion | undefined {
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
export function compareVersions(a: KubernetesVersion, b: KubernetesVersion): VersionOrder {
  const order = compareSemantic(a, b);
  return order === "same" ? compareLists(a.build, b.build, () => "different") : order;
}

/** The same by the rules of semantic versions, for which builds do not count. */
export function compareSemantic(a: KubernetesVersion, b: KubernetesVersion): Exclude<VersionOrder, "different"> {
  const order = compareReleases(a.numbers, b.numbers);
  if (order !== "same") return order;
  if (a.prerelease.length > 0 && b.prerelease.length > 0)
    return compareLists(a.prerelease, b.prerelease, (x, y) => (x < y ? "less" : "greater"));
  if (a.prerelease.length === b.prerelease.length) return "same";
  return a.prerelease.length === 0 ? "greater" : "less";
}

/** The same by the numbers alone: what comes before a release counts as it. */
export function compareReleases(a: VersionNumbers, b: VersionNumbers): Exclude<VersionOrder, "different"> {
  const [number, other] = [0, 1, 2].map((i) => [a[i] ?? 0n, b[i] ?? 0n] as const).find(([x, y]) => x !== y) ?? [];
  return number === undefined || other === undefined ? "same" : compareNumbers(number, other);
}

/** Part by part: numbers come before words, and of lists that begin alike the longer one is greater. */
function compareLists<Order extends VersionOrder>(
  a: readonly string[],
  b: readonly string[],
  compareWords: (a: string, b: string) => Order,
): Order | "less" | "same" | "greater" {
  for (const [i, part] of a.entries()) {
    const other = b[i];
    if (other === undefined) return "greater";
    const order = compareParts(part, other, compareWords);
    if (order !== "same") return order;
  }
  return a.length < b.length ? "less" : "same";
}

function compareParts<Order extends VersionOrder>(
  a: string,
  b: string,
  compareWords: (a: string, b: string) => Order,
): Order | "less" | "same" | "greater" {
  const [left, right] = [digits.test(a), digits.test(b)];
  if (left && right) return compareNumbers(BigInt(a), BigInt(b));
  if (left !== right) return left ? "less" : "greater";
  return a === b ? "same" : compareWords(a, b);
}

function compareNumbers(a: bigint, b: bigint): "less" | "same" | "greater" {
  if (a === b) return "same";
  return a < b ? "less" : "greater";
}

/** A version as Cluster API writes it. */
export function formatKubernetesVersion({ numbers, prerelease, build }: KubernetesVersion): string {
  const before = prerelease.length === 0 ? "" : `-${prerelease.join(".")}`;
  return `v${numbers.join(".")}${before}${build.length === 0 ? "" : `+${build.join(".")}`}`;
}

// Whether a version is in a range, as `semverCompare` of sprig says it. By hand: the package semver of npm has other rules for pre-releases, commas and versions with fewer than three numbers.
import { FunctionFailure, goQuoted, UnplayedTemplate } from "./go-errors.ts";

/** A version; the numbers that it does not have are 0. */
interface Version {
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  /** Empty for a release. */
  readonly pre: string;
}

/** A version of a range. */
interface Bound extends Version {
  /** How many of its numbers are given: of `1.x` and `1`, one. */
  readonly given: 0 | 1 | 2 | 3;
}

type Comparison = (version: Version, bound: Bound) => boolean;

/** Part of a range: all comparisons must hold. */
interface Group {
  readonly comparisons: readonly (readonly [compare: Comparison, bound: Bound])[];
  /** Whether a pre-release can be in it: one of its versions is one. */
  readonly hasPre: boolean;
}

/** No range that people write is longer. */
const mostCharacters = 1000;
const greatest = 2n ** 64n - 1n;

/** Throws a FunctionFailure for what is no range or no version. */
export function isInRange(range: string, version: string): boolean {
  if (range.length > mostCharacters) throw new UnplayedTemplate(`a range of more than ${mostCharacters} characters`);
  const groups = range
    .replaceAll(fromTo, (_, from: string, to: string) => `>= ${from}, <= ${to} `)
    .split("||")
    .map(readGroup);
  const given = readVersion(version);
  return groups.some(
    ({ comparisons, hasPre }) =>
      (given.pre === "" || hasPre) && comparisons.every(([compare, bound]) => compare(given, bound)),
  );
}

/** `1.30 - 1.32`. */
const fromTo =
  // Short input: a range has at most 1,000 characters.
  /[\t\n\f\r ]*(v?[0-9|xX*]+(?:\.[0-9|xX*]+){0,2}(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?)[\t\n\f\r ]+-[\t\n\f\r ]+(v?[0-9|xX*]+(?:\.[0-9|xX*]+){0,2}(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?)[\t\n\f\r ]*/g;
const spaces = /[\t\n\f\r ]*/y;
const operator = /!=|[<>]=|=[<>]|~>|[=<>~^]|/y;
const bound =
  /v?([0-9|xX*]+)(\.[0-9|xX*]+)?(\.[0-9|xX*]+)?(-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?/y;

/** Comparisons with spaces or one comma between them. */
function readGroup(text: string): Group {
  let at = 0;
  const next = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text) ?? undefined;
    at += found?.[0].length ?? 0;
    return found;
  };
  const improper = new FunctionFailure(`improper constraint: ${text}`);
  const read: (readonly [string, RegExpExecArray])[] = [];
  for (;;) {
    next(spaces);
    const name = next(operator)?.[0] ?? "";
    next(spaces);
    const found = next(bound);
    if (found === undefined) throw improper;
    read.push([name, found]);
    const isApart = (next(spaces)?.[0] ?? "") !== "";
    if (at === text.length) break;
    if (text[at] === ",") at += 1;
    else if (!isApart) throw improper;
  }
  const comparisons = read.map(([name, found]) => [comparisonOf[name] ?? isEqual, readBound(found)] as const);
  return { comparisons, hasPre: comparisons.some(([, { pre }]) => pre !== "") };
}

function readBound([text, major = "", minor = "", patch = "", pre = ""]: RegExpExecArray): Bound {
  const isAny = (number: string): boolean => ["", "x", "X", "*"].includes(number.replace(".", ""));
  try {
    if (isAny(major)) return { ...readVersion(`0.0.0${pre}`), given: 0 };
    if (isAny(minor)) return { ...readVersion(`${major}.0.0${pre}`), given: 1 };
    if (isAny(patch)) return { ...readVersion(`${major}${minor}.0${pre}`), given: 2 };
    return { ...readVersion(text), given: 3 };
  } catch {
    throw new FunctionFailure("constraint parser error");
  }
}

function readVersion(text: string): Version {
  const pattern =
    /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;
  const [found, major = "", minor = "0", patch = "0", pre = ""] = pattern.exec(text) ?? [];
  if (found === undefined) throw new FunctionFailure("invalid semantic version");
  const version = { major: readNumber(major), minor: readNumber(minor), patch: readNumber(patch), pre };
  if (pre.split(".").some((part) => /^0\d+$/.test(part))) throw new FunctionFailure("version segment starts with 0");
  return version;
}

function readNumber(digits: string): bigint {
  const number = BigInt(digits);
  if (number <= greatest) return number;
  const problem = `strconv.ParseUint: parsing ${goQuoted(digits)}: value out of range`;
  throw new FunctionFailure(`error parsing version segment: ${problem}`);
}

function compareVersions(a: Version, b: Version): number {
  for (const part of ["major", "minor", "patch"] as const) if (a[part] !== b[part]) return a[part] < b[part] ? -1 : 1;
  if (a.pre === "" || b.pre === "") return Number(a.pre === "") - Number(b.pre === "");
  return comparePre(a.pre, b.pre);
}

/** Numbers are before words, and fewer parts before more. */
function comparePre(a: string, b: string): number {
  const [some, others] = [a.split("."), b.split(".")];
  for (let at = 0; at < Math.max(some.length, others.length); at += 1) {
    const [one = "", other = ""] = [some[at], others[at]];
    if (one === other) continue;
    if (one === "" || other === "") return one === "" ? -1 : 1;
    const [number, otherNumber] = [numberOf(one), numberOf(other)];
    if (number === undefined && otherNumber === undefined) return one > other ? 1 : -1;
    if (number === undefined || otherNumber === undefined) return number === undefined ? 1 : -1;
    return number > otherNumber ? 1 : -1;
  }
  return 0;
}

function numberOf(part: string): bigint | undefined {
  const number = /^\d+$/.test(part) ? BigInt(part) : undefined;
  return number !== undefined && number <= greatest ? number : undefined;
}

const isMajor = (version: Version, bound: Bound): boolean => version.major === bound.major;
const isMinor = (version: Version, bound: Bound): boolean => isMajor(version, bound) && version.minor === bound.minor;

const differs: Comparison = (version, bound) => {
  if (bound.given === 1) return !isMajor(version, bound);
  if (bound.given === 2) return !isMinor(version, bound) || comparePre(version.pre, bound.pre) !== 0;
  return compareVersions(version, bound) !== 0;
};

const isAbove: Comparison = (version, bound) => {
  if (bound.given === 1) return version.major > bound.major;
  if (bound.given === 2) return version.major > bound.major || (isMajor(version, bound) && version.minor > bound.minor);
  return compareVersions(version, bound) > 0;
};

const isAtMost: Comparison = (version, bound) => {
  if (bound.given === 3) return compareVersions(version, bound) <= 0;
  if (!isMajor(version, bound)) return version.major < bound.major;
  return bound.given === 1 || version.minor <= bound.minor;
};

const isAtLeast: Comparison = (version, bound) => compareVersions(version, bound) >= 0;
const isBelow: Comparison = (version, bound) => compareVersions(version, bound) < 0;

/** `~1.2.3`: of the same minor version; `~1`: of the same major one. */
const isClose: Comparison = (version, bound) => {
  if (isBelow(version, bound)) return false;
  const isZero = bound.major === 0n && bound.minor === 0n && bound.patch === 0n;
  if (isZero && (bound.given === 0 || bound.given === 3)) return true;
  return bound.given === 1 ? isMajor(version, bound) : isMinor(version, bound);
};

const isEqual: Comparison = (version, bound) =>
  bound.given === 3 ? compareVersions(version, bound) === 0 : isClose(version, bound);

/** `^1.2.3`: what changes nothing before the first number that is not 0. */
const isCompatible: Comparison = (version, bound) => {
  if (isBelow(version, bound)) return false;
  if (bound.major > 0n || bound.given === 1) return isMajor(version, bound);
  if (bound.minor > 0n || bound.given === 2) return isMinor(version, bound);
  return isMinor(version, bound) && version.patch === bound.patch;
};

const comparisonOf: Readonly<Record<string, Comparison>> = {
  "": isEqual,
  "=": isEqual,
  "!=": differs,
  ">": isAbove,
  "<": isBelow,
  ">=": isAtLeast,
  "=>": isAtLeast,
  "<=": isAtMost,
  "=<": isAtMost,
  "~": isClose,
  "~>": isClose,
  "^": isCompatible,
};

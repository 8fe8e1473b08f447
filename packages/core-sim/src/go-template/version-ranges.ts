// Whether a version is in a range, as `semverCompare` of sprig says it. By hand: the package semver of npm has other rules for pre-releases, commas and versions with fewer than three numbers.
import { compareSemantic, type KubernetesVersion } from "@capstan/contract/versions";
import { deepEqual } from "@capstan/kube";
import { FunctionFailure, goQuoted, UnplayedTemplate } from "./go-errors.ts";

/** A version of a range; the numbers that it does not have are 0. */
interface Bound extends KubernetesVersion {
  /** How many of its numbers are given: of `1.x` and `1`, one. */
  readonly given: 0 | 1 | 2 | 3;
}

type Comparison = (version: KubernetesVersion, bound: Bound) => boolean;

/** Part of a range: all comparisons must hold. */
interface Group {
  readonly comparisons: readonly (readonly [compare: Comparison, bound: Bound])[];
  /** Whether a pre-release can be in it: one of its versions is one. */
  readonly hasPre: boolean;
}

/** No range and no version that people write is longer. */
const mostCharacters = 1000;
const greatest = 2n ** 64n - 1n;

/** Throws a FunctionFailure for what is no range or no version. */
export function isInRange(range: string, version: string): boolean {
  if (Math.max(range.length, version.length) > mostCharacters)
    throw new UnplayedTemplate(`a range or a version of more than ${mostCharacters} characters`);
  const groups = range
    .replaceAll(fromTo, (_, from: string, to: string) => `>= ${from}, <= ${to} `)
    .split("||")
    .map(readGroup);
  const given = readVersion(version);
  return groups.some(
    ({ comparisons, hasPre }) =>
      (given.prerelease.length === 0 || hasPre) && comparisons.every(([compare, bound]) => compare(given, bound)),
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
  return { comparisons, hasPre: comparisons.some(([, { prerelease }]) => prerelease.length > 0) };
}

function readBound([text, major = "", minor = "", patch = "", pre = ""]: RegExpExecArray): Bound {
  const isAny = (number: string): boolean => ["", "x", "X", "*"].includes(number.replace(".", ""));
  try {
    if (isAny(major)) return { ...readVersion(`0.0.0${pre}`), given: 0 };
    if (isAny(minor)) return { ...readVersion(`${major}.0.0${pre}`), given: 1 };
    if (isAny(patch)) return { ...readVersion(`${major}${minor}.0${pre}`), given: 2 };
    return { ...readVersion(text), given: 3 };
  } catch (error) {
    if (!(error instanceof FunctionFailure)) throw error;
    throw new FunctionFailure("constraint parser error");
  }
}

function readVersion(text: string): KubernetesVersion {
  const pattern =
    /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;
  const [found, major = "", minor = "0", patch = "0", pre = ""] = pattern.exec(text) ?? [];
  if (found === undefined) throw new FunctionFailure("invalid semantic version");
  const prerelease = pre === "" ? [] : pre.split(".");
  const numbers = [readNumber(major), readNumber(minor), readNumber(patch)] as const;
  if (prerelease.some((part) => /^0\d+$/.test(part))) throw new FunctionFailure("version segment starts with 0");
  // These are words there.
  const large = prerelease.find((part) => /^\d+$/.test(part) && BigInt(part) > greatest);
  if (large !== undefined) throw new UnplayedTemplate(`the pre-release ${large}`);
  return { numbers, prerelease, build: [] };
}

function readNumber(digits: string): bigint {
  const number = BigInt(digits);
  if (number <= greatest) return number;
  const problem = `strconv.ParseUint: parsing ${goQuoted(digits)}: value out of range`;
  throw new FunctionFailure(`error parsing version segment: ${problem}`);
}

const isMajor: Comparison = ({ numbers: [major] }, { numbers: [other] }) => major === other;
const isMinor: Comparison = ({ numbers: [major, minor] }, { numbers: [otherMajor, otherMinor] }) =>
  major === otherMajor && minor === otherMinor;

const isSame: Comparison = (version, bound) => compareSemantic(version, bound) === "same";
const isLess: Comparison = (version, bound) => compareSemantic(version, bound) === "less";
const isGreater: Comparison = (version, bound) => compareSemantic(version, bound) === "greater";
const isAtLeast: Comparison = (version, bound) => !isLess(version, bound);

const differs: Comparison = (version, bound) => {
  if (bound.given === 1) return !isMajor(version, bound);
  if (bound.given === 2) return !isMinor(version, bound) || !deepEqual(version.prerelease, bound.prerelease);
  return !isSame(version, bound);
};

const isAbove: Comparison = (version, bound) => {
  const [[major, minor], [otherMajor, otherMinor]] = [version.numbers, bound.numbers];
  if (bound.given === 1) return major > otherMajor;
  if (bound.given === 2) return major > otherMajor || (major === otherMajor && minor > otherMinor);
  return isGreater(version, bound);
};

const isAtMost: Comparison = (version, bound) => {
  const [[major, minor], [otherMajor, otherMinor]] = [version.numbers, bound.numbers];
  if (bound.given === 3) return !isGreater(version, bound);
  if (major !== otherMajor) return major < otherMajor;
  return bound.given === 1 || minor <= otherMinor;
};

/** `~1.2.3`: of the same minor version; `~1`: of the same major one. */
const isClose: Comparison = (version, bound) => {
  if (isLess(version, bound)) return false;
  const isWhole = bound.given === 0 || bound.given === 3;
  if (isWhole && bound.numbers.every((number) => number === 0n)) return true;
  return bound.given === 1 ? isMajor(version, bound) : isMinor(version, bound);
};

const isEqual: Comparison = (version, bound) => (bound.given === 3 ? isSame(version, bound) : isClose(version, bound));

/** `^1.2.3`: what changes nothing before the first number that is not 0. */
const isCompatible: Comparison = (version, bound) => {
  const [major, minor, patch] = bound.numbers;
  if (isLess(version, bound)) return false;
  if (major > 0n || bound.given === 1) return isMajor(version, bound);
  if (minor > 0n || bound.given === 2) return isMinor(version, bound);
  return isMinor(version, bound) && version.numbers[2] === patch;
};

const comparisonOf: Readonly<Record<string, Comparison>> = {
  "": isEqual,
  "=": isEqual,
  "!=": differs,
  ">": isAbove,
  "<": isLess,
  ">=": isAtLeast,
  "=>": isAtLeast,
  "<=": isAtMost,
  "=<": isAtMost,
  "~": isClose,
  "~>": isClose,
  "^": isCompatible,
};

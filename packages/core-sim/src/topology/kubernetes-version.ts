// Versions of Kubernetes, as core reads and compares them.

/** A version that was read. */
export interface KubernetesVersion {
  readonly numbers: VersionNumbers;
  /** Without the prefix, as the messages have it. */
  readonly text: string;
}

/** Its numbers. */
export type VersionNumbers = readonly [major: number, minor: number, patch: number];

const number = "(0|[1-9]\\d*)";
const identifier = "(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)";
const semantic = new RegExp(
  `^v(${number}\\.${number}\\.${number}(?:-${identifier}(?:\\.${identifier})*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?)$`,
);

/** A version of Kubernetes with its prefix; undefined where it is none. */
export function strictVersion(version: string): KubernetesVersion | undefined {
  const [, text, major, minor, patch] = semantic.exec(version) ?? [];
  return text === undefined ? undefined : { text, numbers: [Number(major), Number(minor), Number(patch)] };
}

/** Of a version that a provider reports, perhaps without the prefix. */
export function tolerantVersion(version: string): KubernetesVersion | undefined {
  return strictVersion(version.startsWith("v") ? version : `v${version}`);
}

/** Below zero where the first is lower. Pre-releases count as their release. */
export function comparedNumbers(one: VersionNumbers, other: VersionNumbers): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

// The priority of API versions in Kubernetes: stable before beta before alpha, then higher numbers first, then any other
// version by its name.

const pattern = /^v(\d+)(?:(alpha|beta)(\d+))?$/;
const stage: Readonly<Record<string, number>> = { stable: 3, beta: 2, alpha: 1 };

type Rank = readonly [stage: number, major: number, minor: number];

function rank(version: string): Rank | undefined {
  const match = pattern.exec(version);
  return match === null ? undefined : [stage[match[2] ?? "stable"] ?? 0, Number(match[1]), Number(match[3] ?? 0)];
}

/** Compares API versions by priority, for sorting: the preferred version comes first. */
export function compareApiVersions(a: string, b: string): number {
  const left = rank(a);
  const right = rank(b);
  if (left === undefined || right === undefined) {
    if (left !== right) return left === undefined ? 1 : -1;
    return a < b ? -1 : Number(a > b);
  }
  return right[0] - left[0] || right[1] - left[1] || right[2] - left[2];
}

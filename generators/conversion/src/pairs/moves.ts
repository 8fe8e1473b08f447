// Which paths of both versions the rules of a pair take values from and to.
import type { Position } from "@capstan/kube";
import { targetOf, type VersionPair } from "./version-pair.ts";

/** A rule that takes the values of some paths to some paths. */
export interface Move {
  readonly older: readonly string[];
  readonly newer: readonly string[];
  readonly position: Position;
}

/** Whether a field moves away from this path, or to it. */
export function isEndOfMove(pair: VersionPair, path: string): boolean {
  return movesOf(pair).some(({ older, newer }) => older.includes(path) !== newer.includes(path));
}

/** The rules of a pair that take values to another path, or keep them. */
export function movesOf({ rules, groups }: VersionPair): readonly Move[] {
  return [
    ...rules
      .filter(({ lost }) => !lost)
      .map((rule) => ({ older: [rule.path], newer: [targetOf(rule)], position: rule.position })),
    ...groups.map(({ older, newer, position }) => ({
      older: older.map(({ path }) => path),
      newer: newer.map(({ path }) => path),
      position,
    })),
  ];
}

/** The paths that are not among others. */
export function without(paths: readonly string[], others: readonly string[]): string[] {
  return paths.filter((path) => !others.includes(path));
}

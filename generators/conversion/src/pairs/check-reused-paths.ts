// Paths at which the two versions have different fields, because a field has moved away from there, or to there. What the other version has at the path is a field
// of its own, so it needs a rule, although path and type are the same.
import type { TypeModel } from "@capstan/generator-model";
import type { Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { isUnder } from "../fields/field-path.ts";
import { fieldAt } from "../fields/typed-field.ts";
import { lostDeclarations } from "../suggest/fitting-rule.ts";
import { movesOf, without } from "./moves.ts";
import type { VersionPair, VersionSide } from "./version-pair.ts";

/** Fields without a rule whose path a rule uses for another field. */
export function checkReusedPaths(model: TypeModel, pair: VersionPair): Diagnostic[] {
  const moves = movesOf(pair);
  const named = {
    older: [
      ...pair.rules.filter(({ side }) => side === "older").map(({ path }) => path),
      ...moves.flatMap(({ older }) => older),
    ],
    newer: [
      ...pair.rules.filter(({ side }) => side === "newer").map(({ path }) => path),
      ...moves.flatMap(({ newer }) => newer),
    ],
  };
  // Rules for the fields of an object are not enough: the object itself would be copied.
  const isOpen = (side: VersionSide, path: string): boolean =>
    fieldAt(model, pair[side].node, path) !== undefined &&
    !named[side].some((one) => one === path || isUnder(path, one));
  return moves.flatMap(({ older, newer, position }) => [
    ...without(newer, older)
      .filter((to) => isOpen("older", to) && !older.some((path) => isUnder(path, to)))
      .map((to) => conversionProblem("conversion/target-taken", { values: { path: older[0] ?? "", to }, position })),
    ...without(older, newer)
      .filter((path) => isOpen("newer", path) && !newer.some((to) => isUnder(to, path)))
      .map((path) => {
        const [declaration = ""] = lostDeclarations(model, pair, { side: "newer", path });
        return conversionProblem("conversion/path-reused", {
          values: { path, to: newer[0] ?? "", declaration },
          position,
        });
      }),
  ]);
}

/** Paths at which both versions have an object, but not the same: a field moves away from there, or to there. */
export function reusedByObjects(model: TypeModel, pair: VersionPair): readonly string[] {
  const hasObject = (side: VersionSide, path: string): boolean =>
    fieldAt(model, pair[side].node, path)?.node.kind === "object";
  const ends = movesOf(pair).flatMap(({ older, newer }) => [...without(older, newer), ...without(newer, older)]);
  return [...new Set(ends)].filter((path) => hasObject("older", path) && hasObject("newer", path));
}

// Paths at which the two versions have different fields, because a field has moved away from there, or to there. What the other version has at the path is a field
// of its own, so it needs a rule, although path and type are the same.
import type { ObjectNode, TypeModel } from "@capstan/generator-model";
import type { Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { isUnder } from "../fields/field-path.ts";
import { fieldAt } from "../fields/typed-field.ts";
import { lostDeclarations } from "../suggest/fitting-rule.ts";
import { objectsAround } from "./lone-objects.ts";
import { movesOf, without } from "./moves.ts";
import { oppositeSide, type PairRule, type VersionPair, type VersionSide } from "./version-pair.ts";

/** Fields without a rule whose path a rule uses for another field. */
export function checkReusedPaths(model: TypeModel, pair: VersionPair): Diagnostic[] {
  const moves = movesOf(pair);
  const named = { older: namedPaths(pair, "older"), newer: namedPaths(pair, "newer") };
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

/** The paths of one version that rules name. */
function namedPaths(pair: VersionPair, side: VersionSide): readonly string[] {
  const own = pair.rules.filter((rule) => rule.side === side).map(({ path }) => path);
  return [...own, ...movesOf(pair).flatMap((move) => move[side])];
}

/** Rules that lose an object as a whole, where the other version has an object at the same path that no rule names. */
export function checkObjectsOfBoth(model: TypeModel, pair: VersionPair): Diagnostic[] {
  return pair.rules.flatMap((rule) => {
    const { side, path, position } = rule;
    const other = oppositeSide(side);
    const [own, there] = [side, other].map((one) => fieldAt(model, pair[one].node, path)?.node);
    if (!rule.lost || own?.kind !== "object" || there?.kind !== "object") return [];
    const named = namedPaths(pair, other);
    if (named.some((one) => one === path || isUnder(path, one))) return [];
    const isOpen = !named.some((one) => isUnder(one, path));
    const values = {
      path,
      side,
      fields: ownFields(model, pair, { rule, own }).join("`, `"),
      other: isOpen ? (lostDeclarations(model, pair, { side: other, path })[0] ?? "") : "",
    };
    return conversionProblem("conversion/object-of-both", {
      values: { ...values, advice: adviceFor(values) },
      position,
    });
  });
}

interface LostObject {
  readonly rule: PairRule;
  readonly own: ObjectNode;
}

/** The declarations of the fields of an object that the other version does not have in it. */
function ownFields(model: TypeModel, pair: VersionPair, { rule, own }: LostObject): readonly string[] {
  const { node } = pair[oppositeSide(rule.side)];
  const paths = own.properties.map(({ name }) => `${rule.path}.${name}`);
  return paths
    .filter((path) => fieldAt(model, node, path) === undefined)
    .flatMap((path) => {
      const declarations = lostDeclarations(model, pair, { side: rule.side, path });
      const kept = declarations.filter((one) => one.includes("keep"));
      return (rule.keep === true ? kept[0] : declarations[0]) ?? [];
    });
}

interface AdviceValues {
  readonly side: VersionSide;
  readonly fields: string;
  readonly other: string;
}

function adviceFor({ side, fields, other }: AdviceValues): string {
  const way =
    fields === "" ? "remove the rule" : `name the fields that only this object has: \`${fields}\` in \`${side}\``;
  const both = `, or, where the two objects have nothing in common, name the other one, too: \`${other}\` in \`${oppositeSide(side)}\``;
  return other === "" ? way : `${way}${both}`;
}

/** Paths at which both versions have an object, but not the same: a field moves away from there, or to there. */
export function reusedByObjects(model: TypeModel, pair: VersionPair): readonly string[] {
  const hasObject = (side: VersionSide, path: string): boolean =>
    fieldAt(model, pair[side].node, path)?.node.kind === "object";
  const ends = movesOf(pair).flatMap(({ older, newer }) => [...without(older, newer), ...without(newer, older)]);
  return [...new Set(ends)].filter((path) => hasObject("older", path) && hasObject("newer", path));
}

/** A field of the hub, and where the spoke has its value. */
export interface MovedField {
  readonly spoke: string;
  readonly hub: string;
}

/** Fields of the hub in objects that the spoke has too, though not in them. */
export function movedIntoObjects(model: TypeModel, pair: VersionPair): readonly MovedField[] {
  const side = oppositeSide(pair.hub);
  return movesOf(pair).flatMap((move) =>
    without(move[pair.hub], move[side]).flatMap((hub) => {
      const others = objectsAround(hub).filter((path) => fieldAt(model, pair[side].node, path)?.node.kind === "object");
      const isOutside = (spoke: string): boolean => others.some((path) => !isUnder(spoke, path));
      // Of several values that make one, the nearest is in all objects that have one of them.
      const [spoke] = move[side].toSorted((a, b) => alike(b, hub) - alike(a, hub));
      return spoke !== undefined && isOutside(spoke) ? [{ spoke, hub }] : [];
    }),
  );
}

/** How many objects are around both of two fields. */
function alike(path: string, other: string): number {
  return objectsAround(path).filter((object) => isUnder(other, object)).length;
}

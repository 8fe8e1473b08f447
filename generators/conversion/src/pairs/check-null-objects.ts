// Objects that may be null, and of which a rule takes a field out, or puts one in: there is an object in the other version where a null stands in this one, or nothing, so the
// null would not come back. Such objects need another rule.
import type { TypeModel } from "@capstan/generator-model";
import type { Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { belowAll, isUnder, splitAtElements } from "../fields/field-path.ts";
import { fieldAt, isNullable } from "../fields/typed-field.ts";
import { lostDeclarations } from "../suggest/fitting-rule.ts";
import { isSame, oppositeSide, pathIn, type PairRule, type VersionPair, type VersionSide } from "./version-pair.ts";

/** The errors, one for each object. */
export function checkNullObjects(model: TypeModel, pair: VersionPair): Diagnostic[] {
  if (pair.strategy === "None") return [];
  const found = pair.rules.flatMap((rule) => sidesOf(rule).flatMap((side) => nullObjects(model, pair, { rule, side })));
  const first = new Map(found.toReversed().map((one) => [`${one.side} ${one.path}`, one]));
  return [...first.values()].toReversed().map(({ rule, side, path, isOfBoth }) => {
    const field = pathIn(rule, side);
    const advice = isOfBoth ? "" : adviceForWhole(model, pair, { side, path });
    return conversionProblem("conversion/null-object", {
      values: { path, side, field, advice },
      position: rule.position,
    });
  });
}

interface NullObject {
  readonly rule: PairRule;
  readonly side: VersionSide;
  readonly path: string;
  /** Whether the other version has the object, too. */
  readonly isOfBoth: boolean;
}

function sidesOf(rule: PairRule): readonly VersionSide[] {
  return rule.lost ? [rule.side] : ["older", "newer"];
}

/** The objects around a rule's field in one version that may be null there, and that the field is not in, in the other version. */
function nullObjects(
  model: TypeModel,
  pair: VersionPair,
  { rule, side }: { readonly rule: PairRule; readonly side: VersionSide },
): NullObject[] {
  if (isSame(rule)) return [];
  const { elements, names } = splitAtElements(pathIn(rule, side));
  const there = rule.lost ? undefined : pathIn(rule, oppositeSide(side));
  return names.slice(1).flatMap((_, index): NullObject[] => {
    const path = belowAll(elements, names.slice(0, index + 1));
    const property = fieldAt(model, pair[side].node, path)?.property;
    if (property === undefined || !isNullable(model, property.type)) return [];
    const isOfBoth = fieldAt(model, pair[oppositeSide(side)].node, path)?.node.kind === "object";
    const stays = isOfBoth && (there === undefined || there.startsWith(`${path}.`));
    return stays ? [] : [{ rule, side, path, isOfBoth }];
  });
}

/** The word for the whole object, where no rule takes a field of it to another place. */
function adviceForWhole(
  model: TypeModel,
  pair: VersionPair,
  { side, path }: Pick<NullObject, "side" | "path">,
): string {
  const isInside = (rule: PairRule): boolean => isUnder(pathIn(rule, side), path);
  if (pair.rules.some((rule) => isInside(rule) && !rule.lost)) return "";
  const others = pair.rules.filter((rule) => rule.side !== side || !isInside(rule));
  const [declaration] = lostDeclarations(model, { ...pair, rules: others }, { side, path });
  return declaration === undefined ? "" : `, or write \`${declaration}\` in place of the rules for its fields`;
}

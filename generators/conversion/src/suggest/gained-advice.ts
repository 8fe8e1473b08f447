// What helps against a default that objects of the other version would gain: that both versions always have one, or that none has.
import type { TypeModel } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import { accepts } from "../fields/accepted-values.ts";
import { isDefaulted, mayBeMissing, rejectsEmpty, tagsOf } from "../fields/typed-field.ts";
import { defaultIn, objectsLeft, type RuledField } from "../pairs/gained-defaults.ts";
import { oppositeSide, pathIn, targetOf, type VersionPair, type VersionSide } from "../pairs/version-pair.ts";
import { declaredWith } from "./written-rule.ts";

/** A field, and the version with the default. */
interface GainedDefault extends RuledField {
  readonly side: VersionSide;
}

/** What to do about the default of a version. */
export function adviceForGained(model: TypeModel, pair: VersionPair, ruled: GainedDefault): string {
  const ways = [withBoth(model, pair, ruled), withNone(model, ruled)];
  return ways.filter((way) => way !== undefined).join(", or ");
}

/** What to do about a default of the older version that comes back in place of its null: that both versions have it, and the rule names the null, or that none has. */
export function adviceForNull(model: TypeModel, pair: VersionPair, ruled: RuledField): string {
  const { rule } = ruled;
  const value = defaultIn(model, ruled, "older");
  const isInPlace = (["older", "newer"] as const).every(
    (side) => objectsLeft(model, pair, { rule, side }).length === 0,
  );
  const { property } = ruled.field.newer;
  const isAccepted =
    rule.as === undefined && accepts(model, { type: property.type, tags: tagsOf(model, property) }, value);
  const both = `declare \`@default ${valueLiteral(value)}\` for ${targetOf(rule)} in the newer version, too, and write \`${declaredWith(rule, { default: value })}\``;
  return [...(isInPlace && isAccepted ? [both] : []), withNone(model, { ...ruled, side: "older" })].join(", or ");
}

function withNone(model: TypeModel, { rule, side, field }: GainedDefault): string {
  const isOfBoth = isDefaulted(model, field[oppositeSide(side)].property);
  const places = isOfBoth
    ? `${rule.path} in the older version and from ${targetOf(rule)} in the newer one`
    : `${pathIn(rule, side)} in the ${side} version`;
  // A required field needs the default of the rule.
  const isLeft = rule.default !== undefined && field.newer.property.optional;
  return `remove \`@default\` from ${places}${isLeft ? withoutDefault : ""}`;
}

const withoutDefault = " and `default` from the rule";

/** The default in both versions, in objects that are always there; none where an object cannot be empty. */
function withBoth(model: TypeModel, pair: VersionPair, ruled: GainedDefault): string | undefined {
  const { rule, side, field } = ruled;
  const other = oppositeSide(side);
  const missing = (["older", "newer"] as const)
    .flatMap((version) => objectsLeft(model, pair, { rule, side: version }))
    .filter((around) => mayBeMissing(model, around.field.property));
  const isFixed = missing.some(
    ({ field: { node, property } }) =>
      rejectsEmpty(model, property) || (node.kind === "object" && node.properties.some(({ optional }) => !optional)),
  );
  if (isFixed) return undefined;
  const value = rule.as === undefined ? ` ${valueLiteral(defaultIn(model, ruled, side))}` : "";
  const paths = [...new Set(missing.map(({ path }) => path))].toSorted();
  const steps = [
    ...(isDefaulted(model, field[other].property)
      ? []
      : [`declare \`@default${value}\` for ${pathIn(rule, other)} in the ${other} version, too`]),
    ...(paths.length === 0
      ? []
      : [
          `declare \`@default {}\` for ${paths.join(" and ")} in each version that has ${paths.length === 1 ? "it" : "them"}`,
        ]),
    ...(rule.default === undefined ? [] : ["remove `default` from the rule"]),
  ];
  return steps.join(", and ");
}

// Fields that rules for single fields do not fit: objects that may have fewer fields than their types, and values of which the API server keeps more than their types
// name. Only functions know what such a value is in the other version.
import type { TypeModel } from "@capstan/generator-model";
import type { Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { belowAll, isUnder, splitAtElements } from "../fields/field-path.ts";
import { fieldAt, mayHaveFewer } from "../fields/typed-field.ts";
import { functionsFor } from "../suggest/fitting-rule.ts";
import { nullsOfRule } from "../plan/lone-nulls.ts";
import { excludedAround } from "./one-of-bounds.ts";
import { problemOfOpen } from "./open-values.ts";
import { pathIn, type PairRule, type VersionPair, type VersionSide } from "./version-pair.ts";
import { isConvertedAsWhole, moveOf, placesIn, type ValuePlace } from "./whole-places.ts";

/** Fields that may come back into an object that then has too many, and values whose unknown fields would be lost. */
export function checkWholeObjects(model: TypeModel, pair: VersionPair): Diagnostic[] {
  return [...limitedFields(model, pair), ...unknownFields(model, pair)];
}

function limitedFields(model: TypeModel, pair: VersionPair): Diagnostic[] {
  if (pair.strategy === "None") return [];
  const sides: readonly VersionSide[] = ["older", "newer"];
  const found = new Map([
    ...sides.flatMap((side) => placesIn(model, pair, side)).flatMap((place) => rulesInLimited(model, pair, place)),
    ...nullsBesideOthers(model, pair),
  ]);
  return Array.from(found, ([rule, place]) => {
    const values = { path: rule.path, object: place.path, what: whatToWrite(model, pair, place) };
    return conversionProblem("conversion/limited-fields", { values, position: rule.position });
  });
}

/** The rules for what is in an object that may have some of its fields, whichever: what comes back of one could be one too many. With one field at most, each excludes the others. */
function rulesInLimited(model: TypeModel, pair: VersionPair, place: ValuePlace): (readonly [PairRule, ValuePlace])[] {
  const object = fieldAt(model, pair[place.side].node, place.path);
  if (object === undefined || !mayHaveFewer(model, object) || isConvertedAsWhole(pair, place)) return [];
  return pair.rules
    .filter((rule) => (!rule.lost || rule.side === place.side) && isUnder(pathIn(rule, place.side), place.path))
    .map((rule) => [rule, place] as const);
}

/** The fields whose null only the hub has, in an object that has them beside no others. */
function nullsBesideOthers(model: TypeModel, pair: VersionPair): (readonly [PairRule, ValuePlace])[] {
  const { hub } = pair;
  return pair.rules.flatMap((rule) =>
    nullsOfRule(model, pair, rule).flatMap((field) => {
      const path = belowAll(splitAtElements(pathIn(rule, hub)).elements, field[hub]);
      const object = excludedAround(model, pair[hub].node, path);
      return object === undefined ? [] : [[rule, { side: hub, path: object }] as const];
    }),
  );
}

function unknownFields(model: TypeModel, pair: VersionPair): Diagnostic[] {
  const sides: readonly VersionSide[] = ["older", "newer"];
  const found = sides
    .flatMap((side) => placesIn(model, pair, side))
    .flatMap((place) => {
      const why = isConvertedAsWhole(pair, place) ? undefined : problemOfOpen(model, pair, place);
      return why === undefined ? [] : [{ ...place, why }];
    });
  // A value of both versions is one problem, and what is in it is no other.
  const alike = Map.groupBy(found, (place) => moveOf(pair, place).path);
  return Array.from(alike.values(), ([first]) => first)
    .filter((place) => place !== undefined)
    .filter((place, _, all) => !all.some((other) => isUnder(place.path, other.path)))
    .map((place) =>
      conversionProblem("conversion/unknown-fields", {
        values: { ...place, what: whatToWrite(model, pair, place) },
        position: pair.definition.position,
      }),
    );
}

/** Functions for the whole, as their author would write them. Where only one version has it, its author knows which fields of the other one they get. */
function whatToWrite(model: TypeModel, pair: VersionPair, place: ValuePlace): string {
  if (pair.strategy === "None") return "in place of strategy None";
  const move = moveOf(pair, place);
  const isInBoth =
    fieldAt(model, pair.older.node, move.path) !== undefined && fieldAt(model, pair.newer.node, move.to) !== undefined;
  const { declaration = "" } = isInBoth ? functionsFor(model, pair, move) : {};
  return declaration === ""
    ? "with the fields of the other version that become it, in a rule of `together`"
    : `\`${declaration}\``;
}

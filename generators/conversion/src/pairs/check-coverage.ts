// Checks that every field that differs has a rule. Fields that differ for one reason are one error: an object all of whose fields differ, a field of another type, a field that
// has moved.
import type { TypeModel } from "@capstan/generator-model";
import type { Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { below } from "../fields/field-path.ts";
import { fieldAt } from "../fields/typed-field.ts";
import { coverageAdvice } from "../suggest/coverage-advice.ts";
import { differingFields, openFields } from "./differing-fields.ts";
import { without } from "./moves.ts";
import { reportsOf } from "./open-fields.ts";
import { fieldsBesideReference, isReference, stringsOfReference } from "./reference-bounds.ts";
import {
  isDefaultOfElements,
  isSame,
  oppositeSide,
  pathIn,
  targetOf,
  type PairRule,
  type PathsBySide,
  type VersionPair,
  type VersionSide,
} from "./version-pair.ts";

/** Fields that differ and that no rule names. */
export function checkCoverage(model: TypeModel, pair: VersionPair): Diagnostic[] {
  const { open, given } = uncovered(model, pair);
  return reportsOf(model, pair, { open, given }).map((report) =>
    conversionProblem("conversion/not-covered", {
      values: coverageAdvice(model, pair, report),
      position: pair.definition.position,
    }),
  );
}

/** The paths of such fields in each version. */
export function uncoveredPaths(model: TypeModel, pair: VersionPair): PathsBySide {
  return uncovered(model, pair).open;
}

interface Uncovered {
  readonly open: PathsBySide;
  readonly given: PathsBySide;
}

function uncovered(model: TypeModel, pair: VersionPair): Uncovered {
  const { rules } = pair;
  // An unknown rule is reported as such; its field still counts as named.
  const ofBounds = rules
    .filter((rule) => (isSame(rule) || isDefaultOfElements(pair, rule)) && !isScalarField(model, pair, rule))
    .map(({ path }) => path);
  const named = (side: VersionSide): string[] => [
    ...Object.keys(pair.definition.options[side] ?? {}).filter((path) => side === "newer" || !ofBounds.includes(path)),
    ...pair.groups.flatMap((group) => group[side].map(({ path }) => path)),
  ];
  const known = rules.filter((rule) => rule.side === "older").map(({ path }) => path);
  // What the newer version has at the path of a lost field is another field. Of elements, such a rule is an error itself.
  const isOfOne = ({ lost, path }: PairRule): boolean => lost && !path.endsWith("]");
  const targets = [
    ...rules.filter((rule) => rule.side === "older" && !isOfOne(rule) && !ofBounds.includes(rule.path)).map(targetOf),
    ...named("older").filter((path) => !known.includes(path)),
  ];
  const given = { older: named("older"), newer: [...named("newer"), ...targets] };
  const [open, beside] = [openOfPair(model, pair, given), besideReferences(model, pair, given)];
  return { open: { older: [...open.older, ...beside.older], newer: [...open.newer, ...beside.newer] }, given };
}

/** The fields of references that one version alone has, and that have no rule. */
function besideReferences(model: TypeModel, pair: VersionPair, given: PathsBySide): PathsBySide {
  const of = (side: VersionSide): readonly string[] =>
    pair.rules
      .filter(({ as }) => isReference(as))
      .flatMap((rule) => {
        const own = fieldAt(model, pair[side].node, pathIn(rule, side))?.node;
        const fields = fieldsBesideReference(own, stringsOfReference(rule.as)[side]);
        const other = oppositeSide(side);
        const there = fieldsBesideReference(fieldAt(model, pair[other].node, pathIn(rule, other))?.node, []);
        return without(fields, there).map((name) => below(pathIn(rule, side), name));
      });
  return { older: without(of("older"), given.older), newer: without(of("newer"), given.newer) };
}

/** The differing fields of each version that have no rule. */
function openOfPair(model: TypeModel, pair: VersionPair, given: PathsBySide): PathsBySide {
  const { older, newer, rules } = pair;
  const sides = { older: [older.node, newer.node], newer: [newer.node, older.node] } as const;
  // A list or map whose rule has its default has a value where the newer version requires one.
  const filled = rules.filter((rule) => isDefaultOfElements(pair, rule)).map(({ path }) => path);
  const of = (side: VersionSide): readonly string[] => {
    const differing = differingFields(model, sides[side]);
    return openFields(model, sides[side], { differing, given: given[side], filled });
  };
  return { older: of("older"), newer: of("newer") };
}

function isScalarField(model: TypeModel, pair: VersionPair, { path }: PairRule): boolean {
  const kind = fieldAt(model, pair.older.node, path)?.node.kind;
  return kind === undefined || !["object", "list", "map"].includes(kind);
}

// Objects that rules for single fields do not fit: those that may have fewer fields than their types, and those in which the API server keeps fields
// that the schema does not name. Only functions know what such an object is in the other version.
import { type ObjectNode, propertyOf, type TypeModel } from "@capstan/generator-model";
import type { Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { isUnder, parentOf } from "../fields/field-path.ts";
import { fieldAt, keepsUnknown, mostFields, plainNode, tagsOf, type TypedField } from "../fields/typed-field.ts";
import { functionsFor } from "../suggest/fitting-rule.ts";
import { fieldsBelow } from "./differing-fields.ts";
import { hasFunctions } from "./together-group.ts";
import { oppositeSide, pathIn, targetOf, type PairRule, type VersionPair, type VersionSide } from "./version-pair.ts";

/** Fields that would come back into an object that may then have too many, and objects whose unknown fields would be lost. */
export function checkWholeObjects(model: TypeModel, pair: VersionPair): Diagnostic[] {
  return [...limitedFields(model, pair), ...unknownFields(model, pair)];
}

/** Of an object with one field at most, each field excludes the others; with more, which ones a client may set beside what comes back is not known. */
function limitedFields(model: TypeModel, pair: VersionPair): Diagnostic[] {
  if (pair.strategy === "None") return [];
  return pair.rules.flatMap(({ side, path, lost, keep, position }) => {
    if (!lost || (keep !== true && side !== pair.hub)) return [];
    const object = fieldAt(model, pair[side].node, parentOf(path));
    const most = object && mostFields(model, object);
    if (most === undefined || most < 2) return [];
    const values = {
      path,
      object: parentOf(path),
      most,
      declaration: functionsOf(model, pair, { side, path: parentOf(path) }),
    };
    return [conversionProblem("conversion/limited-fields", { values, position })];
  });
}

function unknownFields(model: TypeModel, pair: VersionPair): Diagnostic[] {
  const places = (["older", "newer"] as const).flatMap((side) =>
    openObjects(model, pair, side).map((path): Place => ({ side, path })),
  );
  const found = places.flatMap((place) => {
    const why = problemOf(model, pair, place);
    return why === undefined ? [] : [{ ...place, why }];
  });
  // An object of both versions is one problem.
  const alike = Map.groupBy(found, (place) => moveOf(pair, place).path);
  return Array.from(alike.values(), ([first]) => first).flatMap((place) => {
    if (place === undefined) return [];
    const values = { ...place, declaration: functionsOf(model, pair, place) };
    return [conversionProblem("conversion/unknown-fields", { values, position: pair.definition.position })];
  });
}

/** What converts an object as a whole, as its author would write it. */
function functionsOf(model: TypeModel, pair: VersionPair, place: Place): string {
  return functionsFor(model, pair, moveOf(pair, place)).declaration ?? "";
}

interface Place {
  readonly side: VersionSide;
  readonly path: string;
}

/** Why the other version does not have what the API server keeps of an object; undefined where it does. */
function problemOf(model: TypeModel, pair: VersionPair, { side, path }: Place): string | undefined {
  if (isConvertedAsWhole(pair, { side, path })) return undefined;
  const other = oppositeSide(side);
  const move = moveOf(pair, { side, path });
  const own = fieldAt(model, pair[side].node, path);
  const there = fieldAt(model, pair[other].node, other === "older" ? move.path : move.to);
  if (there?.node.kind !== "object" || own?.node.kind !== "object")
    return `the ${other} version has no such object there`;
  if (!keepsUnknown(tagsOf(model, there.property))) return `the ${other} version does not`;
  return haveSameNames(own.node, there.node) ? undefined : "the two versions name other fields in it";
}

/** Whether a rule is for the object, or for one that it is in, and says what becomes of all that is there. */
function isConvertedAsWhole(pair: VersionPair, { side, path }: Place): boolean {
  const isWhole = (rule: PairRule): boolean =>
    (rule.lost ? rule.side === side : rule.as !== undefined && hasFunctions(rule.as)) &&
    isAround(pathIn(rule, side), path);
  return pair.rules.some(isWhole) || pair.groups.some((group) => group[side].some((one) => isAround(one.path, path)));
}

/** From where to where a rule for an object, or for one that it is in, moves it. */
function moveOf(pair: VersionPair, { side, path }: Place): { readonly path: string; readonly to: string } {
  const moves = pair.rules.filter((rule) => !rule.lost && isAround(pathIn(rule, side), path));
  const nearest = moves.toSorted((a, b) => pathIn(b, side).length - pathIn(a, side).length)[0];
  const inside = nearest === undefined ? "" : path.slice(pathIn(nearest, side).length);
  return nearest === undefined ? { path, to: path } : { path: nearest.path + inside, to: targetOf(nearest) + inside };
}

function isAround(around: string, path: string): boolean {
  return around === path || isUnder(path, around);
}

function haveSameNames(a: ObjectNode, b: ObjectNode): boolean {
  return (
    a.properties.length === b.properties.length && a.properties.every(({ name }) => propertyOf(b, name) !== undefined)
  );
}

/** The paths of the objects of a version in which the API server keeps unknown fields. Types that refer to themselves are followed a few times. */
function openObjects(model: TypeModel, pair: VersionPair, side: VersionSide): readonly string[] {
  const { node } = pair[side];
  const inside = (path: string, depth: number): readonly string[] => {
    const field = fieldAt(model, node, path);
    if (field === undefined || depth > deepest) return [];
    const isOpen = field.node.kind === "object" && keepsUnknown(tagsOf(model, field.property));
    return [...(isOpen ? [path] : []), ...insideOf(field, path).flatMap((one) => inside(one, depth + 1))];
  };
  const insideOf = ({ node: { kind } }: TypedField, path: string): readonly string[] => {
    if (kind === "list") return [`${path}[]`];
    if (kind === "map") return [`${path}[*]`];
    return kind === "object" ? fieldsBelow(model, node, path) : [];
  };
  const root = plainNode(model, node);
  return root.kind === "object" ? root.properties.flatMap(({ name }) => inside(name, 1)) : [];
}

const deepest = 10;

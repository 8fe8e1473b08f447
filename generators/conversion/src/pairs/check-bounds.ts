// Bounds of fields that both versions have alike: the tags that decide which values the API server accepts. Where they differ, the rule says so, because a value of one version
// may be rejected in the other. Forms and functions change values, so their bounds are left to the generated tests, but for those of conditions and references: nearly all random
// ones are a loss of the form.
import {
  propertyOf,
  resolveNode,
  type Property,
  type Tag,
  type TypeModel,
  type TypeNode,
} from "@capstan/generator-model";
import type { Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { below, isUnder, parentOf } from "../fields/field-path.ts";
import { fieldOfRule, isNullForNothing } from "../fields/schema-defaults.ts";
import {
  fieldAt,
  isNullable,
  mayBeMissing,
  plainNode,
  rejectsEmpty,
  tagsOf,
  tagsOfType,
  type Resolved,
} from "../fields/typed-field.ts";
import { boundOfRepeated } from "../plan/list-forms.ts";
import { hasNullOfHub } from "../plan/lone-nulls.ts";
import { declaredWith } from "../suggest/written-rule.ts";
import { conditionDifferences } from "./condition-bounds.ts";
import { isMissed } from "./missed-fields.ts";
import { isReference, referenceDifferences } from "./reference-bounds.ts";
import { tagDifferences } from "./tag-differences.ts";
import { hasFunctions } from "./together-group.ts";
import { tagPath, withNewerNames } from "./newer-names.ts";
import { beside } from "./one-of-bounds.ts";
import { crossedUnions, intoMember, isUnionOfOne, ofOtherMembers, unionOfOne } from "./union-bounds.ts";
import {
  isSame,
  oppositeSide,
  ruleAt,
  targetOf,
  type PairRule,
  type PathsBySide,
  type VersionPair,
} from "./version-pair.ts";

/** Bounds of a field that differ: its older path, and how they differ. */
interface BoundsDifference {
  readonly path: string;
  readonly difference: string;
}

/** What is reported elsewhere: the rule that its help has is about bounds, too. */
interface Reported {
  /** Lists that lack a rule. */
  readonly lists: readonly string[];
  /** Fields of each version that differ and have no rule. */
  readonly open: PathsBySide;
  /** Rules that do not fit. */
  readonly rules: readonly PairRule[];
}

/** Fields whose bounds differ and whose rules do not say so. Those that are reported elsewhere, and all in them, are left out. */
export function checkBounds(model: TypeModel, pair: VersionPair, reported: Reported): Diagnostic[] {
  const { lists, open } = reported;
  const { older, newer, rules, groups, definition } = pair;
  const named = [
    ...rules.map(({ path }) => path),
    ...rules.filter(({ lost }) => !lost).map(targetOf),
    ...groups.flatMap((group) => [...group.older, ...group.newer].map(({ path }) => path)),
  ];
  // The rules that are missing change their fields.
  const changed = [...changedPaths(pair), ...open.older, ...open.newer];
  const place = { path: "", named, changed, leaving: leavingPaths(model, pair), pair };
  const found = differences(model, [older.node, newer.node], place).filter(
    ({ path }) => ![...lists, ...open.older].some((one) => path === one || isUnder(path, one)),
  );
  const alike = Map.groupBy(found, ({ path }) => path);
  return [
    ...[...alike.values()].flatMap(([first]) =>
      first === undefined ? [] : [boundsProblem({ ...first, position: definition.position })],
    ),
    ...rules
      .filter((rule) => rule.boundsDiffer !== true && !reported.rules.includes(rule))
      .flatMap((rule) =>
        differencesOfRule(model, pair, rule)
          .slice(0, 1)
          .map(({ difference }) => boundsProblem({ ...rule, difference })),
      ),
  ];
}

function boundsProblem({ difference, position, ...rule }: BoundsDifference & Pick<PairRule, "position">): Diagnostic {
  const way = ways[difference] ?? "give both versions the same bounds";
  const values = { path: rule.path, difference, way, declaration: declaredWith(rule, { bounds: "differ" }) };
  return conversionProblem("conversion/bounds-differ", { values, position });
}

const missing = "required, and missing in objects that another field makes";
const emptied = "a field at least, which may be one that the other version has elsewhere, or a null that it has not";
const dropped = "a field at least, which may be one that strategy None drops";

/** What to do about some differences; about others, the bounds change. */
const ways: Readonly<Record<string, string>> = {
  [missing]: "make it optional",
  [emptied]: "make it optional",
  [dropped]: "remove `@minProperties` in both versions",
  [unionOfOne]: "declare the same type in both versions",
  [beside]: "convert it and those that it cannot be beside by functions of `together`",
  [intoMember]: "convert it and the union by functions of `together`",
  [ofOtherMembers]: "convert the union as a whole by functions",
};

/** How the bounds of the two fields of a rule differ, if it changes no value, or what it changes is known. */
export function differencesOfRule(model: TypeModel, pair: VersionPair, rule: PairRule): readonly BoundsDifference[] {
  const own = fieldAt(model, pair.older.node, rule.path)?.property;
  const written = fieldAt(model, pair.newer.node, targetOf(rule))?.property;
  if (rule.lost || own === undefined || written === undefined) return [];
  const isForNothing = isNullForNothing(model, pair, rule);
  const target = isForNothing ? { ...written, type: typeWithoutNull(model, written.type) } : written;
  const both = { older: own, newer: target };
  const crossed = crossedUnions(model, pair, rule);
  if (crossed !== undefined) return [{ path: rule.path, difference: crossed.difference }];
  const ofForm = (found: readonly string[]): readonly BoundsDifference[] =>
    found.map((difference) => ({ path: rule.path, difference }));
  if (rule.as === "conditions") return ofForm(conditionDifferences(model, both));
  if (isReference(rule.as))
    return [...ofForm(referenceDifferences(model, both, rule.as)), ...ofFormNull(model, pair, rule)];
  if (rule.as !== undefined) return [...ofFormNull(model, pair, rule), ...ofRepeatedKeys(model, pair, rule)];
  const named = pair.rules.filter((other) => other !== rule).map(({ path }) => path);
  const place = { path: rule.path, named, changed: changedPaths(pair), leaving: leavingPaths(model, pair) };
  const isFilled = rule.default !== undefined || rule.to !== undefined;
  return [...ofValues(model, [own, target], place), ...(isFilled ? [] : ofPresence(model, [own, target], place))];
}

/** A null that only the version has that is not the hub: a form leaves it as it is. Functions and lists of values that may be null make something of one. */
function ofFormNull(model: TypeModel, pair: VersionPair, rule: PairRule): readonly BoundsDifference[] {
  const field = fieldOfRule(model, pair, rule);
  if (field === undefined || hasFunctions(rule.as) || isListOfNull(model, field[pair.hub].node)) return [];
  if (isNullForNothing(model, pair, rule)) return [];
  const [own, other] = [field[pair.hub], field[oppositeSide(pair.hub)]].map(({ property }) => property.type);
  const isLone = own !== undefined && other !== undefined && !isNullable(model, own) && isNullable(model, other);
  return isLone
    ? ofNull(model, [field.older.property.type, field.newer.property.type], { ...noPlace, path: rule.path })
    : [];
}

function ofRepeatedKeys(model: TypeModel, pair: VersionPair, rule: PairRule): readonly BoundsDifference[] {
  const field = fieldOfRule(model, pair, rule);
  const difference = field && boundOfRepeated(model, { as: rule.as, hub: pair.hub, ...field });
  return difference === undefined ? [] : [{ path: rule.path, difference }];
}

function typeWithoutNull(model: TypeModel, type: TypeNode): TypeNode {
  const resolved = resolveNode(model, type);
  return resolved.kind === "nullable" ? resolved.of : type;
}

function isListOfNull(model: TypeModel, node: Resolved): boolean {
  return node.kind === "list" && isNullable(model, node.element);
}

const noPlace = { named: [], changed: [] } as const;

/** Whether the tags of two fields accept other values of one type, in the fields or below them. */
export function haveOtherBounds(model: TypeModel, fields: readonly [Property, Property]): boolean {
  return ofValues(model, fields, { ...noPlace, path: "" }).length > 0;
}

interface Place {
  readonly path: string;
  /** Paths of fields that have rules of their own. */
  readonly named: readonly string[];
  /** Paths of fields that rules change. */
  readonly changed: readonly string[];
  /** Those that the other version has not, or not in the same object. */
  readonly leaving?: readonly string[];
  /** The versions, where other fields of theirs count: they may make the object that a field is in. */
  readonly pair?: VersionPair;
}

function changedPaths({ rules, groups }: VersionPair): string[] {
  return [
    ...rules.filter((rule) => !isSame(rule)).flatMap((rule) => [rule.path, targetOf(rule)]),
    ...groups.flatMap((group) => [...group.older, ...group.newer].map(({ path }) => path)),
  ];
}

/** The paths of fields that only one version has, or in another object, or with a null that the other has not. */
function leavingPaths(model: TypeModel, pair: VersionPair): string[] {
  const ofRules = pair.rules.flatMap((rule) => {
    if (rule.lost) return [rule.path];
    const [from, to] = [rule.path, targetOf(rule)];
    if (hasNullOfHub(model, pair, rule)) return [from, to];
    return [...(isUnder(to, parentOf(from)) ? [] : [from]), ...(isUnder(from, parentOf(to)) ? [] : [to])];
  });
  // Functions may fill an object with any field that they have in it.
  const ofGroups = pair.groups.flatMap((group) =>
    (["older", "newer"] as const).flatMap((side) =>
      group[side]
        .map(({ path }) => path)
        .filter((path) => !group[oppositeSide(side)].some((other) => isUnder(other.path, parentOf(path)))),
    ),
  );
  return [...ofRules, ...ofGroups];
}

function ofProperties(model: TypeModel, pair: readonly [Property, Property], place: Place): BoundsDifference[] {
  return [
    ...ofPresence(model, pair, place),
    ...ofMissed(model, place),
    ...ofMembers(model, place),
    ...ofValues(model, pair, place),
  ];
}

function ofValues(model: TypeModel, [a, b]: readonly [Property, Property], place: Place): BoundsDifference[] {
  const tags = [tagsOf(model, a), tagsOf(model, b)] as const;
  const changed = mayBecomeEmpty(model, [a, b]) ? [] : place.changed;
  return [
    ...ofTags(tags, { ...place, changed }),
    ...ofEmptied(model, [a, b], place),
    ...ofUnion(model, [a.type, b.type], place),
    ...ofNull(model, [a.type, b.type], place),
    ...differences(model, [a.type, b.type], place),
  ];
}

/** Whether an object that both versions require may be empty in the one that rejects that: no field of it is always there in both. */
export function mayBecomeEmpty(model: TypeModel, pair: readonly [Property, Property]): boolean {
  const [from, into] = rejectsEmpty(model, pair[1]) ? pair : pair.toReversed();
  const [own, other] = [from, into].map((property) => property && plainNode(model, property.type));
  if (pair.some(({ optional }) => optional) || own?.kind !== "object" || other?.kind !== "object") return false;
  return own.properties.every((one) => mayBeMissing(model, one) || propertyOf(other, one.name) === undefined);
}

/** An object that both versions require, or that nothing removes, and reject when it is empty, and of which one version may have nothing but fields that the other one has elsewhere. */
function ofEmptied(
  model: TypeModel,
  pair: readonly [Property, Property],
  { path, leaving = [], pair: versions }: Place,
): BoundsDifference[] {
  const isNone = versions?.strategy === "None";
  if ((!isNone && pair.some(({ optional }) => optional)) || !pair.every((one) => rejectsEmpty(model, one))) return [];
  const mayBe = ([one, other]: readonly [Property, Property]): boolean =>
    mayBeLeft(model, one, { path, leaving, other: plainNode(model, other.type) });
  return mayBe(pair) || mayBe([pair[1], pair[0]]) ? [{ path, difference: isNone ? dropped : emptied }] : [];
}

/** An object of one version, and the same place in the other version. */
interface LeftPlace extends Required<Pick<Place, "path" | "leaving">> {
  readonly other: Resolved | undefined;
}

/** Whether an object may have nothing but fields that leave it, or objects that are removed because they have no others. */
function mayBeLeft(model: TypeModel, property: Property, at: LeftPlace): boolean {
  const node = plainNode(model, property.type);
  if (node.kind !== "object") return false;
  const isLeaving = (one: Property): boolean => {
    const path = below(at.path, one.name);
    const other = at.other?.kind === "object" ? propertyOf(at.other, one.name) : undefined;
    const inside = { ...at, path, other: other && plainNode(model, other.type) };
    return (
      at.leaving.includes(path) ||
      (rejectsEmpty(model, one) && mayBeLeft(model, one, inside)) ||
      (other === undefined && mayBeLeftEmpty(model, one, inside))
    );
  };
  return node.properties.some(isLeaving) && node.properties.every((one) => isLeaving(one) || mayBeMissing(model, one));
}

/** Whether an object that the other version does not have may be empty there, or have nothing but fields that leave it. */
function mayBeLeftEmpty(model: TypeModel, property: Property, at: LeftPlace): boolean {
  const node = plainNode(model, property.type);
  if (node.kind !== "object") return false;
  const isEmpty = !rejectsEmpty(model, property) && node.properties.every((one) => mayBeMissing(model, one));
  return isEmpty || mayBeLeft(model, property, at);
}

/** The differences below two types that are alike. */
function differences(model: TypeModel, pair: readonly [TypeNode, TypeNode], place: Place): BoundsDifference[] {
  // Elements with a rule of their own.
  if (place.path.endsWith("]") && place.named.includes(place.path)) return [];
  const [a, b] = [plainNode(model, pair[0]), plainNode(model, pair[1])];
  if (a.kind === "list" && b.kind === "list")
    return ofElements(model, [a.element, b.element], { ...place, path: `${place.path}[]` });
  if (a.kind === "map" && b.kind === "map")
    return ofElements(model, [a.value, b.value], { ...place, path: `${place.path}[*]` });
  if (a.kind !== "object" || b.kind !== "object") return [];
  return a.properties.flatMap((property) => {
    const path = below(place.path, property.name);
    const other = propertyOf(b, property.name);
    if (other === undefined || place.named.includes(path)) return [];
    return ofProperties(model, [property, other], { ...place, path });
  });
}

/** The bounds of an element are those of the list or map, which rules can name. */
function ofElements(model: TypeModel, [a, b]: readonly [TypeNode, TypeNode], place: Place): BoundsDifference[] {
  // Short input: the path of a field in the author's types.
  const path = place.path.replace(/(?:\[\]|\[\*\])+$/, "");
  if (place.named.includes(place.path)) return [];
  const own = [
    ...ofTags([tagsOfType(model, a), tagsOfType(model, b)], { ...place, path }),
    ...ofUnion(model, [a, b], { ...place, path }),
    ...ofNull(model, [a, b], { ...place, path }),
  ];
  return [...own, ...differences(model, [a, b], place)];
}

function ofUnion(model: TypeModel, pair: readonly [TypeNode, TypeNode], { path }: Place): BoundsDifference[] {
  return isUnionOfOne(model, pair) ? [{ path, difference: unionOfOne }] : [];
}

function ofNull(model: TypeModel, pair: readonly [TypeNode, TypeNode], { path }: Place): BoundsDifference[] {
  const [older, newer] = pair.map((node) => resolveNode(model, node).kind === "nullable");
  return older === newer
    ? []
    : [{ path, difference: `${older ? "null" : "no null"} and ${newer ? "null" : "no null"}` }];
}

/** An object that only one version requires: it needs no rule for its value, but has one in that version only. */
function ofPresence(model: TypeModel, [a, b]: readonly [Property, Property], { path }: Place): BoundsDifference[] {
  if (a.optional === b.optional || plainNode(model, a.type).kind !== "object") return [];
  const [older, newer] = [a, b].map(({ optional }) => (optional ? "optional" : "required"));
  return [{ path, difference: `${older} and ${newer}` }];
}

/** A field that both versions require, and that is missing where another field moves into its object. */
function ofMissed(model: TypeModel, { path, pair }: Place): BoundsDifference[] {
  const rule = pair && ruleAt(pair, path);
  const isEverMissed = rule && (["older", "newer"] as const).some((side) => isMissed(model, pair, { side, rule }));
  return isEverMissed === true ? [{ path, difference: missing }] : [];
}

/** A field without a rule that goes with other members of a union. */
function ofMembers(model: TypeModel, { path, pair }: Place): BoundsDifference[] {
  const difference = pair && crossedUnions(model, pair, ruleAt(pair, path))?.difference;
  return difference === ofOtherMembers ? [{ path, difference }] : [];
}

function ofTags(tags: readonly [readonly Tag[], readonly Tag[]], place: Place): BoundsDifference[] {
  const { path, changed, named, pair } = place;
  const isOwn = ({ steps }: Tag): boolean => !steps.some((_, index) => named.includes(tagPath(path, steps, index + 1)));
  return (
    tagDifferences([tags[0].filter(isOwn).map((tag) => withNewerNames(tag, place)), tags[1].filter(isOwn)])
      // Conversions, but for strategy None, remove an object that a version rejects when it is empty, if their rules change fields of it. Elements are never removed, nor is what they are in.
      .filter(
        ({ name }) =>
          name !== "minProperties" ||
          pair?.strategy === "None" ||
          !changed.some((one) => isUnder(one, path) && !one.slice(path.length).includes("[")),
      )
      .map(({ difference }) => ({ path, difference }))
  );
}

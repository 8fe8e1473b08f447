// Defaults of rules: each is a value that its field accepts, and does not give all elements of a list the same keys; and those of the newer
// schema are declared. Patterns and CEL rules are left to the generated tests.
import type { TypeModel } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import { deepEqual, type Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { accepts } from "../fields/accepted-values.ts";
import { completedValue } from "../fields/completed-defaults.ts";
import { aroundElements, below, splitAtElements } from "../fields/field-path.ts";
import {
  defaultOfNull,
  fieldOfRule,
  fieldsWithoutRules,
  loneDefault,
  type FieldOfBoth,
} from "../fields/schema-defaults.ts";
import { fieldAt, isDefaulted, isNullable, listKeys, mayBeMissing, tagsOf, tagValues } from "../fields/typed-field.ts";
import { listWithoutKeys } from "./element-keys.ts";
import { differencesOfRule } from "./check-bounds.ts";
import { faultsOfRule, type RuleFault } from "./check-rule.ts";
import { adviceForGained, adviceForNull } from "../suggest/gained-advice.ts";
import { declaredWith } from "../suggest/written-rule.ts";
import { defaultIn, gainedSide, isNoValue, isThereByField, objectsLeft, type RuledField } from "./gained-defaults.ts";
import { hasFunctions } from "./together-group.ts";
import {
  isSame,
  oppositeSide,
  pathIn,
  ruleAt,
  targetOf,
  type PairRule,
  type VersionPair,
  type VersionSide,
} from "./version-pair.ts";

/** What is wrong with the defaults of a pair's rules, or with those of one of its rules. */
export function checkDefaultsOfPair(model: TypeModel, pair: VersionPair, only?: PairRule): Diagnostic[] {
  const rules = only === undefined ? pair.rules : [only];
  const withoutRules =
    only === undefined || isSame(only) ? fieldsWithoutRules(model, pair) : new Map<string, FieldOfBoth>();
  const fields = [...withoutRules].map(([path, field]): RuledField => ({ rule: ruleAt(pair, path), field }));
  const asked = fields.filter(({ rule }) => only === undefined || rule.position === only.position);
  return [
    ...checkDeclared(model, pair, rules),
    ...checkUndeclared(model, pair, [...asked, ...changedFields(model, pair, rules)]),
    ...checkNullOrAbsent(model, pair, rules),
  ];
}

/** The fields of rules that change something. What functions make of a default only the tests know. */
function changedFields(model: TypeModel, pair: VersionPair, rules: readonly PairRule[]): readonly FieldOfRule[] {
  const changed = rules.filter((rule) => !isSame(rule) && !hasFunctions(rule.as));
  return changed.map((rule) => ({ rule, field: fieldOfRule(model, pair, rule) }));
}

/** A rule, and its field where both versions have it. */
interface FieldOfRule {
  readonly rule: PairRule;
  readonly field: FieldOfBoth | undefined;
}

/** Defaults of the newer schema that fields of both versions have no value for: objects of the older version would gain them. */
function checkUndeclared(model: TypeModel, pair: VersionPair, fields: readonly FieldOfRule[]): Diagnostic[] {
  // Without a webhook there is no annotation, and the API server sets each version's own.
  if (pair.strategy === "None") return [];
  return fields.flatMap(({ rule, field }) => {
    const { position } = rule;
    if (field !== undefined) {
      const gained = gainedByOthers(model, pair, { rule, field }) ?? gainedByNull(model, pair, { rule, field });
      if (gained !== undefined) return [gained];
    }
    const set =
      setByServer(model, pair, { rule, field }) ?? defaultOfNull(model, pair, field) ?? otherDefault(model, pair, rule);
    const isOther = pair.hub === "older" && !deepEqual(rule.default, set);
    if (set === undefined || (rule.default !== undefined && !isOther) || isNoValue(rule, "newer", set)) return [];
    // A rule that does not fit has another help first.
    if (faultsOfRule(model, pair, rule).some(({ code }) => code === "conversion/wrong-form")) return [];
    const isOtherBounds = rule.boundsDiffer !== true && differencesOfRule(model, pair, rule).length > 0;
    const declaration = declaredWith(rule, { default: set, ...(isOtherBounds ? { bounds: "differ" } : {}) });
    const values = { path: targetOf(rule), value: valueLiteral(set), declaration };
    return [conversionProblem("conversion/default-not-declared", { values, position })];
  });
}

/** The default of the newer schema alone, of a field whose object may be there where the older version has no value. */
function setByServer(model: TypeModel, pair: VersionPair, { rule, field }: FieldOfRule): unknown {
  if (field?.older.property.optional !== true) return undefined;
  return isThereByField(model, pair, { rule, side: "newer" }) ? undefined : loneDefault(model, "newer", field);
}

/** The default of the newer schema where the rule has another one: newer objects without a value would come back from an older hub with that of the rule. */
function otherDefault(model: TypeModel, pair: VersionPair, rule: PairRule): unknown {
  const property = fieldAt(model, pair.newer.node, targetOf(rule))?.property;
  if (pair.hub !== "older" || rule.lost || rule.default === undefined || property === undefined) return undefined;
  return tagValues(tagsOf(model, property), "default").at(-1);
}

/** The error of a default that objects of the other version would gain, whatever the rule says. */
function gainedByOthers(model: TypeModel, pair: VersionPair, ruled: RuledField): Diagnostic | undefined {
  const side = gainedSide(model, pair, ruled);
  const isOther = ({ code }: RuleFault): boolean => code !== "conversion/not-different";
  // A rule that does not fit has another help first; of a field without a rule there is nothing else to say.
  if (side === undefined || faultsOfRule(model, pair, ruled.rule).some(isOther)) return undefined;
  const { rule } = ruled;
  const other = oppositeSide(side);
  const values = {
    side: other,
    path: pathIn(rule, other),
    value: valueLiteral(defaultIn(model, ruled, side)),
    place: pathIn(rule, side),
    own: side,
    advice: adviceForGained(model, pair, { ...ruled, side }),
  };
  return conversionProblem("conversion/gained-default", { values, position: rule.position });
}

/** The error of a default of the older version alone that comes back in place of its null: the newer version, the hub, has no value then. */
function gainedByNull(model: TypeModel, pair: VersionPair, ruled: RuledField): Diagnostic | undefined {
  const { rule, field } = ruled;
  const [older, newer] = [field.older.property, field.newer.property];
  if (pair.hub === "older" || !isNullable(model, older.type) || isNullable(model, newer.type)) return undefined;
  const set = defaultIn(model, ruled, "older");
  if (set === undefined || isDefaulted(model, newer) || rule.boundsDiffer !== true) return undefined;
  if (faultsOfRule(model, pair, rule).some(({ code }) => code !== "conversion/not-different")) return undefined;
  const values = {
    side: "newer",
    path: `${targetOf(rule)}, which a null of the older version becomes,`,
    value: valueLiteral(set),
    place: rule.path,
    own: "older",
    advice: adviceForNull(model, pair, ruled),
  };
  return conversionProblem("conversion/gained-default", { values, position: rule.position });
}

/** Fields whose null and whose absence in the hub are one value in the other version. */
function checkNullOrAbsent(model: TypeModel, pair: VersionPair, rules: readonly PairRule[]): Diagnostic[] {
  if (pair.strategy === "None") return [];
  const side = pair.hub;
  return rules.flatMap((rule) => {
    const shown = rule.lost ? nullOfOne(model, pair, rule) : nullOfBoth(model, pair, rule);
    if (shown === undefined) return [];
    const path = pathIn(rule, side);
    const ways = [
      ...(shown.orNull === undefined
        ? []
        : [`declare \`@default ${shown.value}\` for ${path} in the ${side} version, ${shown.orNull}`]),
      ...(shown.isOfRule === true ? ["remove `default` from the rule"] : []),
    ];
    const values = { path, side, shown: shown.shown, value: shown.value, advice: ways.join(", or ") };
    return [conversionProblem("conversion/null-or-absent", { values, position: rule.position })];
  });
}

/** What is shown for both, and the way out beside a default of the field itself. */
interface ShownForBoth {
  readonly shown: string;
  readonly value: string;
  /** The other ways; without them the default of the field does not help. */
  readonly orNull?: string;
  /** Whether the rule alone has the default, and works without it. */
  readonly isOfRule?: boolean;
}

/** The other version has a default there, or the rule of a newer hub. */
function nullOfBoth(model: TypeModel, pair: VersionPair, rule: PairRule): ShownForBoth | undefined {
  const field = fieldOfRule(model, pair, rule);
  if (field === undefined || !mayBeMissing(model, field[pair.hub].property)) return undefined;
  const [own, other] = [field[pair.hub].property, field[oppositeSide(pair.hub)].property];
  if (!isNullable(model, own.type) || isNullable(model, other.type)) return undefined;
  const set = tagValues(tagsOf(model, other), "default").at(-1);
  if (set === undefined) return nullOfRule(model, pair, { rule, field });
  return {
    shown: "the other version has its default",
    value: valueLiteral(set),
    orNull: "too, or let both versions have null or none",
  };
}

/** The other version has no value for either, and the rule's default comes back for both. */
function nullOfRule(model: TypeModel, pair: VersionPair, { rule, field }: RuledField): ShownForBoth | undefined {
  const path = targetOf(rule);
  if (pair.hub === "older" || rule.default === undefined) return undefined;
  if (listWithoutKeys(model, pair, { side: "newer", path }) !== undefined) return undefined;
  const isInPlace = objectsLeft(model, pair, { rule, side: "newer" }).length === 0;
  const own = field.newer.property;
  const isAccepted = accepts(model, { type: own.type, tags: tagsOf(model, own) }, rule.default);
  return {
    shown: "its rule gives",
    value: valueLiteral(rule.default),
    ...(isInPlace && isAccepted ? { orNull: "too" } : {}),
    isOfRule: true,
  };
}

/** Only the hub has the field, and its rule a default for objects of the other version. */
function nullOfOne(
  model: TypeModel,
  pair: VersionPair,
  { side, path, default: set }: PairRule,
): ShownForBoth | undefined {
  const property = fieldAt(model, pair[side].node, path)?.property;
  if (side !== pair.hub || set === undefined || property === undefined) return undefined;
  if (!isNullable(model, property.type) || !mayBeMissing(model, property)) return undefined;
  // Of an element that is found again by its value, all is kept.
  if (listWithoutKeys(model, pair, { side, path }) !== undefined) return undefined;
  return {
    shown: "objects of the other version get",
    value: valueLiteral(set),
    orNull: "require it there, or let it have no null",
  };
}

function checkDeclared(model: TypeModel, pair: VersionPair, rules: readonly PairRule[]): Diagnostic[] {
  return rules.flatMap((rule) => {
    const path = targetOf(rule);
    const side = rule.lost ? rule.side : "newer";
    const { node } = pair[side];
    const property = fieldAt(model, node, path)?.property;
    if (rule.default === undefined || property === undefined) return [];
    const { position } = rule;
    const list = listOfSameKeys(model, pair, { side, path, value: rule.default });
    if (list !== undefined) return [conversionProblem("conversion/default-key", { values: { path, list }, position })];
    const completed = completedValue(model, property.type, rule.default);
    if (accepts(model, { type: property.type, tags: tagsOf(model, property) }, completed)) return [];
    const values = { path, side, value: valueLiteral(rule.default) };
    return [conversionProblem("conversion/wrong-default", { values, position })];
  });
}

interface DefaultOfField {
  readonly side: VersionSide;
  readonly path: string;
  readonly value: unknown;
}

/** The list all of whose elements would have the same keys, because a default is the only one. The API server sets the default of the schema in all elements, too. */
function listOfSameKeys(
  model: TypeModel,
  pair: VersionPair,
  { side, path, value }: DefaultOfField,
): string | undefined {
  const { node } = pair[side];
  const { elements, names } = splitAtElements(path);
  if (!elements.endsWith("[]")) return undefined;
  const list = aroundElements(elements);
  const property = fieldAt(model, node, list)?.property;
  const keys = (property && listKeys(model, property)) ?? [];
  const own = fieldAt(model, node, path)?.property;
  const isOfSchema = own !== undefined && deepEqual(tagValues(tagsOf(model, own), "default").at(-1), value);
  if (!keys.includes(names.join(".")) || isOfSchema) return undefined;
  const isOneForAll = (key: string): boolean =>
    pair.rules.some((rule) => rule.lost && rule.side === side && rule.path === below(elements, key));
  return keys.every((key) => below(elements, key) === path || isOneForAll(key)) ? list : undefined;
}

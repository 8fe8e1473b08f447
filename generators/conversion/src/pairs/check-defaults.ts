// Defaults of rules: each is a value that its field accepts, and does not give all elements of a list the same keys; and those of the newer
// schema are declared. Patterns and CEL rules are left to the generated tests.
import type { TypeModel } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import { deepEqual, type Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { accepts } from "../fields/accepted-values.ts";
import { aroundElements, below, splitAtElements } from "../fields/field-path.ts";
import { defaultOfNull, fieldOfRule, fieldsWithoutRules, loneDefault } from "../fields/schema-defaults.ts";
import { fieldAt, isNullable, listKeys, mayBeMissing, tagsOf, tagValues } from "../fields/typed-field.ts";
import { differencesOfRule } from "./check-bounds.ts";
import { faultsOfRule } from "./check-rule.ts";
import { formOf } from "../plan/value-form.ts";
import { declaredWith } from "../suggest/written-rule.ts";
import { hasFunctions } from "./together-group.ts";
import { isSame, oppositeSide, ruleAt, targetOf, type VersionPair, type VersionSide } from "./version-pair.ts";

/** What is wrong with the defaults of a pair's rules. */
export function checkDefaultsOfPair(model: TypeModel, pair: VersionPair): Diagnostic[] {
  return [...checkDeclared(model, pair), ...checkUndeclared(model, pair), ...checkNullOrAbsent(model, pair)];
}

/** Defaults of the newer schema that fields of both versions have no value for: objects of the older version would gain them. */
function checkUndeclared(model: TypeModel, pair: VersionPair): Diagnostic[] {
  // Without a webhook there is no annotation, and the API server sets each version's own.
  if (pair.strategy === "None") return [];
  // What functions make of a default only the tests know.
  const changed = pair.rules.filter((rule) => !isSame(rule) && rule.default === undefined && !hasFunctions(rule.as));
  const fields = [
    ...[...fieldsWithoutRules(model, pair)].map(([path, field]) => ({ rule: ruleAt(pair, path), field })),
    ...changed.map((rule) => ({ rule, field: fieldOfRule(model, pair, rule) })),
  ];
  return fields.flatMap(({ rule, field }) => {
    const { position } = rule;
    const lone = field?.older.property.optional === true ? loneDefault(model, "newer", field) : undefined;
    const set = lone ?? defaultOfNull(model, pair, field);
    const isOtherBounds = rule.boundsDiffer !== true && differencesOfRule(model, pair, rule).length > 0;
    const declaration = declaredWith(rule, { default: set, ...(isOtherBounds ? { bounds: "differ" } : {}) });
    const values = { path: targetOf(rule), value: valueLiteral(set), declaration };
    // A rule that does not fit has another help first.
    if (set === undefined || faultsOfRule(model, pair, rule).some(({ code }) => code === "conversion/wrong-form"))
      return [];
    const isGained = noOlderValue[formOf(rule.as)?.name ?? ""]?.(set) !== true;
    return !isGained ? [] : [conversionProblem("conversion/default-not-declared", { values, position })];
  });
}

/** Fields whose null and whose absence in the hub are one default in the other version. */
function checkNullOrAbsent(model: TypeModel, pair: VersionPair): Diagnostic[] {
  if (pair.strategy === "None") return [];
  const side = pair.hub;
  return pair.rules.flatMap((rule) => {
    const field = fieldOfRule(model, pair, rule);
    if (field === undefined || !mayBeMissing(model, field[side].property)) return [];
    const [own, other] = [field[side].property, field[oppositeSide(side)].property];
    const set = tagValues(tagsOf(model, other), "default").at(-1);
    if (set === undefined || !isNullable(model, own.type) || isNullable(model, other.type)) return [];
    const values = { path: side === "older" ? rule.path : targetOf(rule), side, value: valueLiteral(set) };
    return [conversionProblem("conversion/null-or-absent", { values, position: rule.position })];
  });
}

/** The newer values of which a form makes no older value. */
const noOlderValue: Readonly<Record<string, (value: unknown) => boolean>> = {
  boolPresence: (value) => value === false,
  presence: (value) => value === false,
  listOfOne: (value) => Array.isArray(value) && value.length === 0,
  digits: (value) => typeof value === "string" && !/^[+-]?\d{1,19}$/.test(value),
};

function checkDeclared(model: TypeModel, pair: VersionPair): Diagnostic[] {
  return pair.rules.flatMap((rule) => {
    const path = targetOf(rule);
    const side = rule.lost ? rule.side : "newer";
    const { node } = pair[side];
    const property = fieldAt(model, node, path)?.property;
    if (rule.default === undefined || property === undefined) return [];
    const { position } = rule;
    const list = listOfSameKeys(model, pair, { side, path, value: rule.default });
    if (list !== undefined) return [conversionProblem("conversion/default-key", { values: { path, list }, position })];
    if (accepts(model, { type: property.type, tags: tagsOf(model, property) }, rule.default)) return [];
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

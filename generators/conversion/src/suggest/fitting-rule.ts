// Finds the declaration for two fields of a pair that this generator accepts: candidates are tried with the check that rejects rules.
import { functionValue, type Property, type TypeModel, type TypeNode } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import { isJsonObject } from "@capstan/kube";
import { aroundElements, isOfElements } from "../fields/field-path.ts";
import { accepts } from "../fields/accepted-values.ts";
import { readsAlike } from "../fields/alike-pattern.ts";
import { formattedCode } from "../modules/formatted-strings.ts";
import { faultsOfRule } from "../pairs/check-rule.ts";
import { sameType } from "../pairs/differing-fields.ts";
import { hasFunctions } from "../pairs/together-group.ts";
import type { PairRule, VersionPair } from "../pairs/version-pair.ts";
import { loneDefault } from "../fields/schema-defaults.ts";
import { fieldAt, mayBeMissing, tagsOf, tagValues } from "../fields/typed-field.ts";
import { haveOtherFilledBounds } from "../plan/certain-bounds.ts";
import { formOf } from "../plan/value-form.ts";
import { advisedRule, givenRule, lossesOfFunctions, type RuleValue } from "./advised-rule.ts";
import { candidateForms, type CandidateForm } from "./candidate-forms.ts";
import { hasMeaning } from "./form-meaning.ts";
import {
  gainedHelp,
  isAcceptedButGained,
  isAcceptedRule,
  isNotDifferent,
  type Judge,
  type OneField,
} from "./judged-rule.ts";
import { anyDefault } from "./simple-default.ts";
import { declared, writtenForm, type Advice } from "./written-rule.ts";
import { writtenFunctions, writtenGroup, writtenLoss } from "./written-type.ts";

/** The declarations that are accepted for a field of one version alone: it is lost, the hub keeps it, or the other version gets a value. Those with what its rule has come first. */
export function lostDeclarations(model: TypeModel, pair: VersionPair, { side, path }: OneField): readonly string[] {
  const property = fieldAt(model, pair[side].node, path)?.property;
  const given = pair.rules.find((rule) => rule.side === side && rule.path === path && rule.lost);
  const any = property && anyDefault(model, property);
  // An absent field with a default of its own is there again in the version that has it.
  const isSet = property !== undefined && tagValues(tagsOf(model, property), "default").length > 0;
  const keptWith = (value: unknown): RuleValue => ({ keep: true, default: value });
  const simple: readonly unknown[] = [side === "older" ? "removed" : "added", isSet ? keptWith(any) : "keep"];
  const withValue = (value: unknown): readonly RuleValue[] => [
    ...(isSet && value === any ? [] : [keptWith(value)]),
    ...(side === "newer" ? [{ default: value }] : []),
  ];
  const isAccepted = (one: unknown): boolean =>
    !(pair.areBodies && keepsValues(one)) && isAcceptedRule(model, pair, { side, path, value: one });
  const own = given?.default === undefined ? [] : withValue(given.default).filter(isAccepted);
  const accepted = [...simple, ...withValue(any)].filter(isAccepted);
  // A default that a field does not need is no simpler than none.
  const needed = accepted.some((one) => typeof one === "string")
    ? accepted.filter((one) => simple.includes(one))
    : accepted;
  return [...own, ...needed].map((one) => declared(path, valueLiteral(one)));
}

/** Whether a rule makes the hub keep what the other version does not have. */
function keepsValues(rule: unknown): boolean {
  return rule === "keep" || (isJsonObject(rule) && rule["keep"] === true);
}

/** Two fields. */
export interface TwoFields {
  readonly path: string;
  readonly to: string;
}

/** The simplest declaration for two fields, with what their rule has: a form that fits, or functions of the author's own. */
export function adviceFor(model: TypeModel, pair: VersionPair, fields: TwoFields): Advice {
  const { path, to } = fields;
  const [older, newer] = [fieldAt(model, pair.older.node, path), fieldAt(model, pair.newer.node, to)];
  if (older === undefined || newer === undefined) return {};
  const given = givenRule(pair, path);
  const isFree = mayHaveOtherForm(model, pair, given);
  const isPlain = path === to && isFree && sameType(model, older.node, newer.node);
  const isAlike = isPlain && isNotDifferent(model, pair, { side: "older", path, value: { bounds: "differ" } });
  // A default of the newer version alone needs a rule, which has nothing else.
  if (isAlike && loneDefault(model, "newer", { older, newer }) === undefined) return {};
  const forms = candidateForms({ model, older, newer, given, isFree });
  // A value for objects that have none is better than a required field that is missing.
  const filling = older.property.optional ? [] : forms.filter(({ as }) => formOf(as)?.form.fills?.includes("older"));
  // A field that one version requires and the other sets is never missing: its values are the same in both.
  const isAlwaysThere =
    path === to &&
    older.property.optional !== newer.property.optional &&
    ![older, newer].some(({ property }) => mayBeMissing(model, property));
  const tried = (mayBeMissing(model, newer.property) ? [...filling, ...forms] : forms).filter(
    ({ as }) => as !== undefined || (!isAlwaysThere && sameType(model, older.node, newer.node)),
  );
  const form = hasFunctions(given?.as) ? undefined : fittingForm(model, pair, { ...fields, forms: tried });
  return form ?? functionsFor(model, pair, fields);
}

/** A rule with a default for a list or map whose elements have rules of their own, if that is accepted. */
export function defaultBesideElements(model: TypeModel, pair: VersionPair, path: string): string | undefined {
  const found = acceptedRule(model, pair, { path, to: path, more: {}, judge: isAcceptedRule });
  return found && declared(path, valueLiteral(found));
}

/** The first form that is accepted, or that is when the defaults of the schema are, too. */
function fittingForm(
  model: TypeModel,
  pair: VersionPair,
  { forms, ...fields }: TwoFields & { readonly forms: readonly CandidateForm[] },
): Advice | undefined {
  for (const judge of [isAcceptedRule, isAcceptedButGained]) {
    for (const form of forms) {
      const found = acceptedRule(model, pair, { ...fields, more: { as: undefined, ...form }, judge });
      if (found === undefined) continue;
      const name = formOf(form.as)?.name;
      const also = gainedHelp(model, pair, { side: "older", path: fields.path, value: found });
      return {
        declaration: declared(fields.path, valueLiteral(found)),
        ...(name === undefined ? {} : { form: name }),
        ...(also === undefined ? {} : { also }),
      };
    }
  }
  return undefined;
}

/** Whether another form may stand in for that of a rule: there is none, or it does not fit, and says no more than that it is the same value. */
function mayHaveOtherForm(model: TypeModel, pair: VersionPair, given: PairRule | undefined): boolean {
  if (given?.as === undefined) return true;
  return !hasMeaning(given.as) && faultsOfRule(model, pair, given).some(({ code }) => code === "conversion/wrong-form");
}

/** Functions of the author's own for two fields; they do the work of the form that the rule has. */
export function functionsFor(model: TypeModel, pair: VersionPair, fields: TwoFields): Advice {
  const given = givenRule(pair, fields.path);
  const isOwn = given === undefined || mayHaveOtherForm(model, pair, given) || hasFunctions(given.as);
  const advice = writtenAsFunctions(model, pair, fields);
  return { ...advice, form: "functions", ...(isOwn ? {} : { work: `${writtenForm(given.as)} does` }) };
}

function writtenAsFunctions(model: TypeModel, pair: VersionPair, fields: TwoFields): Advice {
  const { path, to } = fields;
  const given = givenRule(pair, path);
  const functions = { forward: functionValue, back: functionValue };
  const set = given?.default === undefined ? defaultOfNewer(model, pair, fields) : {};
  const more = { as: functions, loses: lossesOfFunctions(given), ...set };
  const found = acceptedRule(model, pair, { path, to, more, judge: isAcceptedRule });
  // Elements are never absent, and groups name fields that may be: functions convert the whole.
  if (found === undefined && isOfElements(path) && isOfElements(to))
    return functionsFor(model, pair, { path: aroundElements(path), to: aroundElements(to) });
  if (found === undefined)
    return {
      declaration: writtenGroup(model, pair, { ...fields, given }),
      ...(given?.default === undefined ? {} : { absent: valueLiteral(given.default) }),
    };
  const written = Object.entries(found).map(([name, value]) => {
    if (name === "as") return `as: ${writtenFunctions(model, pair, fields)}`;
    return `${name}: ${value === functionValue ? writtenLoss(model, pair, fields) : valueLiteral(value)}`;
  });
  return { declaration: declared(path, `{ ${written.join(", ")} }`) };
}

/** The default that only the newer version has, which functions do not make: without it an absent value would come back as one. */
function defaultOfNewer(model: TypeModel, pair: VersionPair, { path, to }: TwoFields): RuleValue {
  const [older, newer] = [fieldAt(model, pair.older.node, path), fieldAt(model, pair.newer.node, to)];
  const [given, set] = [older, newer].map(
    (field) => field && tagValues(tagsOf(model, field.property), "default").at(-1),
  );
  return older?.property.optional !== true || given !== undefined || set === undefined ? {} : { default: set };
}

interface AddedParts extends TwoFields {
  /** What the rule gets in addition to what the author wrote. */
  readonly more: RuleValue;
  readonly judge: Judge;
}

/** The author's rule with as little more as it needs to be accepted: a default, and bounds that differ. A default of the author's own stays where one with it is accepted. */
function acceptedRule(
  model: TypeModel,
  pair: VersionPair,
  { path, to, more, judge }: AddedParts,
): RuleValue | undefined {
  const given = givenRule(pair, path);
  const base = { to: path === to ? undefined : to, ...more };
  const property = fieldAt(model, pair.newer.node, to)?.property;
  const filled = property === undefined ? undefined : anyDefault(model, property);
  const others = [{ default: undefined }, ...(filled === undefined ? [] : [{ default: filled }])];
  const stages = given?.default === undefined ? [[{}, ...others.slice(1)]] : [[{}], others];
  const bounds = boundsToTry(model, pair, { value: base, path, to });
  return stages
    .flatMap((defaults) => bounds.flatMap((bound) => defaults.map((one) => ({ ...base, ...one, ...bound }))))
    .map((parts) => advisedRule(given, parts))
    .find((value) => judge(model, pair, { side: "older", path, value }));
}

const differ = { bounds: "differ" };
const none = { bounds: undefined };

/**
 * Bounds that the rule may name. Of an absent value, `dropEmpty` makes one that the required older field may reject. No check sees that before the generated tests.
 */
function boundsToTry(
  model: TypeModel,
  pair: VersionPair,
  { value, path, to }: TwoFields & { readonly value: RuleValue },
): readonly RuleValue[] {
  const given = givenRule(pair, path);
  const older = fieldAt(model, pair.older.node, path)?.property;
  const newer = fieldAt(model, pair.newer.node, to)?.property;
  // The bounds were declared for this form.
  const isOwn = given?.boundsDiffer === true && given.as === value["as"];
  if (value["as"] === "dropEmpty" && !isOwn && older?.optional === false && newer !== undefined)
    return acceptsEmpty(model, older) && !haveOtherFilledBounds(model, { older, newer }) ? [none] : [differ];
  // Of a table all is known: it needs bounds for a null at most, or in a set, where two values may become one.
  const isTable = formOf(value["as"])?.name === "enum" && !isInSet(model, pair.newer.node, to);
  return given?.boundsDiffer === true && !isTable ? [differ] : [none, differ];
}

function isInSet(model: TypeModel, root: TypeNode, path: string): boolean {
  const list = isOfElements(path) ? fieldAt(model, root, aroundElements(path))?.property : undefined;
  return list !== undefined && tagValues(tagsOf(model, list), "listType").includes("set");
}

/** Whether a field accepts the empty string, or zero. What is not known of its bounds hardly ever does. */
function acceptsEmpty(model: TypeModel, property: Property): boolean {
  const tags = tagsOf(model, property);
  const [pattern] = tagValues(tags, "pattern").slice(-1);
  const isKnown = typeof pattern !== "string" || pattern === "" || readsAlike(pattern);
  const isFree = formattedCode(tagValues(tags, "format").at(-1), 0, Infinity) === undefined;
  return isKnown && isFree && ["", 0].some((empty) => accepts(model, { type: property.type, tags }, empty));
}

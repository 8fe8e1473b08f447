// Checks one rule of a version pair against the types of its two fields. Messages and what to do about them are made elsewhere: suggestions are checked here too.
import { hasNullOfHub } from "../plan/lone-nulls.ts";
import type { TypeModel } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import { sameType, wayToObject } from "./differing-fields.ts";
import { listWithoutKeys, whyUnmatched } from "./element-keys.ts";
import { mergedKey } from "./merged-keys.ts";
import type { ConversionCode } from "../diagnostics.ts";
import { isOfElements, isUnder, parentOf, splitAtElements } from "../fields/field-path.ts";
import {
  demandsFields,
  limitsFields,
  fieldAt,
  mayBeMissing,
  suggest,
  tagsOf,
  tagValues,
  type TypedField,
} from "../fields/typed-field.ts";
import { differencesOfRule } from "./check-bounds.ts";
import { isNoValue } from "./gained-defaults.ts";
import { hasGroup, isLostBesideMoved, leavesObject, losesObject } from "./left-objects.ts";
import { isMissed, makersOf } from "./missed-fields.ts";
import { isEndOfMove, movesOf } from "./moves.ts";
import { isReference } from "./reference-bounds.ts";
import { isOfOwnMembers } from "./union-bounds.ts";
import { misfit, unless, type FormLoss, type Misfit } from "../plan/form-fields.ts";
import { droppedMisfit } from "../plan/dropped-values.ts";
import { formFieldsOf, type RuleFields } from "../plan/fields-of-form.ts";
import { formOf } from "../plan/value-form.ts";
import {
  isKeptByHub,
  isLossWord,
  isDefaultOfElements,
  isSame,
  oppositeSide,
  pathIn,
  targetOf,
  type PairRule,
  type VersionPair,
} from "./version-pair.ts";

/** What is wrong with a rule. */
export interface RuleFault {
  readonly code: ConversionCode;
  readonly values: Readonly<Record<string, string>>;
  /** A change of the types that helps too. */
  readonly change?: string;
}

function found(
  rule: PairRule,
  code: ConversionCode,
  { change, ...values }: Readonly<Record<string, string>> & { readonly change?: string },
): RuleFault[] {
  return [{ code, values: { path: rule.path, ...values }, ...(change === undefined ? {} : { change }) }];
}

/** What is wrong with a rule and its two fields, without regard to bounds. */
export function faultsOfRule(model: TypeModel, pair: VersionPair, rule: PairRule): RuleFault[] {
  const own = fieldAt(model, pair[rule.side].node, rule.path);
  if (own === undefined)
    return found(rule, "conversion/no-such-field", {
      side: rule.side,
      suggestion: suggest(model, pair[rule.side].node, rule.path),
    });
  if (isOfElements(rule.path) && (rule.lost || rule.default !== undefined))
    return found(rule, "conversion/element-rule", {});
  const whole = loneElements(model, pair, rule);
  if (whole !== undefined) return found(rule, "conversion/lone-elements", { whole, side: rule.side });
  if (rule.lost) return checkLost(model, pair, { rule, own });
  const to = targetOf(rule);
  const target = fieldAt(model, pair.newer.node, to);
  if (target === undefined)
    return found(rule, "conversion/no-such-field", {
      side: "newer",
      path: to,
      suggestion: suggest(model, pair.newer.node, to),
    });
  // Without its null an element would be absent: what drops it is a rule for the whole.
  if (isOfElements(rule.path) && hasNullOfHub(model, pair, rule)) return found(rule, "conversion/element-rule", {});
  const isOther = splitAtElements(rule.path).elements !== splitAtElements(to).elements;
  if (isOther || isOfElements(rule.path) !== isOfElements(to)) return found(rule, "conversion/across-elements", { to });
  return [
    ...(isBoundsOfOthers(model, pair, { rule, own, target }) ? [] : checkPresence(model, pair, { rule, own, target })),
    ...(rule.as === undefined
      ? checkMove({ model, pair, rule }, [own, target])
      : checkForm(model, pair, { rule, own, target })),
  ];
}

/** The list or map around the field of a rule, if one version alone has it, and no rule takes it along. */
function loneElements(model: TypeModel, pair: VersionPair, { lost, side, path }: PairRule): string | undefined {
  const whole = path.slice(0, Math.max(path.indexOf("["), 0));
  if (!lost || whole === "" || fieldAt(model, pair[oppositeSide(side)].node, whole) !== undefined) return undefined;
  const isTaken = movesOf(pair).some((move) => move[side].some((one) => one === whole || isUnder(whole, one)));
  return isTaken ? undefined : whole;
}

/** A field that is required in one version and may be missing in the other needs a value. */
function checkPresence(model: TypeModel, pair: VersionPair, { rule, own, target }: RuleFields): RuleFault[] {
  const fills = formOf(rule.as)?.form.fills ?? [];
  const isFilled = rule.default !== undefined || fills.includes("newer") || isSetByServer(model, pair, target);
  // A write of an object that lacks what the field is in may be rejected, where the rule says so.
  const mayReject = (other: TypedField): boolean =>
    rule.boundsDiffer === true && (leavesObject(rule) || !mayBeMissing(model, other.property));
  if (!isFilled && !mayReject(own) && isMissed(model, pair, { side: "newer", rule }))
    return found(rule, "conversion/needs-default", { path: targetOf(rule) });
  if (fills.includes("older") || isSetByServer(model, pair, own) || mayReject(target)) return [];
  return isMissed(model, pair, { side: "older", rule }) ? found(rule, "conversion/required-lost", {}) : [];
}

/** Whether no webhook is between an object and the API server, which sets the default of a field in each version. */
function isSetByServer(model: TypeModel, { strategy }: VersionPair, { property }: TypedField): boolean {
  return strategy === "None" && tagValues(tagsOf(model, property), "default").length > 0;
}

/** A field that only one version has. */
function checkLost(
  model: TypeModel,
  pair: VersionPair,
  { rule, own }: { readonly rule: PairRule; readonly own: TypedField },
): RuleFault[] {
  const other = oppositeSide(rule.side);
  const there = fieldAt(model, pair[other].node, rule.path);
  if (there !== undefined && sameField(model, own, there) && !isEndOfMove(pair, rule.path))
    return found(rule, "conversion/not-different", {});
  const [set] = tagValues(tagsOf(model, own.property), "default");
  // The API server sets the defaults of what it reads, and not of what it gets from a conversion. What only a newer hub has needs the default in its rule anyway.
  const isSet = (rule.side === "newer" && pair.hub === "newer" && set !== undefined) || isSetByServer(model, pair, own);
  const isNeeded =
    !own.property.optional && !isSet && !isInLoneContainer(model, pair, rule) && !isOfOwnMembers(model, pair, rule);
  const isOfHub = rule.keep === true && !isKeptByHub(pair, rule);
  if (isOfHub && !(rule.side === "older" && isNeeded && rule.default !== undefined))
    return found(rule, "conversion/kept-anyway", {});
  const list = isKeptByHub(pair, rule) && listWithoutKeys(model, pair, rule);
  if (typeof list === "string")
    return found(rule, "conversion/keep-needs-keys", {
      list,
      ...whyUnmatched(model, pair, { side: rule.side, path: list }),
    });
  const isFilled = (isKeptByHub(pair, rule) && !isNeeded) || (rule.side === "newer" && pair.hub === "newer");
  const isUndeclared = isFilled && !isSetByServer(model, pair, own);
  if (set !== undefined && isUndeclared && rule.default === undefined)
    return found(rule, "conversion/default-not-declared", { value: valueLiteral(set) });
  if (!isNeeded || rule.default !== undefined) return [];
  return found(rule, rule.side === "newer" ? "conversion/needs-default" : "conversion/required-lost", {});
}

/** A required field is needed only where its object exists, and only this version has the object. */
function isInLoneContainer(model: TypeModel, pair: VersionPair, rule: PairRule): boolean {
  const parent = parentOf(rule.path);
  const reached = makersOf(pair, { side: rule.side, path: parent, but: rule }).length > 0;
  const other = oppositeSide(rule.side);
  return parent !== "" && !reached && fieldAt(model, pair[other].node, parent) === undefined;
}

function sameField(model: TypeModel, a: TypedField, b: TypedField): boolean {
  return sameType(model, a.node, b.node) && isThereAlike(a, b);
}

/** Whether no rule has to say what becomes of an absent value: both versions require the field or none does, or it is an object. */
function isThereAlike(a: TypedField, b: TypedField): boolean {
  return a.property.optional === b.property.optional || a.node.kind === "object";
}

function checkMove(
  { model, pair, rule }: { readonly model: TypeModel; readonly pair: VersionPair; readonly rule: PairRule },
  [own, target]: readonly [TypedField, TypedField],
): RuleFault[] {
  const to = targetOf(rule);
  const isOfOthers = isBoundsOfOthers(model, pair, { rule, own, target });
  if (!isOfOthers && !isDefaultOfElements(pair, rule) && !sameType(model, own.node, target.node))
    return found(rule, "conversion/needs-form", { to });
  const isSameBounds =
    rule.boundsDiffer === true &&
    isSame(rule) &&
    differencesOfRule(model, pair, rule).length === 0 &&
    mergedKey(model, pair, rule.path) === undefined &&
    !mayLackFields(model, pair, { rule, own, target }) &&
    (own.property.optional || !isBesideMoved(pair, rule));
  if (isSameBounds && isThereAlike(own, target) && (isOfOthers || sameType(model, own.node, target.node)))
    return found(rule, "conversion/not-different", {});
  if (isOfOthers) return [];
  return to === rule.path && rule.boundsDiffer !== true && rule.default === undefined && sameField(model, own, target)
    ? found(rule, "conversion/not-different", {})
    : [];
}

/** Whether a version rejects the object with fewer fields or with more, and a rule for one of them may leave it out or move it there. Which values it leaves out only the tests know. */
function mayLackFields(model: TypeModel, pair: VersionPair, { rule, own, target }: RuleFields): boolean {
  if (![own, target].some((field) => demandsFields(model, field.property) || limitsFields(model, field))) return false;
  const isInside = (other: PairRule): boolean =>
    isUnder(other.path, rule.path) || isUnder(targetOf(other), targetOf(rule));
  return (
    pair.rules.some((other) => !isSame(other) && isInside(other)) ||
    (["older", "newer"] as const).some((side) => hasGroup(pair, { side, path: rule.path }))
  );
}

/** Whether a field moves into the object of this one, or out of it, also with others of a group: the object may then be there without this field. */
function isBesideMoved(pair: VersionPair, { path }: PairRule): boolean {
  const parent = parentOf(path);
  return movesOf(pair).some(({ older, newer }) => {
    const paths = [...older, ...newer];
    const inside = paths.filter((one) => isUnder(one, parent));
    return inside.length > 0 && inside.length < paths.length;
  });
}

/** Whether a rule is about the bounds of an object, a list or a map alone: fields and elements in it have rules of their own. */
function isBoundsOfOthers(model: TypeModel, { rules }: VersionPair, { rule, own, target }: RuleFields): boolean {
  if ((rule.boundsDiffer ?? rule.unmatched) !== true || !isSame(rule)) return false;
  const [way, there] = [own, target].map(({ node }) => wayToObject(model, node));
  return (
    (way !== undefined && way === there) || rules.some(({ path, as }) => as !== undefined && isElementOf(path, rule))
  );
}

/** Whether a path is that of the elements of a rule's list or map, or of elements in these. */
function isElementOf(path: string, { path: around }: PairRule): boolean {
  return path.startsWith(around) && /^(?:\[\]|\[\*\])+$/.test(path.slice(around.length));
}

function checkForm(model: TypeModel, pair: VersionPair, { rule, own, target }: RuleFields): RuleFault[] {
  const used = formOf(rule.as);
  const fields = formFieldsOf(model, pair, { rule, own, target });
  if (used === undefined || fields === undefined) return found(rule, "conversion/bad-rule", {});
  const { name, form } = used;
  const why =
    form.misfit(fields) ??
    droppedMisfit(name, fields) ??
    unless(!own.property.optional || !isDefaultDropped(pair, rule), droppedDefault) ??
    unless(!losesObject(model, pair, rule) && !isLostBesideMoved(model, pair, rule), emptyLosesObject) ??
    unless(!isKeptBesideMoved(pair, rule), keptBesideMoved) ??
    undeclared(rule.loses, form.loses?.(fields));
  return why === undefined ? [] : found(rule, "conversion/wrong-form", { form: name, ...why });
}

/** Whether fields of a reference that moves are kept: what is kept comes back to an object at the same path. */
function isKeptBesideMoved({ rules, hub }: VersionPair, rule: PairRule): boolean {
  if (!isReference(rule.as) || targetOf(rule) === rule.path) return false;
  const isKept = ({ side, lost, keep, path }: PairRule): boolean =>
    lost && (side === hub || keep === true) && isUnder(path, pathIn(rule, side));
  return rules.some(isKept);
}

/** Whether a default is the false that a form makes no value of: an older hub could not tell it from none. */
function isDefaultDropped({ hub }: VersionPair, rule: PairRule): boolean {
  return hub === "older" && rule.default === false && isNoValue(rule, "newer", false);
}

const droppedDefault = "a false becomes no value, and no value its default false";

const keptBesideMoved = "it moves, and fields of it that only one version has are kept";

const emptyLosesObject = "an empty value becomes no value, and the object that it is in is lost with it";

/** Why the losses of a rule are not those of its form. */
function undeclared(loses: PairRule["loses"], loss: FormLoss | undefined): Misfit | undefined {
  if (loss !== undefined) return loses === loss.word ? undefined : misfit(loss.why);
  return isLossWord(loses) ? misfit("with this hub it has no loss that a rule names") : undefined;
}

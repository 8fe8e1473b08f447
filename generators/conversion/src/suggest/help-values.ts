// What the help of an error says to declare, for the codes whose help depends on the two fields.
import { hasNullOfHub } from "../plan/lone-nulls.ts";
import type { TypeModel } from "@capstan/generator-model";
import type { RuleFault } from "../pairs/check-rule.ts";
import { oppositeSide, targetOf, type PairRule, type VersionPair } from "../pairs/version-pair.ts";
import { aroundElements, isOfElements } from "../fields/field-path.ts";
import { fieldAt } from "../fields/typed-field.ts";
import { hasFunctions } from "../pairs/together-group.ts";
import { adviceFor, functionsFor, lostDeclarations } from "./fitting-rule.ts";
import {
  declared,
  orWebhook,
  sameTypeOr,
  withWebhook,
  writtenAdvice,
  writtenDeclaration,
  writtenForm,
  type Advice,
} from "./written-rule.ts";

/** A rule and what is wrong with it. */
export interface FaultyRule {
  readonly rule: PairRule;
  readonly fault: RuleFault;
}

/** What else there is for a required field of the older version. What its form says stays. */
function waysOfLost({ areBodies }: VersionPair, { as }: PairRule): string {
  const moved = "move it to a required field with `to`";
  // What a request or response does not have is kept nowhere.
  if (areBodies) return `${moved}, and with functions in \`as\` where its value has to be made`;
  return as === undefined
    ? `${moved}, convert an absent value with \`dropEmpty\` or \`boolPresence\`, keep it with a value for objects that have none, \`{ keep: true, default: ... }\``
    : moved;
}

/** The values of the help of a fault, beside those of its message. */
export function helpValues(
  model: TypeModel,
  pair: VersionPair,
  { rule, fault }: FaultyRule,
): Readonly<Record<string, string>> {
  const values = valuesWithWebhook(model, withWebhook(pair), { rule, fault });
  return pair.strategy === "None" ? valuesOfNone(values, fault) : values;
}

/** With strategy None no rule converts: types and defaults of the versions do, or a webhook. */
function valuesOfNone(values: Readonly<Record<string, string>>, { code }: RuleFault): Readonly<Record<string, string>> {
  const { advice = "" } = values;
  switch (code) {
    case "conversion/wrong-form":
    case "conversion/needs-form":
      return { ...values, advice: sameTypeOr(advice) };
    case "conversion/needs-default":
      return { ...values, advice: `give it a \`@default\` in the newer version, ${orWebhook(advice)}` };
    case "conversion/required-lost":
      return { ...values, advice: `give it a \`@default\` in the older version, ${orWebhook(advice)}` };
    default:
      return values;
  }
}

function valuesWithWebhook(
  model: TypeModel,
  pair: VersionPair,
  { rule, fault }: FaultyRule,
): Readonly<Record<string, string>> {
  const advise = (): Advice => adviceFor(model, pair, { path: rule.path, to: targetOf(rule) });
  const example = (): string | undefined => {
    const [lost] = alone(rule) ?? [];
    if (lost !== undefined) return `\`${lost}\``;
    const advice = rule.lost ? {} : advise();
    return advice.declaration === undefined ? undefined : writtenDeclaration(advice);
  };
  const alone = (one: PairRule): readonly string[] | undefined =>
    one.lost ? lostDeclarations(model, pair, one) : undefined;
  switch (fault.code) {
    case "conversion/wrong-form":
    case "conversion/needs-form": {
      const advice = advise();
      // Without a rule, or with the form that the rule has already, no type has to change.
      const isLeft = advice.declaration === undefined || advice.form === fault.values["form"];
      // An element cannot be made optional.
      const isOther = fault.change !== undefined && !isLeft && !isOfElements(rule.path);
      return { advice: writtenAdvice(advice), change: isOther ? `, or ${fault.change}` : "" };
    }
    case "conversion/needs-default": {
      const written = example();
      return { advice: `set a default with \`default\`,${written === undefined ? "" : ` for example ${written},`} ` };
    }
    case "conversion/required-lost": {
      const written = example();
      return { advice: `${written === undefined ? "" : `write ${written}, `}${waysOfLost(pair, rule)}, ` };
    }
    case "conversion/across-elements":
      return { whole: wholeOf(model, pair, rule) };
    case "conversion/element-rule":
      return { advice: adviceForElements(model, pair, { rule, fault }) };
    case "conversion/lone-elements":
      return { advice: adviceForLone(model, pair, { side: rule.side, path: String(fault.values["whole"]) }) };
    case "conversion/default-not-declared":
      return {
        declaration: declared(
          rule.path,
          `{ ${rule.keep === true ? "keep: true, " : ""}default: ${fault.values["value"]} }`,
        ),
      };
    case "conversion/kept-anyway":
      return {
        declaration: alone(rule)?.[0] ?? declared(rule.path, rule.side === "older" ? '"removed"' : '"added"'),
      };
    case "conversion/keep-needs-keys":
      return { advice: adviceForUnkept(model, pair, rule) };
    default:
      return {};
  }
}

/** What there is to do about a field that cannot be kept. A required one has nothing else. */
function adviceForUnkept(model: TypeModel, pair: VersionPair, rule: PairRule): string {
  const [declaration] = lostDeclarations(model, pair, rule);
  return declaration === undefined
    ? `make it optional in the ${rule.side} version and write ${rule.side === "older" ? '"removed"' : '"added"'}`
    : `write \`${declaration}\``;
}

/** The rule that converts the whole list or map, where the elements themselves are to move. */
function wholeOf(model: TypeModel, pair: VersionPair, rule: PairRule): string {
  const to = targetOf(rule);
  if (!isOfElements(rule.path) || !isOfElements(to)) return "";
  const whole = { path: aroundElements(rule.path), to: aroundElements(to) };
  const advice = adviceForWhole(model, pair, { rule, whole });
  if (advice.declaration === undefined) return "";
  return `${advice.work === undefined ? "," : " with"} ${writtenDeclaration(advice)}`;
}

/** The rule for a list or map in place of one for its elements. Where they have a form or functions, functions for the whole convert them. */
function adviceForWhole(
  model: TypeModel,
  pair: VersionPair,
  { rule, whole }: { readonly rule: PairRule; readonly whole: { readonly path: string; readonly to: string } },
): Advice {
  const isConverted = rule.as !== undefined && rule.as !== "unchanged";
  if (!isConverted) return adviceFor(model, pair, whole);
  const work = hasFunctions(rule.as) ? "those of the elements do" : `${writtenForm(rule.as)} does to each element`;
  return { ...functionsFor(model, pair, whole), work };
}

/** The rule for elements, or for the list or map where only one version has it. */
function adviceForElements(model: TypeModel, pair: VersionPair, { rule }: FaultyRule): string {
  const { side, path } = rule;
  if (!rule.lost && hasNullOfHub(model, pair, rule)) {
    const whole = { path: aroundElements(path), to: aroundElements(targetOf(rule)) };
    const others = { ...pair, rules: pair.rules.filter((other) => other !== rule) };
    return `${writtenAdvice(adviceForWhole(model, others, { rule, whole }))} in place of it`;
  }
  if (fieldAt(model, pair[oppositeSide(side)].node, path) !== undefined) {
    const advice = adviceFor(model, pair, { path, to: path });
    return `${side === "newer" && advice.declaration !== undefined ? "in `older`, " : ""}${writtenAdvice(advice)}`;
  }
  return adviceForLone(model, pair, { side, path: aroundElements(path) });
}

/** The rule for a list or map that one version alone has. */
function adviceForLone(model: TypeModel, pair: VersionPair, { side, path }: Pick<PairRule, "side" | "path">): string {
  const [declaration] = lostDeclarations(model, pair, { side, path });
  const place = side === "newer" ? " in `newer`" : "";
  return declaration === undefined
    ? "make the whole optional"
    : `write a rule for the whole in place of it, \`${declaration}\`${place}`;
}

// Checks the rules of a version pair: every field that differs has one rule, and every rule fits the two types. The compiler reports most
// of it earlier.
import type { TypeModel } from "@capstan/generator-model";
import type { Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { isUnder } from "../fields/field-path.ts";
import { checkBounds } from "./check-bounds.ts";
import { checkDefaultsOfPair } from "./check-defaults.ts";
import { checkCoverage, uncoveredPaths } from "./check-coverage.ts";
import { checkElements } from "./check-elements.ts";
import { checkKeys } from "./check-keys.ts";
import { checkLoneObjects } from "./check-lone-objects.ts";
import { conditionListsWithoutRule } from "./condition-lists.ts";
import { checkNone } from "./check-none.ts";
import { checkNullObjects } from "./check-null-objects.ts";
import { checkGroups } from "./check-groups.ts";
import { checkObjectsOfBoth, checkReusedPaths } from "./check-reused-paths.ts";
import { faultsOfRule } from "./check-rule.ts";
import { helpValues } from "../suggest/help-values.ts";
import { adviceForMoved, oneRule } from "../suggest/object-advice.ts";
import { checkExamples } from "../plan/examples.ts";
import { checkKeptDefaults } from "./kept-defaults.ts";
import { checkLeftDefaults } from "./left-defaults.ts";
import { checkMadeDefaults } from "./made-defaults.ts";
import { checkWholeObjects } from "./check-whole-objects.ts";
import { checkObjectDefaults } from "./object-defaults.ts";
import { checkSchemaOverrides } from "./schema-overrides.ts";
import { targetOf, type PairRule, type VersionPair } from "./version-pair.ts";

/** What is wrong with a pair's rules. */
export function checkPair(model: TypeModel, pair: VersionPair): Diagnostic[] {
  const overridden = checkSchemaOverrides(model, pair);
  if (overridden.length > 0) return overridden;
  const ofRules = pair.rules.map((rule) => ({ rule, problems: checkRule(model, pair, rule) }));
  const reported = {
    lists: conditionListsWithoutRule(model, pair),
    open: uncoveredPaths(model, pair),
    rules: ofRules.filter(({ problems }) => problems.length > 0).map(({ rule }) => rule),
  };
  const found = [
    ...ofRules.flatMap(({ problems }) => problems),
    ...checkCoverage(model, pair),
    ...checkTargets(model, pair),
    ...checkReusedPaths(model, pair),
    ...checkObjectsOfBoth(model, pair),
    ...checkNullObjects(model, pair),
    ...checkWholeObjects(model, pair),
    ...checkBounds(model, pair, reported),
    ...checkDefaultsOfPair(model, pair),
    ...checkGroups(model, pair),
    ...checkExamples(model, pair),
    ...checkNone(model, pair),
  ];
  // What objects lack, and what elements lose, follows from rules that fit.
  if (found.length > 0) return found;
  const lacking = checkLoneObjects(model, pair);
  if (lacking.length > 0) return lacking;
  const gained = [
    ...checkObjectDefaults(model, pair),
    ...checkMadeDefaults(model, pair),
    ...checkLeftDefaults(model, pair),
    ...checkKeptDefaults(model, pair),
  ];
  if (gained.length > 0) return gained;
  const unmatched = checkElements(model, pair);
  return unmatched.length > 0 ? unmatched : checkKeys(model, pair);
}

function checkRule(model: TypeModel, pair: VersionPair, rule: PairRule): Diagnostic[] {
  return faultsOfRule(model, pair, rule).map((fault) => {
    const values = { ...fault.values, ...helpValues(model, pair, { rule, fault }) };
    return conversionProblem(fault.code, { values, position: rule.position });
  });
}

function checkTargets(model: TypeModel, pair: VersionPair): Diagnostic[] {
  const { rules } = pair;
  const seen = new Set<string>();
  return rules.flatMap((rule) => {
    const whole = wholeMoved(pair, rule);
    if (whole !== undefined) return [convertedTwice(rule, adviceForMoved(model, pair, whole))];
    if (rule.lost && isConvertedWith(pair, rule)) return [convertedTwice(rule)];
    if (rule.lost && rule.side === "older") return [];
    const path = targetOf(rule);
    if (seen.has(path))
      return [conversionProblem("conversion/duplicate-target", { values: { path }, position: rule.position })];
    const isMovedInto = rules.some((other) => !other.lost && isUnder(targetOf(other), path));
    if (rule.lost && isMovedInto) return [convertedTwice(rule)];
    seen.add(path);
    return [];
  });
}

function convertedTwice({ path, position }: PairRule, advice: string = oneRule): Diagnostic {
  return conversionProblem("conversion/converted-twice", { values: { path, advice }, position });
}

/** Whether a form or functions convert the list or map that a field is in: its elements keep what only the hub has. */
function isConvertedWith({ rules }: VersionPair, { side, path }: PairRule): boolean {
  return rules.some((other) => {
    const place = side === "newer" ? targetOf(other) : other.path;
    const isWhole = other.as !== undefined && other.as !== "unchanged";
    return isWhole && (path.startsWith(`${place}[]`) || path.startsWith(`${place}[*]`));
  });
}

/** The rule that converts the object around a field as a whole, with all that is in it, where the field's own rule takes it to the same place. */
function wholeMoved({ rules }: VersionPair, rule: PairRule): PairRule | undefined {
  const isWhole = ({ path, to, as }: PairRule): boolean => {
    if (as === undefined || as === "unchanged") return as !== undefined || to !== undefined;
    // The elements of a list or map may have rules beside its form.
    return !rule.path.slice(path.length).includes("[");
  };
  return rules.find(
    (other) =>
      isWhole(other) && !rule.lost && isUnder(rule.path, other.path) && isUnder(targetOf(rule), targetOf(other)),
  );
}

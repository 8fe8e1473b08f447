// The values that the generated tests of a pair try beside random ones: what rules give as examples, their defaults, and the losses that they list.
import type { TypeModel, TypeNode } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import { isJsonObject, type Diagnostic, type Position } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { accepts, taggedAt } from "../fields/accepted-values.ts";
import { aroundElements, splitAtElements } from "../fields/field-path.ts";
import { fieldAt, listKeys, plainNode } from "../fields/typed-field.ts";
import type { GroupField } from "../pairs/together-group.ts";
import { oppositeSide, targetOf, type PairRule, type VersionPair, type VersionSide } from "../pairs/version-pair.ts";
import { boundExamples } from "./bound-examples.ts";
import { pathsInTemplate } from "./in-template.ts";
import { sideOfLosses } from "./named-losses.ts";
import { literalExamples, type FunctionField } from "./literal-examples.ts";

/** Values by the paths of their fields. */
export type PlanExample = Readonly<Record<string, unknown>>;

/** The examples of one rule: an object gets one of them at a time. */
export type PlanExamples = readonly PlanExample[];

/** The examples of a pair's rules, by version. */
export type ExamplesOfPair = Readonly<Record<VersionSide, readonly PlanExamples[]>>;

/** The examples of a pair. */
export function examplesOfPair(model: TypeModel, pair: VersionPair): ExamplesOfPair {
  const given = examplesOfRules(pair);
  const spoke = oppositeSide(pair.hub);
  const listed = pair.rules.flatMap((rule) => listedLosses(model, pair, rule));
  const all = (side: VersionSide): PlanExample[] => [
    ...functionFields(pair, side).flatMap((field) => literalExamples(model, pair[side].node, field)),
    ...(side === spoke ? listed : []),
    ...boundExamples(model, pair, side),
    ...defaultExamples(model, pair, side),
    // Last, because those of several fields are examples only together.
    ...given.flatMap((rule) => rule[side]),
  ];
  return { older: byFields(all("older")), newer: byFields(all("newer")) };
}

/** Those of the same fields together, each once: an object gets one of them. */
function byFields(examples: readonly PlanExample[]): readonly PlanExamples[] {
  const groups = Map.groupBy(examples, (example) => Object.keys(example).join());
  return [...groups.values()].map((same) => [...new Map(same.map((one) => [JSON.stringify(one), one])).values()]);
}

/** The defaults of rules: what has the value already is another case than what gets it, and random values are never equal to it. */
function defaultExamples(model: TypeModel, pair: VersionPair, side: VersionSide): PlanExample[] {
  const ofSide = pair.rules.filter((rule) => rule.default !== undefined && (rule.lost ? rule.side : "newer") === side);
  const examples = ofSide.map((rule) => ({ path: targetOf(rule), value: rule.default }));
  return examples
    .filter(({ path }) => !isListKey(model, pair[side].node, path))
    .map(({ path, value }) => ({ [path]: value }));
}

/** Whether a field tells the elements of a list apart: no two may have the same value. */
function isListKey(model: TypeModel, root: TypeNode, path: string): boolean {
  const { elements, names } = splitAtElements(path);
  const property = elements.endsWith("[]") ? fieldAt(model, root, aroundElements(elements))?.property : undefined;
  return property !== undefined && (listKeys(model, property) ?? []).includes(names.join("."));
}

/** The fields of a version that functions convert, with what is written in the functions. */
function functionFields({ rules, groups }: VersionPair, side: VersionSide): readonly FunctionField[] {
  const ofRules = rules.map((rule) => ({
    path: side === "older" ? rule.path : targetOf(rule),
    literals: rule.literals,
  }));
  const ofGroups = groups.flatMap((group) => group[side].map(({ path }) => ({ path, literals: group.literals })));
  return [...ofRules, ...ofGroups];
}

/** The examples that a rule gives. */
interface GivenExamples extends Readonly<Record<VersionSide, PlanExamples>> {
  readonly position: Position;
}

function examplesOfRules({ rules, groups }: VersionPair): readonly GivenExamples[] {
  const ofRules = rules.map((rule): GivenExamples => {
    const { older = [], newer = [] } = rule.examples ?? {};
    const to = targetOf(rule);
    return {
      position: rule.position,
      older: older.map((value) => ({ [rule.path]: value })),
      newer: newer.map((value) => ({ [to]: value })),
    };
  });
  const ofGroups = groups.map(({ examples, older, newer, position }): GivenExamples => ({
    position,
    older: examples.older.map((values) => byPath(older, values)),
    newer: examples.newer.map((values) => byPath(newer, values)),
  }));
  return [...ofRules, ...ofGroups];
}

/** The values of a group, which are by name, by path. */
function byPath(fields: readonly GroupField[], values: unknown): PlanExample {
  const named = isJsonObject(values) ? values : {};
  const given = fields.filter(({ name }) => Object.hasOwn(named, name));
  return Object.fromEntries(given.map(({ name, path }) => [path, named[name]]));
}

/** Examples that their fields reject. */
export function checkExamples(model: TypeModel, pair: VersionPair): Diagnostic[] {
  return examplesOfRules(pair).flatMap((rule) =>
    (["older", "newer"] as const).flatMap((side) =>
      rule[side].flatMap(Object.entries).flatMap(([path, value]) => {
        const type = taggedAt(model, pair[side].node, path);
        if (type === undefined || accepts(model, type, value)) return [];
        const values = { path, side, value: valueLiteral(value) };
        return [conversionProblem("conversion/wrong-example", { values, position: rule.position })];
      }),
    ),
  );
}

/** The losses that a rule lists. Random values of an enum or a boolean have them anyway. */
function listedLosses(model: TypeModel, pair: VersionPair, rule: PairRule): PlanExamples {
  const { side, loses } = rule;
  const named = sideOfLosses(pair, rule);
  const path = named === "older" ? rule.path : targetOf(rule);
  const type = taggedAt(model, pair[named].node, path);
  if (side === "newer" || type === undefined || !Array.isArray(loses) || named === pair.hub) return [];
  const node = plainNode(model, type.type);
  if (node.kind === "enum" || (node.kind === "scalar" && node.scalar === "boolean")) return [];
  return loses.filter((value) => accepts(model, type, value)).map((value) => ({ [path]: value }));
}

/** The examples of a kind in its template, without the fields that templates omit. */
export function examplesInTemplate(rules: readonly PlanExamples[], omits: readonly string[]): readonly PlanExamples[] {
  const inTemplate = (example: PlanExample): PlanExample[] => {
    const fields = Object.entries(example).map(([path, value]) => [pathsInTemplate([path], omits), value] as const);
    if (fields.some(([paths]) => paths.length === 0)) return [];
    return [Object.fromEntries(fields.map(([paths, value]) => [paths.join(""), value]))];
  };
  return rules.map((examples) => examples.flatMap(inTemplate)).filter(({ length }) => length > 0);
}

// The values that the generated tests of a pair try beside random ones: what rules give as examples, and the losses that they list.
import type { TypeModel } from "@capstan/generator-model";
import { accepts, taggedAt } from "../fields/accepted-values.ts";
import { plainNode } from "../fields/typed-field.ts";
import { oppositeSide, type PairRule, type VersionPair, type VersionSide } from "../pairs/version-pair.ts";
import { pathsInTemplate } from "./declared-losses.ts";

/** Values by the paths of their fields. */
export type PlanExample = Readonly<Record<string, unknown>>;

/** The examples of one rule: an object gets one of them at a time. */
export type PlanExamples = readonly PlanExample[];

/** The examples of a pair's rules, by version. */
export type ExamplesOfPair = Readonly<Record<VersionSide, readonly PlanExamples[]>>;

/** The examples of a pair. */
export function examplesOfPair(model: TypeModel, pair: VersionPair): ExamplesOfPair {
  const older = pair.rules.map((rule) => listedLosses(model, pair, rule));
  return { older: older.filter(({ length }) => length > 0), newer: [] };
}

/** The losses that a rule lists. Random values of an enum or a boolean have them anyway. */
function listedLosses(model: TypeModel, pair: VersionPair, { side, path, loses }: PairRule): PlanExamples {
  const type = taggedAt(model, pair.older.node, path);
  if (side === "newer" || type === undefined || !Array.isArray(loses) || oppositeSide(pair.hub) === "newer") return [];
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

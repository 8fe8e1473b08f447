// Required objects that one version has alone, and whose fields are elsewhere in the other: they are there by their fields, so one of these must be sure to come.
import type { TypeModel } from "@capstan/generator-model";
import type { Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { accepts } from "../fields/accepted-values.ts";
import { isUnder, parentOf } from "../fields/field-path.ts";
import { fieldAt, rejectsEmpty, tagsOf, type TypedField } from "../fields/typed-field.ts";
import { adviceForObject } from "../suggest/object-advice.ts";
import { mayLackBeside } from "./left-objects.ts";
import { oppositeSide, pathIn, type PairRule, type VersionPair, type VersionSide } from "./version-pair.ts";

const codes = { older: "conversion/required-lost", newer: "conversion/needs-default" } as const;

/** Such objects that objects of the other version may have no field for. */
export function checkLoneObjects(model: TypeModel, pair: VersionPair): Diagnostic[] {
  if (pair.strategy === "None") return [];
  return (["older", "newer"] as const).flatMap((side) => {
    const moved = pair.rules.filter(({ lost }) => !lost);
    const around = new Set(moved.flatMap((rule) => objectsAround(pathIn(rule, side))));
    return [...around]
      .filter((path) => isLone(model, pair, { side, path }))
      .flatMap((path) => {
        const inside = moved.filter((rule) => isUnder(pathIn(rule, side), path));
        if (hasGroup(pair, { side, path }) || inside.some((rule) => isSure(model, pair, { side, path, rule })))
          return [];
        const values = { path, advice: adviceForObject(model, pair, { side, path, inside }) };
        return [conversionProblem(codes[side], { values, position: inside[0]?.position ?? pair.definition.position })];
      });
  });
}

/** An object of one version. */
interface LoneObject {
  readonly side: VersionSide;
  readonly path: string;
}

function objectsAround(path: string): string[] {
  const parent = parentOf(path);
  return parent === "" ? [] : [...objectsAround(parent), parent];
}

/** Whether a version requires an object, in one that both versions have, and the other version has no object there. */
function isLone(model: TypeModel, pair: VersionPair, { side, path }: LoneObject): boolean {
  const kindIn = (at: VersionSide, one: string): string | undefined => fieldAt(model, pair[at].node, one)?.node.kind;
  const field = fieldAt(model, pair[side].node, path);
  if (field?.node.kind !== "object" || field.property.optional || kindIn(oppositeSide(side), path) === "object")
    return false;
  const parent = parentOf(path);
  const around = fieldAt(model, pair[oppositeSide(side)].node, parent);
  return parent === "" || (around?.node.kind === "object" && !hasRuleForFields(model, around));
}

/** Whether tags of an object say that it has some of its fields, which may be those that matter here. The generated tests see that. */
function hasRuleForFields(model: TypeModel, { property }: TypedField): boolean {
  const names = ["cel", "atLeastOneOf", "exactlyOneOf"];
  return rejectsEmpty(model, property) || tagsOf(model, property).some(({ name }) => names.includes(name));
}

function hasGroup({ groups }: VersionPair, { side, path }: LoneObject): boolean {
  return groups.some((group) => group[side].some((field) => isUnder(field.path, path)));
}

/** Whether the object around has a value of this field wherever the other version has what is around the object. */
function isSure(
  model: TypeModel,
  pair: VersionPair,
  { side, path, rule }: LoneObject & { readonly rule: PairRule },
): boolean {
  const other = oppositeSide(side);
  const place = { node: pair[other].node, path: pathIn(rule, other) };
  return !mayBecomeNone(model, pair, { side, rule }) && !mayLackBeside(model, place, parentOf(path));
}

/** Whether the form of a rule makes no value of the empty one, and the field accepts that. */
function mayBecomeNone(
  model: TypeModel,
  pair: VersionPair,
  { side, rule }: { readonly side: VersionSide; readonly rule: PairRule },
): boolean {
  const own = fieldAt(model, pair.older.node, rule.path)?.property;
  if (own === undefined) return false;
  if (rule.as === "boolPresence") return side === "newer" || own.optional;
  const isDropped = rule.as === "dropEmpty" && side === "newer";
  return isDropped && ["", 0].some((empty) => accepts(model, { type: own.type, tags: tagsOf(model, own) }, empty));
}

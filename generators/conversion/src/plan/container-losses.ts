// Objects that rules leave with nothing in them, or that one version does not have: empty ones do not come back from the other version.
import type { TypeModel } from "@capstan/generator-model";
import { belowAll } from "../fields/field-path.ts";
import { canBeEmpty, fieldAt, mayBeMissing, rejectsEmpty } from "../fields/typed-field.ts";
import type { VersionPair, VersionSide } from "../pairs/version-pair.ts";
import type { PlanLoss } from "./losses-of-rule.ts";
import { planOf } from "./pair-plan.ts";
import type { PlanContainer, PlanField, PlanRules } from "./plan-model.ts";

interface ContainersAt {
  readonly model: TypeModel;
  readonly pair: VersionPair;
  readonly spoke: VersionSide;
  readonly at: string;
}

/** The objects of a version that come back from the other one only with a field in them. */
export function containerLosses(model: TypeModel, pair: VersionPair, spoke: VersionSide): readonly PlanLoss[] {
  return lossesOfLevel(planOf(model, pair), { model, pair, spoke, at: "" });
}

function lossesOfLevel(rules: PlanRules, { model, pair, spoke, at }: ContainersAt): PlanLoss[] {
  const { onlyIn, notEmpty, emptied, elements } = rules;
  const lossAt = ({ path }: PlanContainer, affects: string): PlanLoss => {
    const names = belowAll(at, path);
    return { at: names, to: names, affects, dropped: true, certain: true };
  };
  const isEverEmpty = ({ path }: PlanContainer): boolean => {
    const field = fieldAt(model, pair[spoke].node, belowAll(at, path));
    return field === undefined || canBeEmpty(model, field);
  };
  const emptyObjects = [
    ...onlyIn.filter(({ side }) => side === spoke),
    ...emptied.filter(({ side }) => side !== spoke),
  ].filter(isEverEmpty);
  const leaving = placesLeft(rules, spoke);
  // Whether the hub can have no field of an object of the spoke that has some: otherwise one that is always there stays, or all stay and there is always one.
  const isEverLeft = ({ path }: PlanContainer): boolean => {
    const field = fieldAt(model, pair[spoke].node, belowAll(at, path));
    if (field?.node.kind !== "object") return true;
    const { properties } = field.node;
    const staying = properties.filter(({ name }) => !leaving.has([...path, name].join(".")));
    if (staying.some((one) => !mayBeMissing(model, one))) return false;
    return staying.length < properties.length || !rejectsEmpty(model, field.property);
  };
  return [
    ...emptyObjects.map((one) => lossAt(one, "emptyObject")),
    // An object that the spoke itself rejects when empty is never an empty one there.
    ...notEmpty.filter((one) => one.side !== spoke && isEverLeft(one)).map((one) => lossAt(one, "emptyFields")),
    ...elements.flatMap(({ path, form, rules: inside }) =>
      lossesOfLevel(inside, {
        model,
        pair,
        spoke,
        at: `${belowAll(at, path)}${form === "map" ? "[*]" : "[]"}`,
      }),
    ),
  ];
}

/** The paths of the spoke's fields and objects at a level that the hub may have no value for: all others are there as in the spoke. */
function placesLeft({ fields, together, onlyIn, notEmpty, emptied }: PlanRules, spoke: VersionSide): Set<string> {
  const paths = [
    ...fields.filter((rule) => !staysInPlace(rule)).map((rule) => rule[spoke]),
    ...together.flatMap((group) => group[spoke].map(({ path }) => path)),
    ...[...onlyIn, ...notEmpty, ...emptied].map(({ path }) => path),
  ];
  return new Set(paths.flatMap((path) => (path === undefined ? [] : [path.join(".")])));
}

/** The calls of codegen/v1 that make a value of every value. */
const filling = new Set(["invert", "width"]);

/** Whether a field has a value in the same object of both versions. */
function staysInPlace({ call, older, newer }: PlanField): boolean {
  const [from, to] = [older, newer].map((path) => path?.slice(0, -1).join("."));
  return (call === undefined || filling.has(functionName(call))) && from !== undefined && from === to;
}

/** The name of the function of a call, or of a reference to one. */
export function functionName(call: string): string {
  return call.replace(/\(.*$/s, "");
}

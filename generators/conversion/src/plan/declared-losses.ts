// The values that a pair's rules do not bring back from the hub, as predicates for the check of the generated tests. What a rule does not
// name here must come back.
import type { TypeModel } from "@capstan/generator-model";
import { belowAll, parentOf } from "../fields/field-path.ts";
import { unionOf } from "../fields/flat-union.ts";
import {
  canBeEmpty,
  excludedBeside,
  fieldAt,
  mayBeMissing,
  rejectsEmpty,
  type Resolved,
} from "../fields/typed-field.ts";
import { isKeptByHub, oppositeSide, targetOf, type VersionPair, type VersionSide } from "../pairs/version-pair.ts";
import { needsMoved, objectsAround } from "../pairs/lone-objects.ts";
import { unionsOfBounds } from "../pairs/union-bounds.ts";
import type { GroupField } from "../pairs/together-group.ts";
import { isCertain } from "./certain-bounds.ts";
import { planOf } from "./pair-plan.ts";
import type { PlanContainer, PlanField, PlanRules } from "./plan-model.ts";
import { lossesOfRule, type PlanLoss } from "./losses-of-rule.ts";
import { lossOfGroup } from "./named-losses.ts";

/** The losses of a pair's rules. */
export function declaredLosses(model: TypeModel, pair: VersionPair): readonly PlanLoss[] {
  const spoke = oppositeSide(pair.hub);
  return [
    ...pair.rules.flatMap((rule) => lossesOfRule(model, { pair, spoke, rule })),
    ...pair.groups.filter(({ loses }) => loses).map((group) => lossOfGroup(pair, group)),
    ...containerLosses(planOf(model, pair), { model, pair, spoke, at: "" }),
  ];
}

/** A field that the hub keeps: its path, with its value in objects of which nothing is kept, and the object that it comes back into but does not make. */
export type PlanKept = string | { readonly at: string; readonly default?: unknown; readonly inside?: string };

/** A field whose bounds differ: its path in the other version and in the hub. */
export interface PlanBounds {
  /** Whether the types say so. */
  readonly certain: boolean;
  readonly spoke: string | readonly string[];
  readonly hub: string | readonly string[];
}

/** The fields of a pair whose bounds are declared to differ. */
export function differentBounds(model: TypeModel, pair: VersionPair): readonly PlanBounds[] {
  const { rules, groups, hub } = pair;
  const differing = [
    ...rules
      .filter(({ boundsDiffer }) => boundsDiffer)
      .map((rule) => {
        // The object that has the field beside those of another member, or lacks it, is what the server rejects.
        const { older, newer } = unionsOfBounds(model, pair, rule);
        const withUnion = (path: string, union: string | undefined): string | readonly string[] =>
          union === undefined ? path : [path, union];
        return {
          older: withUnion(rule.path, older),
          newer: withUnion(targetOf(rule), newer),
          certain: isCertain(model, pair, rule),
        };
      }),
    ...groups
      .filter(({ boundsDiffer }) => boundsDiffer)
      .map(({ older, newer }) => ({ older: pathsOf(older), newer: pathsOf(newer), certain: false })),
  ];
  return differing.map(({ older, newer, certain }) =>
    hub === "newer" ? { spoke: older, hub: newer, certain } : { spoke: newer, hub: older, certain },
  );
}

interface ContainersAt {
  readonly model: TypeModel;
  readonly pair: VersionPair;
  readonly spoke: VersionSide;
  readonly at: string;
}

/** Objects that come back from the hub only with a field in them. */
function containerLosses(rules: PlanRules, { model, pair, spoke, at }: ContainersAt): PlanLoss[] {
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
      containerLosses(inside, {
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

/** The fields that the hub keeps for the other version. */
export function keptFields(model: TypeModel, pair: VersionPair): readonly PlanKept[] {
  return pair.rules
    .filter((rule) => isKeptByHub(pair, rule))
    .map(({ side, path, default: value }) => {
      const inside = objectsAround(path).findLast((one) => needsMoved(model, pair, { side, path: one }));
      if (value === undefined && inside === undefined) return path;
      return {
        at: path,
        ...(value === undefined ? {} : { default: value }),
        ...(inside === undefined ? {} : { inside }),
      };
    });
}

/** Fields with a default that the hub alone has, in an object of both versions: they stay as long as the other version has that object. */
export function ownFieldsOfHub(model: TypeModel, pair: VersionPair): readonly PlanOwn[] {
  const { hub, older, newer, rules } = pair;
  return rules
    .filter((rule) => rule.lost && rule.side === hub && rule.default !== undefined && !rule.path.includes("["))
    .map(({ path, default: value }) => ({ at: path, inside: parentOf(path), default: value }))
    .filter(({ inside }) => [older, newer].every(({ node }) => isOneObject(fieldAt(model, node, inside)?.node)))
    .filter(({ at, inside }) => {
      // One that others exclude goes when a client sets one of them.
      const object = fieldAt(model, pair[hub].node, inside)?.property;
      return excludedBeside(model, object, at.slice(inside.length + 1)).length === 0;
    });
}

/** Whether a type is an object, and no union: one of those may have another member after a change. */
function isOneObject(node: Resolved | undefined): boolean {
  return node?.kind === "object" && unionOf(node) === undefined;
}

/** A field, the object around it, and its default. */
export interface PlanOwn {
  readonly at: string;
  readonly inside: string;
  readonly default: unknown;
}

function pathsOf(fields: readonly GroupField[]): string[] {
  return fields.map(({ path }) => path);
}

/** The names of the check's functions in losses. */
export function lossFunctions(losses: readonly PlanLoss[]): readonly string[] {
  return losses.map(({ affects }) => functionName(affects));
}

function functionName(call: string): string {
  return call.replace(/\(.*$/s, "");
}

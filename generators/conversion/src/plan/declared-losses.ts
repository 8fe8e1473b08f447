// The values that a pair's rules do not bring back from the hub, as predicates for the check of the generated tests. What a rule does not
// name here must come back.
import type { TypeModel } from "@capstan/generator-model";
import { parentOf } from "../fields/field-path.ts";
import { unionOf } from "../fields/flat-union.ts";
import { excludedBeside, fieldAt, type Resolved } from "../fields/typed-field.ts";
import { isKeptByHub, oppositeSide, targetOf, type VersionPair } from "../pairs/version-pair.ts";
import { needsMoved, objectsAround } from "../pairs/lone-objects.ts";
import { unionsOfBounds } from "../pairs/union-bounds.ts";
import type { GroupField } from "../pairs/together-group.ts";
import { isCertain } from "./certain-bounds.ts";
import { containerLosses, functionName } from "./container-losses.ts";
import { lossesOfRule, type PlanLoss } from "./losses-of-rule.ts";
import { lossOfGroup } from "./named-losses.ts";

/** The losses of a pair's rules. */
export function declaredLosses(model: TypeModel, pair: VersionPair): readonly PlanLoss[] {
  const spoke = oppositeSide(pair.hub);
  return [
    ...pair.rules.flatMap((rule) => lossesOfRule(model, { pair, spoke, rule })),
    ...pair.groups.filter(({ loses }) => loses).map((group) => lossOfGroup(pair, group)),
    ...containerLosses(model, pair, spoke),
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

// Defaults that only one of the two schemas has. The API server sets those of the older version when a client writes an object of it in which the hub, the newer
// version, has no value: the conversion sets them first, and knows an absent value again. Those of the newer one are in every object that it reads.
import { propertyOf, type Property, type TypeModel, type TypeNode } from "@capstan/generator-model";
import {
  isSame,
  oppositeSide,
  targetOf,
  type PairRule,
  type VersionPair,
  type VersionSide,
} from "../pairs/version-pair.ts";
import { below, isUnder, parentOf } from "./field-path.ts";
import {
  fieldAt,
  isDefaulted,
  isNullable,
  mayBeMissing,
  plainNode,
  tagsOf,
  tagValues,
  type TypedField,
} from "./typed-field.ts";

/** A field in both versions. */
export type FieldOfBoth = Readonly<Record<VersionSide, TypedField>>;

/** The default of a field that only the schema of one version has. Objects have none: their fields do. */
export function loneDefault(model: TypeModel, side: VersionSide, fields: FieldOfBoth): unknown {
  const own = tagValues(tagsOf(model, fields[side].property), "default").at(-1);
  const other = tagValues(tagsOf(model, fields[oppositeSide(side)].property), "default");
  return fields[side].node.kind === "object" || other.length > 0 ? undefined : own;
}

/** The field of a rule in both versions. */
export function fieldOfRule(model: TypeModel, { older, newer }: VersionPair, rule: PairRule): FieldOfBoth | undefined {
  const [from, to] = [fieldAt(model, older.node, rule.path), fieldAt(model, newer.node, targetOf(rule))];
  return rule.lost || from === undefined || to === undefined ? undefined : { older: from, newer: to };
}

/** The default of the older schema alone, which the conversion to it sets. A field that moves to another object has none: a default makes no object. */
export function defaultOfOlder(model: TypeModel, pair: VersionPair, rule: PairRule): unknown {
  const [from, to] = [rule.path, targetOf(rule)].map(parentOf);
  const fields = fieldOfRule(model, pair, rule);
  return pair.hub !== "newer" || from !== to || fields === undefined ? undefined : loneDefault(model, "older", fields);
}

/**
 * The default that the hub's schema sets in place of a null that only the other version has; undefined when there is none. Of a newer null, a rule
 * can name it only where the newer field is never absent.
 */
export function defaultOfNull(
  model: TypeModel,
  { hub }: Pick<VersionPair, "hub">,
  fields: FieldOfBoth | undefined,
): unknown {
  if (fields === undefined) return undefined;
  const [own, other] = [fields[hub].property, fields[oppositeSide(hub)].property];
  const isReplaced = !isNullable(model, own.type) && isNullable(model, other.type);
  const isNamed = hub === "newer" || isDefaulted(model, other);
  return isReplaced && isNamed ? tagValues(tagsOf(model, own), "default").at(-1) : undefined;
}

/** Whether a rule gives a required field of the hub null where the older version, which has no null, has no value: each of the two comes back. */
export function isNullForNothing(model: TypeModel, pair: VersionPair, rule: PairRule): boolean {
  const fields = fieldOfRule(model, pair, rule);
  if (pair.hub === "older" || rule.default !== null || fields === undefined) return false;
  const [older, newer] = [fields.older.property, fields.newer.property];
  const isNullThere = !isNullable(model, older.type) && isNullable(model, newer.type);
  return isNullThere && mayBeMissing(model, older) && !mayBeMissing(model, newer);
}

/** The fields that both versions have at one path, in one form, and for which no rule sets a value. */
export function fieldsWithoutRules(model: TypeModel, pair: VersionPair): ReadonlyMap<string, FieldOfBoth> {
  return fieldsOfBoth(model, pair, { withObjects: false });
}

/** The same, and objects with rules for some of their fields. */
export function fieldsWithoutOwnRule(model: TypeModel, pair: VersionPair): ReadonlyMap<string, FieldOfBoth> {
  return fieldsOfBoth(model, pair, { withObjects: true });
}

function fieldsOfBoth(
  model: TypeModel,
  { older, newer, rules, groups }: VersionPair,
  { withObjects }: Pick<Place, "withObjects">,
): ReadonlyMap<string, FieldOfBoth> {
  const changed = rules.filter((rule) => !isSame(rule));
  const named = [
    ...changed.flatMap((rule) => [rule.path, targetOf(rule)]),
    ...groups.flatMap((group) => [...group.older, ...group.newer].map(({ path }) => path)),
  ];
  return new Map(fieldsBelow(model, [older.node, newer.node], { named, path: "", withObjects }));
}

interface Place {
  /** Paths with rules of their own. */
  readonly named: readonly string[];
  readonly path: string;
  /** Whether objects count that have rules for some of their fields. */
  readonly withObjects: boolean;
}

function fieldsBelow(
  model: TypeModel,
  [left, right]: readonly [TypeNode, TypeNode],
  place: Place,
): (readonly [string, FieldOfBoth])[] {
  if (place.named.includes(place.path)) return [];
  const [a, b] = [plainNode(model, left), plainNode(model, right)];
  if (a.kind === "list" && b.kind === "list")
    return fieldsBelow(model, [a.element, b.element], { ...place, path: `${place.path}[]` });
  if (a.kind === "map" && b.kind === "map")
    return fieldsBelow(model, [a.value, b.value], { ...place, path: `${place.path}[*]` });
  if (a.kind !== "object" || b.kind !== "object") return [];
  return a.properties.flatMap((property) => {
    const path = below(place.path, property.name);
    const other = propertyOf(b, property.name);
    if (other === undefined || place.named.includes(path)) return [];
    const inner = fieldsBelow(model, [property.type, other.type], { ...place, path });
    const hasRules = !place.withObjects && place.named.some((one) => isUnder(one, path));
    const own = [path, { older: typed(model, property), newer: typed(model, other) }] as const;
    // Rules inside of an object set its fields; those of elements make no list or map.
    return hasRules && own[1].older.node.kind === "object" ? inner : [own, ...inner];
  });
}

function typed(model: TypeModel, property: Property): TypedField {
  return { property, node: plainNode(model, property.type) };
}

// The fields whose null only the hub has. The API server drops it from objects of the other version, so the hub's comes back from what is kept.
import { propertyOf, type TypeModel, type TypeNode } from "@capstan/generator-model";
import { splitAtElements } from "../fields/field-path.ts";
import { fieldAt, isNullable, plainNode } from "../fields/typed-field.ts";
import { isSame, oppositeSide, targetOf, type PairRule, type VersionPair } from "../pairs/version-pair.ts";

/** Such a field, by the names from its object or element, or the values of such a map. */
export interface FieldWithNull {
  readonly older: readonly string[];
  readonly newer: readonly string[];
  readonly inWhole?: true;
  readonly ofValues?: true;
}

/** The fields of a rule whose null only the hub has. */
export function nullsOfRule(model: TypeModel, pair: VersionPair, rule: PairRule): readonly FieldWithNull[] {
  const own = rule.lost ? undefined : fieldAt(model, pair.older.node, rule.path);
  const target = own && fieldAt(model, pair.newer.node, targetOf(rule));
  if (own === undefined || target === undefined) return [];
  const older = splitAtElements(rule.path).names;
  const newer = splitAtElements(targetOf(rule)).names;
  // A rule about the bounds of an object alone leaves its fields to rules of their own; forms and functions have a value for a null inside of what they convert.
  const isWhole = !isSame(rule) && (rule.as === undefined || rule.as === "unchanged");
  const at = { model, hub: pair.hub, isWhole };
  return nullsOf(at, { older, newer }, { older: own.property.type, newer: target.property.type });
}

/** Whether only the hub has null in a field of a rule. */
export function hasNullOfHub(model: TypeModel, pair: VersionPair, rule: PairRule): boolean {
  return nullsOfRule(model, pair, rule).length > 0;
}

interface Walked {
  readonly model: TypeModel;
  readonly hub: VersionPair["hub"];
  /** Whether the rule converts all fields of an object. */
  readonly isWhole: boolean;
}

function nullsOf(
  at: Walked,
  paths: FieldWithNull,
  types: { readonly older: TypeNode; readonly newer: TypeNode },
): readonly FieldWithNull[] {
  const { model, hub, isWhole } = at;
  const [own, other] = [types[hub], types[oppositeSide(hub)]].map((type) => isNullable(model, type));
  const [older, newer] = [plainNode(model, types.older), plainNode(model, types.newer)];
  const here = own === true && other === false ? [paths] : [];
  if (older.kind === "map" && newer.kind === "map") {
    const values = hub === "older" ? [older.value, newer.value] : [newer.value, older.value];
    const [ownValue, otherValue] = values.map((type) => isNullable(model, type));
    return ownValue === true && otherValue === false ? [...here, { ...paths, ofValues: true }] : here;
  }
  if (!isWhole || older.kind !== "object" || newer.kind !== "object") return here;
  const inside = older.properties.flatMap(({ name, type }) => {
    const there = propertyOf(newer, name);
    const inner = { older: [...paths.older, name], newer: [...paths.newer, name], inWhole: true } as const;
    return there === undefined ? [] : nullsOf(at, inner, { older: type, newer: there.type });
  });
  return [...here, ...inside];
}

// The fields whose null only the hub has. The API server drops it from objects of the other version, so the hub's comes back from what is kept.
import { propertyOf, type Property, type TypeModel } from "@capstan/generator-model";
import { splitAtElements } from "../fields/field-path.ts";
import { fieldAt, isNullable, plainNode, tagsOf, tagValues } from "../fields/typed-field.ts";
import { isSame, oppositeSide, targetOf, type PairRule, type VersionPair } from "../pairs/version-pair.ts";

/** Such a field, by the names from its object or element, or the values of such a map. */
export interface FieldWithNull {
  readonly older: readonly string[];
  readonly newer: readonly string[];
  readonly inWhole?: true;
  readonly ofValues?: true;
  /** The default of the version that has no null. */
  readonly default?: unknown;
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
  return nullsOf(at, { older, newer }, { older: own.property, newer: target.property });
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
  fields: { readonly older: Property; readonly newer: Property },
): readonly FieldWithNull[] {
  const { model, hub, isWhole } = at;
  const spoke = fields[oppositeSide(hub)];
  const [own, other] = [fields[hub], spoke].map(({ type }) => isNullable(model, type));
  const [older, newer] = [plainNode(model, fields.older.type), plainNode(model, fields.newer.type)];
  const set = tagValues(tagsOf(model, spoke), "default").at(-1);
  const here = own === true && other === false ? [{ ...paths, ...(set === undefined ? {} : { default: set }) }] : [];
  if (older.kind === "map" && newer.kind === "map") {
    const values = hub === "older" ? [older.value, newer.value] : [newer.value, older.value];
    const [ownValue, otherValue] = values.map((type) => isNullable(model, type));
    return ownValue === true && otherValue === false ? [...here, { ...paths, ofValues: true }] : here;
  }
  if (!isWhole || older.kind !== "object" || newer.kind !== "object") return here;
  const inside = older.properties.flatMap((property) => {
    const { name } = property;
    const there = propertyOf(newer, name);
    const inner = { older: [...paths.older, name], newer: [...paths.newer, name], inWhole: true } as const;
    return there === undefined ? [] : nullsOf(at, inner, { older: property, newer: there });
  });
  return [...here, ...inside];
}

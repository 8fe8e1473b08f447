// Defaults that only the schema of the older version has. The API server sets them when a client of that version writes an object in which the hub, the
// newer version, has no value, so the conversion sets them first: it then knows an absent value again.
import type { Property, TypeModel, TypeNode } from "@capstan/generator-model";
import { below, isUnder } from "../fields/field-path.ts";
import { plainNode, propertyOf, tagsOf, tagValues, type TypedField } from "../fields/typed-field.ts";
import { isSame, targetOf, type PairRule, type VersionPair } from "../pairs/version-pair.ts";

/** The default of a field that only the older schema has, if the newer version has the field in the same object. Objects have none: their fields do. */
export function olderDefault(
  model: TypeModel,
  { path, to = path }: Pick<PairRule, "path" | "to">,
  { older, newer }: { readonly older: TypedField; readonly newer: TypedField },
): unknown {
  if (older.node.kind === "object" || objectAround(path) !== objectAround(to)) return undefined;
  const [own, other] = [older, newer].map(({ property }) => tagValues(tagsOf(model, property), "default").at(-1));
  return other === undefined ? own : undefined;
}

function objectAround(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("."), 0));
}

/** Rules for the fields with such a default that have none, because both versions have them alike. */
export function rulesOfOlderDefaults(model: TypeModel, pair: VersionPair): readonly PairRule[] {
  const { older, newer, rules, groups, hub, definition } = pair;
  if (hub !== "newer") return [];
  const changed = rules.filter((rule) => !isSame(rule));
  const named = [
    ...changed.flatMap((rule) => [rule.path, targetOf(rule)]),
    ...groups.flatMap((group) => [...group.older, ...group.newer].map(({ path }) => path)),
  ];
  const paths = pathsOf(model, [older.node, newer.node], { named, path: "" });
  return paths.map((path) => ({ side: "older", path, lost: false, position: definition.position }));
}

interface Place {
  /** Paths with rules of their own. */
  readonly named: readonly string[];
  readonly path: string;
}

function pathsOf(model: TypeModel, [left, right]: readonly [TypeNode, TypeNode], place: Place): string[] {
  const [a, b] = [plainNode(model, left), plainNode(model, right)];
  if (a.kind === "list" && b.kind === "list")
    return pathsOf(model, [a.element, b.element], { ...place, path: `${place.path}[]` });
  if (a.kind === "map" && b.kind === "map")
    return pathsOf(model, [a.value, b.value], { ...place, path: `${place.path}[*]` });
  if (a.kind !== "object" || b.kind !== "object") return [];
  return a.properties.flatMap((property) => {
    const path = below(place.path, property.name);
    const other = propertyOf(b, property.name);
    if (other === undefined || place.named.includes(path)) return [];
    const fields = { older: typed(model, property), newer: typed(model, other) };
    const isSet = olderDefault(model, { path }, fields) !== undefined;
    const hasRules = place.named.some((one) => isUnder(one, path));
    const inner = pathsOf(model, [property.type, other.type], { ...place, path });
    return isSet && !hasRules ? [path, ...inner] : inner;
  });
}

function typed(model: TypeModel, property: Property): TypedField {
  return { property, node: plainNode(model, property.type) };
}

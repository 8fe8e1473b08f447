// Values of which the API server keeps more than their types name: fields of objects with `@preserveUnknownFields`, and apiVersion, kind and metadata of those with
// `@embeddedResource`.
import { type ObjectNode, propertyOf, type TypeModel } from "@capstan/generator-model";
import { isUnder } from "../fields/field-path.ts";
import { fieldAt, keepsUnknown, openTags, tagsOf, type TypedField } from "../fields/typed-field.ts";
import { sameType } from "./differing-fields.ts";
import { oppositeSide, pathIn, type VersionPair, type VersionSide } from "./version-pair.ts";
import { moveOf, nearestRule, type ValuePlace, placesIn } from "./whole-places.ts";

/** Why the other version does not have what the API server keeps of a value; undefined where it does, or where its type names all. */
export function problemOfOpen(model: TypeModel, pair: VersionPair, place: ValuePlace): string | undefined {
  const { side, path } = place;
  const own = fieldAt(model, pair[side].node, path);
  if (own === undefined || isJSON(own)) return undefined;
  const tags = openTags(model, own.property);
  if (tags.length === 0) return undefined;
  const other = oppositeSide(side);
  const rule = nearestRule(pair, place);
  if (rule?.as !== undefined && rule.as !== "unchanged") return "the form of its rule has no place for them";
  const move = moveOf(pair, place);
  const there = fieldAt(model, pair[other].node, other === "older" ? move.path : move.to);
  if (there === undefined) return `the ${other} version has no such value there`;
  if (openTags(model, there.property).join() !== tags.join()) return `the ${other} version does not`;
  // Inside of an object that both versions keep in the same way, rules may change what its types name.
  if (own.node.kind === "object" && there.node.kind === "object" && tags.every((tag) => !tag.startsWith("schema")))
    return haveSameNames(own.node, there.node) ? undefined : "the two versions name other fields in it";
  const hasRules = pair.rules.some((one) => (!one.lost || one.side === side) && isUnder(pathIn(one, side), path));
  return sameType(model, own.node, there.node) && !hasRules ? undefined : "the two versions have other types in it";
}

/** Any JSON, of which conversions leave nothing out. */
function isJSON({ node }: TypedField): boolean {
  return node.kind === "open" && node.open !== "empty";
}

function haveSameNames(a: ObjectNode, b: ObjectNode): boolean {
  return (
    a.properties.length === b.properties.length && a.properties.every(({ name }) => propertyOf(b, name) !== undefined)
  );
}

/** The fields of objects of which the API server keeps those that no type names, in one version or in both. */
export function openNamesOf(model: TypeModel, pair: VersionPair): readonly string[] {
  const namesAt = (side: VersionSide, path: string): readonly string[] => {
    const node = fieldAt(model, pair[side].node, path)?.node;
    return node?.kind === "object" ? node.properties.map(({ name }) => name) : [];
  };
  return (["older", "newer"] as const).flatMap((side) =>
    placesIn(model, pair, side).flatMap((place) => {
      const field = fieldAt(model, pair[side].node, place.path);
      if (field?.node.kind !== "object" || !keepsUnknown(tagsOf(model, field.property))) return [];
      const { path, to } = moveOf(pair, place);
      return [...namesAt("older", path), ...namesAt("newer", to)];
    }),
  );
}

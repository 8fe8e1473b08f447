// Defaults in objects that another field makes. The API server sets them in such an object, which comes back with them where the other version has no such object.
import type { TypeModel } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import { deepEqual, type Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { parentOf } from "../fields/field-path.ts";
import { fieldsWithoutOwnRule, loneDefault, type FieldOfBoth } from "../fields/schema-defaults.ts";
import { fieldAt, mayBeMissing, rejectsEmpty, tagsOf, tagValues } from "../fields/typed-field.ts";
import { makersOf, mayLackBeside } from "./missed-fields.ts";
import { oppositeSide, ruleAt, type PairRule, type VersionPair, type VersionSide } from "./version-pair.ts";

/** Such defaults of fields that have no rule, and one in both versions, in the older one alone, or of an object in one version alone; of each object the first. Others have rules. */
export function checkMadeDefaults(model: TypeModel, pair: VersionPair): Diagnostic[] {
  if (pair.strategy === "None") return [];
  const made = [...fieldsWithoutOwnRule(model, pair)].flatMap(([path, field]) => {
    const set = defaultOfBoth(model, pair, field);
    const side = set?.sides.find((one) => isMade(model, pair, { side: one, path }));
    return set === undefined || side === undefined ? [] : [{ ...set, path, side }];
  });
  const firsts = [...Map.groupBy(made, ({ path }) => parentOf(path))].flatMap(([, [first]]) => first ?? []);
  return firsts.map(({ path, value, sides, side }) => {
    const other = oppositeSide(side);
    const values = { side: other, path, value: valueLiteral(value), place: path, own: side };
    const places = sides.length === 1 ? `the ${side} version` : "both versions";
    const advice = `${withObject(model, pair, path)}remove \`@default\` from ${path} in ${places}`;
    return conversionProblem("conversion/gained-default", {
      values: { ...values, advice },
      position: pair.definition.position,
    });
  });
}

/** The default of a field that no rule names. */
function defaultOfBoth(model: TypeModel, pair: VersionPair, field: FieldOfBoth): DefaultOfBoth | undefined {
  const [older, newer] = [field.older.property, field.newer.property].map((property) =>
    tagValues(tagsOf(model, property), "default").at(-1),
  );
  if (older !== undefined && deepEqual(older, newer)) return { value: older, sides: bothSides };
  // One of an object that the other version requires; those of others that may be missing there are errors themselves.
  const areObjects = field.older.node.kind === "object" && field.newer.node.kind === "object";
  if (areObjects && older === undefined && newer !== undefined && !mayBeMissing(model, field.older.property))
    return { value: newer, sides: ["newer"] };
  if (areObjects && newer === undefined && older !== undefined && !mayBeMissing(model, field.newer.property))
    return { value: older, sides: ["older"] };
  // The conversion knows such a default again, and not that its object was made.
  const lone = pair.hub === "newer" ? loneDefault(model, "older", field) : undefined;
  return lone === undefined ? undefined : { value: lone, sides: ["older"] };
}

interface DefaultOfBoth {
  readonly value: unknown;
  /** The versions whose schemas have it. */
  readonly sides: readonly VersionSide[];
}

const bothSides: readonly VersionSide[] = ["older", "newer"];

/** Whether a version has the object around a field by another field where the other version has no such object. */
export function isMade(
  model: TypeModel,
  pair: VersionPair,
  {
    side,
    path,
    but = ruleAt(pair, path),
  }: { readonly side: VersionSide; readonly path: string; readonly but?: PairRule },
): boolean {
  const other = oppositeSide(side);
  const around = parentOf(path);
  const place = { node: pair[other].node, path: around };
  const makers = makersOf(pair, { side, path: around, but });
  return makers.some((beside) => mayLackBeside(model, place, beside));
}

/** The other way, where the objects around a default can be empty: they are always there. All that need a default of their own for that are named at once. */
export function withObject(model: TypeModel, pair: VersionPair, path: string): string {
  const around = objectsToDefault(model, pair, path);
  const canBe = around.every((place) =>
    [pair.older, pair.newer].every(({ node }) => {
      const field = fieldAt(model, node, place);
      if (field?.node.kind !== "object" || rejectsEmpty(model, field.property)) return false;
      return field.node.properties.every(({ optional }) => optional);
    }),
  );
  const missing = around.filter((place) => !isDefaultedInBoth(model, pair, place));
  if (!canBe || missing.length === 0) return "";
  return `declare \`@default {}\` for ${missing.toReversed().join(" and ")} in both versions, or `;
}

/** The objects around a default that need one, the innermost first: the default of an object is one in the object around it, which another field may make, too. */
function objectsToDefault(model: TypeModel, pair: VersionPair, path: string): readonly string[] {
  const around = parentOf(path);
  const objects = [around];
  for (let place = around; bothSides.some((side) => isMade(model, pair, { side, path: place }));) {
    place = parentOf(place);
    if (place === "") break;
    objects.push(place);
  }
  return objects;
}

function isDefaultedInBoth(model: TypeModel, pair: VersionPair, path: string): boolean {
  return [pair.older, pair.newer].every(({ node }) => {
    const field = fieldAt(model, node, path);
    return field !== undefined && !mayBeMissing(model, field.property);
  });
}

// The types of fields as an author writes them in functions of a conversion: scalars and enums by name and value, objects by their place in the version's type.
import { typeOf, type TypeModel, type TypeNode } from "@capstan/generator-model";
import { propertyKey, stringLiteral, valueLiteral } from "@capstan/generator-model/writing";
import { isOfElements, isUnder, splitAtElements, stretchesOf } from "../fields/field-path.ts";
import { fieldAt, isNullable, plainNode } from "../fields/typed-field.ts";
import { objectsAround } from "../pairs/lone-objects.ts";
import {
  oppositeSide,
  targetOf,
  versionOf,
  type PairRule,
  type VersionPair,
  type VersionSide,
} from "../pairs/version-pair.ts";

/** A field of one version. */
interface FieldPlace {
  readonly side: VersionSide;
  readonly path: string;
}

/** The fields of a rule. */
interface RulePaths {
  readonly path: string;
  readonly to: string;
}

/** The type of a value of a field. */
function writtenType(model: TypeModel, pair: VersionPair, place: FieldPlace): string {
  const field = fieldAt(model, pair[place.side].node, place.path);
  return (field && simpleType(model, field.node)) ?? typeInVersion(model, pair, place);
}

/** The type without names of the author's own; undefined where it has some. */
function simpleType(model: TypeModel, node: TypeNode): string | undefined {
  const plain = plainNode(model, node);
  switch (plain.kind) {
    case "scalar":
      return plain.scalar;
    case "pattern":
      return "string";
    case "enum":
      return plain.values.map(valueLiteral).join(" | ");
    case "open":
      return { value: "JSONValue", object: "JSONObject", empty: "EmptyObject" }[plain.open];
    case "list":
      return around(elementType(model, plain.element), (element) =>
        element.includes(" ") ? `(${element})[]` : `${element}[]`,
      );
    case "map":
      return around(elementType(model, plain.value), (value) => `Record<string, ${value}>`);
    default:
      return undefined;
  }
}

/** The type of the elements of a list, or of the values of a map. */
function elementType(model: TypeModel, node: TypeNode): string | undefined {
  return around(simpleType(model, node), (type) => (isNullable(model, node) ? `${type} | null` : type));
}

function around(type: string | undefined, write: (type: string) => string): string | undefined {
  return type === undefined ? undefined : write(type);
}

/** The type by the way to it from that of the version, for example `NonNullable<Foo["spec"]>["disks"]`. */
function typeInVersion(model: TypeModel, pair: VersionPair, { side, path }: FieldPlace): string {
  let written = nameOf(model, pair, side);
  let walked = "";
  for (const { names, into } of stretchesOf(path)) {
    for (const name of names) {
      walked = walked === "" ? name : `${walked}.${name}`;
      written = `${written}[${stringLiteral(name)}]`;
      if (fieldAt(model, pair[side].node, walked)?.property.optional === true) written = `NonNullable<${written}>`;
    }
    if (into === undefined) continue;
    walked += into === "list" ? "[]" : "[*]";
    written = `${written}[${into === "list" ? "number" : "string"}]`;
  }
  return written;
}

/** The name of a version's type; with the version before it where both have one name. */
function nameOf(model: TypeModel, pair: VersionPair, side: VersionSide): string {
  const own = typeName(model, pair, side);
  return own === typeName(model, pair, oppositeSide(side)) ? `${versionOf(pair[side])}.${own}` : own;
}

function typeName(model: TypeModel, pair: VersionPair, side: VersionSide): string {
  return typeOf(model, pair[side].definition.root).name;
}

/** Two functions between the fields of a rule, without their bodies. */
export function writtenFunctions(model: TypeModel, pair: VersionPair, paths: RulePaths): string {
  const [older, newer] = writtenTypes(model, pair, paths);
  return `{ forward: (value: ${older}): ${newer} => ..., back: (value: ${newer}): ${older} => ... }`;
}

/** The function that names what does not come back to the version that is not the hub, without its body. */
export function writtenLoss(model: TypeModel, pair: VersionPair, paths: RulePaths): string {
  const [older, newer] = writtenTypes(model, pair, paths);
  return `(value: ${pair.hub === "older" ? newer : older}): boolean => ...`;
}

/** A rule of `together` for two fields that may be absent, without the bodies of its functions, with the losses and bounds of the rule that it is in place of. What a function returns has the fields that its version requires. */
export function writtenGroup(
  model: TypeModel,
  pair: VersionPair,
  { path, to: field, given }: RulePaths & { readonly given?: PairRule | undefined },
): string {
  const to = placeInNewer(model, pair, { path, to: field });
  const [from, into] = [path, to].map((one) => propertyKey(one.split(".").at(-1) ?? one));
  const [own, target] = writtenTypes(model, pair, { path, to });
  const [older, newer] = [`{ ${from}?: ${own} }`, `{ ${into}?: ${target} }`];
  const resultOf = ({ side, path: at }: FieldPlace, type: string): string =>
    fieldAt(model, pair[side].node, at)?.property.optional === false ? type.replace("?: ", ": ") : type;
  const [toOlder, toNewer] = [resultOf({ side: "older", path }, older), resultOf({ side: "newer", path: to }, newer)];
  const loses =
    given?.loses === undefined ? "" : `, loses: (value: ${pair.hub === "older" ? newer : older}): boolean => ...`;
  const bounds = given?.boundsDiffer === true ? ', bounds: "differ"' : "";
  return (
    `together: { ${from}: { older: { ${from}: ${stringLiteral(path)} }, newer: { ${into}: ${stringLiteral(to)} }, ` +
    `as: { forward: (value: ${older}): ${toNewer} => ..., back: (value: ${newer}): ${toOlder} => ... }${loses}${bounds} } }`
  );
}

/** The field of the newer version that a group for a required field names: the optional object that only that version has, where no other rule needs it. Without the object, no function is called for a field in it. */
function placeInNewer(model: TypeModel, pair: VersionPair, { path, to }: RulePaths): string {
  if (fieldAt(model, pair.older.node, path)?.property.optional !== false) return to;
  const others = pair.rules.filter((rule) => rule.path !== path).map(targetOf);
  const isOwn = (object: string): boolean =>
    !isOfElements(object) &&
    splitAtElements(object).elements === splitAtElements(to).elements &&
    fieldAt(model, pair.newer.node, object)?.property.optional === true &&
    fieldAt(model, pair.older.node, object) === undefined &&
    !others.some((other) => isUnder(other, object));
  return objectsAround(to).find(isOwn) ?? to;
}

function writtenTypes(model: TypeModel, pair: VersionPair, { path, to }: RulePaths): readonly [string, string] {
  return [writtenType(model, pair, { side: "older", path }), writtenType(model, pair, { side: "newer", path: to })];
}

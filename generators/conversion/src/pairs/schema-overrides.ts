// Tags that give a field another type in the schema than TypeScript has for it. Rules, functions and the generated tests know the types alone: what the API server does by such a
// keyword would be lost, or come as a surprise.
import type { TypeModel } from "@capstan/generator-model";
import { isJsonObject, type Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { fieldAt, keepsUnknown, tagsOf, tagsOfType, tagValues } from "../fields/typed-field.ts";
import { versionOf, type VersionPair, type VersionSide } from "./version-pair.ts";
import { placesIn } from "./whole-places.ts";

/** What such a tag is, and how it is written instead. */
interface Override {
  readonly tag: string;
  readonly instead: string;
}

/** The keywords of `@schema` that types or other tags have a word for. */
const ownWords: Readonly<Record<string, string>> = {
  nullable: "`| null` in its type",
  default: "`@default`",
  properties: "fields of its type",
  additionalProperties: "a `Record` in its type",
  items: "the elements of its type, and tags such as `@items.minLength`",
  required: "fields that are not optional",
  type: "another type",
  "x-kubernetes-int-or-string": "the type `IntOrString`",
  "x-kubernetes-list-type": "`@listType`",
  "x-kubernetes-list-map-keys": "`@listMapKey`",
};

const ownTags: Readonly<Record<string, string>> = {
  schemaType: "another type",
  schemaless: "a type that says what the tags say",
};

/** Each field of a version with such a tag. */
export function checkSchemaOverrides(model: TypeModel, pair: VersionPair): Diagnostic[] {
  const { position } = pair.definition;
  const found = (["older", "newer"] as const).flatMap((side) =>
    overridesIn(model, pair, side).map((one) => ({ ...one, version: versionOf(pair[side]) })),
  );
  return found.map((values) => conversionProblem("conversion/schema-override", { values, position }));
}

function overridesIn(
  model: TypeModel,
  pair: VersionPair,
  side: VersionSide,
): readonly (Override & { readonly path: string })[] {
  const ofKind = tagsOfType(model, pair.definition[side]);
  const inside = placesIn(model, pair, side).map(({ path }) => {
    const property = fieldAt(model, pair[side].node, path)?.property;
    return { path, tags: property === undefined ? [] : tagsOf(model, property) };
  });
  return [{ path: pair[side].definition.kind, tags: ofKind }, ...inside].flatMap(({ path, tags }) =>
    overridesOf(tags)
      .slice(0, 1)
      .map((one) => ({ path, ...one })),
  );
}

function overridesOf(tags: Parameters<typeof tagValues>[0]): readonly Override[] {
  const words = tagValues(tags, "schema")
    .filter(isJsonObject)
    .flatMap((schema) => Object.keys(schema))
    .filter((word) => Object.hasOwn(ownWords, word));
  // Of what the API server keeps whole, another check compares the two versions.
  const others = keepsUnknown(tags) ? [] : Object.entries(ownTags);
  return [
    ...words.map((word) => ({ tag: `\`${word}\` in \`@schema\``, instead: ownWords[word] ?? "" })),
    ...others.flatMap(([name, instead]) =>
      tagValues(tags, name).length > 0 ? [{ tag: `\`@${name}\``, instead }] : [],
    ),
  ];
}

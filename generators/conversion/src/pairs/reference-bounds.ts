// Bounds of references: what one version requires that the other may lack, and names and groups that one of them rejects. Nearly all random references are a loss of the form,
// so these are compared.
import { propertyOf, type Property, type TypeModel } from "@capstan/generator-model";
import { isJsonObject } from "@capstan/kube";
import { mayBeMissing, plainNode, tagsOf, type Resolved } from "../fields/typed-field.ts";
import { tagDifferences } from "./tag-differences.ts";
import type { VersionSide } from "./version-pair.ts";

type BothFields = Readonly<Record<VersionSide, Property>>;

/** Whether a form is `reference`, of any kind or of one. */
export function isReference(as: unknown): boolean {
  return as === "reference" || (isJsonObject(as) && as["reference"] !== undefined);
}

/** The strings of a reference that the form reads and writes, in each version. */
export function stringsOfReference(as: unknown): Readonly<Record<VersionSide, readonly string[]>> {
  return isJsonObject(as)
    ? { older: ["apiVersion", "kind", "name"], newer: ["name"] }
    : { older: ["apiVersion", "kind", "name", "namespace"], newer: ["apiGroup", "kind", "name"] };
}

/** The names of the fields of a reference that the form leaves out. */
export function fieldsBesideReference(node: Resolved | undefined, written: readonly string[]): readonly string[] {
  const names = node?.kind === "object" ? node.properties.map(({ name }) => name) : [];
  return names.filter((name) => !written.includes(name));
}

/** How the bounds of two references differ. */
export function referenceDifferences(model: TypeModel, references: BothFields, as: unknown): readonly string[] {
  const [older, newer] = [references.older, references.newer].map(({ type }) => plainNode(model, type));
  if (older?.kind !== "object" || newer?.kind !== "object") return [];
  const ofField = (name: string, target: string): readonly string[] => {
    const [own, other] = [propertyOf(older, name), propertyOf(newer, target)];
    return own === undefined || other === undefined ? [] : ofBoth(model, { older: own, newer: other }, [name, target]);
  };
  const names = [...ofField("name", "name"), ...(isJsonObject(as) ? [] : ofField("kind", "kind"))];
  const ofWhole = tagDifferences([tagsOf(model, references.older), tagsOf(model, references.newer)]);
  return [
    ...names,
    ...(isJsonObject(as) ? [] : ofField("apiVersion", "apiGroup")),
    ...ofWhole.map(({ difference }) => difference),
  ];
}

function ofBoth(
  model: TypeModel,
  { older, newer }: BothFields,
  [name, target]: readonly [string, string],
): readonly string[] {
  const isLacking = mayBeMissing(model, older) && !newer.optional;
  const isGone = mayBeMissing(model, newer) && !older.optional;
  const both = name === target ? name : `${name} and ${target}`;
  return [
    ...(isLacking ? [`${both}: optional and required`] : []),
    ...(isGone ? [`${both}: required and optional`] : []),
    ...(name === target ? ofTags : ofGroup)(model, { older, newer }).map((difference) => `${both}: ${difference}`),
  ];
}

function ofTags(model: TypeModel, { older, newer }: BothFields): readonly string[] {
  return tagDifferences([tagsOf(model, older), tagsOf(model, newer)]).map(({ difference }) => difference);
}

/** Of bounds that both an apiVersion and a group have, the generated tests say whether they are the same. */
function ofGroup(model: TypeModel, { older, newer }: BothFields): readonly string[] {
  // An apiVersion has a letter in any case.
  const own = tagsOf(model, older).filter(({ name, value }) => name !== "minLength" || Number(value) > 1);
  const [ofVersion, ofGroups] = [tagDifferences([own, []]), tagDifferences([[], tagsOf(model, newer)])];
  if (ofVersion.length > 0 && ofGroups.length > 0) return [];
  return [...ofVersion, ...ofGroups].map(({ difference }) => difference);
}

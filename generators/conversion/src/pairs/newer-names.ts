// Tags of an older field that name fields, with the names that these have in the newer version: a name alone is no other bound.
import type { Tag } from "@capstan/generator-model";
import { below, isUnder } from "../fields/field-path.ts";
import { hasFunctions } from "./together-group.ts";
import { ruleAt, targetOf, type PairRule, type VersionPair } from "./version-pair.ts";

interface Place {
  readonly path: string;
  readonly pair?: VersionPair;
}

/** A tag that names fields of elements or of an object. */
export function withNewerNames(tag: Tag, { path, pair }: Place): Tag {
  if (pair === undefined) return tag;
  const around = tagPath(path, tag.steps, tag.steps.length);
  const value = namesIn(tag, around, pair);
  return value === undefined ? tag : { ...tag, value };
}

const ofFields = new Set(["atMostOneOf", "exactlyOneOf", "atLeastOneOf"]);

function namesIn({ name, value }: Tag, around: string, pair: VersionPair): string | string[] | undefined {
  if (name === "listMapKey" && typeof value === "string") return newerName(pair, `${around}[]`, value);
  if (!ofFields.has(name) || !Array.isArray(value)) return undefined;
  return value.map((field) => newerName(pair, around, String(field)));
}

/** The name of a field in the same object of the newer version. What functions make of one may be something else, such as one value of several. */
function newerName(pair: VersionPair, around: string, name: string): string {
  const path = below(around, name);
  const inside = pair.rules.filter((rule) => !rule.lost && isUnder(rule.path, path));
  const rules = inside.length === 0 ? [ruleAt(pair, path)] : inside;
  const names = new Set(rules.map((rule) => nameIn(around, rule)));
  const [only] = names;
  return names.size === 1 && only !== undefined ? only : name;
}

/** The name of the field of an object that a rule's value is in, in the newer version. */
function nameIn(around: string, { as, ...rule }: PairRule): string | undefined {
  const to = targetOf({ as, ...rule });
  if (hasFunctions(as) || !isUnder(to, around)) return undefined;
  const [name = ""] = to.slice(around.length + 1).split(".");
  return name.split("[")[0];
}

/** The path of the elements that a tag of a list or map is for, by its first steps. */
export function tagPath(path: string, steps: readonly string[], depth: number): string {
  const elements = steps.slice(0, depth).map((step) => (step === "items" ? "[]" : "[*]"));
  return `${path}${elements.join("")}`;
}

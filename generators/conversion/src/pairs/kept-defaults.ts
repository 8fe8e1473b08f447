// Defaults of objects that only the version that is not the hub has, with fields that the hub keeps for it. The API server sets such an object where the conversion makes none, and
// the hub would keep what is in it then for each object that was read in that version.
import type { TypeModel } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import { isJsonObject, type Diagnostic } from "@capstan/kube";
import { conversionProblem } from "../diagnostics.ts";
import { completedValue } from "../fields/completed-defaults.ts";
import { isUnder, parentOf } from "../fields/field-path.ts";
import { fieldAt, tagsOf, tagValues } from "../fields/typed-field.ts";
import { isAcceptedRule } from "../suggest/judged-rule.ts";
import { declared } from "../suggest/written-rule.ts";
import { hasGroup, type ObjectOfSide } from "./left-objects.ts";
import { isSure, objectsAround } from "./lone-objects.ts";
import { makersOf } from "./missed-fields.ts";
import { isKeptByHub, pathIn, type PairRule, type VersionPair } from "./version-pair.ts";

/** Such defaults, each once. */
export function checkKeptDefaults(model: TypeModel, pair: VersionPair): Diagnostic[] {
  if (pair.strategy === "None") return [];
  const found = pair.rules
    .filter((rule) => isKeptByHub(pair, rule))
    .flatMap((rule) => {
      const around = objectsAround(rule.path).map((path) => defaultedObject(model, pair, { rule, path }));
      return around.find((one) => one !== undefined) ?? [];
    });
  const firsts = new Map(found.toReversed().map((one) => [one.path, one]));
  return [...firsts.values()].toReversed().map((object) => problemOf(model, pair, object));
}

interface DefaultedObject extends ObjectOfSide {
  readonly rule: PairRule;
  /** The default in the schema. */
  readonly written: unknown;
  /** The same with the defaults of the fields in it. */
  readonly completed: unknown;
}

/** An object around a kept field that the API server sets with a value for the field, where no conversion is sure to make it. */
function defaultedObject(
  model: TypeModel,
  pair: VersionPair,
  { rule, path }: { readonly rule: PairRule; readonly path: string },
): DefaultedObject | undefined {
  const { side } = rule;
  const property = fieldAt(model, pair[side].node, path)?.property;
  if (property?.optional !== true || isObjectOfHub(model, pair, path)) return undefined;
  const written = tagValues(tagsOf(model, property), "default").at(-1);
  const completed = completedValue(model, property.type, written);
  const names = rule.path.slice(path.length + 1).split(".");
  if (valueIn(completed, names) === undefined) return undefined;
  const around = parentOf(path);
  const isAroundThere =
    isObjectOfHub(model, pair, around) || makersOf(pair, { side, path: around, but: rule }).length > 0;
  const inside = pair.rules.filter((one) => !one.lost && isUnder(pathIn(one, side), path));
  if (!isAroundThere || inside.some((one) => isSure(model, pair, { side, path, rule: one }))) return undefined;
  return { side, path, rule, written, completed };
}

function isObjectOfHub(model: TypeModel, { hub, ...versions }: VersionPair, path: string): boolean {
  return path === "" || fieldAt(model, versions[hub].node, path)?.node.kind === "object";
}

function valueIn(value: unknown, names: readonly string[]): unknown {
  return names.reduce((inner, name) => (isJsonObject(inner) ? inner[name] : undefined), value);
}

function problemOf(model: TypeModel, pair: VersionPair, object: DefaultedObject): Diagnostic {
  const { side, path, rule, completed } = object;
  const advice = `${forWhole(model, pair, object)}remove \`@default\` from ${path} in the ${side} version`;
  const value = `${valueLiteral(completed)} in their annotation`;
  const values = { side: pair.hub, path, value, place: path, own: side, advice };
  return conversionProblem("conversion/gained-default", { values, position: rule.position });
}

/** The rule that keeps the whole object, where no other version has fields of it. Of all that is in the spec or the status, a default would come with every part of an object. */
function forWhole(model: TypeModel, pair: VersionPair, { side, path, written }: DefaultedObject): string {
  const [inside, others] = [true, false].map((isInside) =>
    pair.rules.filter((rule) => (isUnder(pathIn(rule, side), path) && (!rule.lost || rule.side === side)) === isInside),
  );
  const isElsewhere = inside?.every(({ lost }) => lost) !== true || hasGroup(pair, { side, path });
  if (isElsewhere || parentOf(path) === "") return "";
  const value = { keep: true, default: written };
  if (!isAcceptedRule(model, { ...pair, rules: others ?? [] }, { side, path, value })) return "";
  return `write \`${declared(path, valueLiteral(value))}\` in \`${side}\` in place of the rules for its fields, or `;
}

// Finds the declaration for two fields of a pair that this generator accepts: candidates are tried with the check that rejects rules.
import { functionValue, type Property, type TypeModel, type TypeNode } from "@capstan/generator-model";
import { valueLiteral } from "@capstan/generator-model/writing";
import { ownFields } from "@capstan/kube";
import { differencesOfRule } from "../pairs/check-bounds.ts";
import { aroundElements, isOfElements } from "../fields/field-path.ts";
import { accepts } from "../fields/accepted-values.ts";
import { readsAlike } from "../fields/alike-pattern.ts";
import { formattedCode } from "../modules/formatted-strings.ts";
import { checkDefaultsOfPair } from "../pairs/check-defaults.ts";
import { checkNone } from "../pairs/check-none.ts";
import { faultsOfRule } from "../pairs/check-rule.ts";
import { sameType } from "../pairs/differing-fields.ts";
import { ruleFrom, type PairRule, type VersionPair, type VersionSide } from "../pairs/version-pair.ts";
import { loneDefault } from "../fields/schema-defaults.ts";
import { fieldAt, mayBeMissing, plainNode, tagsOf, tagValues, type Resolved } from "../fields/typed-field.ts";
import { haveOtherFilledBounds } from "../plan/certain-bounds.ts";
import { formOf } from "../plan/value-form.ts";
import { candidateForms } from "./candidate-forms.ts";
import { declared, type Advice } from "./written-rule.ts";
import { writtenFunctions, writtenGroup } from "./written-type.ts";

/** A field that only one version has, or that is converted as one. */
export interface OneField {
  readonly side: VersionSide;
  readonly path: string;
}

/** The declarations that are accepted for a field of one version alone: it is lost, the hub keeps it, or the other version gets a value. */
export function lostDeclarations(model: TypeModel, pair: VersionPair, { side, path }: OneField): readonly string[] {
  const property = fieldAt(model, pair[side].node, path)?.property;
  const value = property && anyDefault(model, property);
  // An absent field with a default of its own is there again in the version that has it.
  const isSet = property !== undefined && tagValues(tagsOf(model, property), "default").length > 0;
  const keptWith = { keep: true, default: value };
  const simple: readonly unknown[] = [side === "older" ? "removed" : "added", isSet ? keptWith : "keep"];
  const candidates = [...simple, ...(isSet ? [] : [keptWith]), ...(side === "newer" ? [{ default: value }] : [])];
  const accepted = candidates.filter((one) => isAcceptedRule(model, pair, { side, path, value: one }));
  // A default that a field does not need is no simpler than none.
  const needed = accepted.some((one) => typeof one === "string")
    ? accepted.filter((one) => simple.includes(one))
    : accepted;
  return needed.map((one) => declared(path, valueLiteral(one)));
}

/** Two fields, and what their rule says so far. */
export interface TwoFields {
  readonly path: string;
  readonly to: string;
  readonly given?: PairRule;
}

/** The simplest declaration for two fields: a form that fits, or functions of the author's own. */
export function adviceFor(model: TypeModel, pair: VersionPair, fields: TwoFields): Advice {
  const { path, to, given } = fields;
  const [older, newer] = [fieldAt(model, pair.older.node, path), fieldAt(model, pair.newer.node, to)];
  if (older === undefined || newer === undefined) return {};
  const isPlain = path === to && sameType(model, older.node, newer.node);
  const isAlike = isPlain && isNotDifferent(model, pair, { side: "older", path, value: { bounds: "differ" } });
  // A default of the newer version alone needs a rule, which has nothing else.
  if (isAlike && loneDefault(model, "newer", { older, newer }) === undefined) return {};
  const moved = path === to ? {} : { to };
  const forms = candidateForms({ model, older, newer, ...(given === undefined ? {} : { given }) });
  // A value for objects that have none is better than a required field that is missing.
  const filling = older.property.optional ? [] : forms.filter(({ as }) => formOf(as)?.form.fills?.includes("older"));
  // A field that one version requires and the other sets is never missing: its values are the same in both.
  const isAlwaysThere =
    path === to &&
    older.property.optional !== newer.property.optional &&
    ![older, newer].some(({ property }) => mayBeMissing(model, property));
  for (const form of mayBeMissing(model, newer.property) ? [...filling, ...forms] : forms) {
    if (form.as === undefined && (isAlwaysThere || !sameType(model, older.node, newer.node))) continue;
    const found = acceptedRule(model, pair, { ...fields, value: { ...moved, ...form } });
    if (found !== undefined) {
      const name = formOf(form.as)?.name;
      return { declaration: declared(path, valueLiteral(found)), ...(name === undefined ? {} : { form: name }) };
    }
  }
  return functionsFor(model, pair, fields);
}

/** Functions of the author's own for two fields. */
export function functionsFor(model: TypeModel, pair: VersionPair, fields: TwoFields): Advice {
  const { path, to } = fields;
  const functions = { forward: functionValue, back: functionValue };
  const moved = path === to ? {} : { to };
  const value = { ...moved, as: functions, ...defaultOfNewer(model, pair, fields) };
  const found = acceptedRule(model, pair, { ...fields, value });
  // Elements are never absent, and groups name fields that may be: functions convert the whole.
  if (found === undefined && isOfElements(path) && isOfElements(to))
    return functionsFor(model, pair, { path: aroundElements(path), to: aroundElements(to) });
  if (found === undefined) return { declaration: writtenGroup(model, pair, fields), form: "functions" };
  const written = Object.entries(found).map(
    ([name, value]) => `${name}: ${name === "as" ? writtenFunctions(model, pair, fields) : valueLiteral(value)}`,
  );
  return { declaration: declared(path, `{ ${written.join(", ")} }`), form: "functions" };
}

/** The default that only the newer version has, which functions do not make: without it an absent value would come back as one. */
function defaultOfNewer(model: TypeModel, pair: VersionPair, { path, to }: TwoFields): RuleValue {
  const [older, newer] = [fieldAt(model, pair.older.node, path), fieldAt(model, pair.newer.node, to)];
  const [given, set] = [older, newer].map(
    (field) => field && tagValues(tagsOf(model, field.property), "default").at(-1),
  );
  return older?.property.optional !== true || given !== undefined || set === undefined ? {} : { default: set };
}

type RuleValue = Readonly<Record<string, unknown>>;

/** The rule with as little more as it needs to be accepted: a default, and bounds that differ. */
function acceptedRule(
  model: TypeModel,
  pair: VersionPair,
  { value, ...fields }: TwoFields & { readonly value: RuleValue },
): RuleValue | undefined {
  const property = fieldAt(model, pair.newer.node, fields.to)?.property;
  const filled = property === undefined ? undefined : anyDefault(model, property);
  const ofDefault = filled === undefined ? [{}] : [{}, { default: filled }];
  return boundsToTry(model, pair, { value, ...fields })
    .flatMap((bounds) => ofDefault.map((one) => ({ ...value, ...one, ...bounds })))
    .find((one) => isAcceptedRule(model, pair, { side: "older", path: fields.path, value: one }));
}

const differ = { bounds: "differ" };

/**
 * Bounds that the rule may name. Of an absent value, `dropEmpty` makes one that the required older field may reject. No check sees that before the generated tests.
 */
function boundsToTry(
  model: TypeModel,
  pair: VersionPair,
  { value, path, to, given }: TwoFields & { readonly value: RuleValue },
): readonly RuleValue[] {
  const older = fieldAt(model, pair.older.node, path)?.property;
  const newer = fieldAt(model, pair.newer.node, to)?.property;
  if (value["as"] === "dropEmpty" && older?.optional === false && newer !== undefined)
    return acceptsEmpty(model, older) && !haveOtherFilledBounds(model, { older, newer }) ? [{}] : [differ];
  // Of a table all is known: it needs bounds for a null at most, or in a set, where two values may become one.
  const isTable = formOf(value["as"])?.name === "enum" && !isInSet(model, pair.newer.node, to);
  return given?.boundsDiffer === true && !isTable ? [differ] : [{}, differ];
}

function isInSet(model: TypeModel, root: TypeNode, path: string): boolean {
  const list = isOfElements(path) ? fieldAt(model, root, aroundElements(path))?.property : undefined;
  return list !== undefined && tagValues(tagsOf(model, list), "listType").includes("set");
}

/** Whether a field accepts the empty string, or zero. What is not known of its bounds hardly ever does. */
function acceptsEmpty(model: TypeModel, property: Property): boolean {
  const tags = tagsOf(model, property);
  const [pattern] = tagValues(tags, "pattern").slice(-1);
  const isKnown = typeof pattern !== "string" || pattern === "" || readsAlike(pattern);
  const isFree = formattedCode(tagValues(tags, "format").at(-1), 0, Infinity) === undefined;
  return isKnown && isFree && ["", 0].some((empty) => accepts(model, { type: property.type, tags }, empty));
}

interface TriedRule extends OneField {
  readonly value: unknown;
}

function isAcceptedRule(model: TypeModel, pair: VersionPair, tried: TriedRule): boolean {
  const found = withRule(pair, tried);
  if (found === undefined) return false;
  return (
    faultsOfRule(model, found.pair, found.rule).length === 0 &&
    (found.rule.boundsDiffer === true || differencesOfRule(model, found.pair, found.rule).length === 0) &&
    [...checkNone(model, found.pair), ...checkDefaultsOfPair(model, found.pair)].every(
      ({ position }) => position !== found.rule.position,
    )
  );
}

function isNotDifferent(model: TypeModel, pair: VersionPair, tried: TriedRule): boolean {
  const found = withRule(pair, tried);
  return (
    found !== undefined &&
    faultsOfRule(model, found.pair, found.rule).some(({ code }) => code === "conversion/not-different")
  );
}

/** The pair with a rule for this path alone. */
function withRule(
  pair: VersionPair,
  { side, path, value }: TriedRule,
): { readonly pair: VersionPair; readonly rule: PairRule } | undefined {
  // A position of its own: what is reported there is about this rule.
  const rule = ruleFrom(side, { path, value, position: { file: "" } });
  const others = pair.rules.filter((other) => other.side !== side || other.path !== path);
  return rule && { pair: { ...pair, rules: [...others, rule] }, rule };
}

/** Values of scalars that are not strings of any form. */
const scalarValues: Readonly<Record<string, readonly unknown[]>> = {
  boolean: [false],
  Int32: [0, 1],
  Int64: [0, 1],
  Int: [0, 1],
  Float: [0],
  Double: [0],
  IntOrString: [0],
  Quantity: ["0"],
  Duration: ["0s"],
  Time: ["1970-01-01T00:00:00Z"],
  MicroTime: ["1970-01-01T00:00:00.000000Z"],
};

/** A value that a field accepts, for objects that have none; undefined where none is simple. */
export function anyDefault(model: TypeModel, property: Property): unknown {
  const tags = tagsOf(model, property);
  const [set] = tagValues(tags, "default");
  const node = plainNode(model, property.type);
  const values = node.kind === "enum" ? node.values : [];
  const bounds = ["minimum", "maximum"].flatMap((name) => tagValues(tags, name));
  const letters = tagValues(tags, "minLength").map((least) => "a".repeat(Math.min(Number(least), 64)));
  const hasRule = ["pattern", "format", "cel"].some((name) => tagValues(tags, name).length > 0);
  if (set !== undefined) return set;
  if (hasRule || node.kind === "pattern") return undefined;
  const ofScalar = node.kind === "scalar" ? (scalarValues[node.scalar] ?? [""]) : [];
  return [...values, ...ofScalar, ...letters, ...bounds, [], {}, requiredOf(model, node)].find((value) =>
    accepts(model, { type: property.type, tags }, value),
  );
}

/** An object with its required fields alone. */
function requiredOf(model: TypeModel, node: Resolved): unknown {
  if (node.kind !== "object") return undefined;
  const required = node.properties.filter(({ optional }) => !optional);
  const fields = required.map((property) => [property.name, anyDefault(model, property)] as const);
  return fields.some(([, value]) => value === undefined) ? undefined : ownFields(fields);
}

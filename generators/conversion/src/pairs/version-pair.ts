// A declared conversion of the model: its two kinds, its rules as data, and the position of each rule.
import {
  functionValue,
  type DeclaredConversion,
  type DeclaredKind,
  type FunctionLiteral,
  type ObjectIdentity,
  type TypeModel,
  type TypeNode,
} from "@capstan/generator-model";
import { formatPointer, isJsonObject, parseApiVersion, type Diagnostic, type Position } from "@capstan/kube";
import { typeName } from "@capstan/generator-model/writing";
import { camel, pascal } from "../modules/names.ts";
import { conversionProblem } from "../diagnostics.ts";
import {
  groupsOf,
  hasFunctions,
  literalsOfRule,
  ruleExamples,
  type ExamplesBySide,
  type TogetherGroup,
} from "./together-group.ts";
import { plainNode, type Resolved } from "../fields/typed-field.ts";

/** One of the two versions. */
export type VersionSide = "older" | "newer";

/** Paths of each version. */
export type PathsBySide = Readonly<Record<VersionSide, readonly string[]>>;

/** The other version of a pair. */
export function oppositeSide(side: VersionSide): VersionSide {
  return side === "older" ? "newer" : "older";
}

/** One version of the kind. */
export interface PairSide {
  readonly node: TypeNode;
  readonly definition: DeclaredKind;
}

/** The words of `loses` for what a form does not give back. */
export const lossWords = ["inexact", "others", "order", "repeated"] as const;
/** One of these words. */
export type LossWord = (typeof lossWords)[number];

/** Whether `loses` is such a word. */
export function isLossWord(loses: unknown): loses is LossWord {
  return lossWords.some((word) => word === loses);
}

/** A rule, in the same form for all rules. */
export interface PairRule {
  readonly side: VersionSide;
  readonly path: string;
  readonly to?: string;
  readonly as?: unknown;
  readonly default?: unknown;
  readonly lost: boolean;
  /** Whether the hub keeps the values for the version that has the field. */
  readonly keep?: true;
  /** Values of the older field that are declared not to come back. */
  readonly loses?: readonly unknown[] | typeof functionValue | LossWord;
  /** Whether elements of this list that cannot be found again lose what only the hub has. */
  readonly unmatched?: true;
  /** Whether one version accepts values of the field that the other rejects. */
  readonly boundsDiffer?: boolean;
  /** Values of the field that the generated tests try, by version. */
  readonly examples?: ExamplesBySide;
  /** The strings and numbers in the source of its functions. */
  readonly literals: readonly FunctionLiteral[];
  readonly position: Position;
}

/** A conversion between two versions of a kind. */
export interface VersionPair {
  readonly definition: DeclaredConversion;
  readonly hub: VersionSide;
  /** Whether the API server converts by itself. */
  readonly strategy: "None" | "Webhook";
  readonly older: PairSide;
  readonly newer: PairSide;
  readonly rules: readonly PairRule[];
  /** Fields that functions convert together. */
  readonly groups: readonly TogetherGroup[];
  /** Whether they are requests or responses of a hook: these have no annotation that could keep a value. */
  readonly areBodies?: true;
  /** Fields of the hub that may have values which its schema rejects: a pair with a further version says that their bounds differ. */
  readonly widened?: readonly string[];
}

/** The conversions of a model that name two versions of one kind; what is wrong with the others is reported. */
export function versionPairs(model: TypeModel, diagnostics: Diagnostic[]): readonly VersionPair[] {
  return model.conversions.flatMap((definition) => {
    const older = sideOf(model, definition, "older");
    const newer = sideOf(model, definition, "newer");
    const { position } = definition;
    if (older === undefined)
      diagnostics.push(conversionProblem("conversion/not-a-kind", { values: { side: "older" }, position }));
    if (newer === undefined)
      diagnostics.push(conversionProblem("conversion/not-a-kind", { values: { side: "newer" }, position }));
    if (older === undefined || newer === undefined) return [];
    if (!areVersionsOfOneKind(older.definition, newer.definition)) {
      const values = { older: nameOf(older), newer: nameOf(newer) };
      diagnostics.push(conversionProblem("conversion/two-kinds", { values, position }));
      return [];
    }
    const hub: VersionSide = definition.options["hub"] === "older" ? "older" : "newer";
    const rules = [...rulesOf(definition, "older", diagnostics), ...rulesOf(definition, "newer", diagnostics)];
    const groups = groupsOf(definition, diagnostics);
    const strategy = definition.options["strategy"] === "None" ? "None" : "Webhook";
    return [{ definition, hub, strategy, older, newer, rules, groups }];
  });
}

function areVersionsOfOneKind(older: DeclaredKind, newer: DeclaredKind): boolean {
  return older.group === newer.group && older.kind === newer.kind && older.apiVersion !== newer.apiVersion;
}

function nameOf({ definition }: PairSide): string {
  return `${definition.kind} ${definition.apiVersion}`;
}

/** The version in the apiVersion of a side. */
export function versionOf(side: PairSide): string {
  return parseApiVersion(side.definition.apiVersion).version;
}

/** The pairs in groups between the same two versions, whatever their order. */
export function sameVersions(
  pairs: readonly VersionPair[],
): readonly (readonly [VersionPair, ...(readonly VersionPair[])])[] {
  const groups = Map.groupBy(pairs, ({ older, newer }) => JSON.stringify([nameOf(older), nameOf(newer)].toSorted()));
  return [...groups.values()].flatMap(([first, ...others]) => (first === undefined ? [] : [[first, ...others]]));
}

function sideOf(model: TypeModel, definition: DeclaredConversion, side: VersionSide): PairSide | undefined {
  const node = plainNode(model, definition[side]);
  const identity = node.kind === "object" ? node.identity : undefined;
  const kind = identity && model.kinds.find((candidate) => isVersion(candidate, identity));
  return kind === undefined ? undefined : { node: withoutIdentity(definition[side], node), definition: kind };
}

/** What an object says of itself, which no rule converts. A kind that was imported may have these fields with descriptions of its own. */
const identityFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

function withoutIdentity(type: TypeNode, node: Resolved): TypeNode {
  if (node.kind !== "object" || !node.properties.some(({ name }) => identityFields.has(name))) return type;
  return { ...node, properties: node.properties.filter(({ name }) => !identityFields.has(name)) };
}

function isVersion(definition: DeclaredKind, { apiVersion, kind }: ObjectIdentity): boolean {
  return definition.apiVersion === apiVersion && definition.kind === kind;
}

function rulesOf(definition: DeclaredConversion, side: VersionSide, diagnostics: Diagnostic[]): PairRule[] {
  const declared = definition.options[side];
  if (!isJsonObject(declared)) return [];
  return Object.entries(declared).flatMap(([path, value]) => {
    const position = definition.optionPositions[formatPointer([side, path])] ?? definition.position;
    const rule = ruleFrom(side, { path, value, position });
    if (rule !== undefined) return [{ ...rule, literals: literalsOfRule(definition, [side, path]) }];
    diagnostics.push(conversionProblem("conversion/bad-rule", { values: { path }, position }));
    return [];
  });
}

/** The rule that a declaration has for a path; undefined for what is no rule. */
export function ruleFrom(
  side: VersionSide,
  { path, value, position }: { readonly path: string; readonly value: unknown; readonly position: Position },
): PairRule | undefined {
  const rule = parsers[side](value);
  return rule && { side, path, position, literals: [], ...rule };
}

type Parsed = Pick<
  PairRule,
  "to" | "as" | "default" | "lost" | "keep" | "boundsDiffer" | "unmatched" | "loses" | "examples"
>;

const parsers: Readonly<Record<VersionSide, (value: unknown) => Parsed | undefined>> = {
  older: (value) => {
    if (value === "keep") return { lost: true, keep: true };
    if (value === "removed") return { lost: true };
    if (!isJsonObject(value)) return undefined;
    if (value["keep"] === true) return keptOr(value);
    if (hasOthers(value, partsOfBoth)) return undefined;
    const { to, as, bounds, loses } = value;
    if (loses === "unmatched") return ruleOfElements(value);
    if (loses !== undefined && !isLosses(loses, as)) return undefined;
    if (bounds !== undefined && bounds !== "differ") return undefined;
    const examples = ruleExamples(value);
    if (examples === undefined) return undefined;
    if (typeof to !== "string" && as === undefined && bounds === undefined && !("default" in value)) return undefined;
    return {
      lost: false,
      ...(typeof to === "string" ? { to } : {}),
      ...(as === undefined ? {} : { as }),
      ...(bounds === undefined ? {} : { boundsDiffer: true }),
      ...("default" in value ? { default: value["default"] } : {}),
      ...(loses === undefined ? {} : { loses }),
      ...(examples.older.length + examples.newer.length === 0 ? {} : { examples }),
    };
  },
  newer: (value) => {
    if (value === "keep") return { lost: true, keep: true };
    if (value === "added") return { lost: true };
    if (!isJsonObject(value)) return undefined;
    if (value["keep"] === true) return keptOr(value);
    return "default" in value && !hasOthers(value, ["default"]) ? { lost: true, default: value["default"] } : undefined;
  },
};

/** The parts of a rule for a field of both versions. */
const partsOfBoth = ["to", "as", "bounds", "loses", "default", "examples", "examplesOfNewer"];

/** Whether a rule has parts that would have no effect. */
function hasOthers(value: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  return Object.keys(value).some((name) => !names.includes(name));
}

/** A field that the hub keeps, with the value that it has when nothing is kept. */
function keptOr(rule: Readonly<Record<string, unknown>>): Parsed | undefined {
  const { default: value } = rule;
  return value === undefined || hasOthers(rule, ["keep", "default"])
    ? undefined
    : { lost: true, keep: true, default: value };
}

/** A rule that only says what a list loses, and perhaps that its bounds differ, or its default. */
function ruleOfElements(value: Readonly<Record<string, unknown>>): Parsed | undefined {
  const { bounds } = value;
  const hasMore = hasOthers(value, ["loses", "bounds", "default"]);
  if (hasMore || (bounds !== undefined && bounds !== "differ")) return undefined;
  return {
    lost: false,
    unmatched: true,
    ...(bounds === undefined ? {} : { boundsDiffer: true }),
    ...("default" in value ? { default: value["default"] } : {}),
  };
}

/** A list of values, beside functions of the author's own one more function, beside other forms a word for what they do not give back. */
function isLosses(loses: unknown, as: unknown): loses is Exclude<PairRule["loses"], undefined> {
  return Array.isArray(loses) || (hasFunctions(as) ? loses === functionValue : isLossWord(loses));
}

/** The name under which generated modules import a declaration. */
export function declarationName({ hub, older, newer }: VersionPair): string {
  const spoke = hub === "newer" ? older : newer;
  return typeName(`${camel(spoke.definition.kind)}${pascal(versionOf(spoke))}Rules`);
}

/** Whether a rule changes nothing: it only says that the bounds of a field differ. */
export function isSame({ lost, to, as, ...rest }: PairRule): boolean {
  return !lost && to === undefined && as === undefined && rest.default === undefined;
}

/** Whether a rule has the default of a list or map whose elements, or fields of these, have rules of their own, also together. */
export function isDefaultOfElements({ rules, groups }: Pick<VersionPair, "rules" | "groups">, rule: PairRule): boolean {
  const { lost, to, as, path } = rule;
  const isOfWhole = !lost && to === undefined && as === undefined && rule.default !== undefined;
  const grouped = groups.flatMap(({ older }) => older);
  return isOfWhole && [...rules, ...grouped].some((other) => other.path.startsWith(`${path}[`));
}

/** Whether the hub keeps the field of a rule for the other version. Its own fields are kept for it without a rule: there, a rule that keeps one says its default. */
export function isKeptByHub({ hub }: Pick<VersionPair, "hub">, { side, keep }: PairRule): boolean {
  return keep === true && side !== hub;
}

/** The path of the field of a rule in the newer version. */
export function targetOf(rule: PairRule): string {
  return rule.to ?? rule.path;
}

/** The rule of a path of the older version, or else one that says nothing, at the declaration. */
export function ruleAt({ rules, definition: { position } }: VersionPair, path: string): PairRule {
  const own = rules.find((rule) => rule.side === "older" && rule.path === path);
  return own ?? { side: "older", path, lost: false, literals: [], position };
}

/** The path of the field of a rule in a version. */
export function pathIn(rule: PairRule, side: VersionSide): string {
  return side === "older" ? rule.path : targetOf(rule);
}

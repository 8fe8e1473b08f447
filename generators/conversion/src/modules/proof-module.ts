// The generated property tests of a kind: random objects of every version, and the check of @capstan/schema on each pair and on the
// pair's template.
import { functionValue, resolveNode, type TypeModel } from "@capstan/generator-model";
import { stringLiteral, typeName, valueLiteral } from "@capstan/generator-model/writing";
import { arbitraryOf, type Arbitraries } from "./arbitrary.ts";
import {
  banner,
  converterName,
  declarationImports,
  templateConverterName,
  type EmitContext,
} from "./conversion-module.ts";
import type { KindConversions } from "../pairs/kind-conversions.ts";
import {
  declaredLosses,
  differentBounds,
  keptFields,
  lossFunctions,
  type PlanBounds,
  type PlanOwn,
  ownFieldsOfHub,
  type PlanKept,
} from "../plan/declared-losses.ts";
import {
  boundsInTemplate,
  keptInTemplate,
  ownInTemplate,
  fieldsInTemplate,
  pathsInTemplate,
  lossesInTemplate,
  lossesOfTemplates,
} from "../plan/in-template.ts";
import type { PlanLoss } from "../plan/losses-of-rule.ts";
import { durationPaths } from "../fields/duration-paths.ts";
import { elementLists, type ElementList } from "../plan/element-lists.ts";
import { functionsInTemplate, functionsOfPair, type PlanFunctions } from "../plan/function-fields.ts";
import { examplesInTemplate, examplesOfPair, type PlanExamples } from "../plan/examples.ts";
import { hasFunctions as hasFunctionsIn } from "../pairs/together-group.ts";
import { openNamesOf } from "../pairs/open-values.ts";
import { movedIntoObjects, reusedByObjects, type MovedField } from "../pairs/check-reused-paths.ts";
import { keptValues } from "./kept-values.ts";
import { importPath, kebab, pascal } from "./names.ts";
import { checkingCode, drawingCode, examples, loading, template } from "./proof-helpers.ts";
import {
  oppositeSide,
  pathIn,
  versionOf,
  type PairRule,
  type PairSide,
  type VersionPair,
  type VersionSide,
} from "../pairs/version-pair.ts";

/** The packages that property tests import, apart from the generated modules and @capstan/cli, which writes them. */
export const proofPackages: readonly string[] = ["fast-check", "vitest"];

/** The property tests of a kind. */
export function proofModule(model: TypeModel, kind: KindConversions, context: EmitContext): string {
  const openNames = [...new Set(kind.pairs.flatMap((pair) => openNamesOf(model, pair)))].toSorted();
  const all: Arbitraries = { model, constants: new Map(), kept: keptValues(model, kind.pairs), openNames };
  const sides = new Map(
    kind.pairs.flatMap(({ older, newer }) => [older, newer]).map((side) => [versionOf(side), side]),
  );
  const objects = [...sides.values()].map((side) => objectCode(all, side));
  const constants = [...all.constants.values()].map(({ name, text }) => `const ${name} = ${text};\n`).join("");
  const losses = kind.pairs.flatMap((pair) => [
    ...declaredLosses(model, pair),
    ...(hasTemplates(kind, pair) ? lossesOfTemplates(pair) : []),
  ]);
  const body = `${constants}${objects.join("")}`;
  const drawing = drawingCode(body);
  const suites = kind.pairs
    .map((pair) => suiteCode({ model, kind, areBodies: context.areBodies === true }, pair, declaredLosses(model, pair)))
    .join("");
  const hasExamples = suites.includes("orExamples(");
  const hasFunctions = kind.pairs.some(isByFunctions);
  return [
    banner,
    importsCode(kind, { losses, drawsOdd: drawing.isOdd, hasExamples, hasFunctions }, context),
    drawing.before,
    body,
    drawing.after,
    checkingCode(hasFunctions, context.schemas),
    hasFunctions ? loading(moduleName(kind)) : "",
    kind.pairs.some((pair) => hasTemplates(kind, pair)) ? template : "",
    hasExamples ? examples : "",
    suites,
  ].join("");
}

interface ProofParts {
  readonly losses: readonly PlanLoss[];
  /** Whether random objects have values of the check's tables. */
  readonly drawsOdd: boolean;
  readonly hasExamples: boolean;
  readonly hasFunctions: boolean;
}

function importsCode(
  kind: KindConversions,
  { losses, drawsOdd, hasExamples, hasFunctions }: ProofParts,
  { folder, check, schemas }: EmitContext,
): string {
  const drawing = [...(hasExamples ? ["choicesOf", "withExamples"] : []), ...(drawsOdd ? ["oddValues"] : [])];
  const ofFunctions = hasFunctions ? ["edgeSamples", "orderProblems"] : [];
  const always = ["conversionChecks", "lossProblems", schemas.reader, "withFewFields", ...ofFunctions];
  const functions = [...always, ...drawing, ...new Set(lossFunctions(losses))].toSorted();
  const named = kind.pairs.filter(
    ({ rules, groups }) => groups.some(({ loses }) => loses) || rules.some(({ loses }) => loses === functionValue),
  );
  const types = [
    "type CheckedConversion",
    ...(hasFunctions ? ["type CheckedSamples"] : []),
    "type CheckedVersion",
    ...(hasExamples ? ["type Examples"] : []),
  ];
  const names = [...functions, ...types];
  const converters = [
    converterName(kind),
    ...(kind.pairs.some((pair) => hasTemplates(kind, pair)) ? [templateConverterName(kind)] : []),
  ];
  return `
import * as fc from "fast-check";
import { describe, expect, it${hasFunctions ? ", vi" : ""} } from "vitest";
import { ${names.join(", ")} } from ${stringLiteral(check)};
import { ${converters.join(", ")} } from ${moduleName(kind)};
${declarationImports(named, folder)
  .map((line) => `${line}\n`)
  .join("")}
const ${schemas.constant} = ${stringLiteral(importPath(folder, schemas.path))};
`;
}

function moduleName({ kind }: KindConversions): string {
  return stringLiteral(`./conversion-${kebab(kind)}.ts`);
}

/** Whether functions of the author's own convert fields of a pair. */
function isByFunctions({ rules, groups }: VersionPair): boolean {
  return groups.length > 0 || rules.some(({ as }) => hasFunctionsIn(as));
}

function objectsName(side: PairSide): string {
  return typeName(`objects${pascal(versionOf(side))}`);
}

function objectCode(all: Arbitraries, side: PairSide): string {
  const { apiVersion, kind } = side.definition;
  const node = resolveNode(all.model, side.node);
  const properties = node.kind === "object" ? node.properties : [];
  const fields = properties.filter(({ name }) => !["apiVersion", "kind", "metadata"].includes(name));
  const body = arbitraryOf(all, { kind: "object", properties: fields });
  return `const ${objectsName(side)} = ${body}.chain((body) =>
  metadata.map((meta): object => ({ apiVersion: ${stringLiteral(apiVersion)}, kind: ${stringLiteral(kind)}, metadata: meta, ...body })),
);
`;
}

function suiteCode({ model, kind, areBodies }: ProvedKind, pair: VersionPair, losses: readonly PlanLoss[]): string {
  const [hub, spoke] = pair.hub === "newer" ? [pair.newer, pair.older] : [pair.older, pair.newer];
  const between = `between ${versionOf(pair.older)} and ${versionOf(pair.newer)}`;
  const suite = (name: string, checked: Checked): string => `
describe(${stringLiteral(`${name} ${between}`)}, () => {
  const conversion: CheckedConversion = {
    hub: ${versionCode(checked, hub, "hub")},
    spoke: ${versionCode(checked, spoke, "spoke")},
    convert: (object, to) => ${checked.converter}.convert(object, to),${areBodies ? "\n    areBodies: true," : ""}${functionsModeCode(pair, checked)}
    bounds: [${checked.bounds.map((one) => `\n      ${boundsCode(one)},`).join("")}${checked.bounds.length > 0 ? "\n    " : ""}],
${pathsCode("keeps", checked.keeps)}${pathsCode("owns", checked.owns)}${othersCode(checked)}${examplesCode(checked.examples)}${fieldsCode(checked.fields)}${functionsCode(checked.functions)}${pathsCode("reused", checked.reused)}${pathsCode("movedIn", checked.movedIn)}${pathsCode("elements", checked.elements)}    losses: [${checked.losses.map((loss) => `\n      ${lossCode(loss)},`).join("")}${checked.losses.length > 0 ? "\n    " : ""}],
  };
  checkAll(conversion, ${drawnCode(checked, "hub", hub)}, ${drawnCode(checked, "spoke", spoke)});
});
`;
  const given = examplesOfPair(model, pair);
  const sides = { hub: given[pair.hub], spoke: given[oppositeSide(pair.hub)] };
  const durations = { hub: durationPaths(model, hub.node), spoke: durationPaths(model, spoke.node) };
  const functions = functionsOfPair(model, pair);
  const own = suite(kind.kind, {
    crd: kind.crd,
    converter: converterName(kind),
    losses,
    bounds: differentBounds(model, pair),
    keeps: keptFields(model, pair),
    owns: ownFieldsOfHub(model, pair),
    others: otherSpokes(kind, pair),
    reused: reusedByObjects(model, pair),
    movedIn: movedIntoObjects(model, pair),
    elements: elementLists(model, pair),
    durations,
    examples: sides,
    fields: ruledFields(pair),
    functions,
    wrap: (objects) => objects,
  });
  if (kind.template === undefined || !hasTemplates(kind, pair)) return own;
  const { crd, omits } = kind.template;
  const ofTemplate = suite(`${kind.kind}Template`, {
    crd,
    converter: templateConverterName(kind),
    losses: lossesInTemplate([...losses, ...lossesOfTemplates(pair)], omits),
    bounds: boundsInTemplate(differentBounds(model, pair), omits),
    keeps: keptInTemplate(keptFields(model, pair), omits),
    owns: ownInTemplate(ownFieldsOfHub(model, pair), omits),
    others: otherSpokes(kind, pair).filter((other) => hasTemplates(kind, other)),
    reused: pathsInTemplate(reusedByObjects(model, pair), omits),
    movedIn: fieldsInTemplate(movedIntoObjects(model, pair), omits),
    elements: fieldsInTemplate(elementLists(model, pair), omits),
    durations: bothPathsInTemplate(durations, omits),
    examples: bothExamplesInTemplate(sides, omits),
    fields: ruledFields(pair).map((one) => bothPathsInTemplate(one, omits)),
    functions: functionsInTemplate(functions, omits),
    wrap: (objects) => `inTemplate(${objects})`,
  });
  return `${own}${ofTemplate}`;
}

interface ProvedKind {
  readonly model: TypeModel;
  readonly kind: KindConversions;
  readonly areBodies: boolean;
}

/** Whether both versions of a pair have a template. */
function hasTemplates({ template }: KindConversions, { older, newer }: VersionPair): boolean {
  return [older, newer].every(({ definition }) => template?.byVersion.has(definition.apiVersion));
}

/** The examples of both versions of a pair. */
interface CheckedExamples {
  readonly hub: readonly PlanExamples[];
  readonly spoke: readonly PlanExamples[];
}

function bothExamplesInTemplate({ hub, spoke }: CheckedExamples, omits: readonly string[]): CheckedExamples {
  return { hub: examplesInTemplate(hub, omits), spoke: examplesInTemplate(spoke, omits) };
}

/** One kind of object that a pair converts. */
interface Checked {
  readonly crd: string;
  readonly converter: string;
  readonly losses: readonly PlanLoss[];
  readonly bounds: readonly PlanBounds[];
  readonly keeps: readonly PlanKept[];
  readonly owns: readonly PlanOwn[];
  readonly others: readonly VersionPair[];
  readonly reused: readonly string[];
  readonly movedIn: readonly MovedField[];
  readonly elements: readonly ElementList[];
  readonly durations: PathsOfBoth;
  readonly examples: CheckedExamples;
  readonly fields: readonly PathsOfBoth[];
  readonly functions: PlanFunctions;
  readonly wrap: (objects: string) => string;
}

/** The pairs of the kind's other versions with the hub. */
function otherSpokes({ pairs }: KindConversions, pair: VersionPair): readonly VersionPair[] {
  return pairs.filter((other) => other !== pair);
}

/** One of the two versions, with its fields whose strings are durations. */
function versionCode({ crd, durations }: Checked, side: PairSide, name: keyof CheckedExamples): string {
  const version = `version(${stringLiteral(crd)}, ${stringLiteral(versionOf(side))})`;
  const paths = durations[name];
  return paths.length === 0 ? version : `{ ...${version}, durations: ${valueLiteral(paths)} }`;
}

/** The versions beside the pair's own; no test needs them when the hub keeps nothing for the pair's spoke, and rejects nothing of it. */
function othersCode({ crd, keeps, bounds, others }: Checked): string {
  if ((keeps.length === 0 && bounds.length === 0) || others.length === 0) return "";
  const versions = others.map((pair) => {
    const spoke = pair.hub === "newer" ? pair.older : pair.newer;
    return `version(${stringLiteral(crd)}, ${stringLiteral(versionOf(spoke))})`;
  });
  return `    others: [${versions.join(", ")}],\n`;
}

/** What the check needs to know of functions of the author's own: whether there are any, and the same again for two orders of the objects. */
function functionsModeCode(pair: VersionPair, { converter, losses }: Checked): string {
  if (!isByFunctions(pair)) return losses.some(isNamedByFunction) ? "" : "\n    byRulesAlone: true,";
  const calls = ["first", "second"].map((module) => `(object, to) => ${module}.${converter}.convert(object, to)`);
  return `\n    fresh: [${calls.join(", ")}],`;
}

/** Whether a function of the author's own says which values are lost. */
function isNamedByFunction({ affects }: PlanLoss): boolean {
  return affects.startsWith("named");
}

function examplesCode(examples: CheckedExamples): string {
  const given = (["hub", "spoke"] as const).map((side) => [side, examples[side]] as const);
  const sides = given.flatMap(([side, rules]) => {
    const lines = rules.map((one) => `\n      ${valueLiteral(one)},`);
    return lines.length === 0 ? [] : [`${side}: [${lines.join("")}\n    ]`];
  });
  return sides.length === 0 ? "" : `    examples: { ${sides.join(", ")} },\n`;
}

/** The fields that functions convert; nothing where there are none. */
function functionsCode({ hub, spoke, words }: PlanFunctions): string {
  if (hub.length + spoke.length === 0) return "";
  const named = words.length === 0 ? "" : `, words: ${valueLiteral(words)}`;
  return `    functions: { hub: ${valueLiteral(hub)}, spoke: ${valueLiteral(spoke)}${named} },\n`;
}

/** The objects of one version that a suite checks. */
function drawnCode({ wrap, examples }: Checked, name: keyof CheckedExamples, side: PairSide): string {
  const objects = wrap(objectsName(side));
  return examples[name].length === 0 ? objects : `orExamples(${objects}, conversion.examples?.${name})`;
}

function pathsCode(name: string, paths: readonly unknown[]): string {
  return paths.length === 0 ? "" : `    ${name}: ${valueLiteral(paths)},\n`;
}

type PathsOfBoth = Readonly<Record<keyof CheckedExamples, readonly string[]>>;

function bothPathsInTemplate({ hub, spoke }: PathsOfBoth, omits: readonly string[]): PathsOfBoth {
  return { hub: pathsInTemplate(hub, omits), spoke: pathsInTemplate(spoke, omits) };
}

/** The fields that each rule and each group converts. */
function ruledFields({ rules, groups, hub }: VersionPair): readonly PathsOfBoth[] {
  const ofRule = (rule: PairRule, side: VersionSide): readonly string[] =>
    rule.lost && rule.side !== side ? [] : [pathIn(rule, side)];
  const sides = [
    ...rules.map((rule) => (side: VersionSide) => ofRule(rule, side)),
    ...groups.map((group) => (side: VersionSide) => group[side].map(({ path }) => path)),
  ];
  return sides.map((paths) => ({ hub: paths(hub), spoke: paths(oppositeSide(hub)) }));
}

function fieldsCode(fields: Checked["fields"]): string {
  const lines = fields
    .filter(({ hub, spoke }) => hub.length + spoke.length > 0)
    .map((one) => `\n      ${valueLiteral(one)},`);
  return lines.length === 0 ? "" : `    fields: [${lines.join("")}\n    ],\n`;
}

function boundsCode({ spoke, hub, certain }: PlanBounds): string {
  return `{ spoke: ${valueLiteral(spoke)}, hub: ${valueLiteral(hub)}${certain ? ", certain: true" : ""} }`;
}

function lossCode({ at, to, affects, value, certain, dropped }: PlanLoss): string {
  const target = to === undefined ? "" : ` to: ${valueLiteral(to)},`;
  const listed = value === undefined ? "" : `, value: ${valueLiteral(value)}`;
  const shown = certain === true ? ", certain: true" : "";
  const gone = dropped === true ? ", dropped: true" : "";
  return `{ at: ${valueLiteral(at)},${target} affects: ${affects}${listed}${gone}${shown} }`;
}

// The annotation that keeps the fields that a version does not have, in Cluster API's format: JSON of the hub object
// without metadata, here of its lost parts only. Written when converting away from the hub, read and removed on the way back. A field beside
// them has what the hub keeps for other versions; it stays in the annotation in every version but its own.
import { diagnose, errorOf, excerpt, hasManyDigits, isJsonObject, jsonExcess, type JsonLimits } from "@capstan/kube";
import { annotations } from "../../objects/annotations.ts";
import { contractErrors } from "../../contract-errors.ts";
import { conversionBudget, type ConversionContext } from "./conversion-op.ts";
import type { ConversionPlan, ConversionRules, Side } from "./conversion-plan.ts";
import { isEmpty, objectAt, putAt, takeAt, type Fields } from "./fields.ts";
import { otherSide } from "./side.ts";
import { stepsFor } from "./steps.ts";

/**
 * More than any object has that webhooks accept, since what has been kept must be read again: such objects are 500 levels deep, and what the hub keeps
 * for a version is two levels deeper. What is nested much deeper overflows the stack of those who walk it.
 */
const dataLimits: JsonLimits = {
  values: Number.POSITIVE_INFINITY,
  depth: 502,
  shapes: Number.POSITIVE_INFINITY,
};

const annotationsPath = ["metadata", "annotations"] as const;

/** The field of the annotation with what the hub keeps for other versions. No object of Kubernetes has it beside spec and status. */
const keptFor = "keptFor";

/** More than a kind has versions. Each is looked at by itself, so thousands, which a user may have written when the object was created, would take half a second. */
const mostVersions = 32;

/** How data was kept: the rules and the version that kept it, and the plans of the kind, if they are known. */
interface DataPlan extends Pick<ConversionPlan, "rules" | "hub"> {
  readonly plans?: readonly ConversionPlan[] | undefined;
}

/** What the annotation has. */
export interface ConversionData {
  /** The parts of the hub's object that the version lacks. */
  readonly parts: Fields;
  /** Parts of other versions that the hub lacks, by version. */
  readonly forVersions: Readonly<Record<string, Fields>>;
}

/**
 * Writes lost parts to the annotation.
 *
 * @throws CapstanError `conversion/data-too-large` when the annotations would exceed the API server's limit: without the annotation, a client
 * that writes the converted object would remove the parts.
 * @throws CapstanError `conversion/data-too-complex` when the annotation could not be read again.
 */
export function writeConversionData(object: Fields, data: ConversionData, context: ConversionContext): void {
  const { json = JSON, budget } = context;
  const limit = budget?.annotationBytes ?? conversionBudget.annotationBytes;
  const forVersions = Object.entries(data.forVersions).filter(([, kept]) => !isEmpty(kept));
  const lost = forVersions.length === 0 ? data.parts : { ...data.parts, [keptFor]: Object.fromEntries(forVersions) };
  if (isEmpty(lost)) return;
  const others = objectAt(object, annotationsPath) ?? {};
  const text = json.stringify(lost);
  const all = { ...others, [annotations.conversionData]: text };
  const strings = Object.entries(all).flatMap(([key, value]) => [key, String(value)]);
  const size = mostBytes(strings) <= limit ? 0 : bytesOf(strings);
  // Fields of parts of objects, all of them.
  const largest = (): string =>
    largestPart(Object.assign({}, ...forVersions.map(([, kept]) => kept), data.parts) as Fields);
  if (size > limit)
    throw errorOf(contractErrors, "conversion/data-too-large", { values: { path: largest(), size, limit } });
  // Numbers can be longer than they were read, and no reader could have any of the data then.
  if (mayBeUnreadable(text) && readData(text, (source) => json.parse(source)) === undefined) {
    const values = { path: largest(), levels: dataLimits.depth };
    throw errorOf(contractErrors, "conversion/data-too-complex", { values });
  }
  putAt(object, annotationsPath, all);
}

/** Each level of the path writes the data below it once more. */
const mostLevels = 4;

/** The path of the field that most of the data is in, not deeper than a few levels. */
function largestPart(lost: Fields): string {
  const total = JSON.stringify(lost).length;
  const path: string[] = [];
  let here: unknown = lost;
  while (isJsonObject(here) && path.length < mostLevels) {
    const [largest] = Object.entries(here)
      .map(([name, value]) => ({ name, value, size: JSON.stringify(value).length }))
      .toSorted((a, b) => b.size - a.size);
    if (largest === undefined || largest.size < total / 2) break;
    path.push(excerpt(largest.name));
    here = largest.value;
  }
  return path.join(".");
}

/** What an annotation has, before it is compared with the rules of a version. */
export interface RawConversionData {
  /** The parts of the hub's object by their first names, such as `spec`. */
  readonly parts: Readonly<Record<string, unknown>>;
  /** The same of what the hub keeps, by version. */
  readonly forVersions: Readonly<Record<string, unknown>>;
}

/** The data in the text of an annotation, parsed by `parse`; none where conversions ignore the text. */
export function rawConversionData(text: string, parse: (text: string) => unknown): RawConversionData {
  const data = readData(text, parse);
  if (!isJsonObject(data)) return { parts: {}, forVersions: {} };
  const { [keptFor]: forVersions, ...parts } = data;
  return { parts, forVersions: isJsonObject(forVersions) ? Object.fromEntries(versionsIn(forVersions)) : {} };
}

/** The versions that are looked at: none of those after them counts, wherever the data is read. */
function versionsIn(forVersions: Fields): [string, unknown][] {
  return Object.entries(forVersions).slice(0, mostVersions);
}

/** The text of the annotation; undefined when the object has none. */
export function keptText(object: Fields): unknown {
  return objectAt(object, annotationsPath)?.[annotations.conversionData];
}

/**
 * Removes the annotation and returns its data. Data that is not a JSON object, is longer than annotations can be, is nested too deep, or has more elements than any hub
 * object that was converted, is reported and ignored.
 */
export function takeConversionData(object: Fields, plan: DataPlan, context: ConversionContext): ConversionData {
  const all = objectAt(object, annotationsPath);
  const source = keptText(object);
  if (all === undefined || source === undefined) return { parts: {}, forVersions: {} };
  delete all[annotations.conversionData];
  if (isEmpty(all)) takeAt(object, annotationsPath);
  const { [keptFor]: forVersions = {}, ...parts } = readParts(source, plan, context);
  return { parts, forVersions: readVersions(forVersions, plan, context) };
}

function readParts(source: unknown, { rules, hub }: DataPlan, context: ConversionContext): Fields {
  const { json = JSON } = context;
  const data = readData(String(source), (text) => json.parse(text));
  if (isKept(data, rules, hub)) return data;
  context.report?.(diagnose(contractErrors, "conversion/data-unreadable"));
  return {};
}

/** Whether a conversion can have kept it: no object that was converted has more elements. */
function isKept(data: unknown, rules: ConversionRules, side: Side): data is Fields {
  return isJsonObject(data) && stepsFor(data, { rules, side }) <= conversionBudget.steps;
}

/** The data of versions that the kind has: nobody reads what is there for others, and nobody checks it. */
function readVersions(source: unknown, plan: DataPlan, context: ConversionContext): Record<string, Fields> {
  const given = isJsonObject(source) ? source : {};
  const known = versionsIn(given).flatMap(([version, kept]) => {
    const keeper = keeperOf(version, plan);
    return keeper === undefined ? [] : [{ version, kept, keeper }];
  });
  const versions = known.flatMap(({ version, kept, keeper: { rules, hub } }) =>
    isKept(kept, rules, otherSide(hub)) ? [[version, kept] as const] : [],
  );
  const isWhole = versions.length === known.length && Object.keys(given).length <= mostVersions;
  if (!isJsonObject(source) || !isWhole)
    context.report?.(diagnose(contractErrors, "conversion/data-invalid", { values: { path: keptFor } }));
  return Object.fromEntries(versions);
}

/** The plan by which data is kept for a version. A function that converts one pair knows no other plan than its own. */
function keeperOf(version: string, plan: DataPlan): DataPlan | undefined {
  return plan.plans === undefined ? plan : plan.plans.find((one) => one[otherSide(one.hub)] === version);
}

/** Whether JSON that was written here may be unreadable. To read all of it would take as long as to write it. */
function mayBeUnreadable(text: string): boolean {
  if (hasManyDigits(text)) return true;
  let openings = 0;
  for (const bracket of ["{", "["])
    for (let at = text.indexOf(bracket); at >= 0 && openings <= dataLimits.depth; at = text.indexOf(bracket, at + 1))
      openings += 1;
  return openings > dataLimits.depth;
}

function readData(source: string, parse: (text: string) => unknown): unknown {
  if (source.length > conversionBudget.annotationBytes) return undefined;
  if (jsonExcess(new TextEncoder().encode(source), dataLimits) !== undefined) return undefined;
  try {
    return parse(source);
  } catch {
    return undefined;
  }
}

/** What strings can have in UTF-8, which is found in a hundredth of the time. */
function mostBytes(strings: readonly string[]): number {
  return strings.reduce((sum, text) => sum + 3 * text.length, 0);
}

function bytesOf(strings: readonly string[]): number {
  return strings.reduce((sum, text) => sum + new TextEncoder().encode(text).length, 0);
}

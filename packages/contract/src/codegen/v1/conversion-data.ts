// The annotation that keeps the fields that a version does not have, in Cluster API's format: JSON of the hub object
// without metadata, here of its lost parts only. Written when converting away from the hub, read and removed on the way back. A field beside
// them has what the hub keeps for other versions; it stays in the annotation in every version but its own.
import { diagnose, errorOf, excerpt, isJsonObject, jsonExcess, type JsonLimits } from "@capstan/kube";
import { annotations } from "../../objects/annotations.ts";
import { contractErrors } from "../../contract-errors.ts";
import type { ConversionContext } from "./conversion-op.ts";
import { isEmpty, objectAt, putAt, takeAt, type Fields } from "./fields.ts";

/** The limit of the API server for all annotations of an object together, in bytes. */
const annotationLimit = 262_144;

/** As much as a webhook accepts in an object: what is nested deeper overflows the stack of those who walk it. */
const dataLimits: JsonLimits = { values: annotationLimit, depth: 500, shapes: 20_000 };

/** The field of the annotation with what the hub keeps for other versions. No object of Kubernetes has it beside spec and status. */
const keptFor = "keptFor";

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
 */
export function writeConversionData(object: Fields, data: ConversionData, { json = JSON }: ConversionContext): void {
  const forVersions = Object.entries(data.forVersions).filter(([, kept]) => !isEmpty(kept));
  const lost = forVersions.length === 0 ? data.parts : { ...data.parts, [keptFor]: Object.fromEntries(forVersions) };
  if (isEmpty(lost)) return;
  const others = objectAt(object, ["metadata", "annotations"]) ?? {};
  const all = { ...others, [annotations.conversionData]: json.stringify(lost) };
  const size = Object.entries(all).reduce((sum, [key, value]) => sum + bytes(key) + bytes(String(value)), 0);
  if (size > annotationLimit) {
    // Fields of parts of objects, all of them.
    const largest = Object.assign({}, ...forVersions.map(([, kept]) => kept), data.parts) as Fields;
    const values = { path: largestPart(largest), size, limit: annotationLimit };
    throw errorOf(contractErrors, "conversion/data-too-large", { values });
  }
  putAt(object, ["metadata", "annotations"], all);
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

/** Removes the annotation and returns its data. Data that is not a JSON object, or is nested too deep, is reported and ignored. */
export function takeConversionData(object: Fields, context: ConversionContext): ConversionData {
  const all = objectAt(object, ["metadata", "annotations"]);
  const source = all?.[annotations.conversionData];
  if (all === undefined || source === undefined) return { parts: {}, forVersions: {} };
  delete all[annotations.conversionData];
  if (isEmpty(all)) takeAt(object, ["metadata", "annotations"]);
  const { [keptFor]: forVersions = {}, ...parts } = readParts(source, context);
  return { parts, forVersions: readVersions(forVersions, context) };
}

function readParts(source: unknown, context: ConversionContext): Fields {
  const data = readData(String(source), context);
  if (isJsonObject(data)) return data;
  context.report?.(diagnose(contractErrors, "conversion/data-unreadable"));
  return {};
}

function readVersions(source: unknown, context: ConversionContext): Record<string, Fields> {
  const entries = isJsonObject(source) ? Object.entries(source) : [];
  const versions = entries.flatMap(([version, kept]) => (isJsonObject(kept) ? [[version, kept] as const] : []));
  if (!isJsonObject(source) || versions.length < entries.length)
    context.report?.(diagnose(contractErrors, "conversion/data-invalid", { values: { path: keptFor } }));
  return Object.fromEntries(versions);
}

function readData(source: string, { json = JSON }: ConversionContext): unknown {
  if (jsonExcess(new TextEncoder().encode(source), dataLimits) !== undefined) return undefined;
  try {
    return json.parse(source);
  } catch {
    return undefined;
  }
}

function bytes(value: string): number {
  return new TextEncoder().encode(value).length;
}

// The annotation that keeps what a version cannot hold, in Cluster API's format: JSON of the hub object without metadata,
// here of its lost parts alone. Written when converting away from the hub, read and removed on the way back.
import { diagnose, isJsonObject } from "@capstan/kube";
import { annotations } from "../../annotations.ts";
import { contractErrors } from "../../contract-errors.ts";
import type { ConversionContext } from "./conversion-op.ts";
import { isEmpty, objectAt, type Fields } from "./fields.ts";

/** The limit of the API server for all annotations of an object together, in bytes. */
const annotationLimit = 262_144;

/** Puts lost parts into the annotation; parts that do not fit beside the other annotations are reported and left out. */
export function writeConversionData(object: Fields, lost: Fields, context: ConversionContext): void {
  if (isEmpty(lost)) return;
  const metadata = (object["metadata"] ??= {}) as Fields;
  const others = (metadata["annotations"] ?? {}) as Record<string, string>;
  const all = { ...others, [annotations.conversionData]: JSON.stringify(lost) };
  const size = Object.entries(all).reduce((sum, [key, value]) => sum + bytes(key) + bytes(value), 0);
  if (size <= annotationLimit) metadata["annotations"] = all;
  else {
    const values = { size, limit: annotationLimit };
    context.report?.(diagnose(contractErrors, "conversion/data-too-large", { values }));
  }
}

/** Takes the annotation out of the object; data that is not an object is reported and ignored. */
export function takeConversionData(object: Fields, context: ConversionContext): Fields | undefined {
  const all = objectAt(object, ["metadata", "annotations"]);
  const text = all?.[annotations.conversionData];
  if (all === undefined || text === undefined) return undefined;
  delete all[annotations.conversionData];
  if (isEmpty(all)) delete (object["metadata"] as Fields)["annotations"];
  return parse(text, context);
}

function parse(text: unknown, context: ConversionContext): Fields | undefined {
  try {
    const data: unknown = JSON.parse(String(text));
    if (isJsonObject(data)) return data as Fields;
  } catch {
    // Reported below, with data that parses but is no object.
  }
  context.report?.(diagnose(contractErrors, "conversion/data-unreadable"));
  return undefined;
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

// What a write of an object may do with the annotation in which conversions keep what its version does not have. The API server checks the write by the schema and the
// rules of the version that it is sent in, and takes its status away; what comes back from the annotation has not been checked by anybody.
import type { Converter } from "@capstan/contract/codegen/v1";
import { annotations } from "@capstan/contract";
import { type MatchPattern, rawConversionData, type RawConversionData } from "@capstan/contract/codegen/v1";
import {
  type CapstanError,
  deepEqual,
  errorOf,
  excerpt,
  forgetExactNumbers,
  isJsonObject,
  parseExactJson,
} from "@capstan/kube";
import { operatorErrors, type OperatorErrorCode } from "../operator-errors.ts";
import { annotationsOf } from "./raw-object.ts";

/** A change of the annotation. */
export interface ChangedData {
  readonly text: string | undefined;
  /** The text in the object before; `null` for an object that is created. */
  readonly before: string | undefined | null;
  /** Whether the mark of `clusterctl move` is taken off, with which the annotation was removed. */
  readonly losesMark: boolean;
}

/** An object that is written, as JSON. */
export interface WrittenObject {
  readonly object: Uint8Array;
  /** The object before; a created one has none. */
  readonly old: Uint8Array | undefined;
  /** Whether nothing is stored. */
  readonly isDryRun: boolean;
}

/** The change of the annotation in a write; undefined when there is none, and for those of Cluster API that may change it. */
export function changedData({ object, old, isDryRun }: WrittenObject): ChangedData | undefined {
  const has = annotationsOf(object);
  const had = old && annotationsOf(old);
  const text = has(annotations.conversionData);
  const before = had?.(annotations.conversionData);
  const isMarked = has(annotations.deleteForMove) !== undefined;
  const losesMark = !isMarked && had?.(annotations.deleteForMove) !== undefined;
  // `clusterctl move` puts its mark in place of all annotations before it deletes an object: nobody works on the object from then on.
  const isMoved = isMarked && text === undefined;
  const isTried = isDryRun && has(annotations.topologyDryRun) !== undefined;
  if ((text === before && !losesMark) || isMoved || isTried) return undefined;
  return { text, before: old === undefined ? null : before, losesMark };
}

/**
 * Why a change of the annotation by a write of an object, not of its status, is rejected; undefined when it is not. Versions do not matter: in the hub's an
 * annotation has nothing but `keptFor`, and anything else in it would come back when a later release has another hub. Bounds are checked in what is created alone:
 * what an update may have was there before, and may be from a time when the schema allowed it.
 */
export function changedDataError(
  { text, before, losesMark }: ChangedData,
  kind: ChangedKind,
): CapstanError | undefined {
  if (losesMark)
    return errorOf(operatorErrors, "conversion/mark-removed", { values: { mark: annotations.deleteForMove } });
  forgetExactNumbers();
  const data = dataOf(text);
  const rejection =
    before === null ? (createdStatus(data.parts) ?? createdOutOfBounds(data, kind)) : firstChange(data, dataOf(before));
  return rejection && errorFor(rejection, kind.converter);
}

/** The kind of the object, and what its values are matched with. */
export interface ChangedKind {
  readonly converter: Converter;
  /** The version of the request. */
  readonly version: string;
  readonly matches: MatchPattern;
}

/** A twentieth of a second at most. */
const patternSteps = 1_500_000;

/** Matches values of a created object, all of them together for a limited time: what takes longer does not match. What it needs is loaded when the first object is created with the annotation. */
export async function patternsFor({ before }: ChangedData): Promise<MatchPattern> {
  if (before !== null) return () => true;
  const { PatternBudget, rootPath } = await import("@capstan/schema/structural");
  const budget = new PatternBudget(patternSteps);
  return (pattern, value) => budget.matches(pattern, value, rootPath) && budget.unmatched.length === 0;
}

function dataOf(text: string | undefined): RawConversionData {
  return rawConversionData(text ?? "", parseExactJson);
}

interface Rejection {
  readonly code: OperatorErrorCode;
  readonly path: readonly string[];
  /** The version whose field it is, where it is not the hub. */
  readonly version?: string | undefined;
  readonly bound?: string;
}

/** The objects that can have been kept of a created object, which has no status: none but empty ones. */
function createdStatus({ status }: RawConversionData["parts"]): Rejection | undefined {
  const hasNone = status === undefined || status === null || (isJsonObject(status) && Object.keys(status).length === 0);
  return hasNone ? undefined : { code: "conversion/status-created", path: pathOf(["status"], status, undefined) };
}

function createdOutOfBounds(
  data: RawConversionData,
  { converter, version, matches }: ChangedKind,
): Rejection | undefined {
  const found = converter.keptOutOfBounds?.(data, version, matches);
  const [first, keeper] = found?.path ?? [];
  return (
    found && { code: "conversion/data-out-of-bounds", ...found, version: first === "keptFor" ? keeper : undefined }
  );
}

/**
 * The same rules hold for the hub's parts and for what the hub keeps for each other version: those fields, too, have a schema and rules in their version, which
 * may say that they are immutable. A created object may have both: core clones templates with their annotations, and `clusterctl move` creates objects with what the hub keeps.
 */
function firstChange(data: RawConversionData, before: RawConversionData): Rejection | undefined {
  const ofHub = changeOf(data.parts, before.parts, []);
  if (ofHub !== undefined) return ofHub;
  const versions = Object.keys({ ...before.forVersions, ...data.forVersions });
  for (const version of versions) {
    const [kept, was] = [data, before].map(({ forVersions }) => ownObject(forVersions, version));
    const change = changeOf(kept ?? {}, was ?? {}, ["keptFor", version]);
    if (change !== undefined) return { ...change, version };
  }
  return undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function ownObject(fields: Fields, name: string): Fields {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return isJsonObject(value) ? value : {};
}

/** A status is as it was; everything else is as it was, or gone as a whole: an object without the annotation has none of it either. */
function changeOf(parts: Fields, before: Fields, around: readonly string[]): Rejection | undefined {
  for (const name of Object.keys({ ...before, ...parts })) {
    const [now, was] = [parts, before].map((fields) => (Object.hasOwn(fields, name) ? fields[name] : undefined));
    const isStatus = name === "status";
    if (deepEqual(now, was) || (now === undefined && !isStatus)) continue;
    const code = isStatus ? "conversion/status-changed" : "conversion/data-changed";
    return { code, path: pathOf([...around, name], now, was) };
  }
  return undefined;
}

/** The path of a message is no longer. */
const mostLevels = 8;

/** The path to the first field that differs, as far as both are objects. */
function pathOf(path: readonly string[], now: unknown, was: unknown): readonly string[] {
  if (!isJsonObject(now ?? {}) || !isJsonObject(was ?? {}) || path.length === mostLevels) return path;
  // Both are objects, or absent.
  const [next, previous] = [now ?? {}, was ?? {}] as [Fields, Fields];
  const of = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined);
  const name = Object.keys({ ...previous, ...next }).find((one) => !deepEqual(of(next, one), of(previous, one)));
  return name === undefined ? path : pathOf([...path, name], of(next, name), of(previous, name));
}

function errorFor({ code, path, version, bound = "" }: Rejection, { group, hub, versions }: Converter): CapstanError {
  const apiVersion = versions.find((known) => known === `${group}/${version}`) ?? hub;
  const shown = path.map((name) => excerpt(name));
  const part = shown.slice(0, version === undefined ? 1 : 3).join(".");
  const values = {
    annotation: annotations.conversionData,
    path: shown.join("."),
    part,
    apiVersion,
    bound: excerpt(bound),
  };
  return errorOf(operatorErrors, code, { values });
}

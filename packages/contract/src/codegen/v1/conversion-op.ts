// The interface of value operations, and what they know about the object around them.
import { errorOf, parseApiVersion, type Diagnostic } from "@capstan/kube";
import { contractErrors } from "../../contract-errors.ts";

/** What a conversion knows in addition to the object. */
export interface ConversionContext {
  /** The namespace of the object: references of older versions repeat it. */
  readonly namespace?: string;
  /** The apiVersion to use for a kind that a newer version names without one; undefined lets the operation choose. */
  apiVersionOf?(group: string, kind: string): string | undefined;
  /** Reads and writes the annotation's text. Unless set, `JSON` does, for which whole numbers end at 2^53. */
  readonly json?: JsonText;
  /** The versions that are converted between. A conversion sets it. */
  readonly pair?: ConvertedPair;
  /** Less than every conversion may take. A check of objects that will grow sets it. */
  readonly budget?: Partial<ConversionBudget>;
  /** Whether the object is given away: nobody changes it or the result afterwards, so that the result may share parts with it. Such a conversion takes less time. */
  readonly isGivenAway?: boolean;
  /** Called with what could not be read; the conversion continues. */
  report?(problem: Diagnostic): void;
}

/** What a conversion may take. */
export interface ConversionBudget {
  /** The bytes of all annotations of the converted object, with the one that keeps data. */
  readonly annotationBytes: number;
  /** How many rules are applied, each counted for each element that it is for. */
  readonly steps: number;
}

/**
 * What every conversion may take: what the API server accepts of annotations, and a tenth of a second. A conversion is one piece of work, during which
 * the process answers nobody else.
 */
export const conversionBudget: ConversionBudget = { annotationBytes: 262_144, steps: 150_000 };

/** What a conversion converts. */
export interface ConvertedPair {
  readonly kind: string;
  /** The apiVersions of the two versions. */
  readonly older: string;
  readonly newer: string;
}

/** Reads and writes JSON. */
export interface JsonText {
  parse(text: string): unknown;
  stringify(value: unknown): string;
}

/** A change of form, both ways; undefined is an absent field. A value of an unexpected type passes through unchanged. */
export interface ConversionOp {
  toNewer(value: unknown, context: ConversionContext): unknown;
  toOlder(value: unknown, context: ConversionContext): unknown;
  /** What becomes of the hub's list or map after a client of the other version has changed some of it. Without this, all of it is as that client wrote it. */
  readonly merge?: (values: ChangedValue) => unknown;
}

/** A value of the hub that was kept, and that a client of the other version has changed. */
export interface ChangedValue {
  /** As the hub had it. */
  readonly kept: unknown;
  /** What would have come back of it without the kept one. */
  readonly before: unknown;
  /** What comes back after the change without the kept one. */
  readonly now: unknown;
}

/**
 * The apiVersion that the context has for a kind.
 *
 * @throws CapstanError `conversion/wrong-api-version` for one of another group, and for a value that is not an apiVersion.
 */
export function lookUp(context: ConversionContext, group: string, kind: string): string | undefined {
  // It may be a look-up of plain JavaScript, and return anything.
  const apiVersion: unknown = context.apiVersionOf?.(group, kind);
  if (apiVersion === undefined) return undefined;
  if (typeof apiVersion === "string" && isInGroup(apiVersion, group)) return apiVersion;
  const found = String(JSON.stringify(apiVersion));
  throw errorOf(contractErrors, "conversion/wrong-api-version", { values: { apiVersion: found, kind, group } });
}

function isInGroup(apiVersion: string, group: string): boolean {
  const { group: own, version } = parseApiVersion(apiVersion);
  return own === group && version !== "" && !version.includes("/");
}

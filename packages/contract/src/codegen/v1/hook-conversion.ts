// Converts the requests and responses of a hook between its versions, by the converters of their types. Nothing is kept of them: what a version does
// not have is lost.
import { errorOf } from "@capstan/kube";
import { contractErrors } from "../../contract-errors.ts";
import type { ConversionContext } from "./conversion-op.ts";
import type { Converter } from "./converter.ts";

/** The types of one side of a hook: a converter, and the apiVersion that it knows the type of each version by. */
export interface HookBodies {
  /** Undefined where all versions have the same type. */
  readonly converter?: Converter;
  readonly versions: Readonly<Record<string, string>>;
}

/** A hook with several versions. */
export interface HookConversion {
  readonly group: string;
  /** The name of the hook. */
  readonly hook: string;
  /** The newest first. */
  readonly versions: readonly string[];
  readonly request: HookBodies;
  readonly response: HookBodies;
}

/** A request or response that is converted. */
export interface ConvertedBody {
  readonly body: object;
  /** The version that it is in. */
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the body in another version, without apiVersion and kind: the caller knows them. The input is not changed.
 *
 * @throws CapstanError `conversion/unknown-version` when one of the two is not a version of the hook.
 */
export function convertBody(
  { converter, versions }: HookBodies,
  { body, from, to }: ConvertedBody,
  context: ConversionContext = {},
): Record<string, unknown> {
  const [labelFrom, labelTo] = [labelOf(versions, from), labelOf(versions, to)];
  const plain: Record<string, unknown> = { ...body };
  if (converter === undefined || labelFrom === labelTo) return without(plain, ["apiVersion", "kind"]);
  const object = { ...plain, apiVersion: labelFrom, kind: converter.kind, metadata: {} };
  return without({ ...converter.convert(object, labelTo, context) }, ["apiVersion", "kind", "metadata"]);
}

function labelOf(versions: HookBodies["versions"], version: string): string {
  const label = Object.hasOwn(versions, version) ? versions[version] : undefined;
  if (label !== undefined) return label;
  const values = { kind: "the hook", apiVersion: version, known: Object.keys(versions).join(", ") };
  throw errorOf(contractErrors, "conversion/unknown-version", { values });
}

/** Types with a field `metadata` have no converter: the converter's own has what would be kept of an object. */
function without(object: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  const body = { ...object };
  for (const name of names) delete body[name];
  return body;
}

// Reads a Status of the server. Nothing in it is trusted to have its type: a proxy, or the owner of the server, may have written it.
import { isJsonObject, isStatus, type KubeStatus } from "@capstan/kube";

type Details = NonNullable<KubeStatus["details"]>;
type Cause = NonNullable<Details["causes"]>[number];

/** The Status in an answer, without fields of another type; undefined when it is none. `code` is used when it has none. */
export function readStatus(value: unknown, code: number): KubeStatus | undefined {
  if (!isStatus(value)) return undefined;
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const details = isJsonObject(fields["details"]) ? readDetails(fields["details"]) : undefined;
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: isJsonObject(fields["metadata"]) ? fields["metadata"] : {},
    status: fields["status"] === "Success" ? "Success" : "Failure",
    ...strings(fields, ["message", "reason"]),
    ...(details === undefined ? {} : { details }),
    code: isHttpStatus(fields["code"]) ? fields["code"] : code,
  };
}

function readDetails(fields: Readonly<Record<string, unknown>>): Details {
  const { causes, retryAfterSeconds } = fields;
  return {
    ...strings(fields, ["name", "group", "kind", "uid"]),
    ...(Array.isArray(causes) ? { causes: causes.filter(isJsonObject).map(readCause) } : {}),
    ...(typeof retryAfterSeconds === "number" ? { retryAfterSeconds } : {}),
  };
}

function readCause(fields: Readonly<Record<string, unknown>>): Cause {
  return strings(fields, ["reason", "message", "field"]);
}

/** Those of the fields that are strings. */
function strings<F extends string>(
  fields: Readonly<Record<string, unknown>>,
  names: readonly F[],
): { [N in F]?: string } {
  const found: { [N in F]?: string } = {};
  for (const name of names) {
    const value = fields[name];
    if (typeof value === "string") found[name] = value;
  }
  return found;
}

function isHttpStatus(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 100 && value < 1000;
}

// Decodes a request's body as an object of the resource in the URL, then prunes it, sets defaults and reports unknown fields.
import { isJsonObject } from "@capstan/kube";
import { apiVersionOf, type ApiObject, type ApiResource } from "../kinds/api-kind.ts";
import { badRequest, rejection } from "../api-status.ts";
import { decodeEmbedded, sentenceOf } from "../kinds/embedded-resources.ts";
import { undecodableField } from "../kinds/secret-fields.ts";
import { metadataShapeProblem } from "./metadata-rules.ts";
import type { WriteContext } from "./write-context.ts";

/** Checks that a JSON value is an object of the resource, and sets its namespace. */
export function decodeObject(body: unknown, { kind, version }: ApiResource, namespace: string): ApiObject {
  if (!isJsonObject(body))
    throw badRequest(`the object provided is unrecognized (must be of type ${kind.kind}): it is not a JSON object`);
  const apiVersion = apiVersionOf(kind, version.name);
  if (typeof body["apiVersion"] !== "string" || typeof body["kind"] !== "string" || body["kind"] === "")
    throw badRequest(`Object 'Kind' is missing in '${JSON.stringify(body).slice(0, 200)}'`);
  if (body["apiVersion"] !== apiVersion)
    throw badRequest(
      `the API version in the data (${body["apiVersion"]}) does not match the expected API version (${apiVersion})`,
    );
  if (body["kind"] !== kind.kind)
    throw badRequest(`the object provided is unrecognized: its kind is ${body["kind"]}, but ${kind.kind} was expected`);
  const isSecret = kind.group === "" && kind.kind === "Secret";
  const problem = metadataShapeProblem(body["metadata"]) ?? (isSecret ? undecodableField(body) : undefined);
  if (problem !== undefined)
    throw badRequest(`${kind.kind} in version "${version.name}" cannot be handled as a ${kind.kind}: ${problem}`);
  const object: ApiObject = { ...body, apiVersion, kind: kind.kind, metadata: withoutNulls(body["metadata"]) };
  setNamespace(object, kind.scope === "Cluster" ? "" : namespace);
  return object;
}

function withoutNulls(metadata: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(isJsonObject(metadata) ? metadata : {}).filter(([, value]) => value !== null),
  );
}

function setNamespace({ metadata }: ApiObject, namespace: string): void {
  const given = metadata.namespace ?? "";
  if (given !== "" && given !== namespace)
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
  if (namespace === "") delete metadata.namespace;
  else metadata.namespace = namespace;
}

/** Prunes an object and sets its defaults in place; reports unknown fields as `fieldValidation` requests. */
export function shapeObject(object: ApiObject, { kind, version }: ApiResource, context: WriteContext): void {
  const schema = version.schema?.();
  if (schema === undefined) return;
  const pruned = schema.prune(object);
  const embedded = decodeEmbedded(object, schema.schema);
  if (embedded.problem !== undefined) throw undecodable({ kind, version }, sentenceOf(embedded.problem), context);
  const unknown = [...pruned, ...embedded.unknown].map((path) => `unknown field "${path}"`);
  if (unknown.length > 0 && context.fieldValidation === "Strict")
    throw undecodable({ kind, version }, `strict decoding error: ${unknown.join(", ")}`, context);
  if (context.fieldValidation === "Warn") context.warnings.push(...unknown);
  schema.applyDefaults(object);
  if (schema.hasRules)
    context.warnings.push("x-kubernetes-validations of this kind are not evaluated by the embedded API server");
}

function undecodable({ kind: { kind }, version }: ApiResource, why: string, context: WriteContext): Error {
  if (context.patch === undefined)
    return badRequest(`${kind} in version "${version.name}" cannot be handled as a ${kind}: ${why}`);
  return rejection("Invalid", ` "" is invalid: patch: Invalid value: ${JSON.stringify(context.patch)}: ${why}`);
}

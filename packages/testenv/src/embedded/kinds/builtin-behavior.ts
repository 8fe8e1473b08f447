// What built-in kinds do on writes: fields that the server sets, and data that is immutable.
import { deepEqual, isJsonObject } from "@capstan/kube";
import { forbidden, rootPath, type FieldError } from "@capstan/schema/structural";
import type { ApiObject, KindBehavior } from "./api-kind.ts";
import { customKindRules } from "./definition-rules.ts";

type Prepare = NonNullable<KindBehavior["prepare"]>;

/** The spec of a namespace holds its finalizer and is written through the finalize subresource only. */
const prepareNamespace: Prepare = (object, write) => {
  object.metadata.labels = { ...object.metadata.labels, "kubernetes.io/metadata.name": object.metadata.name ?? "" };
  if (write === undefined) {
    object["spec"] = { finalizers: ["kubernetes"] };
    object["status"] = { phase: "Active" };
  } else if (write.subresource !== "finalize") object["spec"] = write.old["spec"];
};

/** stringData is write-only: it is stored in data, which has base64 in one form. */
function prepareSecret(object: ApiObject): void {
  const { data, stringData } = object;
  object["type"] ??= "Opaque";
  const all = {
    ...(isJsonObject(data) && encoded(data, "base64")),
    ...(isJsonObject(stringData) && encoded(stringData, "utf8")),
  };
  if (isJsonObject(data) || isJsonObject(stringData)) object["data"] = all;
  delete object["stringData"];
}

function encoded(map: Readonly<Record<string, unknown>>, as: BufferEncoding): Record<string, string> {
  const entries = Object.entries(map).map(([key, value]) => {
    const bytes = Array.isArray(value) ? Buffer.from(value) : Buffer.from(typeof value === "string" ? value : "", as);
    return [key, bytes.toString("base64")] as const;
  });
  return Object.fromEntries(entries);
}

let lastServiceAddress = 0;

const prepareService: Prepare = (object, write) => {
  const spec: Record<string, unknown> = isJsonObject(object["spec"]) ? object["spec"] : {};
  object["spec"] = spec;
  spec["type"] ??= "ClusterIP";
  spec["sessionAffinity"] ??= "None";
  if (spec["type"] === "ExternalName") return;
  const before = isJsonObject(write?.old["spec"]) ? write.old["spec"]["clusterIP"] : undefined;
  spec["clusterIP"] ??= before ?? serviceAddress();
};

function serviceAddress(): string {
  lastServiceAddress += 1;
  return `10.0.${Math.floor(lastServiceAddress / 254) % 256}.${(lastServiceAddress % 254) + 1}`;
}

const webhookDefaults = {
  failurePolicy: "Fail",
  matchPolicy: "Equivalent",
  timeoutSeconds: 10,
  namespaceSelector: {},
  objectSelector: {},
};

function prepareWebhooks(object: ApiObject, more: Readonly<Record<string, unknown>>): void {
  if (!Array.isArray(object["webhooks"])) return;
  object["webhooks"] = object["webhooks"].filter(isJsonObject).map((webhook) => ({
    ...webhookDefaults,
    ...more,
    ...webhook,
    clientConfig: withPort(webhook["clientConfig"]),
    rules: (Array.isArray(webhook["rules"]) ? webhook["rules"] : []).map((rule: object) => ({ scope: "*", ...rule })),
  }));
}

function withPort(client: unknown): unknown {
  return isJsonObject(client) && isJsonObject(client["service"])
    ? { ...client, service: { port: 443, ...client["service"] } }
    : client;
}

function frozen(object: ApiObject, old: ApiObject | undefined, fields: readonly string[]): FieldError[] {
  if (old?.["immutable"] !== true) return [];
  const errors = fields
    .filter((field) => !deepEqual(object[field], old[field]))
    .map((field) => forbidden(rootPath.child(field), "field is immutable when `immutable` is set"));
  return object["immutable"] === true
    ? errors
    : [...errors, forbidden(rootPath.child("immutable"), "field is immutable when `immutable` is set")];
}

/** Behavior by group and kind; a kind without an entry is stored unchanged. */
export const behaviors: Readonly<Record<string, Partial<KindBehavior>>> = {
  "/Namespace": { prepare: prepareNamespace, beforeDelete: (object) => (object["status"] = { phase: "Terminating" }) },
  "/Secret": { prepare: prepareSecret, validate: (object, old) => frozen(object, old, ["data", "type"]) },
  "/ConfigMap": { validate: (object, old) => frozen(object, old, ["data", "binaryData"]) },
  "/Service": { prepare: prepareService },
  "apiextensions.k8s.io/CustomResourceDefinition": customKindRules,
  "admissionregistration.k8s.io/MutatingWebhookConfiguration": {
    prepare: (object) => prepareWebhooks(object, { reinvocationPolicy: "Never" }),
  },
  "admissionregistration.k8s.io/ValidatingWebhookConfiguration": { prepare: (object) => prepareWebhooks(object, {}) },
};

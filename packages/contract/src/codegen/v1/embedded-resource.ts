// Whole objects in a field, as `@embeddedResource` says. After each conversion the API server reads their metadata, and fails the whole list where it cannot.
import { isJsonObject, isWholeNumber } from "@capstan/kube";

/** Whether the API server can read a value as an object. */
export function isEmbeddedResource(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { apiVersion, kind, metadata } = value;
  return [apiVersion, kind].every((name) => typeof name === "string" && name !== "") && fits(metadata, isMetadata);
}

type Check = (value: unknown) => boolean;

/** Go reads null as nothing. */
function fits(value: unknown, check: Check): boolean {
  return value === undefined || value === null || check(value);
}

const isString: Check = (value) => typeof value === "string";
const isBoolean: Check = (value) => typeof value === "boolean";
/** As RFC 3339 has it, which Go reads. */
const isTime: Check = (value) =>
  typeof value === "string" &&
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/.test(value) &&
  !Number.isNaN(Date.parse(value));

function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every((item) => fits(item, check));
}

function mapOf(check: Check): Check {
  return (value) => isJsonObject(value) && Object.values(value).every((item) => fits(item, check));
}

/** Fields that Go does not know are dropped. */
function objectOf(fields: Readonly<Record<string, Check>>): Check {
  return (value) =>
    isJsonObject(value) &&
    Object.entries(fields).every(([name, check]) => !Object.hasOwn(value, name) || fits(value[name], check));
}

const ownerReference = objectOf({
  apiVersion: isString,
  kind: isString,
  name: isString,
  uid: isString,
  controller: isBoolean,
  blockOwnerDeletion: isBoolean,
});

const managedFields = objectOf({
  manager: isString,
  operation: isString,
  apiVersion: isString,
  time: isTime,
  fieldsType: isString,
  fieldsV1: isJsonObject,
  subresource: isString,
});

const isMetadata = objectOf({
  name: isString,
  generateName: isString,
  namespace: isString,
  selfLink: isString,
  uid: isString,
  resourceVersion: isString,
  generation: isWholeNumber,
  creationTimestamp: isTime,
  deletionTimestamp: isTime,
  deletionGracePeriodSeconds: isWholeNumber,
  labels: mapOf(isString),
  annotations: mapOf(isString),
  ownerReferences: listOf(ownerReference),
  finalizers: listOf(isString),
  managedFields: listOf(managedFields),
});

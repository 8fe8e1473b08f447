// Kubernetes itself, without Cluster API and without Node: what every package above stands on.
export type {
  Bytes,
  DeepPartial,
  DeepReadonly,
  Double,
  Duration,
  EmptyObject,
  Float,
  Int,
  Int32,
  Int64,
  IntOrString,
  JSONObject,
  JSONValue,
  MicroTime,
  Quantity,
  Time,
} from "./scalars.ts";
export type {
  Condition,
  KubeList,
  KubeObject,
  ListMeta,
  ManagedFieldsEntry,
  ObjectKey,
  ObjectMeta,
  OwnerReference,
  UnstructuredObject,
} from "./object.ts";
export { formatKey, keyOf, parseKey } from "./object.ts";
export { resourceOf } from "./resource.ts";
export type { Resource, ResourceNaming } from "./resource.ts";
export { formatApiVersion, formatGvk, gvkOf, parseApiVersion, sameGroup, sameKind } from "./gvk.ts";
export type { GroupVersion, GroupVersionKind } from "./gvk.ts";
export { pluralize, pluralOfKind, singularize } from "./flect.ts";
export { compareVersions } from "./versions.ts";
export { formatPointer, getAt, parsePointer } from "./json-pointer.ts";
export type { JsonPath } from "./json-pointer.ts";
export { applyJsonPatch, createJsonPatch } from "./json-patch.ts";
export type { JsonPatchOperation } from "./json-patch.ts";
export { applyMergePatch, createMergePatch } from "./merge-patch.ts";
export { deepClone, deepEqual, isJsonObject } from "./equal.ts";
export { setOwn } from "./own-field.ts";
export { formatLabelSelector, parseLabelSelector, requirementHolds, selectorMatches } from "./selectors.ts";
export type { LabelRequirement, LabelSelector } from "./selectors.ts";
export { compareQuantities, parseQuantity } from "./quantity.ts";
export { formatDuration, parseDuration } from "./duration.ts";
export { formatMicroTime, formatTime } from "./time.ts";
export type { ClusterCredentials } from "./credentials.ts";
export { formatKubeconfig } from "./kubeconfig.ts";
export { failureStatus, isStatus, statusCodes } from "./status.ts";
export type { KubeStatus, StatusCause, StatusReason } from "./status.ts";
export { CapstanError, describeError, errorFrom, isCapstanError } from "./errors.ts";
export type { CapstanErrorOptions } from "./errors.ts";
export { errorOf } from "./error-table.ts";
export type { ErrorDetails } from "./error-table.ts";
export { kubeErrors } from "./kube-errors.ts";
export { diagnose, formatDiagnostic, formatPosition, hasErrors, sortDiagnostics } from "./diagnostic.ts";
export type {
  Diagnostic,
  DiagnosticDetails,
  DiagnosticRule,
  DiagnosticTable,
  Position,
  Severity,
} from "./diagnostic.ts";
export { nearestOf } from "./nearest.ts";

// Kubernetes without Cluster API and without Node: the lowest package, which all others import.

// Objects and kinds
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
} from "./objects/object.ts";
export { controllerOf, copyOfKey, formatKey, isControlledBy, isObjectKey, keyOf, parseKey } from "./objects/object.ts";
export { addFinalizer, finalizerOf, hasFinalizer, removeFinalizer } from "./objects/finalizers.ts";
export {
  ensureOwner,
  type OwnerFlags,
  ownerReferenceTo,
  removeOwner,
  sameOwner,
  setController,
} from "./objects/owners.ts";
export { mergeMetadataLists, type MetadataChange, type MetadataLists } from "./objects/metadata-lists.ts";
export { resourceOf } from "./objects/resource.ts";
export type { Resource, ResourceNaming } from "./objects/resource.ts";
export {
  formatApiVersion,
  formatGvk,
  gvkOf,
  isFirstOfKind,
  parseApiVersion,
  sameGroup,
  sameKind,
} from "./objects/gvk.ts";
export type { GroupVersion, GroupVersionKind } from "./objects/gvk.ts";

// Declarations of admission webhooks
export { type AdmissionDeclaration, admissionWebhook, type WebhookSettings } from "./builtin/admission-declaration.ts";
export {
  type AdmissionConfigurations,
  admissionConfigurations,
  certificateObjects,
  type ConfigurationParts,
  conversionStanza,
  type ConvertedCrd,
  injectedAuthority,
  type ServedWebhook,
  type ServingNames,
} from "./builtin/serving-objects.ts";

// Values
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
  MergePatch,
  MicroTime,
  Quantity,
  Time,
} from "./values/scalars.ts";
export { compareQuantities, parseQuantity } from "./values/quantity.ts";
export { type DurationString, formatDuration, millisecondsOf, parseDuration } from "./values/duration.ts";
export { formatMicroTime, formatTime } from "./values/time.ts";
export { formatLabelSelector, requirementHolds, selectorMatches } from "./values/selectors.ts";
export type { LabelRequirement, LabelSelector, SelectorRequirement } from "./values/selectors.ts";
export { parseLabelSelector } from "./values/parse-label-selector.ts";

// JSON
export {
  copyOfFields,
  copyWithout,
  deepClone,
  deepEqual,
  isJsonObject,
  ownFields,
  ownValue,
  setOwn,
} from "./json/json-value.ts";
export {
  forgetExactNumbers,
  hasLostNumber,
  isLostNumber,
  isWholeNumber,
  parseBigJson,
  parseExactJson,
  stringifyBigJson,
  stringifyExactJson,
} from "./json/exact-json.ts";
export { jsonBound, jsonExcess, JsonMeter, jsonSize } from "./json/json-size.ts";
export type { JsonExcess, JsonLimits, JsonSize } from "./json/json-size.ts";
export { formatPointer, getAt, parsePointer } from "./json/json-pointer.ts";
export type { JsonPath } from "./json/json-pointer.ts";
export { applyJsonPatch, createJsonPatch, eachJsonPatchOperation } from "./json/json-patch.ts";
export { hasManyDigits } from "./json/many-digits.ts";
export { jsonLength } from "./json/json-length.ts";
export type { JsonPatchOperation, JsonPatchOptions } from "./json/json-patch.ts";
export { applyMergePatch, createMergePatch } from "./json/merge-patch.ts";

// Names
export { pluralize, pluralOfKind, singularize } from "./names/flect.ts";
export { compareApiVersions } from "./names/api-versions.ts";
export { didYouMean, nearestOf } from "./names/nearest.ts";

// Credentials
export type { ClusterCredentials } from "./kubeconfig/kubeconfig.ts";
export { formatKubeconfig } from "./kubeconfig/kubeconfig.ts";

// Errors and diagnostics
export { CapstanError, describeError, errorFrom, errorOf, isCapstanError } from "./errors/errors.ts";
export type { CapstanErrorOptions, ErrorDetails } from "./errors/errors.ts";
export { kubeErrors } from "./errors/kube-errors.ts";
export { failureStatus, isStatus, statusCodes } from "./errors/status.ts";
export type { KubeStatus, StatusCause, StatusReason } from "./errors/status.ts";
export { diagnose, formatDiagnostic, formatPosition, hasErrors, sortDiagnostics } from "./errors/diagnostic.ts";
export { excerpt, excerptOf } from "./errors/excerpt.ts";
export { oneLine, printable, terminalWriter, withoutCommands, type TerminalStream } from "./errors/terminal.ts";
export type {
  Diagnostic,
  DiagnosticDetails,
  DiagnosticRule,
  DiagnosticTable,
  Position,
  Severity,
} from "./errors/diagnostic.ts";

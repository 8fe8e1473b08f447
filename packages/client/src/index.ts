// The public API of @capstan/client.
export { type ClientOptions, createClient } from "./create-client.ts";
export { type ClientLimits, clientLimits, foreignLimits } from "./limits.ts";
export type { AnswerMemory, AnswerShare } from "./transport/answer-memory.ts";
export type {
  Applied,
  ApplyOptions,
  CallOptions,
  Client,
  DeleteAllOptions,
  DeleteOptions,
  ListOptions,
  ApplyPatchRequest,
  JsonPatchRequest,
  MergePatchRequest,
  PatchOf,
  AnyPatchOptions,
  PatchRequest,
  UntypedPatches,
  RequestObserver,
  RequestOutcome,
  SelectOptions,
  SubresourceOptions,
  TypeMeta,
  WatchOptions,
  WriteOptions,
} from "./client.ts";
export {
  ApiError,
  isAlreadyExists,
  isApiError,
  isConflict,
  isExpired,
  isFieldConflict,
  isForbidden,
  isInvalid,
  isNotFound,
  isObjectNotFound,
  isTooManyRequests,
  isVersionTooLarge,
} from "./api-error.ts";
export { type FieldConflict, fieldConflictsOf } from "./field-conflicts.ts";
export { StuckWatch } from "./watch/stuck-watch.ts";
export { type BookmarkEvent, initialEventsEnd, type ObjectEvent, type WatchEvent } from "./watch/watch-event.ts";
export { type LineSize, lineSizeOf } from "./watch/line-size.ts";
export type { RawRequest, RawResponse } from "./transport/raw-request.ts";
export {
  loadCredentials,
  type LoadCredentialsOptions,
  parseKubeconfig,
  type ParseKubeconfigOptions,
} from "./credentials/load-credentials.ts";
export type { KubeconfigLimits } from "./credentials/foreign-content.ts";
export type { RenewableCredentials } from "./credentials/credential-keeper.ts";
export { retryOnConflict } from "./objects/retry-on-conflict.ts";
export { type Ensured, type Modification, modify, type ModifyClient, type ObjectOutcome } from "./objects/modify.ts";
export { type CreateOrPatch, createOrPatch, ensure, type EnsureClient } from "./objects/ensure.ts";
export { CallBudget } from "./transport/call-budget.ts";
export { parseRetryAfter } from "./transport/retry-policy.ts";
export { type Clock, sleep, systemClock, type TimeLimit, withTimeLimit } from "./transport/clock.ts";
export { type ClientErrorCode, clientErrors } from "./errors.ts";

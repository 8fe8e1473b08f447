// What @capstan/client exports.
export { type ClientOptions, createClient } from "./create-client.ts";
export type {
  Applied,
  ApplyOptions,
  CallOptions,
  Client,
  DeleteOptions,
  ListOptions,
  Patch,
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
  isForbidden,
  isInvalid,
  isNotFound,
  isTooManyRequests,
  isVersionTooLarge,
} from "./api-error.ts";
export { type BookmarkEvent, initialEventsEnd, type ObjectEvent, type WatchEvent } from "./watch-event.ts";
export type { RawRequest, RawResponse } from "./raw-request.ts";
export { loadCredentials, type LoadCredentialsOptions, parseKubeconfig } from "./credentials/load-credentials.ts";
export type { RenewableCredentials } from "./credential-keeper.ts";
export { type Clock, sleep, systemClock } from "./clock.ts";
export { type ClientErrorCode, clientErrors } from "./errors.ts";

// What @capstan/client exports.
export type {
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
export { type BookmarkEvent, initialEventsEnd, type ObjectEvent, type WatchEvent } from "./watch-event.ts";
export type { RawRequest, RawResponse } from "./raw-request.ts";

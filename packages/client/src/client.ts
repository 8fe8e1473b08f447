// The interface of the client: typed access to the kinds of one API server. Made by create-client.ts; controllers, tools and
// tests use it. It caches no objects: what it returns is what the server said.
import type { DeepPartial, KubeList, KubeObject, ObjectKey, Resource, UnstructuredObject } from "@capstan/kube";
import type { RawRequest, RawResponse } from "./raw-request.ts";
import type { WatchEvent } from "./watch-event.ts";

/** What every call may say. */
export interface CallOptions {
  /** Ends the call, and its retries, early. */
  readonly signal?: AbortSignal;
  /** How long the call may take, retries not counted. Default: the client's. */
  readonly timeoutMs?: number;
}

/** Which objects to list or watch. */
export interface SelectOptions extends CallOptions {
  /** One namespace; without it all of them, or the whole cluster for a cluster-scoped kind. */
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

/** How to list. */
export interface ListOptions extends SelectOptions {
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: "Exact" | "NotOlderThan";
  /** Asks for metadata alone: objects come without their other fields. */
  readonly metadataOnly?: boolean;
}

/** How to watch. */
export interface WatchOptions extends SelectOptions {
  /** Tells what happened after this version; without it the watch begins with an ADDED for each object there is. */
  readonly resourceVersion?: string;
  /** Asks for every object first and then a bookmark that says so; the server must be 1.32 or newer. */
  readonly sendInitialEvents?: boolean;
  /** Asks for metadata alone: objects come without their other fields. */
  readonly metadataOnly?: boolean;
  /** How long a connection may be silent before it counts as dead; servers send a bookmark each minute. Default: 70 s. */
  readonly idleMs?: number;
}

/** What every write may say. */
export interface WriteOptions extends CallOptions {
  readonly fieldManager?: string;
  /** Goes through validation and admission without being stored. */
  readonly dryRun?: boolean;
  /** What the server does about unknown fields. Default: the server's, a warning. */
  readonly fieldValidation?: "Ignore" | "Warn" | "Strict";
}

/** A change to an object. */
export interface Patch extends WriteOptions {
  readonly type: "merge" | "json" | "apply";
  /** A merge patch, a list of JSON patch operations, or an apply configuration. */
  readonly body: unknown;
  /** For example "status". */
  readonly subresource?: string;
  /** For "apply": takes fields that another manager owns. */
  readonly force?: boolean;
}

/** The fields of an object that a manager wants to own. Lists are given whole. */
export type Applied<T extends KubeObject> = Pick<T, "apiVersion" | "kind" | "metadata"> & DeepPartial<T>;

/** How to apply. */
export interface ApplyOptions extends WriteOptions {
  readonly fieldManager: string;
  readonly subresource?: string;
  readonly force?: boolean;
}

/** How to delete. */
export interface DeleteOptions extends CallOptions {
  readonly propagationPolicy?: "Background" | "Foreground" | "Orphan";
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly gracePeriodSeconds?: number;
  readonly dryRun?: boolean;
}

/** A call on one subresource of an object. */
export interface SubresourceOptions extends WriteOptions {
  readonly subresource?: string;
}

/** One attempt of a request: its status, or "error" when there was no answer. */
export interface RequestOutcome {
  readonly method: string;
  readonly host: string;
  readonly code: string;
  readonly durationMs: number;
}

/** Is told of requests. */
export type RequestObserver = (outcome: RequestOutcome) => void;

/** An object that names its kind. */
export interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * Talks to one API server. Every failure that the server answered is an `ApiError`; one that it did not is a `CapstanError`
 * of an area "client/"; both say what was being done on what.
 */
export interface Client {
  /** The server's base URL. */
  readonly server: string;
  /** The namespace of the credentials; "default" when they name none. */
  readonly namespace: string;
  /** Reads an object; one that does not exist is an error (`isNotFound`). */
  get<T extends KubeObject>(resource: Resource<T>, key: ObjectKey, options?: CallOptions): Promise<T>;
  /** Reads an object; undefined when it does not exist. */
  find<T extends KubeObject>(resource: Resource<T>, key: ObjectKey, options?: CallOptions): Promise<T | undefined>;
  /** One page of a list; with neither limit nor continue all of it. */
  list<T extends KubeObject>(resource: Resource<T>, options?: ListOptions): Promise<KubeList<T>>;
  /** The whole list, fetched in pages; starts over once when its continuation expires. */
  listAll<T extends KubeObject>(resource: Resource<T>, options?: ListOptions): Promise<KubeList<T>>;
  create<T extends KubeObject>(resource: Resource<T>, object: T, options?: WriteOptions): Promise<T>;
  /** Replaces an object; its `metadata.resourceVersion` must be the current one. */
  update<T extends KubeObject>(resource: Resource<T>, object: T, options?: SubresourceOptions): Promise<T>;
  /** Replaces an object's status; everything but the status is ignored by the server. */
  updateStatus<T extends KubeObject>(resource: Resource<T>, object: T, options?: WriteOptions): Promise<T>;
  patch<T extends KubeObject>(resource: Resource<T>, key: ObjectKey, patch: Patch): Promise<T>;
  /** Server-side apply: creates the object or takes over the given fields. */
  apply<T extends KubeObject>(resource: Resource<T>, object: Applied<T>, options: ApplyOptions): Promise<T>;
  /** Asks for an object's deletion; false when it did not exist. With finalizers the object stays until they are gone. */
  delete(resource: Resource, key: ObjectKey, options?: DeleteOptions): Promise<boolean>;
  /**
   * Watches until the signal aborts, over as many connections as that takes: a lost one is resumed from the last event or
   * bookmark, 429 and 5xx are waited out. A version that has become too old ends it with an `ApiError` (`isExpired`): list again.
   */
  watch<T extends KubeObject>(resource: Resource<T>, options?: WatchOptions): AsyncIterable<WatchEvent<T>>;
  /** Watches over one connection, several events at a time; it ends when the server ends it. For whoever keeps a cache. */
  watchOnce<T extends KubeObject>(
    resource: Resource<T>,
    options?: WatchOptions,
  ): AsyncIterable<readonly WatchEvent<T>[]>;
  /** The kind of an object known only at run time, by asking the server once for each group and version. */
  resourceFor(object: TypeMeta, options?: CallOptions): Promise<Resource<UnstructuredObject>>;
  /** Any request, for paths that the methods above do not know. */
  request(request: RawRequest): Promise<RawResponse>;
  /** Tells of every attempt of every request; the function returned ends that. For metrics. */
  observe(observer: RequestObserver): () => void;
  /** Closes idle connections and refuses further calls; those in flight end. */
  close(): void;
}

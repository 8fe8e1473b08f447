// The interface of the client: typed access to the kinds of one API server, without a cache.
import type {
  DeepPartial,
  JsonPatchOperation,
  KubeList,
  KubeObject,
  MergePatch,
  ObjectKey,
  Resource,
  UnstructuredObject,
} from "@capstan/kube";
import type { RawRequest, RawResponse } from "./transport/raw-request.ts";
import type { WatchEvent } from "./watch/watch-event.ts";

/** Options of every call. */
export interface CallOptions {
  /** Ends the call and its retries; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** How long one attempt may take since it has a connection; retries and waits are not included. The wait for new credentials, after a 401 or a certificate that is not trusted, and for a token file may take as long, too. Default: the client's. */
  readonly timeoutMs?: number;
  /**
   * Whether the call has connections of its own: four, beside the 32 of all other calls. For few and small calls that must not wait behind slow ones, such as the renewal of a Lease. It
   * is not repeated when the server says how long to wait: its caller knows how much time there is. Default: false.
   */
  readonly urgent?: boolean;
  /**
   * Called before each attempt of the call is sent, also after the wait for a retry or for a free connection, perhaps more than once. When it throws, nothing is sent and the call rejects with
   * what it threw: for a process that may write only while it leads.
   */
  readonly beforeAttempt?: () => void;
}

/** Selects the objects to list or watch. */
export interface SelectOptions extends CallOptions {
  /** One namespace. Default: all namespaces. Ignored for cluster-scoped kinds. */
  readonly namespace?: string;
  /** For example `app=web,tier!=test`. */
  readonly labelSelector?: string;
  /** For example `metadata.name=a`. */
  readonly fieldSelector?: string;
}

/** Options of `list` and `listAll`. */
export interface ListOptions extends SelectOptions {
  /** The most objects in one page. */
  readonly limit?: number;
  /** The `metadata.continue` of the page before. */
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: "Exact" | "NotOlderThan";
  /** Whether a watch follows: the list uses a connection of those for watches, and leaves it to the watch. Default: false. */
  readonly beforeWatch?: boolean;
  /** Returns objects with their metadata only. */
  readonly metadataOnly?: boolean;
  /**
   * For callers that keep objects of others, such as a cache: fields of at least 16 KiB that take far more memory parsed than written are kept as JSON, and parsed
   * each time they are read. Objects are for reading only then, and their `metadata` is always parsed. Default: false.
   */
  readonly lean?: boolean;
  /**
   * What the list has in place of each object, for callers that need little of many large ones: each object is parsed on its own, as with `lean`, and only
   * what this returns stays in memory. A page that cannot be read to its end is read again, and so are its objects.
   */
  readonly keep?: (object: KubeObject) => KubeObject;
}

/** Options of `watch` and `watchOnce`. */
export interface WatchOptions extends SelectOptions {
  /** Starts after this version. Default: the watch starts with an ADDED event for each existing object. */
  readonly resourceVersion?: string;
  /** Starts with an ADDED event for each existing object, then a bookmark with the annotation `initialEventsEnd`. Needs Kubernetes 1.32 or newer. */
  readonly sendInitialEvents?: boolean;
  /** Returns objects with their metadata only. */
  readonly metadataOnly?: boolean;
  /** For callers that keep objects of others, such as a cache: see `ListOptions.lean`. */
  readonly lean?: boolean;
  /** How long a connection may be silent before it is replaced; servers send a bookmark each minute. Default: 70 s. */
  readonly idleMs?: number;
}

/** Options of every write. */
export interface WriteOptions extends CallOptions {
  /** The manager that the write is recorded under. Default: the client's. */
  readonly fieldManager?: string;
  /** Runs validation and admission, and stores nothing. */
  readonly dryRun?: boolean;
  /** What the server does about unknown fields. Default: the server warns. */
  readonly fieldValidation?: "Ignore" | "Warn" | "Strict";
}

/** Options of a patch. */
export interface AnyPatchOptions extends WriteOptions {
  /** For example "status". */
  readonly subresource?: string;
  /** For "apply": takes over fields that another manager owns, instead of failing with a conflict. */
  readonly force?: boolean;
}

/** A patch of an object whose kind is not known. */
export interface PatchRequest extends AnyPatchOptions {
  readonly type: "merge" | "json" | "apply";
  /** By type: a merge patch, a list of JSON patch operations, or an apply configuration. */
  readonly body: unknown;
}

/** The fields of an object that change; null removes a field, and a list is replaced as a whole. */
export interface MergePatchRequest<T extends KubeObject> extends AnyPatchOptions {
  readonly type: "merge";
  readonly body: MergePatch<T>;
}

/** Operations on an object. */
export interface JsonPatchRequest extends AnyPatchOptions {
  readonly type: "json";
  readonly body: readonly JsonPatchOperation[];
}

/** An apply configuration, as of `apply`. */
export interface ApplyPatchRequest<T extends KubeObject> extends AnyPatchOptions {
  readonly type: "apply";
  readonly body: Applied<T>;
}

/**
 * A patch of an object of a kind, whose fields the compiler knows; of a `KubeObject` and of an `UnstructuredObject` it knows none. S is the subresource: others than "status", such as "scale", have bodies of another kind, which are
 * not checked.
 */
export type PatchOf<T extends KubeObject, S extends string = ""> = KubeObject extends T
  ? PatchRequest
  : string extends keyof T
    ? PatchRequest
    : [S] extends ["" | "status"]
      ? MergePatchRequest<T> | JsonPatchRequest | ApplyPatchRequest<T>
      : PatchRequest;

/**
 * A client whose patches have any body: for code that takes the kind from its caller, and so does not know the fields. Every client is one.
 *
 * @example
 * const patches: UntypedPatches = client;
 */
export interface UntypedPatches {
  patch<T extends KubeObject>(resource: Resource<T>, key: ObjectKey, patch: PatchRequest): Promise<T>;
}

/** The fields of an object that a manager wants to own. Lists must be complete. */
export type Applied<T extends KubeObject> = Pick<T, "apiVersion" | "kind" | "metadata"> & DeepPartial<T>;

/** Options of `apply`. */
export interface ApplyOptions extends WriteOptions {
  /** The manager that owns the applied fields. */
  readonly fieldManager: string;
  /** For example "status". */
  readonly subresource?: string;
  /** Takes over fields that another manager owns, instead of failing with a conflict. */
  readonly force?: boolean;
}

/** Options of `delete`. */
export interface DeleteOptions extends CallOptions {
  /** What happens to the objects that this one owns. Default: the kind's, usually "Background". */
  readonly propagationPolicy?: "Background" | "Foreground" | "Orphan";
  /** Deletes only an object with this uid and version; otherwise the call fails with a conflict. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly gracePeriodSeconds?: number;
  /** Runs validation and admission, and deletes nothing. */
  readonly dryRun?: boolean;
}

/** Options of `deleteAllOf`: a selector, or `all`. What those of `delete` demand of an object, each object must have. */
export interface DeleteAllOptions extends DeleteOptions, Pick<SelectOptions, "labelSelector" | "fieldSelector"> {
  /** The namespace of the objects; kinds without namespaces have none. An API server deletes the objects of one namespace in a call. */
  readonly namespace?: string;
  /** Deletes every object where no selector is given, or an empty one: that matches all of them, which is rarely meant. Default: false, and the call fails with `client/no-selector` where there is no selector and where one of both is empty. */
  readonly all?: boolean;
}

/** Options of `update`. */
export interface SubresourceOptions extends WriteOptions {
  /** For example "status" or "scale". */
  readonly subresource?: string;
}

/** One attempt of a request. */
export interface RequestOutcome {
  readonly method: string;
  readonly host: string;
  /** The HTTP status, or "<error>" without an answer. */
  readonly code: string;
  readonly durationMs: number;
}

/** Called after each attempt of each request. */
export type RequestObserver = (outcome: RequestOutcome) => void;

/** The apiVersion and kind of an object. */
export interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * Calls one API server. Objects are returned as the server sent them; nothing is cached.
 *
 * Every call that the server rejects fails with an `ApiError`, every other failure is a `CapstanError` with a code that starts with
 * `client/`. Both name the action and the object. When a connection is lost, only calls are repeated that cannot harm what others
 * wrote meanwhile: reads, updates and patches with a `metadata.resourceVersion`, and deletes with `preconditions`. When the server says how long
 * to wait, every call is repeated after 429 and 503, which say that nothing was done, and those that can be repeated after other 5xx.
 */
export interface Client {
  /** The base URL that the client was created with; a renewal of its credentials may bring another one. */
  readonly server: string;
  /** The namespace of the credentials; "default" when they have none. */
  readonly namespace: string;
  /**
   * Reads an object. Fails with `isNotFound` when the object or its kind does not exist; `find` returns undefined instead.
   *
   * @example
   * const secret = await client.get(Secret, { namespace: "default", name: "token" });
   */
  get<T extends KubeObject>(resource: Resource<T>, key: ObjectKey, options?: CallOptions): Promise<T>;
  /** Reads an object. Returns undefined when the object or its kind does not exist. */
  find<T extends KubeObject>(resource: Resource<T>, key: ObjectKey, options?: CallOptions): Promise<T | undefined>;
  /**
   * Reads one page of a list: at most `limit` objects, or all of them without a limit. When the result has `metadata.continue`, pass it as
   * `continue` for the next page; a token that is too old fails with `isExpired`. Use `listAll` to read long lists.
   */
  list<T extends KubeObject>(resource: Resource<T>, options?: ListOptions): Promise<KubeList<T>>;
  /**
   * Reads a whole list in pages of 500. When a page token expires, it starts over once, without pages. A page that has more bytes than the limits allow is read
   * again with fewer objects, unless the server is somebody else's.
   */
  listAll<T extends KubeObject>(resource: Resource<T>, options?: ListOptions): Promise<KubeList<T>>;
  /**
   * Creates an object and returns it as stored. Fails with `isAlreadyExists` when the name is in use, and with `isInvalid` when the object
   * breaks its schema. It is not repeated when the connection is lost, because the object may exist then.
   */
  create<T extends KubeObject>(resource: Resource<T>, object: T, options?: WriteOptions): Promise<T>;
  /**
   * Replaces an object and returns it as stored. Fails with `isConflict` when `metadata.resourceVersion` is not the current version: read the
   * object again and repeat the change. The status is ignored if it is a subresource; use `updateStatus`.
   */
  update<T extends KubeObject>(resource: Resource<T>, object: T, options?: SubresourceOptions): Promise<T>;
  /** Replaces the status of an object and returns the object as stored. All other fields are ignored. Conflicts are those of `update`. */
  updateStatus<T extends KubeObject>(resource: Resource<T>, object: T, options?: WriteOptions): Promise<T>;
  /**
   * Patches an object and returns it as stored; the compiler checks the body of a merge patch and of an apply against the kind (`UntypedPatches` takes any). Fails with `isNotFound` when it does not exist, and with `isConflict` when the patch contains
   * a `metadata.resourceVersion` that is not the current one.
   *
   * @example
   * await client.patch(ConfigMap, key, { type: "merge", body: { data: { level: "debug" } } });
   */
  patch<T extends KubeObject, const S extends string = "">(
    resource: Resource<T>,
    key: ObjectKey,
    patch: PatchOf<NoInfer<T>, S> & { readonly subresource?: S },
  ): Promise<T>;
  /**
   * Applies an object on the server (server-side apply) and returns it as stored: creates it, or changes the given fields and owns them.
   * Fields that this manager applied before and that are missing now are removed; fields of others stay, also in lists whose elements have keys. Nothing is stored when nothing differs.
   *
   * Fails with `isFieldConflict` when another manager has given a field another value and `force` is not set; `fieldConflictsOf` names both. Fails with `isInvalid` for a field that the schema does not
   * declare, and with 415 on the embedded server of tests, which has no apply. The status of a kind that has it as a subresource is applied with `subresource: "status"`, to an object that exists.
   *
   * @example
   * await client.apply(Deployment, deploymentOf(website), { fieldManager: "website", force: true });
   */
  apply<T extends KubeObject>(resource: Resource<T>, object: Applied<T>, options: ApplyOptions): Promise<T>;
  /**
   * Deletes an object. Returns false when it did not exist. An object with finalizers stays until they are removed. Give the uid in
   * `preconditions` when it is known: then the call is repeated when the connection is lost, and never deletes another object of that name.
   */
  delete(resource: Resource, key: ObjectKey, options?: DeleteOptions): Promise<boolean>;
  /**
   * Deletes the objects of a kind that selectors match, in one namespace, with one call (the verb `deletecollection`). Returns them as they were before, with their metadata only; those with finalizers stay until they are
   * removed. Servers behind the aggregation layer may only say that it is done: then the list is empty. The server does not delete all at once: when the call fails, some may be deleted.
   *
   * @example
   * await client.deleteAllOf(ConfigMap, { namespace: "default", labelSelector: "app=website" });
   */
  deleteAllOf(resource: Resource, options: DeleteAllOptions): Promise<readonly KubeObject[]>;
  /**
   * Watches a kind until the signal aborts, which ends the loop without an error. A lost connection is replaced and continues after the last
   * event or bookmark; 429 and 5xx are waited out with a growing delay. Bookmarks are events, too: check `type`.
   *
   * Fails with `isExpired` when the version is too old, because events may be missing then: list again. Fails with the server's rejection
   * when waiting cannot help (400, 403, 404, 405, 406, 415, 422).
   *
   * @example
   * for await (const { type, object } of client.watch(ConfigMap, { namespace: "default", signal })) console.log(type, object.metadata.name);
   */
  watch<T extends KubeObject>(resource: Resource<T>, options?: WatchOptions): AsyncIterable<WatchEvent<T>>;
  /**
   * Watches a kind over one connection, which the server ends after 5 to 10 minutes, and returns the events that arrive together as one list.
   * It does not resume. For programs that keep a cache and list again themselves.
   */
  watchOnce<T extends KubeObject>(
    resource: Resource<T>,
    options?: WatchOptions,
  ): AsyncIterable<readonly WatchEvent<T>[]>;
  /**
   * Finds the resource of a kind that is known only at run time, by the server's discovery. Answers are kept for the life of the client,
   * missing kinds are not. Fails with `client/no-such-kind` when the server does not serve the kind.
   */
  resourceFor(object: TypeMeta, options?: CallOptions): Promise<Resource<UnstructuredObject>>;
  /** Sends any request, for paths that no other method has. */
  request(request: RawRequest): Promise<RawResponse>;
  /** Reports every attempt of every request, for metrics, until the function returned is called. */
  observe(observer: RequestObserver): () => void;
  /** Closes idle connections and rejects further calls with `client/closed`; calls in flight continue. */
  close(): void;
}

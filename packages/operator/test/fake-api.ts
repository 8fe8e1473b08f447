// The part of an API server that a reflector and a controller use, in memory: lists, watches, versions, and the faults of each.
// The manager suite runs on a real API server too.
import {
  ApiError,
  type Client,
  type ListOptions,
  type PatchRequest,
  type RawResponse,
  type WatchEvent,
  type WatchOptions,
} from "@capstan/client";
import {
  applyJsonPatch,
  applyMergePatch,
  deepClone,
  deepEqual,
  formatKey,
  keyOf,
  type KubeList,
  type KubeObject,
  type KubeStatus,
  type ObjectKey,
  type Resource,
} from "@capstan/kube";

interface Watcher {
  readonly resource: Resource;
  readonly options: WatchOptions;
  readonly queue: (readonly WatchEvent[] | Error | "end")[];
  wake: () => void;
}

/** An error response. */
export function refusal(
  code: number,
  reason: string,
  {
    retryAfterMs,
    causes,
  }: { retryAfterMs?: number; causes?: { reason: string; field?: string; message?: string }[] } = {},
): ApiError {
  const status: KubeStatus = {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    reason,
    message: reason,
    code,
    ...(causes === undefined ? {} : { details: { causes } }),
  };
  return new ApiError({ doing: "do", status, retryAfterMs });
}

/** An API server without schemas and admission. */
export class FakeApi {
  readonly objects: Map<string, KubeObject> = new Map();
  /** The received requests: "list foos 0", "watch foos 7", "watch foos (initial)" ... */
  readonly asked: string[] = [];
  /** The options of the received watches. */
  readonly watchOptions: WatchOptions[] = [];
  /** Failures of the next calls, in order; undefined lets a call through. */
  readonly faults: (Error | undefined)[] = [];
  /** Whether a watch that asks for initial events gets them. */
  watchList: boolean = true;
  version: number = 0;
  /** Whether it answers /version as API servers do. */
  isApiServer: boolean = true;
  /** Whether pages of one object are served. */
  servesPages: boolean = true;
  readonly #watchers = new Set<Watcher>();
  #held: (() => void)[] | undefined;

  /** The client of this server. */
  readonly client: Client = {
    server: "https://fake",
    namespace: "default",
    get: (resource, key) => this.#get(resource, key),
    find: async (resource, key) => this.#stored(resource, key),
    list: (resource, options) => this.#page(resource, options),
    listAll: (resource, options) => this.#list(resource, options),
    create: async (resource, object) => this.#write("create", resource, object),
    update: async (resource, object) => this.#write("update", resource, object),
    updateStatus: async (resource, object) => this.#write("update", resource, object),
    patch: async (resource, key, patch) => this.#patch(resource, key, patch),
    apply: async (resource, object) => this.#patch(resource, keyOf(object), { type: "merge", body: object }),
    delete: async (resource, key) => this.remove(resource, key),
    deleteAllOf: async (resource) => this.#removeAll(resource),
    watch: () => {
      throw new Error("not faked");
    },
    watchOnce: (resource, options) => this.#watch(resource, options),
    resourceFor: () => Promise.reject(new Error("not faked")),
    request: ({ path }) => this.#request(path),
    observe: () => () => undefined,
    close: () => undefined,
  };

  /** Stores an object and sends an event to watchers; with `quiet` the event is not sent. */
  put<T extends KubeObject>(resource: Resource<T>, object: T, { quiet = false }: { quiet?: boolean } = {}): T {
    const name = this.#name(resource, keyOf(object));
    const old = this.objects.get(name);
    const metadata = {
      uid: `uid-${this.version + 1}`,
      ...old?.metadata,
      ...object.metadata,
      resourceVersion: String(++this.version),
    };
    const stored = { ...object, metadata };
    this.objects.set(name, stored);
    if (!quiet) this.tell(resource, { type: old === undefined ? "ADDED" : "MODIFIED", object: deepClone(stored) });
    return deepClone(stored);
  }

  /** Removes an object and sends an event to watchers; returns whether it existed. */
  remove(resource: Resource, key: ObjectKey, { quiet = false }: { quiet?: boolean } = {}): boolean {
    const name = this.#name(resource, key);
    const old = this.objects.get(name);
    if (old === undefined) return false;
    this.objects.delete(name);
    const last = { ...old, metadata: { ...old.metadata, resourceVersion: String(++this.version) } };
    if (!quiet) this.tell(resource, { type: "DELETED", object: last });
    return true;
  }

  /** Removes the objects of a kind; selectors and namespaces are not faked. */
  #removeAll(resource: Resource): readonly KubeObject[] {
    const found = this.#all(resource);
    for (const object of found) this.remove(resource, keyOf(object));
    return found;
  }

  /** Holds all events back until the returned function is called, so that caches are behind. */
  hold(): () => void {
    const held: (() => void)[] = [];
    this.#held = held;
    return () => {
      this.#held = undefined;
      for (const tell of held) tell();
    };
  }

  /** Sends events to the watchers of a kind, unchanged. */
  tell(resource: Resource, ...events: readonly WatchEvent[]): void {
    if (this.#held !== undefined) return void this.#held.push(() => this.tell(resource, ...events));
    for (const watcher of this.#watchers) if (watcher.resource.kind === resource.kind) push(watcher, events);
  }

  /** Ends all watches, or those of a kind: cleanly, or with an error. */
  endWatches(how: Error | "end" = "end", kind?: string): void {
    for (const watcher of this.#watchers) if (kind === undefined || watcher.resource.kind === kind) push(watcher, how);
  }

  /** How many watches are open. */
  get watches(): number {
    return this.#watchers.size;
  }

  bookmark(resource: Resource, initialEnd: boolean = false): void {
    const annotations = initialEnd ? { annotations: { "k8s.io/initial-events-end": "true" } } : {};
    this.tell(resource, {
      type: "BOOKMARK",
      object: {
        apiVersion: resource.apiVersion,
        kind: resource.kind,
        metadata: { resourceVersion: String(this.version), ...annotations },
      },
    });
  }

  #name(resource: Resource, key: ObjectKey): string {
    return `${resource.kind} ${formatKey(key)}`;
  }

  #stored<T extends KubeObject>(resource: Resource<T>, key: ObjectKey): T | undefined {
    const found = this.objects.get(this.#name(resource, key));
    return found && (deepClone(found) as T);
  }

  async #get<T extends KubeObject>(resource: Resource<T>, key: ObjectKey): Promise<T> {
    const found = this.#stored(resource, key);
    if (found === undefined) throw refusal(404, "NotFound");
    return found;
  }

  #all<T extends KubeObject>(resource: Resource<T>): T[] {
    return [...this.objects]
      .filter(([name]) => name.startsWith(`${resource.kind} `))
      .map(([, object]) => deepClone(object) as T);
  }

  /** A page of one object, with which a reflector compares versions, is not recorded. */
  async #page<T extends KubeObject>(resource: Resource<T>, options: ListOptions = {}): Promise<KubeList<T>> {
    if (options.limit !== 1) return this.#list(resource, options);
    if (!this.servesPages) throw refusal(404, "");
    const { apiVersion, kind } = resource;
    const metadata = { resourceVersion: String(this.version) };
    return { apiVersion, kind: `${kind}List`, metadata, items: this.#all(resource).slice(0, 1) };
  }

  async #list<T extends KubeObject>(resource: Resource<T>, options: ListOptions = {}): Promise<KubeList<T>> {
    this.#ask(`list ${resource.plural} ${options.resourceVersion ?? "any"}`);
    return {
      apiVersion: resource.apiVersion,
      kind: `${resource.kind}List`,
      metadata: { resourceVersion: String(this.version) },
      items: this.#all(resource),
    };
  }

  #write<T extends KubeObject>(verb: string, resource: Resource<T>, object: T): T {
    this.#ask(`${verb} ${resource.plural}`);
    const stored = this.#stored(resource, keyOf(object));
    if (verb === "create" && stored !== undefined) throw refusal(409, "AlreadyExists");
    if (verb === "update" && stored?.metadata.resourceVersion !== object.metadata.resourceVersion)
      throw refusal(409, "Conflict");
    return this.put(resource, object);
  }

  #patch<T extends KubeObject>(resource: Resource<T>, key: ObjectKey, { body, type }: PatchRequest): T {
    this.#ask(`patch ${resource.plural}`);
    const stored = this.#stored(resource, key);
    if (stored === undefined) throw refusal(404, "NotFound");
    const patched = (type === "json" ? applyJsonPatch(stored, body as never) : applyMergePatch(stored, body)) as T;
    // The server stores nothing then, and sends no event.
    return deepEqual(stored, patched) ? patched : this.put(resource, patched);
  }

  async #request(path: string): Promise<RawResponse> {
    if (path !== "/version") throw new Error("not faked");
    const answer = this.isApiServer ? { gitVersion: "v1.36.0" } : [];
    return { status: 200, headers: {}, text: "", json: () => answer };
  }

  #ask(what: string): void {
    this.asked.push(what);
    const fault = this.faults.shift();
    if (fault !== undefined) throw fault;
  }

  async *#watch<T extends KubeObject>(
    resource: Resource<T>,
    options: WatchOptions = {},
  ): AsyncGenerator<readonly WatchEvent<T>[]> {
    this.watchOptions.push(options);
    this.#ask(
      `watch ${resource.plural} ${options.sendInitialEvents === true ? "(initial)" : (options.resourceVersion ?? "none")}`,
    );
    if (options.sendInitialEvents === true && !this.watchList) throw refusal(422, "Invalid");
    const watcher: Watcher = { resource, options, queue: [], wake: () => undefined };
    this.#watchers.add(watcher);
    options.signal?.addEventListener("abort", () => push(watcher, "end"));
    if (options.sendInitialEvents === true) {
      push(
        watcher,
        this.#all(resource).map((object) => ({ type: "ADDED", object })),
      );
      this.bookmark(resource, true);
    }
    try {
      for (;;) {
        const next = watcher.queue.shift();
        if (next === undefined) await new Promise<void>((resolve) => (watcher.wake = resolve));
        else if (next === "end" || options.signal?.aborted === true) return;
        else if (next instanceof Error) throw next;
        else yield next as readonly WatchEvent<T>[];
      }
    } finally {
      this.#watchers.delete(watcher);
    }
  }
}

function push(watcher: Watcher, what: Watcher["queue"][number]): void {
  watcher.queue.push(what);
  watcher.wake();
}

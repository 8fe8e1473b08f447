// A client that reports the result of every write, so that the next reconcile of a key can wait until the cache has seen what this one
// wrote. Reads pass through.
import type {
  Applied,
  ApplyOptions,
  CallOptions,
  Client,
  DeleteOptions,
  ListOptions,
  PatchRequest,
  RawRequest,
  RawResponse,
  RequestObserver,
  SubresourceOptions,
  TypeMeta,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from "@capstan/client";
import type { KubeList, KubeObject, ObjectKey, Resource, UnstructuredObject } from "@capstan/kube";

/** Is called with the object that the server returned for a write. */
export type WriteListener = (resource: Resource, object: KubeObject) => void;

/** Passes every call on and reports writes. */
export class TrackedClient implements Client {
  readonly #client: Client;
  readonly #onWrite: WriteListener;

  constructor(client: Client, onWrite: WriteListener) {
    this.#client = client;
    this.#onWrite = onWrite;
  }

  get server(): string {
    return this.#client.server;
  }

  get namespace(): string {
    return this.#client.namespace;
  }

  get<T extends KubeObject>(resource: Resource<T>, key: ObjectKey, options?: CallOptions): Promise<T> {
    return this.#client.get(resource, key, options);
  }

  find<T extends KubeObject>(resource: Resource<T>, key: ObjectKey, options?: CallOptions): Promise<T | undefined> {
    return this.#client.find(resource, key, options);
  }

  list<T extends KubeObject>(resource: Resource<T>, options?: ListOptions): Promise<KubeList<T>> {
    return this.#client.list(resource, options);
  }

  listAll<T extends KubeObject>(resource: Resource<T>, options?: ListOptions): Promise<KubeList<T>> {
    return this.#client.listAll(resource, options);
  }

  async create<T extends KubeObject>(resource: Resource<T>, object: T, options?: WriteOptions): Promise<T> {
    return this.#report(resource, options, await this.#client.create(resource, object, options));
  }

  async update<T extends KubeObject>(resource: Resource<T>, object: T, options?: SubresourceOptions): Promise<T> {
    return this.#report(resource, options, await this.#client.update(resource, object, options));
  }

  async updateStatus<T extends KubeObject>(resource: Resource<T>, object: T, options?: WriteOptions): Promise<T> {
    return this.#report(resource, options, await this.#client.updateStatus(resource, object, options));
  }

  async patch<T extends KubeObject>(resource: Resource<T>, key: ObjectKey, patch: PatchRequest): Promise<T> {
    return this.#report(resource, patch, await this.#client.patch(resource, key, patch));
  }

  async apply<T extends KubeObject>(resource: Resource<T>, object: Applied<T>, options: ApplyOptions): Promise<T> {
    return this.#report(resource, options, await this.#client.apply(resource, object, options));
  }

  delete(resource: Resource, key: ObjectKey, options?: DeleteOptions): Promise<boolean> {
    return this.#client.delete(resource, key, options);
  }

  watch<T extends KubeObject>(resource: Resource<T>, options?: WatchOptions): AsyncIterable<WatchEvent<T>> {
    return this.#client.watch(resource, options);
  }

  watchOnce<T extends KubeObject>(
    resource: Resource<T>,
    options?: WatchOptions,
  ): AsyncIterable<readonly WatchEvent<T>[]> {
    return this.#client.watchOnce(resource, options);
  }

  resourceFor(object: TypeMeta, options?: CallOptions): Promise<Resource<UnstructuredObject>> {
    return this.#client.resourceFor(object, options);
  }

  request(request: RawRequest): Promise<RawResponse> {
    return this.#client.request(request);
  }

  observe(observer: RequestObserver): () => void {
    return this.#client.observe(observer);
  }

  close(): void {
    this.#client.close();
  }

  #report<T extends KubeObject>(resource: Resource<T>, options: WriteOptions = {}, written: T): T {
    // A dry run is never stored, so no cache will see it.
    if (options.dryRun !== true) this.#onWrite(resource, written);
    return written;
  }
}

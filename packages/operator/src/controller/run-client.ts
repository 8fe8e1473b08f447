// The client of one reconcile, or of what only the leader runs. Its calls end with the reconcile, and are rejected when this process may not write any more; the results of its writes are
// reported, so that the next reconcile of the key can wait until the cache has seen them.
import type {
  Applied,
  ApplyOptions,
  CallOptions,
  Client,
  DeleteAllOptions,
  DeleteOptions,
  ListOptions,
  PatchRequest,
  RawRequest,
  RawResponse,
  RequestObserver,
  SubresourceOptions,
  TypeMeta,
  UntypedPatches,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from "@capstan/client";
import {
  formatKey,
  keyOf,
  type KubeList,
  type KubeObject,
  type ObjectKey,
  type Resource,
  type UnstructuredObject,
} from "@capstan/kube";
import { nameOf } from "../cache/selection.ts";
import { isTraced, type WriteTrace } from "@capstan/kube/trace";
import { sentRequest } from "../trace/raw-write-trace.ts";
import { type SentCall, traceWrite, type WritingRun, writtenBy } from "../trace/write-trace.ts";
import type { EndOptions, CallGate } from "./call-gate.ts";
import { sentWrite, type SentWrite } from "./own-change.ts";
import { rawWriteOf } from "./raw-write.ts";
import { safely } from "./reconcile-errors.ts";

/** Is called before a write; what it returns is called with the object that the server returned for it, with one without a version when it was deleted, or with none when the write failed. */
export type WriteListener = (resource: Resource, write: SentWrite) => (objects: readonly KubeObject[]) => void;

/** No cache sees the writes, or nothing waits until one has. */
const unwatched: WriteListener = () => () => undefined;

/** Who follows the writes. */
export interface WriteFollowers {
  readonly onWrite?: WriteListener;
  /** Whose writes they are in the trace. */
  readonly run?: WritingRun;
}

/** What the trace says of a write that is sent. */
interface Sent {
  readonly verb: WriteTrace["verb"];
  readonly target: () => ObjectKey;
  readonly subresource?: string | undefined;
}

/** Passes every call on while its gate is open, and reports writes. */
export class RunClient implements Client {
  readonly #client: Client;
  readonly #gate: CallGate;
  readonly #onWrite: WriteListener;
  readonly #run: WritingRun | undefined;
  /** What was read or written last, by kind and key. A server does not say which object it deleted, and the cache may not have it yet. */
  readonly #read = new Map<string, KubeObject>();

  constructor(client: Client, gate: CallGate, { onWrite = unwatched, run }: WriteFollowers = {}) {
    this.#client = client;
    this.#gate = gate;
    this.#onWrite = onWrite;
    this.#run = run;
  }

  get server(): string {
    return this.#client.server;
  }

  get namespace(): string {
    return this.#client.namespace;
  }

  async get<T extends KubeObject>(resource: Resource<T>, key: ObjectKey, options?: CallOptions): Promise<T> {
    return this.#noted(resource, await this.#client.get(resource, key, this.#begin(options)));
  }

  async find<T extends KubeObject>(
    resource: Resource<T>,
    key: ObjectKey,
    options?: CallOptions,
  ): Promise<T | undefined> {
    const found = await this.#client.find(resource, key, this.#begin(options));
    return found && this.#noted(resource, found);
  }

  async list<T extends KubeObject>(resource: Resource<T>, options?: ListOptions): Promise<KubeList<T>> {
    return this.#allNoted(resource, await this.#client.list(resource, this.#begin(options)));
  }

  async listAll<T extends KubeObject>(resource: Resource<T>, options?: ListOptions): Promise<KubeList<T>> {
    return this.#allNoted(resource, await this.#client.listAll(resource, this.#begin(options)));
  }

  async create<T extends KubeObject>(resource: Resource<T>, object: T, options?: WriteOptions): Promise<T> {
    const sent: Sent = { verb: "create", target: () => keyOf(object) };
    return this.#write(resource, { options, write: {}, sent }, (own) => this.#client.create(resource, object, own));
  }

  async update<T extends KubeObject>(resource: Resource<T>, object: T, options?: SubresourceOptions): Promise<T> {
    const subresource = options?.subresource;
    const write = sentWrite({ type: "update", body: object }, subresource);
    const sent: Sent = { verb: "update", target: () => keyOf(object), subresource };
    return this.#write(resource, { options, write, sent }, (own) => this.#client.update(resource, object, own));
  }

  async updateStatus<T extends KubeObject>(resource: Resource<T>, object: T, options?: WriteOptions): Promise<T> {
    const write = sentWrite({ type: "update", body: object }, "status");
    const sent: Sent = { verb: "update", target: () => keyOf(object), subresource: "status" };
    return this.#write(resource, { options, write, sent }, (own) => this.#client.updateStatus(resource, object, own));
  }

  async patch<T extends KubeObject>(resource: Resource<T>, key: ObjectKey, patch: PatchRequest): Promise<T> {
    const { subresource } = patch;
    const patches: UntypedPatches = this.#client;
    const write = sentWrite(patch, subresource);
    const sent: Sent = { verb: "patch", target: () => key, subresource };
    return this.#write(resource, { options: patch, write, sent }, (own) => patches.patch(resource, key, own));
  }

  async apply<T extends KubeObject>(resource: Resource<T>, object: Applied<T>, options: ApplyOptions): Promise<T> {
    const { subresource } = options;
    const write = sentWrite({ type: "apply", body: object }, subresource);
    const sent: Sent = { verb: "apply", target: () => keyOf(object), subresource };
    return this.#write(resource, { options, write, sent }, (own) => this.#client.apply(resource, object, own));
  }

  async delete(resource: Resource, key: ObjectKey, options?: DeleteOptions): Promise<boolean> {
    const own = this.#begin(options);
    const sent: Sent = { verb: "delete", target: () => key };
    const send = this.#traced({ resource, sent, own }, () => this.#client.delete(resource, key, own));
    if (own.dryRun === true) return send();
    const { apiVersion, kind } = resource;
    const { uid } = deletedUid(options);
    return this.#reported(this.#onWrite(resource, {}), async () => {
      const result = await send();
      const name = nameOfObject({ apiVersion, kind, metadata: key });
      const read = this.#read.get(name);
      // One that is created again has another uid.
      this.#read.delete(name);
      // What was read is reported as if it were an own write: then the deletion is seen after that.
      const isRead = read !== undefined && (uid ?? read.metadata.uid) === read.metadata.uid;
      // Also when it was deleted before: the cache may have it still.
      const deleted = { apiVersion, kind, metadata: { ...key, ...deletedUid(options) } };
      return { result, objects: isRead ? [read, deleted] : [deleted] };
    });
  }

  async deleteAllOf(resource: Resource, options: DeleteAllOptions): Promise<readonly KubeObject[]> {
    const own = this.#begin(options);
    const sent: Sent = { verb: "delete", target: () => ({ namespace: options.namespace ?? "", name: "" }) };
    const send = this.#traced({ resource, sent, own }, () => this.#client.deleteAllOf(resource, own));
    if (own.dryRun === true) return send();
    return this.#reported(this.#onWrite(resource, {}), async () => {
      const result = await send();
      return { result, objects: result.slice(0, mostFollowed).flatMap(deletionOf) };
    });
  }

  watch<T extends KubeObject>(resource: Resource<T>, options?: WatchOptions): AsyncIterable<WatchEvent<T>> {
    return this.#client.watch(resource, this.#begin(options));
  }

  watchOnce<T extends KubeObject>(
    resource: Resource<T>,
    options?: WatchOptions,
  ): AsyncIterable<readonly WatchEvent<T>[]> {
    return this.#client.watchOnce(resource, this.#begin(options));
  }

  async resourceFor(object: TypeMeta, options?: CallOptions): Promise<Resource<UnstructuredObject>> {
    return this.#client.resourceFor(object, this.#begin(options));
  }

  async request(request: RawRequest): Promise<RawResponse> {
    const own = this.#begin(request);
    const raw = this.#onWrite === unwatched && !this.#isTraced() ? undefined : rawWriteOf(own);
    if (raw === undefined) return this.#client.request(own);
    const send = this.#published(
      () => sentRequest(raw, own.body),
      () => this.#client.request(own),
    );
    if (raw.dryRun) return send();
    return this.#reported(this.#onWrite(raw.resource, raw.write), async () => {
      const result = await send();
      return { result, objects: raw.written(result) };
    });
  }

  observe(observer: RequestObserver): () => void {
    return this.#client.observe(observer);
  }

  close(): void {
    this.#client.close();
  }

  #allNoted<T extends KubeObject>(resource: Resource<T>, list: KubeList<T>): KubeList<T> {
    for (const object of list.items) this.#noted(resource, object);
    return list;
  }

  /** Keeps which object was read, and which version of it, where somebody follows the writes. */
  #noted<T extends KubeObject>({ apiVersion, kind }: Resource, object: T): T {
    if (this.#onWrite === unwatched) return object;
    const { name = "", namespace = "", uid, resourceVersion } = object.metadata;
    if (uid === undefined || resourceVersion === undefined) return object;
    const read = { apiVersion, kind, metadata: { namespace, name, uid, resourceVersion } };
    this.#read.set(nameOfObject(read), read);
    return object;
  }

  /** The options of a call that ends with the reconcile. */
  #begin<O extends EndOptions>(options: O | undefined): O & Required<EndOptions> {
    const ends = this.#gate.begin(options);
    // Options are optional only where no field of them is required.
    return { ...(options as O), ...ends };
  }

  async #write<T extends KubeObject, O extends WriteOptions>(
    resource: Resource<T>,
    { options, write, sent }: { readonly options: O | undefined; readonly write: SentWrite; readonly sent: Sent },
    call: (own: O) => Promise<T>,
  ): Promise<T> {
    const own = this.#begin(options);
    const send = this.#traced({ resource, sent, own }, () => call(own));
    // A dry run is never stored, so no cache will see it.
    if (own.dryRun === true) return send();
    return this.#reported(this.#onWrite(resource, write), async () => {
      const written = this.#noted(resource, await send());
      return { result: written, objects: [written] };
    });
  }

  /** The call, which publishes itself when somebody listens to the trace. */
  #traced<R extends KubeObject | readonly KubeObject[] | boolean>(
    { resource, sent, own }: { readonly resource: Resource; readonly sent: Sent; readonly own: WriteOptions },
    call: () => Promise<R>,
  ): () => Promise<R> {
    const { verb, subresource } = sent;
    const { apiVersion, kind } = resource;
    return this.#published<R>(() => {
      const object = { apiVersion, kind, ...safely(sent.target, { namespace: "", name: "" }) };
      return { verb, object, subresource, dryRun: own.dryRun, answered: writtenBy };
    }, call);
  }

  #isTraced(): boolean {
    return this.#run !== undefined && isTraced();
  }

  #published<R>(sent: () => Omit<SentCall<R>, "server">, call: () => Promise<R>): () => Promise<R> {
    const run = this.#run;
    if (run === undefined || !isTraced()) return call;
    const described = { ...sent(), server: this.server };
    return () => traceWrite(run, described, call);
  }

  async #reported<R>(
    report: ReturnType<WriteListener>,
    call: () => Promise<{ readonly result: R; readonly objects: readonly KubeObject[] }>,
  ): Promise<R> {
    let answered: readonly KubeObject[] = [];
    try {
      const { result, objects } = await call();
      answered = objects;
      return result;
    } finally {
      report(answered);
    }
  }
}

/** Of the objects of one call, the next reconcile waits until the cache has seen the deletions of so many. */
const mostFollowed = 1000;

/** What was deleted, as if it had been an own write before: then its deletion is seen after that. */
function deletionOf(object: KubeObject): readonly KubeObject[] {
  const { apiVersion, kind, metadata } = object;
  const { uid } = metadata;
  return [object, { apiVersion, kind, metadata: { ...keyOf(object), ...(uid === undefined ? {} : { uid }) } }];
}

function nameOfObject(object: KubeObject): string {
  return `${nameOf(object)} ${formatKey(keyOf(object))}`;
}

/** The uid of what is deleted, where the caller knows it. */
function deletedUid({ preconditions }: DeleteOptions = {}): { readonly uid?: string } {
  return preconditions?.uid === undefined ? {} : { uid: preconditions.uid };
}

// Creates clients: the verbs of Kubernetes' API over a transport.
import {
  errorFrom,
  isCapstanError,
  keyOf,
  type KubeList,
  type KubeObject,
  type ObjectKey,
  type Resource,
} from "@capstan/kube";
import { isNotFound } from "./api-error.ts";
import { clientError } from "./errors.ts";
import type {
  Applied,
  ApplyOptions,
  CallOptions,
  Client,
  DeleteAllOptions,
  DeleteOptions,
  ListOptions,
  PatchRequest,
  SubresourceOptions,
  WatchOptions,
  WriteOptions,
} from "./client.ts";
import { CallBudget } from "./transport/call-budget.ts";
import { type Clock, systemClock } from "./transport/clock.ts";
import { type Attempt, connectionError, serverPlace } from "./transport/connection-error.ts";
import { limitError } from "./transport/answer-limits.ts";
import { badAnswer } from "./transport/read-answer.ts";
import type { RenewableCredentials } from "./credentials/credential-keeper.ts";
import { type ClientLimits, clientLimits, foreignLimits } from "./limits.ts";
import { deleteAllRequest, deletionBody, isSuccess } from "./resources/deletions.ts";
import { ResourceDiscovery } from "./resources/discovery.ts";
import { leanListOf, ownObjectOf } from "./resources/lean-list.ts";
import type { AnswerMemory } from "./transport/answer-memory.ts";
import { listPages } from "./resources/list-pages.ts";
import { withoutUser } from "./credentials/server-address.ts";
import type { PartsRequest, RawRequest, SizedResponse } from "./transport/raw-request.ts";
import { callParts, describeCollection, metadataOnlyTypes, patchTypes } from "./resources/request-parts.ts";
import { isAnsweredObject, readList } from "./resources/read-objects.ts";
import { collectionPath, describeObject, namespaceOf, objectPath } from "./resources/resource-path.ts";
import { resumeWatch } from "./watch/resumed-watch.ts";
import { Transport } from "./transport/transport.ts";
import type { WatchEvent } from "./watch/watch-event.ts";
import { WatchConnection } from "./watch/watch-connection.ts";

/** Options of `createClient`. */
export interface ClientOptions {
  /** How long one attempt of a call may take. The wait for new credentials, after a 401 or a certificate that is not trusted, and for a token file may take as long, too. Default: 30 s. */
  readonly timeoutMs?: number;
  /** The User-Agent header. Default: "capstan". */
  readonly userAgent?: string;
  /** The manager that writes are recorded under. Default: the server uses the User-Agent. */
  readonly fieldManager?: string;
  /** The time; tests set their own. */
  readonly clock?: Clock;
  /**
   * Set it for a server that somebody else owns, as a tenant owns a workload cluster: its name in messages, for example "Cluster default/a".
   * Messages of errors then have neither its address nor anything that it sent, so that they may be put into conditions and events; the
   * `cause` of an ApiError has the server's own message, for a debug log. Limits are then `foreignLimits`.
   */
  readonly foreign?: string;
  /** How much the client takes from the server, where it differs from `clientLimits`, or from `foreignLimits` for a foreign server. */
  readonly limits?: Partial<ClientLimits>;
  /** The time that slow calls may take, shared by all clients of one server. Default: one of this client's own, with `limits.slowShare`. */
  readonly budget?: CallBudget;
  /** The memory of answers, shared by the clients of several servers. Default: each answer has its limits alone. */
  readonly memory?: AnswerMemory;
}

/** An API server fills each page but the last. Proxies that leave out objects do not, but those of a foreign server are not waited for. */
const mostPartialPages = 10;
const partial = { what: "many pages that are not full", wanted: "full pages" };

/** Servers send a bookmark every 60 s; a slow one gets 10 s more. */
const defaultIdleMs = 70_000;

/**
 * Creates a client. It connects on its first call, keeps its connections alive, and reads its credentials again after a 401 and when the server's certificate is not trusted;
 * in any case their files each ten seconds, and what `renew` of others returns each minute.
 * Call `close` when it is no longer needed.
 *
 * Throws `client/bad-credentials` when a certificate, a key or the address does not parse, and `client/expired-certificate` when the
 * client certificate has expired.
 *
 * A server that sends more than the limits allow loses the connection, and the call fails with `client/limit`.
 *
 * @example
 * const client = createClient(await loadCredentials(), { fieldManager: "my-tool" });
 * const theirs = createClient(await parseKubeconfig(content), { foreign: "Cluster default/a" });
 */
export function createClient(credentials: RenewableCredentials, options: ClientOptions = {}): Client {
  return new TypedClient(credentials, options);
}

class TypedClient implements Client {
  readonly server: string;
  readonly namespace: string;
  readonly #transport: Transport;
  readonly #discovery: ResourceDiscovery;
  readonly #clock: Clock;
  readonly #fieldManager: string | undefined;
  readonly #foreign: string | undefined;
  readonly #limits: ClientLimits;
  readonly #memory: AnswerMemory | undefined;

  constructor(credentials: RenewableCredentials, options: ClientOptions) {
    this.server = withoutUser(credentials.server).replace(/\/$/, "");
    this.namespace = credentials.namespace ?? "default";
    this.#clock = options.clock ?? systemClock;
    this.#fieldManager = options.fieldManager;
    this.#foreign = options.foreign;
    this.#limits = { ...(options.foreign === undefined ? clientLimits : foreignLimits), ...options.limits };
    this.#memory = options.memory;
    this.#transport = new Transport(credentials, {
      timeoutMs: options.timeoutMs ?? 30_000,
      userAgent: options.userAgent ?? "capstan",
      clock: this.#clock,
      limits: this.#limits,
      foreign: this.#foreign,
      budget: options.budget ?? ownBudget(this.#limits, this.#clock),
      memory: options.memory,
    });
    this.#discovery = new ResourceDiscovery(this.#transport, this.#limits.discoveredKinds);
  }

  get request(): Client["request"] {
    return (request) => this.#transport.send({ ...request, withHeaders: true });
  }

  get resourceFor(): Client["resourceFor"] {
    return (object, options) => this.#discovery.resourceFor(object, options);
  }

  get<T extends KubeObject>(resource: Resource<T>, key: ObjectKey, options: CallOptions = {}): Promise<T> {
    return this.#object(`get ${describeObject(resource, key)}`, {
      ...callParts(options),
      method: "GET",
      path: objectPath(resource, key),
    });
  }

  async find<T extends KubeObject>(
    resource: Resource<T>,
    key: ObjectKey,
    options: CallOptions = {},
  ): Promise<T | undefined> {
    try {
      return await this.get(resource, key, options);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  async list<T extends KubeObject>(resource: Resource<T>, options: ListOptions = {}): Promise<KubeList<T>> {
    return (await this.#page(resource, options, (request) => this.#transport.send(request))).list;
  }

  listAll<T extends KubeObject>(resource: Resource<T>, options: ListOptions = {}): Promise<KubeList<T>> {
    const doing = `list ${describeCollection(resource, options.namespace)}`;
    const { pageItems, listBytes, listValues, listItems } = this.#limits;
    // All pages count until the list has ended.
    const share = this.#memory?.begin();
    const listed = this.#transport.sendParts({ ...options, doing }, ({ signal }) => {
      let bytes = 0;
      let values = 0;
      let items = 0;
      let partialPages = 0;
      const page = async (of: Resource<T>, part: ListOptions): Promise<KubeList<T>> => {
        const { list, size } = await this.#page(
          of,
          { ...part, ...(signal === undefined ? {} : { signal }) },
          (request) => this.#transport.sendPart(share === undefined ? request : { ...request, share }),
        );
        bytes += size.bytes;
        values += size.values;
        items += list.items.length;
        const about = { doing, ...size.from };
        if (bytes > listBytes) throw limitError(about, "listBytes", this.#limits);
        if (values > listValues) throw limitError(about, "listValues", this.#limits);
        if (items > listItems) throw limitError(about, "listItems", this.#limits);
        if (list.items.length < (part.limit ?? 0)) partialPages += 1;
        if (this.#foreign !== undefined && partialPages > mostPartialPages)
          throw clientError("client/bad-answer", { doing, place: serverPlace(size.from), ...partial });
        return list;
      };
      return listPages(page, resource, { limit: pageItems, ...options, canShrink: this.#foreign === undefined });
    });
    if (share !== undefined)
      listed.then(
        () => share.end(true),
        () => share.end(false),
      );
    return listed;
  }

  async #page<T extends KubeObject>(
    resource: Resource<T>,
    options: ListOptions,
    send: (request: PartsRequest) => Promise<SizedResponse>,
  ): Promise<{ list: KubeList<T>; size: Pick<SizedResponse, "bytes" | "values" | "from"> }> {
    const {
      labelSelector,
      fieldSelector,
      limit,
      continue: token,
      resourceVersion,
      resourceVersionMatch,
      beforeWatch = false,
      keep,
      lean = keep !== undefined,
    } = options;
    const doing = `list ${describeCollection(resource, options.namespace)}`;
    const answer = await send({
      doing,
      ...callParts(options),
      method: "GET",
      path: collectionPath(resource, options.namespace),
      query: { labelSelector, fieldSelector, limit, continue: token, resourceVersion, resourceVersionMatch },
      compress: true,
      beforeWatch,
      inParts: lean,
      ...(options.metadataOnly === true ? { accept: metadataOnlyTypes.list } : {}),
    });
    const about = { doing, ...answer.from };
    const parsed = lean ? await leanListOf(answer, about, keep) : answer.json();
    return { list: readList(resource, parsed, { about, answer }), size: answer };
  }

  create<T extends KubeObject>(resource: Resource<T>, object: T, options: WriteOptions = {}): Promise<T> {
    const key = keyOf(object);
    const named = key.name === "" ? { ...key, name: `${object.metadata.generateName ?? ""}...` } : key;
    const path = collectionPath(resource, namespaceOf(resource, key));
    return this.#object(`create ${describeObject(resource, named)}`, {
      ...callParts(options),
      method: "POST",
      path,
      query: this.#writes(options),
      body: object,
    });
  }

  update<T extends KubeObject>(resource: Resource<T>, object: T, options: SubresourceOptions = {}): Promise<T> {
    const { subresource } = options;
    const what = subresource === undefined ? "" : `${subresource} of `;
    return this.#object(`update ${what}${describeObject(resource, keyOf(object))}`, {
      ...callParts(options),
      method: "PUT",
      path: objectPath(resource, keyOf(object), subresource),
      query: this.#writes(options),
      body: object,
    });
  }

  updateStatus<T extends KubeObject>(resource: Resource<T>, object: T, options: WriteOptions = {}): Promise<T> {
    return this.update(resource, object, { ...options, subresource: "status" });
  }

  patch<T extends KubeObject>(resource: Resource<T>, key: ObjectKey, patch: PatchRequest): Promise<T> {
    const { type, body, subresource, force } = patch;
    const what = subresource === undefined ? "" : `${subresource} of `;
    return this.#object(`${type === "apply" ? "apply" : "patch"} ${what}${describeObject(resource, key)}`, {
      ...callParts(patch),
      method: "PATCH",
      path: objectPath(resource, key, subresource),
      query: { ...this.#writes(patch), force },
      contentType: patchTypes[type],
      body,
    });
  }

  apply<T extends KubeObject>(resource: Resource<T>, object: Applied<T>, options: ApplyOptions): Promise<T> {
    return this.patch(resource, keyOf(object), { ...options, type: "apply", body: object });
  }

  async delete(resource: Resource, key: ObjectKey, options: DeleteOptions = {}): Promise<boolean> {
    try {
      await this.#transport.send({
        ...callParts(options),
        method: "DELETE",
        path: objectPath(resource, key),
        body: deletionBody(options),
        doing: `delete ${describeObject(resource, key)}`,
      });
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  async deleteAllOf(resource: Resource, options: DeleteAllOptions): Promise<readonly KubeObject[]> {
    const request = deleteAllRequest(resource, options);
    const answer = await this.#transport.send(request);
    const about = { doing: request.doing, ...answer.from };
    const value = answer.json();
    return isSuccess(value) ? [] : readList(resource, value, { about, answer }).items;
  }

  watch<T extends KubeObject>(resource: Resource<T>, options: WatchOptions = {}): AsyncIterable<WatchEvent<T>> {
    return resumeWatch(
      { watchOnce: (kind, once) => this.watchOnce(kind, once), clock: this.#clock },
      resource,
      options,
    );
  }

  watchOnce<T extends KubeObject>(
    resource: Resource<T>,
    options: WatchOptions = {},
  ): AsyncIterable<readonly WatchEvent<T>[]> {
    const { metadataOnly = false, lean = false, signal } = options;
    const { apiVersion, kind } = resource;
    const about: Attempt = {
      doing: `watch ${describeCollection(resource, options.namespace)}`,
      ...this.#transport.server,
    };
    return new WatchConnection<T>({
      open: async () => {
        const idleMs = options.idleMs ?? defaultIdleMs;
        const opened = await this.#transport.stream(this.#watchRequest(resource, options), idleMs);
        // A renewal may have changed the address.
        Object.assign(about, opened.from);
        return opened;
      },
      reading: { attempt: about, limits: this.#limits, lean },
      // The server sends PartialObjectMetadata instead of the kind.
      complete: metadataOnly ? ({ object }) => Object.assign(object, { apiVersion, kind }) : undefined,
      errorOf(error) {
        if (signal?.aborted === true) return undefined;
        return isCapstanError(error) ? error : connectionError(errorFrom(error), about);
      },
    });
  }

  #watchRequest(resource: Resource, options: WatchOptions): RawRequest {
    const { labelSelector, fieldSelector, resourceVersion, sendInitialEvents } = options;
    const initial = sendInitialEvents === true ? { sendInitialEvents, resourceVersionMatch: "NotOlderThan" } : {};
    // Connections end after five to ten minutes, at random, so that they do not all restart together.
    const timeoutSeconds = Math.ceil(300 * (1 + this.#clock.random()));
    const query = { watch: true, allowWatchBookmarks: true, timeoutSeconds };
    return {
      ...callParts(options),
      method: "GET",
      path: collectionPath(resource, options.namespace),
      query: { ...query, labelSelector, fieldSelector, resourceVersion, ...initial },
      doing: `watch ${describeCollection(resource, options.namespace)}`,
      ...(options.metadataOnly === true ? { accept: metadataOnlyTypes.watch } : {}),
    };
  }

  observe(observer: Parameters<Client["observe"]>[0]): () => void {
    return this.#transport.observe(observer);
  }

  close(): void {
    this.#transport.close();
  }

  async #object<T>(doing: string, request: RawRequest): Promise<T> {
    const isTrusted = this.#foreign === undefined;
    const answer = await this.#transport.send({ ...request, doing, inParts: isTrusted });
    const about = { doing, ...answer.from };
    const object = isTrusted ? await ownObjectOf(answer, about) : answer.json();
    if (!isAnsweredObject(object)) throw badAnswer(about, answer.text, "an object");
    // The server is trusted for the kind: an answer to a call on a kind is an object of that kind.
    return object as T;
  }

  #writes({
    fieldManager = this.#fieldManager,
    dryRun,
    fieldValidation,
  }: WriteOptions): NonNullable<RawRequest["query"]> {
    return { fieldManager, dryRun: dryRun === true ? "All" : undefined, fieldValidation };
  }
}

function ownBudget({ slowShare }: ClientLimits, clock: Clock): CallBudget | undefined {
  return slowShare >= 1 ? undefined : new CallBudget(slowShare, () => (clock.steady ?? clock).now());
}

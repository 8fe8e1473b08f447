// What the simulated controllers write: the difference between an object and its draft, as Cluster API sends it (metadata and
// spec first, then status). It records every write; an empty difference sends nothing.
import { isAlreadyExists, isNotFound, retryOnConflict, type UntypedPatches, type WriteOptions } from "@capstan/client";
import { createMergePatch, isJsonObject, keyOf, type KubeObject, type Resource } from "@capstan/kube";
import type { ClusterReader } from "./cluster-reader.ts";
import { isEnded } from "./drafts.ts";
import type { LateWrites } from "./late-writes.ts";
import type { Memos } from "./memos.ts";
import { type OwnChange, statusPatch } from "./own-changes.ts";
import type { StepLists } from "./step-lists.ts";
import type { PlayedRole } from "./play/play-options.ts";

/** What every simulated controller gets, for one step: a reader and a writer of the cluster. */
export interface SimContext {
  readonly reader: ClusterReader;
  readonly writer: Writer;
  /** Whether the topology controller is played, whose hooks a deletion waits for. */
  readonly playsTopologies: boolean;
  /** The clock of what is waited for, in milliseconds. */
  readonly now: () => number;
  /** Says that there is something to do at a time of that clock, even if nobody writes anything. */
  readonly wakeAt: (time: number) => void;
  /** How often the simulation was woken before this step: what answered before may answer something else since. */
  readonly wakes: number;
  /** The reconciles that need not be repeated; undefined where nobody says what others change. */
  readonly memos: Memos | undefined;
  /** How many objects that have nothing to do with one another are worked on at once. */
  readonly parallel: number;
  /** How many changes a controller makes in a step. */
  readonly atMost: number;
}

/** Who makes a write: core's controllers, its webhooks, which set defaults, or a role that is played. */
export type SimWriter = "core" | "defaults" | PlayedRole;

/** One write of the simulated core. */
export interface SimWrite {
  readonly by: SimWriter;
  readonly verb: "create" | "patch" | "patch-status" | "delete";
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** The merge patch or the new object. */
  readonly body?: unknown;
}

/** Writes objects and records every write. */
export class Writer {
  readonly #lists: StepLists;
  readonly #by: SimWriter;
  readonly #writes: SimWrite[];
  #late: LateWrites | undefined;
  #options: Pick<WriteOptions, "fieldValidation"> = {};
  #isExact = false;

  constructor(lists: StepLists, by: SimWriter, writes: SimWrite[]) {
    this.#lists = lists;
    this.#by = by;
    this.#writes = writes;
  }

  /** A writer of the same record, for another part, and for another server if one is given. */
  as(by: SimWriter, lists: StepLists = this.#lists): Writer {
    const writer = new Writer(lists, by, this.#writes);
    if (lists === this.#lists) writer.#late = this.#late;
    return writer;
  }

  /** The same writer; changes of some kinds are sent late. */
  delaying(late: LateWrites): Writer {
    const writer = this.as(this.#by);
    writer.#late = late;
    return writer;
  }

  /** The same writer; a field that the schema of its kind does not have is an error, as with server-side apply, and not dropped. */
  strict(): Writer {
    const writer = this.as(this.#by);
    writer.#options = { fieldValidation: "Strict" };
    return writer;
  }

  /** The same writer; a change of an object that somebody else has changed in between is a conflict. */
  exact(): Writer {
    const writer = this.as(this.#by);
    writer.#isExact = true;
    return writer;
  }

  /** How many changes there were, sent or not. */
  get count(): number {
    const { count, early } = this.#late ?? { count: 0, early: 0 };
    return this.#writes.length - early + count;
  }

  /** Sends the changes of the draft; ignores objects that were deleted in between. */
  async save(resource: Resource, before: KubeObject, draft: KubeObject): Promise<void> {
    await this.store(resource, before, draft);
  }

  /** As `save`; returns the object as it is stored now, or will be when the step ends. */
  async store<T extends KubeObject>(resource: Resource<T>, before: T, draft: T): Promise<T> {
    if (this.#late?.takes(resource) !== true) return this.send(resource, before, draft);
    if (createMergePatch(before, draft) === undefined) return before;
    return this.#late.add(resource, { before, draft, writer: this });
  }

  /** Sends the changes of the draft at once; returns the object as it is stored now. */
  async send<T extends KubeObject>(resource: Resource<T>, before: T, draft: T): Promise<T> {
    const main = createMergePatch(withoutStatus(before), withoutStatus(draft));
    let stored = before;
    try {
      if (main !== undefined)
        stored = await this.#patch(resource, before, { verb: "patch", body: versioned(main, before, this.#isExact) });
      if (isEnded(stored)) this.#lists.forget(resource, keyOf(before));
      else {
        const generation = stored.metadata.generation;
        stored = await this.#sendStatus(resource, stored, { before, draft, generation });
      }
    } catch (error) {
      if (!isNotFound(error)) throw error;
      this.#lists.forget(resource, keyOf(before));
    }
    return stored;
  }

  /** Sends a change of those that are sent late, which counts already. */
  async sendEarly<T extends KubeObject>(resource: Resource<T>, before: T, draft: T): Promise<T> {
    const writes: SimWrite[] = [];
    try {
      return await new Writer(this.#lists, this.#by, writes).send(resource, before, draft);
    } finally {
      this.#writes.push(...writes);
      if (this.#late !== undefined) this.#late.early += writes.length;
    }
  }

  /** Sends the changes of the status; when somebody else has written the object in between, they are made to the object as it is then. */
  #sendStatus<T extends KubeObject>(resource: Resource<T>, read: T, change: OwnChange<T>): Promise<T> {
    return retryOnConflict(async (attempt) => {
      const stored = attempt === 1 ? read : await this.#lists.client.get(resource, keyOf(read));
      // Another object of that name has another status.
      if (stored.metadata.uid !== read.metadata.uid) return read;
      const body = statusPatch(stored, change);
      return body === undefined ? stored : this.#patch(resource, stored, { verb: "patch-status", body });
    });
  }

  /** Creates an object unless it exists; with `defaulted`, as a webhook makes it, which is not recorded: no controller writes that. */
  async create<T extends KubeObject>(resource: Resource<T>, object: T, defaulted: T = object): Promise<void> {
    await this.created(resource, object, defaulted);
  }

  /** As `create`; returns the object as it is stored, or nothing if it existed. */
  async created<T extends KubeObject>(resource: Resource<T>, object: T, defaulted: T = object): Promise<T | undefined> {
    try {
      const stored = await this.#lists.client.create(resource, defaulted, this.#options);
      this.#lists.put(resource, stored);
      this.#record("create", object, object);
      return stored;
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      this.#lists.forget(resource, keyOf(object));
      return undefined;
    }
  }

  /** Deletes an object unless it is being deleted. */
  async delete(resource: Resource, object: KubeObject): Promise<void> {
    if (object.metadata.deletionTimestamp !== undefined) return;
    if (await this.#lists.client.delete(resource, keyOf(object))) this.#record("delete", object);
    this.#lists.forget(resource, keyOf(object));
  }

  async #patch<T extends KubeObject>(
    resource: Resource<T>,
    before: T,
    { verb, body }: { verb: "patch" | "patch-status"; body: unknown },
  ): Promise<T> {
    const subresource = verb === "patch-status" ? { subresource: "status" } : {};
    const patch = { type: "merge", body, ...this.#options, ...subresource } as const;
    const patches: UntypedPatches = this.#lists.client;
    const stored = await patches.patch(resource, keyOf(before), patch);
    this.#lists.put(resource, stored);
    this.#record(verb, before, body);
    return stored;
  }

  #record(verb: SimWrite["verb"], { kind, metadata }: KubeObject, body?: unknown): void {
    this.#writes.push({
      by: this.#by,
      verb,
      kind,
      namespace: metadata.namespace ?? "",
      name: metadata.name ?? "",
      ...(body === undefined ? {} : { body }),
    });
  }
}

function withoutStatus(object: KubeObject): object {
  const { status: _, ...rest }: KubeObject & { readonly status?: unknown } = object;
  return rest;
}

/** Adds the resourceVersion to patches of finalizers and owner references, because a merge patch replaces whole lists, and to all others on request. */
function versioned(body: unknown, before: KubeObject, isExact: boolean): unknown {
  if (!isJsonObject(body)) return body;
  const metadata = isJsonObject(body["metadata"]) ? body["metadata"] : {};
  if (!isExact && !("finalizers" in metadata || "ownerReferences" in metadata)) return body;
  return { ...body, metadata: { ...metadata, resourceVersion: before.metadata.resourceVersion } };
}

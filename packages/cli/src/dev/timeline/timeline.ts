// All objects of a cluster at any moment since the start: the state of the start, and every change since. Old changes become part of that
// state when there are too many, so that the oldest moment that can be shown moves, and nothing is lost that exists now.
import { jsonLength, type UnstructuredObject } from "@capstan/kube";
import { objectId, type TimelineChange } from "./timeline-change.ts";
import { withoutSecretValues } from "./without-secret-values.ts";

/** How much a time line keeps. */
export interface TimelineLimits {
  /** Changes. Default: 20,000. */
  readonly changes: number;
  /** Characters of the JSON of the objects in those changes. Default: 64 million. */
  readonly characters: number;
}

/** A change that the time line keeps. */
export interface KeptChange {
  /** Counts all changes since the start, from 1. */
  readonly seq: number;
  /** Never less than that of the change before. */
  readonly time: number;
  readonly type: TimelineChange["type"];
  readonly id: string;
  readonly resourceVersion: string;
  /** The object before; undefined for one that did not exist. */
  readonly before: UnstructuredObject | undefined;
  /** The object after; undefined for one that was deleted. */
  readonly after: UnstructuredObject | undefined;
  /** The last state of a deleted object, with the version of its deletion; otherwise the object after. */
  readonly last: UnstructuredObject;
}

/** The objects of one moment, by `objectId`. */
export type ObjectsById = ReadonlyMap<string, UnstructuredObject>;

interface Entry {
  readonly change: KeptChange;
  readonly characters: number;
}

const defaultLimits: TimelineLimits = { changes: 20_000, characters: 64_000_000 };

/** The objects of a cluster over time. Values of Secrets are not kept. */
export class Timeline {
  readonly #limits: TimelineLimits;
  /** The state before the first kept change. */
  readonly #base = new Map<string, UnstructuredObject>();
  readonly #now = new Map<string, UnstructuredObject>();
  /** The kept changes begin at `#first`; those before it are dropped in blocks. */
  #entries: Entry[] = [];
  #first = 0;
  #characters = 0;
  #seq = 0;
  #baseTime = 0;
  readonly #listeners = new Set<(change: KeptChange) => void>();

  constructor(limits: Partial<TimelineLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
  }

  /** Adds a change, the newest one. A deletion of an unknown object is ignored, and a version that is known: a watch that starts again reports both. */
  add(change: TimelineChange): void {
    const id = objectId(change);
    const last = withoutSecretValues(change.object);
    const before = this.#now.get(id);
    const after = change.type === "DELETED" ? undefined : last;
    if (before === undefined && after === undefined) return;
    if (after !== undefined && before?.metadata.resourceVersion === change.resourceVersion) return;
    const time = Math.max(change.time, this.#entries.at(-1)?.change.time ?? this.#baseTime);
    if (this.#seq === 0) this.#baseTime = time;
    this.#seq += 1;
    const { type, resourceVersion } = change;
    const kept: KeptChange = { seq: this.#seq, time, type, id, resourceVersion, before, after, last };
    const characters = jsonLength(last, this.#limits.characters);
    this.#entries.push({ change: kept, characters });
    this.#characters += characters;
    put(this.#now, id, after);
    this.#shrink();
    for (const listener of this.#listeners) listener(kept);
  }

  /** Calls the listener with each change from now on, until the returned function is called. */
  follow(listener: (change: KeptChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The objects of now. */
  get now(): ObjectsById {
    return this.#now;
  }

  /** The number of the newest change. */
  get seq(): number {
    return this.#seq;
  }

  /** The oldest moment: the state before the kept changes, the number of its last change, and its time. */
  get oldest(): { readonly seq: number; readonly time: number; readonly objects: ObjectsById } {
    return { seq: this.#seq - this.#length, time: this.#baseTime, objects: this.#base };
  }

  /** The kept changes, oldest first. */
  changes(): KeptChange[] {
    return this.#entries.slice(this.#first).map(({ change }) => change);
  }

  /** The number of the last change until a time, that change included; the oldest moment for earlier times. */
  seqAt(time: number): number {
    let [low, high] = [this.#first, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#entries[middle]?.change.time ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    return this.oldest.seq + low - this.#first;
  }

  /** All objects after the change with this number; of numbers that are not kept the nearest moment. */
  objectsAt(seq: number): ObjectsById {
    const count = Math.min(Math.max(seq - this.oldest.seq, 0), this.#length);
    if (count === this.#length) return this.#now;
    const backwards = count > this.#length / 2;
    const objects = new Map(backwards ? this.#now : this.#base);
    if (backwards) for (let at = this.#entries.length - 1; at >= this.#first + count; at--) this.#undo(objects, at);
    else for (let at = this.#first; at < this.#first + count; at++) this.#redo(objects, at);
    return objects;
  }

  /** One object after the change with this number. */
  objectAt(id: string, seq: number): UnstructuredObject | undefined {
    const later = this.changesOf(id).find((change) => change.seq > seq);
    return later === undefined ? this.#now.get(id) : later.before;
  }

  /** The kept changes of an object, oldest first. */
  changesOf(id: string): KeptChange[] {
    return this.#entries.slice(this.#first).flatMap(({ change }) => (change.id === id ? [change] : []));
  }

  get #length(): number {
    return this.#entries.length - this.#first;
  }

  #undo(objects: Map<string, UnstructuredObject>, at: number): void {
    const change = this.#entries[at]?.change;
    if (change !== undefined) put(objects, change.id, change.before);
  }

  #redo(objects: Map<string, UnstructuredObject>, at: number): void {
    const change = this.#entries[at]?.change;
    if (change !== undefined) put(objects, change.id, change.after);
  }

  /** Makes the oldest changes part of the base while there are too many. */
  #shrink(): void {
    while (this.#length > this.#limits.changes || (this.#characters > this.#limits.characters && this.#length > 1)) {
      const entry = this.#entries[this.#first];
      if (entry === undefined) return;
      this.#redo(this.#base, this.#first);
      this.#baseTime = entry.change.time;
      this.#characters -= entry.characters;
      this.#first += 1;
    }
    if (this.#first <= this.#entries.length / 2) return;
    this.#entries = this.#entries.slice(this.#first);
    this.#first = 0;
  }
}

function put(objects: Map<string, UnstructuredObject>, id: string, object: UnstructuredObject | undefined): void {
  if (object === undefined) objects.delete(id);
  else objects.set(id, object);
}

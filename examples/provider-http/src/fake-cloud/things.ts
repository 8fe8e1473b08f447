// What the fake cloud has, and a record of everything that it ever had.
import { EventEmitter } from "node:events";
import type { CloudEvent } from "../cloud/cloud-events.ts";

/** A server or a network. Times are milliseconds. */
export interface Thing {
  readonly sort: "servers" | "networks";
  readonly id: string;
  readonly tag: string;
  readonly address: string;
  readonly owner?: CloudEvent["owner"];
  readonly createdAt: number;
  state: "creating" | "running" | "stopped";
  removedAt?: number;
}

/** The things of a cloud. */
export class CloudThings {
  /** Everything that the cloud ever had. */
  readonly record: Thing[] = [];
  /** Emits "change" with a CloudEvent. */
  readonly changes: EventEmitter<{ change: [CloudEvent] }> = new EventEmitter();
  readonly #bootMs: number;

  constructor(bootMs: number) {
    this.#bootMs = bootMs;
    this.changes.setMaxListeners(0);
  }

  /** Creates one more, whatever else has this tag. */
  create(sort: Thing["sort"], { tag, owner }: { readonly tag: string; readonly owner?: CloudEvent["owner"] }): Thing {
    const number = this.record.length + 1;
    const thing: Thing = {
      sort,
      id: `${sort.slice(0, 3)}-${number}`,
      tag,
      address: `10.0.${Math.floor(number / 250)}.${number % 250}`,
      ...(owner === undefined ? {} : { owner }),
      createdAt: performance.now(),
      state: "creating",
    };
    this.record.push(thing);
    setTimeout(() => this.#changed(thing, { state: "running" }), this.#bootMs).unref();
    return thing;
  }

  /** What a list that is so old has. */
  list(sort: Thing["sort"], tag: string, ageMs: number): readonly Thing[] {
    const asOf = performance.now() - ageMs;
    return this.record.filter(
      (thing) =>
        thing.sort === sort &&
        thing.tag === tag &&
        thing.createdAt <= asOf &&
        (thing.removedAt ?? Number.POSITIVE_INFINITY) > asOf,
    );
  }

  remove(id: string): void {
    this.#change(id, { removedAt: performance.now() });
  }

  /** Stops a server or starts it again, as somebody does with the tools of the cloud. */
  set(id: string, state: Thing["state"]): void {
    this.#change(id, { state });
  }

  #change(id: string, change: Partial<Thing>): void {
    const thing = this.record.find((one) => one.id === id && one.removedAt === undefined);
    if (thing !== undefined) this.#changed(thing, change);
  }

  #changed(thing: Thing, change: Partial<Thing>): void {
    Object.assign(thing, change);
    if (thing.owner !== undefined) this.changes.emit("change", { owner: thing.owner });
  }
}

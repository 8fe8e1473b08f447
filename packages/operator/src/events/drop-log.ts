// Reports events that are dropped, without a line for each: a loop that records thousands must not fill the log.
import type { Clock } from "@capstan/client";
import { formatKey, keyOf, type KubeObject } from "@capstan/kube";
import type { Logger } from "@capstan/process";
import { SeldomLine } from "../seldom-line.ts";
import type { RecordedEvent } from "./event-recorder.ts";

/** Why an event is dropped. */
export type DropReason =
  | "its object has had too many events"
  | "too many events wait"
  | "this process does not lead any more"
  | "the manager has stopped";

/** Writes the first drop for each reason at once, and then a line a minute at most, with the number of all so far. */
export class DropLog {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #drops = new Map<DropReason, SeldomLine>();

  constructor({ clock, log }: { readonly clock: Clock; readonly log: Logger }) {
    this.#clock = clock;
    this.#log = log;
  }

  dropped(why: DropReason, object: KubeObject, { reason, message }: RecordedEvent): void {
    const line = this.#drops.get(why) ?? new SeldomLine();
    this.#drops.set(why, line);
    const dropped = line.count(this.#clock.now());
    if (dropped === undefined) return;
    const { kind } = object;
    this.#log.warn("Event dropped", {
      why,
      kind,
      object: formatKey(keyOf(object)),
      reason,
      message,
      dropped,
    });
  }
}

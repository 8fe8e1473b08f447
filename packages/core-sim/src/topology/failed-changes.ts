// The changes of parts that have failed after a template was created for them. Each attempt creates and deletes templates, so none is repeated at once.
import type { KubeObject } from "@capstan/kube";
import type { SimContext } from "../writer.ts";
import { TopologyFailure } from "./topology-failure.ts";

/** A rejected change is tried again after this time. */
const rejectedMs = 5000;

/** One that failed for another reason is tried again after this time. */
const failedMs = 1000;

/** What was tried, and how that failed. */
interface FailedChange {
  readonly attempt: string;
  readonly failure: unknown;
}

interface HeldChange extends FailedChange {
  readonly until: number;
  readonly wakes: number;
}

type Clock = Pick<SimContext, "now" | "wakeAt" | "wakes">;

/** The failed changes of one Cluster, by the parts. */
export class FailedChanges {
  /** The templates before and after a change that has failed, and the objects that name the ones or the others. */
  readonly unsettled: Map<KubeObject, KubeObject> = new Map<KubeObject, KubeObject>();
  readonly #held = new Map<string, HeldChange>();

  /** Fails as the last attempt did if it is too early for the same one, and nothing is known to have changed beside the objects. */
  check(part: string, attempt: string, { now, wakeAt, wakes }: Clock): void {
    const held = this.#held.get(part);
    if (held === undefined || held.attempt !== attempt || held.wakes !== wakes || held.until <= now()) return;
    wakeAt(held.until);
    throw held.failure;
  }

  /** Remembers an attempt that has failed. */
  add(part: string, { attempt, failure }: FailedChange, { now, wakeAt, wakes }: Clock): void {
    const until = now() + (failure instanceof TopologyFailure ? rejectedMs : failedMs);
    for (const [name, held] of this.#held) if (held.until <= now()) this.#held.delete(name);
    this.#held.set(part, { attempt, failure, until, wakes });
    wakeAt(until);
  }

  /** Forgets a change that was made. */
  end(part: string): void {
    this.#held.delete(part);
  }
}

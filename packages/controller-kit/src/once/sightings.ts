// When this process first saw what it waits for: a call of another process whose outcome is not known, or a thing that is missing in a list. Times of other computers are not used: their clocks may be wrong.
import { errorOf, formatDuration, formatKey, keyOf, type KubeObject } from "@capstan/kube";
import { TransientError } from "@capstan/operator";
import { kitErrors } from "../kit-errors.ts";

/** A manager of this many objects that wait at once would only wait longer than it needs to. */
const mostSightings = 10_000;

interface Sighting {
  readonly mark: string;
  readonly since: number;
}

/** What the passes of all controllers of one process have seen. */
export class Sightings {
  readonly #seen = new Map<string, Sighting>();
  /** The time now, in milliseconds. */
  readonly now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** The milliseconds that were left, at a moment, of a time that began when this process first saw the mark at this place; 0 when it was over. */
  remaining(place: string, mark: string, { ms, at }: { readonly ms: number; readonly at: number }): number {
    const seen = this.#seen.get(place);
    if (seen?.mark === mark) return Math.max(0, seen.since + ms - at);
    this.begin(place, mark);
    return ms;
  }

  /** Begins the time at this moment. */
  begin(place: string, mark: string): void {
    this.#set(place, { mark, since: this.now() });
  }

  /** Ends it. */
  end(place: string, mark: string): void {
    this.#set(place, { mark, since: Number.NEGATIVE_INFINITY });
  }

  forget(place: string): void {
    this.#seen.delete(place);
  }

  #set(place: string, sighting: Sighting): void {
    // To the end: the first ones were seen longest ago. Who forgets one begins its time again, which is safe.
    this.#seen.delete(place);
    this.#seen.set(place, sighting);
    for (const oldest of this.#seen.keys()) {
      if (this.#seen.size <= mostSightings) return;
      this.#seen.delete(oldest);
    }
  }
}

/** What a pass waits for, and how long. */
export interface OnceWait {
  readonly object: KubeObject;
  /** The name of the thing, or of the annotation. */
  readonly name: string;
  readonly forMs: number;
}

/** The error of a pass that has to wait. It is transient: a `Ready` that is True stays. */
export function onceWaits(
  code: "once/changed" | "once/waiting" | "once/missing",
  { object, name, forMs }: OnceWait,
): TransientError {
  const values = { name, kind: object.kind, key: formatKey(keyOf(object)) };
  const cause = errorOf(kitErrors, code, { values });
  const retryAfter = formatDuration(Math.ceil(forMs));
  return new TransientError(cause.message, { retryAfter, cause });
}

// What a controller remembers of its keys between their reconciles: how often each failed in a row and ran recently. The waits of a key follow from that.
import type { Clock } from "@capstan/client";
import type { ObjectKey } from "@capstan/kube";
import { KeyMap } from "../queue/key-map.ts";
import { failureDelay, spacing } from "../queue/rate-limiter.ts";
import type { ControllerSettings } from "../settings.ts";

/** What is remembered of a key. */
export interface KeyState {
  failures: number;
  /** The bucket of `spacing`. */
  arrival: number;
}

/** The states of the keys of one controller. */
export class KeyStates {
  readonly #settings: Pick<ControllerSettings, "minIntervalMs" | "backoffTimes">;
  readonly #clock: Clock;
  readonly #states = new KeyMap<KeyState>();

  constructor(settings: Pick<ControllerSettings, "minIntervalMs" | "backoffTimes">, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  /** The state of a key, made when it is first read. */
  of(key: ObjectKey): KeyState {
    const found = this.#states.get(key);
    if (found !== undefined) return found;
    const state: KeyState = { failures: 0, arrival: 0 };
    this.#states.set(key, state);
    return state;
  }

  forget(key: ObjectKey): void {
    this.#states.delete(key);
  }

  /** Counts a start of a key; returns how long it has to wait first, because it ran too often recently. */
  spacedMs(key: ObjectKey): number {
    const state = this.of(key);
    const { waitMs, arrival } = spacing(state.arrival, this.#clock.now(), this.#settings.minIntervalMs);
    state.arrival = arrival;
    return waitMs;
  }

  /** How long a key waits after its failures. */
  backoffMs(key: ObjectKey): number {
    return failureDelay(this.of(key).failures, this.#settings.backoffTimes);
  }
}

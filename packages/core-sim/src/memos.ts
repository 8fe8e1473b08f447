// Which reconciles need not be repeated, by the controller and the object: nothing of what they have read has changed.
import type { ReadLog } from "./read-log.ts";

/** The last reconciles of a simulation that runs for long. */
export class Memos {
  readonly #byController = new Map<object, Map<string, ReadLog>>();

  /** Those of a controller, by object. */
  of(controller: object): Map<string, ReadLog> {
    const known = this.#byController.get(controller) ?? new Map<string, ReadLog>();
    this.#byController.set(controller, known);
    return known;
  }

  /** Repeats all. */
  clear(): void {
    this.#byController.clear();
  }
}

// Which reconciles need not be repeated, by the controller and the object: nothing of what they have read has changed.
import type { ReadLog } from "./read-log.ts";

/** The last reconciles of a controller. */
export interface ControllerMemos {
  /** What they have read, by object. */
  readonly logs: Map<string, ReadLog>;
  /** The object that was the last one in the last step, if that did not get to all. */
  last: string | undefined;
}

/** The last reconciles of a simulation that runs for long. */
export class Memos {
  readonly #byController = new Map<object, ControllerMemos>();

  /** Those of a controller. */
  of(controller: object): ControllerMemos {
    const known = this.#byController.get(controller) ?? { logs: new Map<string, ReadLog>(), last: undefined };
    this.#byController.set(controller, known);
    return known;
  }

  /** Repeats all. */
  clear(): void {
    this.#byController.clear();
  }
}

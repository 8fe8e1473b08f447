// Which reconciles need not be repeated, by the controller and the object: nothing of what they have read has changed.
import type { ReadLog } from "./read-log.ts";

/** The last reconciles of a controller. */
export interface ControllerMemos {
  /** What they have read, by object. */
  readonly logs: Map<string, ReadLog>;
  /** The objects that were reconciled in this step. */
  readonly taken: Set<string>;
  /** The object that was the last one in the last step. */
  last: string;
}

/** The last reconciles of a simulation that runs for long. */
export class Memos {
  readonly #byController = new Map<object, ControllerMemos>();

  /** Those of a controller. */
  of(controller: object): ControllerMemos {
    const known = this.#byController.get(controller) ?? {
      logs: new Map<string, ReadLog>(),
      taken: new Set<string>(),
      last: "",
    };
    this.#byController.set(controller, known);
    return known;
  }

  /** Begins a step. */
  begin(): void {
    for (const memos of this.#byController.values()) {
      memos.last = [...memos.taken].at(-1) ?? "";
      memos.taken.clear();
    }
  }

  /** Repeats all. */
  clear(): void {
    this.#byController.clear();
  }
}

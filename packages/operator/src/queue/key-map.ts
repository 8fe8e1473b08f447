// A Map whose keys are object keys: equal by namespace and name, not by identity.
import { formatKey, type ObjectKey } from "@capstan/kube";

/** Values by object key. */
export class KeyMap<V> {
  readonly #entries = new Map<string, V>();

  get size(): number {
    return this.#entries.size;
  }

  get(key: ObjectKey): V | undefined {
    return this.#entries.get(formatKey(key));
  }

  has(key: ObjectKey): boolean {
    return this.#entries.has(formatKey(key));
  }

  set(key: ObjectKey, value: V): void {
    this.#entries.set(formatKey(key), value);
  }

  delete(key: ObjectKey): boolean {
    return this.#entries.delete(formatKey(key));
  }

  /** All values. */
  values(): Iterable<V> {
    return this.#entries.values();
  }

  /** All values; none is left. */
  takeAll(): readonly V[] {
    const values = [...this.#entries.values()];
    this.#entries.clear();
    return values;
  }

  clear(): void {
    this.#entries.clear();
  }
}

// Lines of a log that would come again and again: each key is due once in a while. Others choose the keys, so they are limited.
import { createHash } from "node:crypto";

/** As many keys are remembered, and as many lines in that time are the most. */
const mostKeys = 1000;

/** When each key was due. */
export class Seldom {
  readonly #everyMs: number;
  /** The longest ago first. */
  readonly #due = new Map<string, number>();

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** Whether the time of a key has come. It then starts over. */
  isDue(key: string): boolean {
    const now = performance.now();
    for (const [old, at] of this.#due) {
      if (now - at < this.#everyMs) break;
      this.#due.delete(old);
    }
    if (this.#due.has(key) || this.#due.size >= mostKeys) return false;
    this.#due.set(key, now);
    return true;
  }
}

/** The SHA-256 digest of values as JSON: a short key for what others choose, which can be long or secret. */
export function digestOf(values: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("base64");
}

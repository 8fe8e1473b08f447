// Writes into the objects at a steady rate while faults happen. What the API server does not accept is not counted.
import type { Api } from "./api.ts";
import { widgetPath } from "./widgets.ts";

/** Writes each second. */
const rate = 30;
const mostAtOnce = 60;

/** A running writer. */
export class Writer {
  readonly #api: Api;
  readonly #names: readonly string[];
  readonly #running = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #next: number;
  #accepted = 0;

  /** Writes into each of these objects, one after the other, from a random one on. */
  constructor(api: Api, names: readonly string[]) {
    this.#api = api;
    this.#names = names;
    this.#next = Math.floor(Math.random() * names.length);
    this.#timer = setInterval(() => this.#write(), 1000 / rate);
  }

  /** How many writes the API server has accepted. */
  get accepted(): number {
    return this.#accepted;
  }

  /** Ends; resolves when no write is pending. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#running);
  }

  #write(): void {
    if (this.#running.size >= mostAtOnce) return;
    const name = this.#names[this.#next++ % this.#names.length] ?? "";
    const body = { spec: { value: this.#next } };
    const written = this.#api
      .call({ method: "PATCH", path: widgetPath(name), body })
      .then(({ status }) => void (this.#accepted += status === 200 ? 1 : 0))
      .catch(() => undefined)
      .finally(() => this.#running.delete(written));
    this.#running.add(written);
  }
}

// The reservations of all pools of one process: what the passes of all controllers share.
import { formatKey } from "@capstan/kube";
import { PoolBook, type BookClient, type PoolPlace } from "./pool-book.ts";

/** Books are made again from the API server when they are needed; each has every address of its pool in memory. */
const mostBooks = 100;

/** The books of all pools, by pool. */
export class Reservations {
  readonly #client: BookClient;
  readonly #books = new Map<string, PoolBook>();

  /** `client` is that of the manager: the client of a pass makes the next pass wait for the cache. */
  constructor(client: BookClient) {
    this.#client = client;
  }

  /** The book of a pool. Nothing is read before an address is reserved. */
  of(place: PoolPlace): PoolBook {
    const name = nameOf(place);
    const book = this.#books.get(name) ?? new PoolBook(this.#client, place);
    // To the end: the first ones were used longest ago.
    this.#books.delete(name);
    this.#books.set(name, book);
    if (this.#books.size > mostBooks) this.#dropIdle();
    return book;
  }

  /** A tenant can create pools and delete them again without an end. */
  #dropIdle(): void {
    for (const [name, book] of this.#books) {
      if (this.#books.size <= mostBooks) return;
      if (book.isIdle) this.#books.delete(name);
    }
  }

  /** Frees the memory of a pool that does not exist. */
  forget(place: PoolPlace): void {
    this.#books.delete(nameOf(place));
  }
}

function nameOf({ resource: { kind, group }, key }: PoolPlace): string {
  return `${kind}.${group}/${formatKey(key)}`;
}

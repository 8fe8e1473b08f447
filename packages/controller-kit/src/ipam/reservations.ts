// The reservations of all pools of one process: what the passes of all controllers share.
import { formatKey } from "@capstan/kube";
import { PoolBook, type BookClient, type PoolPlace } from "./pool-book.ts";

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
    this.#books.set(name, book);
    return book;
  }

  /** Frees the memory of a pool that does not exist. */
  forget(place: PoolPlace): void {
    this.#books.delete(nameOf(place));
  }
}

function nameOf({ resource: { kind, group }, key }: PoolPlace): string {
  return `${kind}.${group}/${formatKey(key)}`;
}

// The reservations of all pools of one process: what the passes of all controllers share.
import type { IPAddressClaim } from "@capstan/api/ipam/v1beta2";
import { formatKey, keyOf, type ObjectKey, type Resource } from "@capstan/kube";
import { idOfClaim } from "./claim-id.ts";
import { noEnding, PoolBook, type BookClient, type EndingReservations, type PoolPlace } from "./pool-book.ts";

/** Books are made again from the API server when they are needed; each has every address of its pool in memory. */
const mostBooks = 100;

/** What ends in a pool whose book is dropped is kept for so many pools: some bytes for each reservation. */
const mostEnding = 10_000;

/** What a claim has reserved. */
interface Open {
  readonly place: PoolPlace;
  /** The id of the claim (claim-id.ts). */
  readonly claim: string;
}

/** An IPAddress that is removed. */
interface Release {
  /** The key and the id of its claim. */
  readonly key: ObjectKey;
  readonly claim: string;
  readonly remove: () => Promise<boolean>;
}

/** The books of all pools, by pool, and the claims whose reservations are in them. */
export class Reservations {
  readonly #client: BookClient;
  readonly #books = new Map<string, PoolBook>();
  readonly #ending = new Map<string, EndingReservations>();
  /** What this process has reserved for claims without an IPAddress, by the kinds of the pools and the keys of the claims: each kind has a controller, and a claim passes in several. */
  readonly #open = new Map<string, Open>();

  /** `client` is that of the manager: the client of a pass makes the next pass wait for the cache. */
  constructor(client: BookClient) {
    this.#client = client;
  }

  /** The address of a claim, as `reserve` of its pool's book says. */
  async reserve(
    place: PoolPlace,
    { claim, candidates }: { readonly claim: IPAddressClaim; readonly candidates: Iterable<string> },
  ): Promise<string | undefined> {
    const id = idOfClaim(claim);
    const name = nameOf(place.resource, keyOf(claim));
    this.#open.set(name, { place, claim: id });
    const address = await this.#of(place).reserve(id, candidates);
    if (address === undefined) this.#open.delete(name);
    return address;
  }

  /** The IPAddress of a claim exists: its reservation is not needed any more. */
  stored(place: PoolPlace, claim: IPAddressClaim): void {
    this.#open.delete(nameOf(place.resource, keyOf(claim)));
    this.#of(place).stored(idOfClaim(claim));
  }

  /** Removes the IPAddress of a claim that is deleted or being deleted. `remove` answers whether it does not exist any more; then its address is free. */
  async release(place: PoolPlace, { key, claim, remove }: Release): Promise<void> {
    await this.#of(place).release(claim, async () => {
      const isRemoved = await remove();
      if (isRemoved && this.openClaim(place.resource, key) === claim) this.#open.delete(nameOf(place.resource, key));
      return isRemoved;
    });
  }

  /** The id of the claim of this key that has reserved an address in a pool of this kind and has no IPAddress, as far as this process knows. */
  openClaim(resource: Resource, key: ObjectKey): string | undefined {
    return this.#open.get(nameOf(resource, key))?.claim;
  }

  /**
   * The claim of this key and id, of a pool of this kind, does not exist any more, or is being deleted, and has no IPAddress. Without this, who creates claims and deletes them at
   * once, one at a time, would reserve all addresses of a pool. What another process has reserved ends after a minute.
   */
  gone(resource: Resource, key: ObjectKey, claim: string): void {
    const name = nameOf(resource, key);
    const open = this.#open.get(name);
    if (open?.claim !== claim) return;
    this.#open.delete(name);
    this.#of(open.place).released(claim);
  }

  /** The book of a pool. Nothing is read before an address is reserved. */
  #of(place: PoolPlace): PoolBook {
    const name = nameOf(place.resource, place.key);
    const book = this.#books.get(name) ?? new PoolBook(this.#client, place, this.#endingOf(name));
    // To the end: the first ones were used longest ago.
    this.#books.delete(name);
    this.#books.set(name, book);
    if (this.#books.size > mostBooks) this.#dropIdle();
    return book;
  }

  #endingOf(name: string): EndingReservations {
    const ending = this.#ending.get(name) ?? noEnding();
    this.#ending.set(name, ending);
    return ending;
  }

  /** A tenant can create pools and delete them again without an end. */
  #dropIdle(): void {
    for (const [name, book] of this.#books) {
      if (this.#books.size <= mostBooks) break;
      if (!book.isIdle) continue;
      this.#books.delete(name);
      const { ended, leftSince } = this.#endingOf(name);
      if (ended.size + leftSince.size === 0) this.#ending.delete(name);
    }
    for (const name of this.#ending.keys()) {
      if (this.#ending.size <= mostEnding) return;
      if (!this.#books.has(name)) this.#ending.delete(name);
    }
  }

  /** Frees the memory of a pool that does not exist. */
  forget(place: PoolPlace): void {
    this.#books.delete(nameOf(place.resource, place.key));
    this.#ending.delete(nameOf(place.resource, place.key));
  }
}

/** The name of a pool, or of a claim of a kind of pool. */
function nameOf({ kind, group }: Resource, key: ObjectKey): string {
  return `${kind}.${group}/${formatKey(key)}`;
}

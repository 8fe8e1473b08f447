// Which addresses of one pool are held, and by which claim, as one process knows it.
import { AddressCursors } from "./address-cursors.ts";
import { canonicalAddress } from "./ip-address.ts";

/** The holder of an address that no claim of this API server has. */
const nobody = "";

/** Addresses and their claims. It may have addresses that are free again, but must have each that is not. */
export class TakenAddresses {
  /** Mostly one; two while an IPAddress of a deleted claim is being removed. */
  readonly #claims = new Map<string, Set<string>>();
  readonly #addresses = new Map<string, string>();
  readonly #cursors = new AddressCursors();

  /** The address that a claim holds. */
  of(claim: string): string | undefined {
    return this.#addresses.get(claim);
  }

  /** Notes that a claim holds an address; without a claim, that somebody does. */
  hold(address: string, claim: string = nobody): void {
    const canonical = formOf(address);
    const claims = this.#claims.get(canonical) ?? new Set();
    this.#claims.set(canonical, claims.add(claim));
    if (claim !== nobody) this.#addresses.set(claim, address);
  }

  /** Notes that a claim holds no address any more. An address that another claim holds, too, stays. */
  free(claim: string): void {
    const address = this.#addresses.get(claim);
    if (address === undefined) return;
    this.#addresses.delete(claim);
    const claims = this.#claims.get(formOf(address));
    claims?.delete(claim);
    if (claims?.size !== 0) return;
    this.#claims.delete(formOf(address));
    this.#cursors.reset();
  }

  /** The first candidate that nobody holds; undefined when there is none. */
  firstFree(candidates: Iterable<string>): string | undefined {
    return this.#cursors.first(candidates, (address) => !this.#claims.has(address));
  }
}

/** A string that is not an address is nobody's candidate. */
function formOf(address: string): string {
  return canonicalAddress(address) ?? address;
}

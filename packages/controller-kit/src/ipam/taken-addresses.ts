// Which addresses of one pool are held, and by which claim, as one process knows it.
import { AddressCursors, isAddressList } from "./address-cursors.ts";
import { canonicalAddress } from "./ip-address.ts";

/** The holder of an address that no claim of this API server has. */
const nobody = "";

/** Addresses and their claims. It may have addresses that are free again, but must have each that is not. */
export class TakenAddresses {
  /** Mostly one; two while an IPAddress of a deleted claim is being removed. */
  readonly #claims = new Map<string, Set<string>>();
  readonly #addresses = new Map<string, string>();
  readonly #cursors = new AddressCursors();

  /** The address that a claim holds, in the form that is compared. */
  of(claim: string): string | undefined {
    return this.#addresses.get(claim);
  }

  /** Notes that a claim holds an address; without a claim, that somebody does. */
  hold(address: string, claim: string = nobody): void {
    const canonical = formOf(address);
    const claims = this.#claims.get(canonical) ?? new Set();
    this.#claims.set(canonical, claims.add(claim));
    if (claim !== nobody) this.#addresses.set(claim, canonical);
  }

  /** Notes that a claim holds no address any more. An address that another claim holds, too, stays. */
  free(claim: string): void {
    const address = this.#addresses.get(claim);
    if (address === undefined) return;
    this.#addresses.delete(claim);
    const claims = this.#claims.get(address);
    claims?.delete(claim);
    if (claims?.size !== 0) return;
    this.#claims.delete(address);
    this.#cursors.reset();
  }

  /**
   * The address that the claim holds, if it is a candidate, or the first candidate that nobody holds; undefined when there is none. Of candidates that
   * are no list, the first that the claim may have: they may have no end.
   */
  firstFor(claim: string, candidates: Iterable<string>): string | undefined {
    const own = this.#addresses.get(claim);
    const isFree = (canonical: string): boolean => this.#isFreeFor(claim, canonical);
    if (own !== undefined && isAddressList(candidates) && candidates.includes(own) && isFree(own)) return own;
    return this.#cursors.first(candidates, isFree);
  }

  #isFreeFor(claim: string, canonical: string): boolean {
    const claims = this.#claims.get(canonical);
    return claims === undefined || (claims.size === 1 && claims.has(claim));
  }
}

/** A string that is not an address is nobody's candidate. */
function formOf(address: string): string {
  return canonicalAddress(address) ?? address;
}

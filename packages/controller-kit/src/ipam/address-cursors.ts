// Finds the first free address of a list without looking at those again that were held the last time: thousands of claims of one pool would each
// read the same held addresses from the start.
import { errorOf } from "@capstan/kube";
import { kitErrors } from "../kit-errors.ts";
import type { AddressList } from "./addresses-in.ts";
import { canonicalAddress } from "./ip-address.ts";

/** How many lists are remembered. A pool has one, and one more after each change of its ranges. */
const remembered = 16;

/** Where the search continues, for each list of one pool. */
export class AddressCursors {
  readonly #next = new Map<string, bigint>();

  /** The first address for which `isFree` is true. The list's earlier addresses must stay held until `reset`. */
  first(candidates: Iterable<string>, isFree: (canonical: string) => boolean): string | undefined {
    if (!isAddressList(candidates)) return firstOf(candidates, isFree);
    let index = this.#next.get(candidates.key) ?? 0n;
    const found = candidates.from(index);
    for (const address of found) {
      if (isFree(address)) break;
      index++;
    }
    if (this.#next.size >= remembered) this.#next.clear();
    this.#next.set(candidates.key, index);
    const [address] = candidates.from(index);
    return address;
  }

  /** Begins again at the start of every list: an address is free again. */
  reset(): void {
    this.#next.clear();
  }
}

function firstOf(candidates: Iterable<string>, isFree: (canonical: string) => boolean): string | undefined {
  for (const candidate of candidates) {
    const canonical = canonicalAddress(candidate);
    if (canonical === undefined) throw errorOf(kitErrors, "ipam/address", { values: { address: candidate } });
    if (isFree(canonical)) return canonical;
  }
  return undefined;
}

/** Whether candidates come from `addressesIn`. */
export function isAddressList(candidates: Iterable<string>): candidates is AddressList {
  return "from" in candidates && "key" in candidates;
}

// Gives the claims of one pool addresses that nobody else has, also while two managers believe that they lead, and after a kill at any point: an annotation
// of the pool has the reservations (claim -> address) and an id that is new with each write. A claim's address is reserved there first, then its IPAddress
// is created, and the reservation is removed later. The comment of PoolBook says why that is safe.
import { IPAddress, IPAddressClaim } from "@capstan/api/ipam/v1beta2";
import { isConflict, type Client } from "@capstan/client";
import { errorOf, formatKey, keyOf, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";
import { inTurn } from "@capstan/kube/turns";
import { kitErrors } from "../kit-errors.ts";
import { isAddressList } from "./address-cursors.ts";
import { Batches } from "./batches.ts";
import { holderOf, idOfClaim, withKeyAlone } from "./claim-id.ts";
import { maxReservations, noteName, readNote, writeNote, type ReservationNote } from "./reservation-note.ts";
import { ReadOnce } from "./read-once.ts";
import { TakenAddresses } from "./taken-addresses.ts";

/** The part of a client that reservations need. It must not be that of a pass, which waits for the cache after each write. */
export type BookClient = Pick<Client, "get" | "listAll" | "patch">;

/** A pool: its kind and its key. */
export interface PoolPlace {
  readonly resource: Resource;
  readonly key: ObjectKey;
}

/** What is known of reservations that end, which must not be forgotten with the addresses of a pool: no list says it. */
export interface EndingReservations {
  /** Claims whose reservations the next write removes: their IPAddress exists, or they and their IPAddress do not. */
  readonly ended: Set<string>;
  /** When a reservation was first seen without an IPAddress. */
  readonly leftSince: Map<string, number>;
}

/** Nothing that ends. */
export function noEnding(): EndingReservations {
  return { ended: new Set(), leftSince: new Map() };
}

/** A claim that waits for its address. */
interface Request {
  /** The id of the claim, here and below (claim-id.ts). */
  readonly claim: string;
  readonly candidates: Iterable<string>;
  /** The last removal that had begun before it. */
  readonly lastRemoval: number;
  readonly resolve: (address: string | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** What this process knows of the pool. */
interface Known {
  /** The uid of the pool. */
  readonly pool: string;
  /** The id of the annotation up to which `taken` has every held address. */
  readonly id: string;
  readonly taken: TakenAddresses;
  readonly listedAt: number;
}

/** One read of the pool, and the reservations to write. */
interface Draft {
  readonly pool: KubeObject;
  readonly known: Known;
  /** The claims whose reservations are removed. */
  readonly ended: ReadonlySet<string>;
  readonly reservations: Map<string, string>;
  /** The claims that got an address which was free before. */
  readonly picked: Set<string>;
  /** Whether the reservations differ from those of the pool. */
  isChanged: boolean;
}

type Answer = { readonly address: string | undefined } | { readonly error: unknown };

/** A request, and what was chosen for it. */
interface Chosen {
  readonly request: Request;
  readonly answer: Answer;
}

/** Times in milliseconds. */
const times = {
  /** IPAddresses that others create without a reservation, as a restore does, are seen after this time. */
  listAgain: 60_000,
  /** A list is not repeated within this time because candidates ran out. */
  listWhenOut: 5_000,
  /** How long a reservation may have neither an IPAddress nor a claim. */
  abandoned: 60_000,
} as const;

/** How often a batch may begin again because other writers were first. */
const attempts = 50;

/**
 * The reservations of one pool in one process. Each write of the annotation
 *   1. reads the pool from the API server;
 *   2. lists the pool's IPAddresses from the API server, after that read, unless the id is still that of this process' last list or last write;
 *   3. chooses addresses that are neither reserved nor in an IPAddress;
 *   4. writes the annotation on the condition that the pool is still in the version of step 1; otherwise it begins again.
 *
 * Why it is safe. Say that another claim holds an address at the moment of step 4. Its holder has reserved it in an earlier write.
 * - The reservation is still there: then it was there at step 1, because nothing has been written between steps 1 and 4, and step 3 saw it.
 * - The reservation was removed. That is done only after the IPAddress exists, in a write before step 1. If this process has listed since that write, its
 *   list has the IPAddress. If it has not, it made that write and all later ones itself (any other would have changed the id), so it had the address in
 *   memory when it removed the reservation, and it forgets an address only when it has deleted the IPAddress.
 * So nobody chooses a held address, however old the knowledge of the processes is, and the server alone decides whose write is first. A process that is
 * killed leaves a reservation, and the claim gets that address again; or an IPAddress, which the next list has. What a process remembers may contain
 * addresses that are free again: that costs a list when candidates run out, and never gives an address twice.
 *
 * What this process reserved for a claim that is deleted before it has an IPAddress is free at once (reservations.ts). What other processes left is removed
 * when two lists, a minute apart, found it without an IPAddress and the claim does not exist any more. The minute is not shorter than a pass, so the pass
 * that reserved the address does not create its IPAddress after that. A second process that believes that it leads may do so in the first case: it reads
 * its claim again afterwards, and deletes the IPAddress if the claim is deleted (roles/ip-address-store.ts). Until then one address has two, one of them
 * for a claim that is deleted.
 */
export class PoolBook {
  readonly #client: BookClient;
  readonly #place: PoolPlace;
  readonly #batches: Batches<Request> = new Batches((batch) => this.#serve(batch));
  /** How many reservations are not answered. */
  #requests = 0;
  /** The removals of IPAddresses that have not ended, in the order of their beginning. */
  readonly #removals = new Map<number, Promise<void>>();
  #lastRemoval = 0;
  /** How many claims were released. */
  #releases = 0;
  /** The claims that were released since the read began that has not ended. */
  #releasedInRead: Set<string> | undefined;
  #known: Known | undefined;
  /** The claims in the annotation as of the last read or write: no others need to be remembered as ended. */
  #reserved: ReadonlySet<string> = new Set();
  readonly #ended: Set<string>;
  readonly #leftSince: Map<string, number>;

  constructor(client: BookClient, place: PoolPlace, { ended, leftSince }: EndingReservations = noEnding()) {
    this.#client = client;
    this.#place = place;
    this.#ended = ended;
    this.#leftSince = leftSince;
  }

  /** Whether nothing is being reserved or released: then a new book knows as much, after one list. */
  get isIdle(): boolean {
    return this.#requests + this.#removals.size === 0;
  }

  /**
   * The address of a claim: the one that it has reserved before, or the candidate that it has in an IPAddress, or the first one that nobody has. Undefined
   * when there is none.
   */
  async reserve(claim: string, candidates: Iterable<string>): Promise<string | undefined> {
    if (isAddressList(candidates) || Array.isArray(candidates)) return this.#reserve(claim, candidates);
    // Others may be readable once only, and the search begins again after a conflict.
    const kept = new ReadOnce(candidates);
    return this.#reserve(claim, kept).finally(() => kept.end());
  }

  #reserve(claim: string, candidates: Iterable<string>): Promise<string | undefined> {
    this.#requests += 1;
    return new Promise<string | undefined>((resolve, reject) => {
      this.#batches.add({ claim, candidates, lastRemoval: this.#lastRemoval, resolve, reject });
    }).finally(() => (this.#requests -= 1));
  }

  /** The claim's IPAddress exists: its reservation is not needed any more. */
  stored(claim: string): void {
    if (this.#reserved.has(claim)) this.#ended.add(claim);
  }

  /** The claim is being deleted, and its IPAddress does not exist any more. */
  released(claim: string): void {
    // Before the first read this process does not know what others have reserved. A pool whose author does not reserve is never read.
    const isUnknown = this.#known === undefined && this.#ended.size < maxReservations;
    if (isUnknown || this.#reserved.has(claim)) this.#ended.add(claim);
    this.#known?.taken.free(claim);
    this.#releasedInRead?.add(claim);
    this.#releases += 1;
  }

  /** Removes the IPAddress of a claim that is deleted or being deleted. `remove` answers whether it does not exist any more; then its address is free. */
  async release(claim: string, remove: () => Promise<boolean>): Promise<void> {
    const number = ++this.#lastRemoval;
    const removal = this.#remove(claim, remove).finally(() => this.#removals.delete(number));
    this.#removals.set(number, removal);
    await removal;
  }

  async #remove(claim: string, remove: () => Promise<boolean>): Promise<void> {
    if (await remove()) this.released(claim);
  }

  async #serve(batch: readonly Request[]): Promise<void> {
    let waiting = batch;
    try {
      for (let attempt = 1; waiting.length > 0; attempt++) waiting = await this.#attempt(waiting, attempt);
    } catch (error) {
      // Whether the server has stored the last write is not known.
      this.#known = undefined;
      this.#releasedInRead = undefined;
      for (const { reject } of waiting) reject(error);
    }
  }

  /** Answers requests, and returns those that must be tried again. */
  async #attempt(batch: readonly Request[], attempt: number): Promise<readonly Request[]> {
    const draft = await this.#read();
    const releases = this.#releases;
    const chosen = batch.map((request) => ({ request, answer: this.#choose(request, draft) }));
    if (draft.isChanged && !(await this.#write(draft, attempt))) return batch;
    for (const claim of draft.ended) this.#ended.delete(claim);
    const { out = [], done = [] } = Object.groupBy(chosen, ({ answer }) => (isOut(answer) ? "out" : "done"));
    for (const { request, answer } of done) settle(request, answer);
    // What was released since the choice may be enough.
    if (this.#releases !== releases) return out.map(({ request }) => request);
    return this.#withoutAddress(out, draft);
  }

  /**
   * Answers those that found no address, and returns those that may find one in a new list. The deletion of an IPAddress wakes the claims that wait, once: one that was woken before this
   * process knew that the address is free comes again when the removal has ended. A removal that began after it wakes it again.
   */
  #withoutAddress(out: readonly Chosen[], { known }: Draft): readonly Request[] {
    const { waiting = [], rest = [] } = Object.groupBy(out, ({ request }) =>
      this.#removalsBefore(request).length > 0 ? "waiting" : "rest",
    );
    for (const { request } of waiting) void this.#addAfterRemovals(request);
    if (performance.now() - known.listedAt >= times.listWhenOut) {
      this.#known = undefined;
      return rest.map(({ request }) => request);
    }
    for (const { request, answer } of rest) settle(request, answer);
    return [];
  }

  #removalsBefore({ lastRemoval }: Request): readonly Promise<void>[] {
    return [...this.#removals].filter(([number]) => number <= lastRemoval).map(([, removal]) => removal);
  }

  async #addAfterRemovals(request: Request): Promise<void> {
    await Promise.allSettled(this.#removalsBefore(request));
    this.#batches.add(request);
  }

  /** Reads the pool, and lists its addresses unless this process knows them as of the last write. */
  async #read(): Promise<Draft> {
    const { resource, key } = this.#place;
    // Before the list, which then has the IPAddresses of these. One that is created during the list keeps its reservation.
    const ended = new Set(this.#ended);
    const released = new Set<string>();
    this.#releasedInRead = released;
    const pool = await this.#client.get(resource, key);
    const note = readNote(pool, noteName(resource));
    const known = this.#isKnown(pool, note) ?? (await this.#list(pool, note, ended));
    // No await from here on: what is released now is not lost. The list, which may be older, has it still.
    this.#releasedInRead = undefined;
    this.#known = known;
    this.#reserved = new Set(note.reservations.keys());
    for (const claim of released) {
      ended.add(claim);
      known.taken.free(claim);
      // For the next read: this draft may not be written.
      if (this.#reserved.has(claim)) this.#ended.add(claim);
    }
    const reservations = new Map([...note.reservations].filter(([claim]) => !ended.has(claim)));
    for (const [claim, address] of reservations) known.taken.hold(address, claim);
    const isChanged = reservations.size < note.reservations.size;
    return { pool, known, ended, reservations, picked: new Set(), isChanged };
  }

  #isKnown({ metadata }: KubeObject, { id }: ReservationNote): Known | undefined {
    const known = this.#known;
    if (known?.id !== id || known.pool !== metadata.uid) return undefined;
    return performance.now() - known.listedAt < times.listAgain ? known : undefined;
  }

  /** Lists the addresses of the pool, and adds the reservations that are not needed any more to `ended`. */
  async #list(pool: KubeObject, note: ReservationNote, ended: Set<string>): Promise<Known> {
    const taken = new TakenAddresses();
    const { items } = await this.#client.listAll(IPAddress, { ...this.#scope(), lean: true });
    const hold = (item: IPAddress): void => {
      if (this.#isOfPool(item.spec.poolRef)) taken.hold(item.spec.address, holderOf(item));
    };
    for (const item of items) await inTurn(() => hold(item), { owner: () => keyOf(pool).namespace });
    for (const claim of await this.#findEnded(note, taken)) ended.add(claim);
    return { pool: pool.metadata.uid ?? "", id: note.id, taken, listedAt: performance.now() };
  }

  /** The claims whose IPAddress was listed, and those that do not exist any more. */
  async #findEnded({ reservations }: ReservationNote, taken: TakenAddresses): Promise<readonly string[]> {
    const { stored = [], left = [] } = Object.groupBy(reservations.keys(), (claim) =>
      taken.of(claim) === undefined ? "left" : "stored",
    );
    const old = this.#leftFor(times.abandoned, left);
    if (old.length === 0) return stored;
    const { items } = await this.#client.listAll(IPAddressClaim, {
      ...this.#scope(),
      metadataOnly: true,
      keep: withKeyAlone,
    });
    const claims = new Set(items.map(idOfClaim));
    return [...stored, ...old.filter((claim) => !claims.has(claim))];
  }

  /** Those of the claims without an IPAddress that were without one in a list of this time ago. */
  #leftFor(atLeast: number, left: readonly string[]): readonly string[] {
    const now = performance.now();
    const isLeft = new Set(left);
    for (const claim of this.#leftSince.keys()) if (!isLeft.has(claim)) this.#leftSince.delete(claim);
    for (const claim of left) if (!this.#leftSince.has(claim)) this.#leftSince.set(claim, now);
    return [...this.#leftSince].filter(([, since]) => now - since >= atLeast).map(([claim]) => claim);
  }

  #choose({ claim, candidates }: Request, draft: Draft): Answer {
    const { reservations, known, picked } = draft;
    try {
      const before = reservations.get(claim);
      if (before !== undefined) return { address: before };
      const address = known.taken.firstFor(claim, candidates);
      if (address === undefined) return { address };
      const isNew = address !== known.taken.of(claim);
      if (reservations.size >= maxReservations) throw this.#tooMany();
      reservations.set(claim, address);
      known.taken.hold(address, claim);
      draft.isChanged = true;
      if (isNew) picked.add(claim);
      return { address };
    } catch (error) {
      return { error };
    }
  }

  /** Whether the draft was written; false when another writer was first. */
  async #write({ pool, known, reservations, picked }: Draft, attempt: number): Promise<boolean> {
    const { resource, key } = this.#place;
    const { id, text } = writeNote(reservations);
    const { resourceVersion } = pool.metadata;
    const body = { metadata: { resourceVersion, annotations: { [noteName(resource)]: text } } };
    try {
      await this.#client.patch(resource, key, { type: "merge", body });
      this.#known = { ...known, id };
      this.#reserved = new Set(reservations.keys());
      return true;
    } catch (error) {
      if (!isConflict(error) || attempt === attempts) throw error;
      for (const claim of picked) known.taken.free(claim);
      return false;
    }
  }

  #isOfPool({ name, kind, apiGroup }: IPAddress["spec"]["poolRef"]): boolean {
    const { resource, key } = this.#place;
    return name === key.name && kind === resource.kind && apiGroup === resource.group;
  }

  /** A pool of the whole cluster has addresses in every namespace. */
  #scope(): { readonly namespace?: string } {
    const { namespace } = this.#place.key;
    return namespace === "" ? {} : { namespace };
  }

  #tooMany(): Error {
    const { resource, key } = this.#place;
    return errorOf(kitErrors, "ipam/too-many-reservations", { values: { kind: resource.kind, key: formatKey(key) } });
  }
}

function isOut(answer: Answer): boolean {
  return "address" in answer && answer.address === undefined;
}

function settle({ resolve, reject }: Request, answer: Answer): void {
  if ("address" in answer) resolve(answer.address);
  else reject(answer.error);
}

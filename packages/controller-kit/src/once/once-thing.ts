// The steps of `ctx.once`. The comment of OnceThing says what is stored when, and why no thing is kept twice.
import { randomUUID } from "node:crypto";
import { errorOf, formatKey, keyOf, type KubeObject } from "@capstan/kube";
import type { Once, OnceCall, OnceCalls } from "../authoring/once.ts";
import { kitErrors } from "../kit-errors.ts";
import { GateError } from "../workflow/outcome.ts";
import type { NoteStore } from "./note-store.ts";
import { onceWaits, type Sightings } from "./sightings.ts";

/** What a thing needs of the pass. */
export interface OncePass {
  readonly signal: AbortSignal;
  readonly sightings: Sightings;
  /** Throws when this process does not lead any more. */
  readonly assertLeader: () => void;
  /** Rejects when the object is paused on the API server. */
  readonly checkPause: () => Promise<void>;
  /** Asks for another pass after this time at the latest. */
  readonly lookAgain: (ms: number) => void;
}

/** Which thing of which object. */
export interface OnceParts<T> {
  readonly object: KubeObject;
  readonly name: string;
  readonly calls: OnceCalls<T>;
  readonly settleMs: number;
  readonly store: NoteStore;
  readonly pass: OncePass;
}

/**
 * The note of the object (note.ts) has the id, the attempt of a create whose effect may not be known yet, and the ref of the thing that was chosen. Every write of it fails if another process has written since
 * it was read. `ensure`
 *   1. finds what has the id;
 *   2. without a ref: stores the ref of the first that was found;
 *   3. with a ref: removes what else was found, and ends;
 *   4. with an attempt that this process has not watched for `settle`: waits;
 *   5. stores a new attempt, reads whether the Cluster is paused, checks that this process leads, calls `create`, and stores the ref of what it returned.
 * The attempt is removed when it has been watched for `settle` after that; until then another pass is planned, which removes what appears late.
 *
 * Why only one thing is ever returned: what is returned has its ref in the note, and a ref is stored only into a note that has none.
 *
 * Why no other thing remains: it has the id, since the id is stored before the first create is sent, and each pass removes what it finds. The pass that finds it comes: a create was sent by a process that led, so before any later
 * leader saw its attempt, and `settle` after that the cloud lists what it created. Until then the attempt is in the note, and a pass is planned.
 *
 * Killed
 * - before 5, or after the attempt is stored and before the call: nothing was created, and the next process waits `settle` before its own attempt;
 * - during the call, or before its ref is stored: the next process finds the thing, or waits for it;
 * - after the ref is stored: the next process finds the thing by its ref.
 *
 * Moved by clusterctl, which pauses the Cluster and then copies the object: a process that reads "not paused" after it has stored the attempt has stored it before the copy was made, so the copy has it. One that reads "paused" calls nothing.
 */
export class OnceThing<T> implements Once<T> {
  readonly #parts: OnceParts<T>;
  readonly #call: OnceCall;
  /** The places of this thing in Sightings. */
  readonly #attempts: string;
  readonly #missing: string;
  /** When the last list was requested: it says nothing of later moments. */
  #listedAt = 0;

  constructor(parts: OnceParts<T>) {
    const { object, name, pass, store } = parts;
    this.#parts = parts;
    this.#call = { id: store.note.id, signal: pass.signal };
    const place = `${object.kind} ${formatKey(keyOf(object))} ${name}`;
    this.#attempts = `${place} attempt`;
    this.#missing = `${place} missing`;
  }

  async ensure(create: (call: OnceCall) => Promise<T>): Promise<T | undefined> {
    const { store } = this.#parts;
    const found = await this.#find();
    const [first] = found.keys();
    if (store.note.ref === undefined && first !== undefined) await store.write({ ...store.note, ref: first });
    const { ref } = store.note;
    if (ref === undefined) return await this.#create(create);
    await this.#removeExtras([...found].filter(([each]) => each !== ref).map(([, thing]) => thing));
    const chosen = found.get(ref);
    if (chosen === undefined) return this.#lost(ref);
    this.#parts.pass.sightings.forget(this.#missing);
    await this.#closeAttempt();
    return chosen;
  }

  async remove(): Promise<boolean> {
    const { sightings, lookAgain } = this.#parts.pass;
    const found = await this.#find();
    await this.#removeAll([...found.values()]);
    if (found.size > 0) return false;
    const remaining = this.#attemptRemains();
    if (remaining > 0) {
      lookAgain(remaining);
      return false;
    }
    // The time of the attempt stays over: another thing of the object may still have to be waited for, and then this one is removed once more.
    sightings.forget(this.#missing);
    return true;
  }

  async forget(): Promise<void> {
    const { pass, store } = this.#parts;
    const attempt = randomUUID();
    // What is missing may still appear: it is waited for as for a create without an answer.
    await store.write({ attempt });
    pass.sightings.begin(this.#attempts, attempt);
  }

  /** What has the id, by what the cloud calls it. */
  async #find(): Promise<ReadonlyMap<string, T>> {
    this.#listedAt = this.#parts.pass.sightings.now();
    const found = await this.#parts.calls.find(this.#call);
    return new Map(found.map((thing) => [this.#refOf(thing), thing]));
  }

  async #create(create: (call: OnceCall) => Promise<T>): Promise<T> {
    const { store, pass, calls, settleMs } = this.#parts;
    const remaining = this.#attemptRemains();
    if (remaining > 0) throw this.#waits("once/waiting", remaining);
    const attempt = randomUUID();
    await store.write({ attempt });
    await pass.checkPause();
    pass.signal.throwIfAborted();
    pass.assertLeader();
    let thing: T;
    try {
      thing = await create(this.#call);
    } catch (error) {
      // A closed gate, such as bootstrap data that is missing, was met before the call.
      const nothingCreated = error instanceof GateError || calls.rejected?.(error) === true;
      pass.sightings[nothingCreated ? "end" : "begin"](this.#attempts, attempt);
      throw error;
    }
    pass.sightings.begin(this.#attempts, attempt);
    await store.write({ attempt, ref: this.#refOf(thing) });
    pass.lookAgain(settleMs);
    return thing;
  }

  async #removeExtras(extras: readonly T[]): Promise<void> {
    const { pass, settleMs } = this.#parts;
    if (extras.length === 0) return;
    await pass.checkPause();
    await this.#removeAll(extras);
    pass.lookAgain(settleMs);
  }

  async #removeAll(things: readonly T[]): Promise<void> {
    const { calls, pass } = this.#parts;
    for (const thing of things) {
      pass.signal.throwIfAborted();
      pass.assertLeader();
      await calls.remove(thing, this.#call);
    }
  }

  /** The chosen thing was not found. A list may be old, so that is believed only after a while. */
  #lost(ref: string): undefined {
    const remaining = this.#remains(this.#missing, ref);
    if (remaining > 0) throw this.#waits("once/missing", remaining);
    return undefined;
  }

  async #closeAttempt(): Promise<void> {
    const { store, pass } = this.#parts;
    if (store.note.attempt === undefined) return;
    const remaining = this.#attemptRemains();
    if (remaining > 0) return pass.lookAgain(remaining);
    await store.write({ ref: store.note.ref });
    pass.sightings.forget(this.#attempts);
  }

  /** How long the last create may still have an effect that is not found yet, in milliseconds. */
  #attemptRemains(): number {
    const { attempt } = this.#parts.store.note;
    return attempt === undefined ? 0 : this.#remains(this.#attempts, attempt);
  }

  #remains(place: string, mark: string): number {
    const { pass, settleMs } = this.#parts;
    return pass.sightings.remaining(place, mark, { ms: settleMs, at: this.#listedAt });
  }

  #refOf(thing: T): string {
    const { calls, name, object } = this.#parts;
    const ref: unknown = calls.idOf(thing);
    if (typeof ref === "string" && ref !== "") return ref;
    const values = { name, kind: object.kind, key: formatKey(keyOf(object)), ref: JSON.stringify(ref) ?? "undefined" };
    throw errorOf(kitErrors, "once/ref", { values });
  }

  #waits(code: "once/waiting" | "once/missing", forMs: number): Error {
    const { name, object } = this.#parts;
    return onceWaits(code, { object, name, forMs });
  }
}

// What `ctx.once` takes and returns: the calls of a cloud that must not be made twice.
import type { DurationString } from "@capstan/kube";

/** What every call of the author gets. */
export interface OnceCall {
  /**
   * The id of this thing of this object: 32 hexadecimal digits, fit for a tag and for a DNS name. No other object has it, not even one of the same name that is created later or in another management
   * cluster, and it stays through a restart and through `clusterctl move`. `create` gives it to what it creates, as a tag or in its name, and `find` looks for it.
   */
  readonly id: string;
  /** The signal of the pass: pass it to everything that waits. */
  readonly signal: AbortSignal;
}

/** How things of one kind are found and removed in a cloud. T is what the cloud says of one of them. */
export interface OnceCalls<T> {
  /**
   * Finds everything in the cloud that has the name or tag, however many there are and in whatever state; the oldest first, since the first one is kept. What the cloud has deleted is left out.
   * It must never find what belongs to another object: all but one are removed.
   */
  find(call: OnceCall): Promise<readonly T[]>;
  /** Begins to remove one. It is called again in later passes while `find` finds the thing, and must accept that it is being removed, or was. */
  remove(thing: T, call: OnceCall): Promise<unknown>;
  /** What the cloud calls it. It must never change, and no other thing may have it. */
  idOf(thing: T): string;
  /**
   * The time after which `find` surely finds what a call of `create` has created, counted from the moment at which the call was sent: how long the cloud may take to answer, and how old its lists may be.
   * Another create is sent only after this time, and only if nothing was found. Default: "10s".
   */
  readonly settle?: DurationString;
  /** Whether an error of `create` says that the cloud has created nothing, so that the next pass need not wait. Default: none says so. */
  rejected?(error: unknown): boolean;
}

/** One thing in a cloud that an object has once. */
export interface Once<T> {
  /**
   * Returns the thing: the one that this object has, or one that `find` finds, or one that `create` creates. All others that `find` finds are removed. It returns the same thing for the whole life of the
   * object, or undefined when the thing does not exist any more: a machine then reports that, and something else replaces it (`forget`).
   *
   * Before `create` is called, the object says so on the API server. `create` makes one call that creates the thing, with the `id`; it is not called again before it is known whether that call had an effect.
   *
   * Rejects with a `TransientError` while the outcome of an earlier call is not known (`once/waiting`), while the thing is missing in the cloud's lists (`once/missing`), and when another process was first
   * (`once/changed`); let it pass. Rejects with whatever the author's functions throw.
   */
  ensure(create: (call: OnceCall) => Promise<T>): Promise<T | undefined>;
  /**
   * Removes everything that `find` finds. Resolves to whether nothing is left, and nothing can appear later: only then return `removed()`. Until then return `requeueAfter(...)`.
   */
  remove(): Promise<boolean>;
  /** Forgets the thing after `ensure` has returned undefined, so that the next pass creates another one: for a network or a load balancer, never for a machine. */
  forget(): Promise<void>;
}

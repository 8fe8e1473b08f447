// The types of the controller of a pool of IP addresses: it answers the IPAddressClaims that refer to the pool.
import type { Cluster } from "@capstan/api/core/v1beta2";
import type { IPAddress, IPAddressClaim } from "@capstan/api/ipam/v1beta2";
import type { KubeObject } from "@capstan/kube";
import type { ConditionTypes } from "./conditions.ts";
import type { CommonOptions, ContextOf, Deleted, ReasonOf } from "./options.ts";
import type { Result } from "./result.ts";
import type { Watch } from "./watch.ts";

/** What `allocated` stores in the IPAddress of the claim. */
export interface NewAddress {
  /** The address, IPv4 or IPv6. */
  readonly address: string;
  /** The length of the network's prefix in bits: 0 to 32 for IPv4, 0 to 128 for IPv6. */
  readonly prefix: number;
  /** The address of the network's gateway. */
  readonly gateway?: string;
}

/** The first argument of `allocate`. */
export interface AllocatePass<T extends KubeObject> {
  /** A private copy. What the pass changes in it is written at its end. */
  readonly claim: IPAddressClaim;
  /** The pool that the claim refers to. */
  readonly pool: T;
  /** The Cluster that the claim names; undefined when it names none. */
  readonly cluster: Cluster | undefined;
  /**
   * Reserves the first candidate that no claim has, and resolves to it; undefined when all are taken. A claim that has a reservation gets it again. No
   * two claims get the same address, also while two managers run, and after a crash at any point. Pass `addressesIn(...)` for long lists: the
   * search then continues where the last one ended. A generator is read as far as the first candidate that is free; what was read is kept until then. Rejects with `ipam/address` for a candidate that is not an address.
   */
  readonly reserve: (candidates: Iterable<string>) => Promise<string | undefined>;
}

/** The first argument of `release`. */
export interface ReleasePass<T extends KubeObject> {
  readonly claim: IPAddressClaim;
  /** Undefined when it is deleted already. */
  readonly pool: T | undefined;
  readonly cluster: Cluster | undefined;
  /** The address of the claim; undefined when there is no IPAddress, though `allocate` may have begun. */
  readonly address: string | undefined;
}

/** The results of `allocate`. */
export type Allocated<C extends ConditionTypes> =
  | Result<"allocated", NewAddress>
  | Result<"exhausted", string>
  | Result<"poolNotReady", string>
  | Result<"requeueAfter">
  | Result<"waiting" | "stalled", ReasonOf<C>>;

/** The kinds that `allocate` and `release` may read without declaring them. */
type ReadableOf<T extends KubeObject> = T | IPAddressClaim | IPAddress;

/** The options of `kit.ipPool`. */
export interface IPPoolOptions<
  T extends KubeObject,
  C extends ConditionTypes,
  W extends readonly Watch[],
  S,
> extends CommonOptions<C, W, S> {
  /**
   * Finds an address for a claim, and returns it with `allocated`.
   *
   * It is called for claims without an IPAddress, when the pool exists, the Cluster that the claim names exists, and neither is paused. Every call must be
   * repeatable: a process can stop before the address is stored. A thrown error makes `Ready` False with the reason AllocationFailed, and is retried.
   */
  allocate(pass: AllocatePass<T>, ctx: ContextOf<ReadableOf<T>, C, W, S>): Promise<Allocated<NoInfer<C>>>;
  /**
   * Gives the address of a deleted claim back, for IPAM systems outside of the cluster. The IPAddress is deleted when it returns `removed()`. It must be
   * repeatable. Addresses of `reserve` need no such function: they are free when their IPAddress is deleted.
   */
  release?(pass: ReleasePass<T>, ctx: ContextOf<ReadableOf<T>, C, W, S>): Promise<Deleted<NoInfer<C>>>;
}

/**
 * The claim has this address. Return it from `allocate`.
 *
 * The kit creates the IPAddress with the name of the claim, both as its owners, and names it in the claim. Declared conditions that the pass did not set
 * become True with their last reason, and `Ready` becomes True. An address, prefix or gateway that Cluster API would reject fails the pass.
 *
 * @example
 * return allocated({ address, prefix: 24, gateway: "10.0.0.1" });
 */
export function allocated(address: NewAddress): Result<"allocated", NewAddress> {
  return { result: "allocated", payload: address };
}

/**
 * The pool has no free address. Return it from `allocate`. `Ready` of the claim becomes False with the reason PoolExhausted. The next pass runs when the
 * pool changes, when an address of it is deleted, or after a minute.
 *
 * @example
 * return address === undefined ? exhausted("all 90 addresses are in use") : allocated({ address, prefix: 24 });
 */
export function exhausted(message: string): Result<"exhausted", string> {
  return { result: "exhausted", payload: message };
}

/**
 * The pool cannot give addresses yet. Return it from `allocate`. `Ready` of the claim becomes False with the reason PoolNotReady. The next pass runs when
 * the pool changes, or after a minute.
 *
 * @example
 * if (pool.spec?.ranges === undefined) return poolNotReady("the pool has no ranges yet");
 */
export function poolNotReady(message: string): Result<"poolNotReady", string> {
  return { result: "poolNotReady", payload: message };
}

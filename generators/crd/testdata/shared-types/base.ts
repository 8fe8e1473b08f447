import type { Int32 } from "@capstan/kube";

/**
 * Base is extended.
 * @minProperties 1
 */
export interface Base {
  /**
   * name is a name.
   * @maxLength 63
   */
  name?: string;
  /** count is how many. */
  count?: Int32;
}

export type { Inner as Meta } from "./inner.ts";

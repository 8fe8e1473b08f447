// How servers and networks are found and removed: the cloud has no idempotency key, and lists by tag.
import type { OnceCalls } from "@capstan/controller-kit";
import { LimitedCall, RejectedCall, type Tagged, type Things } from "./cloud/http-cloud.ts";

/** The calls for `ctx.once`. */
export function onceCalls<T extends { readonly id: string }, N extends Tagged>(things: Things<T, N>): OnceCalls<T> {
  return {
    find: ({ id, signal }) => things.list(id, signal),
    remove: ({ id }, { signal }) => things.remove(id, signal),
    idOf: ({ id }) => id,
    rejected: (error) => error instanceof RejectedCall || error instanceof LimitedCall,
    settle: things.settle,
  };
}

// The times of a leader election: client-go's defaults, and the order that they must have.
import { formatDuration } from "@capstan/kube";
import { operatorError } from "../operator-errors.ts";
import type { LeaderElectionOptions } from "./leader-election-options.ts";

/** The times of an election, all set. */
export interface LeaseTimes {
  readonly leaseMs: number;
  readonly renewMs: number;
  readonly retryMs: number;
}

/** Waits between attempts are longer by up to this factor, so that candidates do not try at the same time. */
export const jitter = 1.2;

/** The times of an election, with client-go's where none is set; throws `operator/lease-times` when they do not fit together. */
export function leaseTimes(options: Pick<LeaderElectionOptions, keyof LeaseTimes>): LeaseTimes {
  const { leaseMs = 15_000, renewMs = 10_000, retryMs = 2000 } = options;
  if (leaseMs <= renewMs || renewMs <= jitter * retryMs)
    throw operatorError("operator/lease-times", {
      lease: formatDuration(leaseMs),
      renew: formatDuration(renewMs),
      retry: formatDuration(retryMs),
    });
  return { leaseMs, renewMs, retryMs };
}

// The times of a leader election: client-go's defaults, and the order that they must have.
import { formatDuration } from "@capstan/kube";
import { operatorError } from "../operator-errors.ts";
import { readDuration } from "../settings.ts";
import type { LeaderElectionOptions } from "./leader-election-options.ts";

/** The times of an election in milliseconds, all set. */
export interface LeaseTimes {
  readonly leaseMs: number;
  readonly renewMs: number;
  readonly retryMs: number;
}

/** Waits between attempts are longer by up to this factor, so that candidates do not try at the same time. */
export const jitter = 1.2;

type Durations = "leaseDuration" | "renewDeadline" | "retryPeriod";

/** The times of an election, with client-go's where none is set; throws `operator/lease-times` when they do not fit together, and `operator/duration` when one is not a duration. */
export function leaseTimes(options: Pick<LeaderElectionOptions, Durations>): LeaseTimes {
  const { leaseDuration = "15s", renewDeadline = "10s", retryPeriod = "2s" } = options;
  const read = (option: Durations, duration: string): number =>
    readDuration(`${option} of the leader election`, duration);
  const leaseMs = read("leaseDuration", leaseDuration);
  const renewMs = read("renewDeadline", renewDeadline);
  const retryMs = read("retryPeriod", retryPeriod);
  if (leaseMs <= renewMs || renewMs <= jitter * retryMs)
    throw operatorError("operator/lease-times", {
      lease: formatDuration(leaseMs),
      renew: formatDuration(renewMs),
      retry: formatDuration(retryMs),
    });
  return { leaseMs, renewMs, retryMs };
}

// The options of the leader election.
import type { DurationString } from "@capstan/kube";

/**
 * Leader election by a Lease. Of all processes that use the same Lease, one runs controllers; the others wait with filled caches.
 *
 * A leader that cannot renew the Lease within `renewDeadline` stops working at once: the signals of its reconciles abort and `Manager.run`
 * rejects with `operator/leadership-lost`. On a clean stop the Lease is released after all reconciles have ended, so that the next
 * process takes over within about `retryPeriod`. `leaseDuration` must be longer than `renewDeadline`, and `renewDeadline` longer than 1.2 times
 * `retryPeriod`; otherwise `Manager.run` rejects with `operator/lease-times`. Where clocks may run faster or slower by a tenth, as on busy virtual machines, let
 * `leaseDuration` be at least 1.1 times `renewDeadline`.
 *
 * The process needs the rights get, create and update on `leases` of `coordination.k8s.io` in the Lease's namespace.
 */
export interface LeaderElectionOptions {
  /** The name of the Lease. */
  readonly name: string;
  /** The namespace of the Lease. Default: that of the client's credentials. */
  readonly namespace?: string;
  /** The name of this process in the Lease. Default: the host's name and a random part. */
  readonly identity?: string;
  /** How long other processes wait for a leader that no longer renews. Default: "15s". */
  readonly leaseDuration?: DurationString;
  /** How long a leader may fail to renew before it stops working. Default: "10s". */
  readonly renewDeadline?: DurationString;
  /** The time between two attempts to take or renew the Lease. Default: "2s". */
  readonly retryPeriod?: DurationString;
}

// Where our page of metrics is not that of the peer, and why. An exception that is not needed any more is a difference, too.

/** One exception: a name, or the beginning of names when it ends with a star. */
export interface Exception {
  readonly names: string;
  readonly reason: string;
}

/** What upstream has and we do not. */
export const onlyUpstream: readonly Exception[] = [
  { names: "go_*", reason: "the runtime of Go; ours shows that of Node as nodejs_*" },
  { names: "process_network_*", reason: "prom-client does not count the bytes of the network" },
  { names: "process_virtual_memory_max_bytes", reason: "prom-client does not read the limit" },
];

/** What we have under a name that begins as upstream's do, and its page does not show. */
export const onlyOurs: readonly Exception[] = [
  {
    names: "leader_election_slowpath_total",
    reason: "upstream shows it after the first renewal that was slow; ours is there from the beginning, as 0",
  },
  {
    names: "rest_client_request_duration_seconds",
    reason: "of client-go; controller-runtime leaves it out of its page, other programs have it",
  },
];

/** Histograms with other buckets than upstream's. */
export const otherBuckets: readonly Exception[] = [
  {
    names: "controller_runtime_webhook_latency_seconds",
    reason:
      "upstream has powers of ten beside a native histogram, which prom-client cannot have; ours are Prometheus' own",
  },
];

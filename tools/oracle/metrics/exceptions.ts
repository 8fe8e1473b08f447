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
    names: "controller_runtime_webhook_*",
    reason: "controller-runtime shows those of webhooks when one is called; the peer has none",
  },
  { names: "leader_election_*", reason: "client-go shows those of a Lease when one is held; the peer has none" },
  {
    names: "rest_client_request_duration_seconds",
    reason: "of client-go; controller-runtime leaves it out of its page, other programs have it",
  },
];

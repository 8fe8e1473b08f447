// The flags of a manager on the command line, and the options that they set.
import { formatDuration } from "@capstan/kube";
import {
  checkTlsFlags,
  type FlagOf,
  type FlagValues,
  type Logger,
  sharedFlags,
  tlsFlags,
  tlsLimitsOf,
  type WithDefault,
} from "@capstan/process";
import type { LeaderElectionOptions } from "../leader-election/leader-election-options.ts";
import { leaseTimes } from "../leader-election/lease-times.ts";
import type { ManagerOptions } from "../manager/manager-options.ts";

const withoutEffect = "accepted for Deployments of managers in Go, and without effect";

/**
 * The flags of every program that runs a manager, in the order of `--help`, under the names that managers in Go have. `runOperator` has them already: use them in a program with a shell of its own, next to
 * its own flags, and turn their values into options with `managerOptionsOf`.
 *
 * @example
 * const flags = parseFlags({ ...managerFlags, size: { kind: "count", default: "3", help: "how many" } }, process.argv.slice(2));
 * checkManagerFlags(flags);
 */
export const managerFlags: typeof tlsFlags & {
  readonly namespace: FlagOf<"namespaces">;
  readonly kubeconfig: FlagOf<"string">;
  readonly "metrics-bind-address": WithDefault<FlagOf<"address">>;
  readonly "insecure-diagnostics": FlagOf<"boolean">;
  readonly "metrics-cert-path": FlagOf<"string">;
  readonly "health-addr": WithDefault<FlagOf<"address">>;
  readonly "kube-api-qps": FlagOf<"number">;
  readonly "kube-api-burst": FlagOf<"number">;
  readonly "leader-elect": FlagOf<"boolean">;
  readonly "leader-elect-lease-duration": WithDefault<FlagOf<"duration">>;
  readonly "leader-elect-renew-deadline": WithDefault<FlagOf<"duration">>;
  readonly "leader-elect-retry-period": WithDefault<FlagOf<"duration">>;
} = {
  namespace: { kind: "namespaces", help: "watch only these namespaces, separated by commas (default: all)" },
  kubeconfig: sharedFlags.kubeconfig,
  "metrics-bind-address": sharedFlags["metrics-bind-address"],
  "insecure-diagnostics": sharedFlags["insecure-diagnostics"],
  "metrics-cert-path": sharedFlags["metrics-cert-path"],
  "health-addr": sharedFlags["health-addr"],
  ...tlsFlags,
  "kube-api-qps": { kind: "number", help: `requests a second to the API server; ${withoutEffect}` },
  "kube-api-burst": { kind: "number", help: `requests to the API server at once; ${withoutEffect}` },
  "leader-elect": { kind: "boolean", help: "work only while this process has the Lease" },
  "leader-elect-lease-duration": {
    kind: "duration",
    default: "15s",
    help: "how long other processes wait before they take the Lease of a leader that does not renew it",
  },
  "leader-elect-renew-deadline": {
    kind: "duration",
    default: "10s",
    help: "how long the leader may fail to renew the Lease before it stops",
  },
  "leader-elect-retry-period": { kind: "duration", default: "2s", help: "how often to try to get or renew the Lease" },
};

/**
 * Checks flags of a manager that depend on each other, before anything starts: with `--leader-elect`, times of the election that do not fit
 * together throw `operator/lease-times`; flags of TLS that leave `--client-ca-file` no version throw `process/flag-value`.
 */
export function checkManagerFlags(
  flags: FlagValues<typeof managerFlags> & { readonly "client-ca-file"?: string | undefined },
): void {
  checkTlsFlags(flags);
  const { leaderElection } = managerOptionsOf(flags, "");
  if (leaderElection !== undefined) leaseTimes(leaderElection);
}

/** Warns of flags that managers in Go have and that change nothing here, if they are given. */
export function warnOfUnusedFlags(
  flags: Pick<FlagValues<typeof managerFlags>, "kube-api-qps" | "kube-api-burst">,
  log: Pick<Logger, "warn">,
): void {
  const { "kube-api-qps": qps, "kube-api-burst": burst } = flags;
  const given = [
    ...(qps === undefined ? [] : ["--kube-api-qps"]),
    ...(burst === undefined ? [] : ["--kube-api-burst"]),
  ];
  if (given.length > 0)
    log.warn(
      "Flags have no effect: the client does not limit its requests, API priority and fairness of the server does",
      {
        flags: given,
      },
    );
}

/**
 * Turns the values of `managerFlags` into options of a manager. Without `--leader-elect` there is no leader election; with it, `leaseName` is the name of the Lease, the same for every process of which one
 * may work.
 *
 * @example
 * const manager = createManager({ ...managerOptionsOf(flags, "foo-leader"), client });
 */
export function managerOptionsOf(
  flags: FlagValues<typeof managerFlags>,
  leaseName: string,
): Pick<
  ManagerOptions,
  | "namespaces"
  | "metricsAddress"
  | "metricsCertificate"
  | "insecureDiagnostics"
  | "healthAddress"
  | "tlsLimits"
  | "leaderElection"
> {
  const { namespace: namespaces, "metrics-cert-path": metricsCertificates } = flags;
  const leaderElection: LeaderElectionOptions = {
    name: leaseName,
    leaseDuration: formatDuration(flags["leader-elect-lease-duration"]),
    renewDeadline: formatDuration(flags["leader-elect-renew-deadline"]),
    retryPeriod: formatDuration(flags["leader-elect-retry-period"]),
  };
  return {
    metricsAddress: flags["metrics-bind-address"],
    insecureDiagnostics: flags["insecure-diagnostics"],
    healthAddress: flags["health-addr"],
    tlsLimits: tlsLimitsOf(flags),
    ...(metricsCertificates === undefined ? {} : { metricsCertificate: { directory: metricsCertificates } }),
    ...(namespaces === undefined ? {} : { namespaces }),
    ...(flags["leader-elect"] ? { leaderElection } : {}),
  };
}

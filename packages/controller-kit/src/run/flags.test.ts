// Flags, their defaults and what is said about wrong ones.
import { expect, test } from "vitest";
import { describeError } from "@capstan/kube";
import { flagHelp, parseFlags } from "./flags.ts";

test.each([
  { args: [], flag: "health-addr", want: ":9440" },
  { args: ["--namespace=a"], flag: "namespace", want: "a" },
  { args: ["--namespace", "a"], flag: "namespace", want: "a" },
  { args: ["--leader-elect"], flag: "leader-elect", want: "true" },
  { args: ["--leader-elect=false"], flag: "leader-elect", want: "false" },
  { args: ["--watch-filter=blue"], flag: "watch-filter", want: "blue" },
  { args: ["--diagnostics-address=:8081"], flag: "metrics-bind-address", want: ":8081" },
  { args: ["--concurrency=3"], flag: "concurrency", want: "3" },
] as const)("$args gives $flag=$want", ({ args, flag, want }) => {
  expect(parseFlags(args)[flag]).toBe(want);
});

test.each([
  { args: ["--namespce=a"], want: "there is no flag --namespce\n  mend: write --namespace, if you meant that" },
  { args: ["--zzzzzzzzzz"], want: "there is no flag --zzzzzzzzzz\n  mend: see --help" },
  { args: ["--webhook-port=high"], want: '--webhook-port is "high"\n  mend: give a whole number' },
  { args: ["--leader-elect=yes"], want: '--leader-elect is "yes"\n  mend: give true or false' },
  { args: ["--sync-period=10"], want: '--sync-period is "10"\n  mend: give a duration such as "15s"' },
  { args: ["--log-level=loud"], want: '--log-level is "loud"\n  mend: give one of debug, info, warn, error' },
])("$args is refused", ({ args, want }) => {
  let text = "";
  try {
    parseFlags(args);
  } catch (error) {
    text = describeError(error);
  }
  expect(text).toBe(want);
});

test("--help names every flag with its default", () => {
  expect(flagHelp("provider foo")).toMatchInlineSnapshot(`
    "Usage: provider foo [flags]

    Flags:
      --namespace                    watch this namespace alone (default: all)
      --watch-filter                 only objects whose label cluster.x-k8s.io/watch-filter has this value
      --kubeconfig                   the kubeconfig file (default: KUBECONFIG, the cluster we run in, ~/.kube/config)
      --metrics-bind-address         where /metrics is served; "0" serves none (default: :8080)
      --diagnostics-address          another name for --metrics-bind-address
      --health-addr                  where /healthz and /readyz are served; "0" serves none (default: :9440)
      --leader-elect                 work only while holding the Lease
      --leader-elect-lease-duration  how long others wait for a leader that is gone (default: 15s)
      --leader-elect-renew-deadline  how long the leader may fail to renew before it stops (default: 10s)
      --leader-elect-retry-period    how often to try (default: 2s)
      --webhook-port                 the port of the webhooks; "0" serves none (default: 9443)
      --webhook-cert-dir             the folder with tls.crt and tls.key of the webhooks (default: /tmp/k8s-webhook-server/serving-certs)
      --concurrency                  how many objects of each kind are worked on at once
      --sync-period                  look at every object again after this time (default: 10m)
      --log-level                    debug, info, warn or error (default: info)
      --describe                     print what this provider watches, owns, writes and serves, and exit
      --help                         print this text and exit
    "
  `);
});

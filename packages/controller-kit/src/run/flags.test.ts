// What the flags mean for the manager of a provider.
import { defineTemplate, type Resource, type TemplateOf } from "@capstan/api";
import { parseFlags } from "@capstan/process";
import { expect, test } from "vitest";
import { FooCluster } from "../../test/foo-kinds.ts";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import { done, removed } from "../authoring/result.ts";
import type { Provider } from "../authoring/provider.ts";
import { concurrencyFlags, managerOptions, providerFlags } from "./flags.ts";

type FooClusterTemplate = TemplateOf<FooCluster>;
const FooClusterTemplate: Resource<FooClusterTemplate> = defineTemplate(FooCluster);

const kit: ProviderKit<object> = initProvider();
const controllers = [kit.infraCluster(FooCluster, { reconcile: async () => done(), delete: async () => removed() })];
const provider: Provider<object> = kit.provider({ name: "foo", type: "infrastructure", controllers });
const withWebhooks: Provider<object> = kit.provider({
  name: "foo",
  type: "infrastructure",
  controllers,
  templates: [FooClusterTemplate],
});

const defaults = {
  metricsAddress: ":8443",
  insecureDiagnostics: false,
  healthAddress: ":9440",
  watchFilter: "",
  syncPeriod: "10m0s",
  concurrencies: {},
  tlsLimits: { minVersion: "TLSv1.2" },
};

test.each([
  { args: [], want: {} },
  { args: ["--namespace=a,b"], want: { namespaces: ["a", "b"] } },
  { args: ["--namespace="], want: {} },
  { args: ["--watch-filter=blue"], want: { watchFilter: "blue" } },
  { args: ["--concurrency=3"], want: { concurrency: 3 } },
  { args: ["--foocluster-concurrency=7"], want: { concurrencies: { foocluster: 7 } } },
  { args: ["--reconcile-timeout=2m"], want: { timeout: "2m0s" } },
  { args: ["--min-interval=5s"], want: { minInterval: "5s" } },
  { args: ["--backoff-base=1s", "--backoff-max=1m"], want: { backoff: { first: "1s", longest: "1m0s" } } },
  { args: ["--sync-period=1m"], want: { syncPeriod: "1m0s" } },
  {
    args: ["--skip-crd-migration-phases=StorageVersionMigration"],
    want: { skipCrdMigrationPhases: ["StorageVersionMigration"] },
  },
  ...["All", "StorageVersionMigration,CleanupManagedFields", "CleanupManagedFields,StorageVersionMigration"].map(
    (value) => ({
      args: [`--skip-crd-migration-phases=${value}`],
      want: { skipCrdMigrationPhases: ["StorageVersionMigration", "CleanupManagedFields"] },
    }),
  ),
  { args: ["--diagnostics-address=:1"], want: { metricsAddress: ":1" } },
  { args: ["--insecure-diagnostics"], want: { insecureDiagnostics: true } },
  { args: ["--metrics-cert-path=/a"], want: { metricsCertificate: { directory: "/a" } } },
  { args: ["--metrics-bind-address=0"], want: { metricsAddress: "0" } },
  { args: ["--tls-min-version=VersionTLS13"], want: { tlsLimits: { minVersion: "TLSv1.3" } } },
  { args: ["--kube-api-qps=20.5", "--kube-api-burst=-1"], want: {} },
  { args: ["--health-probe-bind-address=:2"], want: { healthAddress: ":2" } },
  { args: ["--leader-elect=false"], want: {} },
  {
    args: ["--leader-elect", "--leader-elect-lease-duration=30s"],
    want: {
      leaderElection: {
        name: "capstan-infrastructure-foo",
        leaseDuration: "30s",
        renewDeadline: "10s",
        retryPeriod: "2s",
      },
    },
  },
  { args: ["--webhook-port=1"], want: {} },
])("$args gives $want", ({ args, want }) => {
  expect(managerOptions(provider, parseFlags({ ...providerFlags, ...concurrencyFlags(provider) }, args))).toEqual({
    ...defaults,
    ...want,
  });
});

test.each([
  { args: [], want: { port: 9443, tls: { directory: "/tmp/k8s-webhook-server/serving-certs" } } },
  { args: ["--webhook-port=1", "--webhook-cert-dir=/a"], want: { port: 1, tls: { directory: "/a" } } },
  { args: ["--webhook-port=0"], want: undefined },
  {
    args: ["--webhook-host=127.0.0.1"],
    want: { host: "127.0.0.1", port: 9443, tls: { directory: "/tmp/k8s-webhook-server/serving-certs" } },
  },
])("with webhooks, $args serves them at $want", ({ args, want }) => {
  const tlsLimits = { minVersion: "TLSv1.2" };
  const { webhooks } = managerOptions(withWebhooks, parseFlags(providerFlags, args));
  expect(webhooks).toEqual(want === undefined ? undefined : { ...want, tlsLimits });
});

test("webhooks have the limits of TLS, also in threads, which have no manager", () => {
  const suites = "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256";
  const { webhooks } = managerOptions(withWebhooks, parseFlags(providerFlags, [`--tls-cipher-suites=${suites}`]));
  expect(webhooks?.tlsLimits).toEqual({ minVersion: "TLSv1.2", ciphers: ["ECDHE-RSA-AES128-GCM-SHA256"] });
});

test("webhooks have the limits and the authorities of callers that they are given", () => {
  const callers = { limits: { bodyBytes: 1 }, clientCa: "PEM" };
  expect(managerOptions(withWebhooks, parseFlags(providerFlags, []), callers).webhooks).toMatchObject(callers);
});

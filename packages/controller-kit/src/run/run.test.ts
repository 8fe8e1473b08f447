// The start of a provider, without a process: what it writes and which code it ends with.
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@capstan/client";
import { coreCrds } from "@capstan/api/crds";
import { formatKubeconfig } from "@capstan/kube";
import type { ExitCode, ProcessPort } from "@capstan/process";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FooCluster, fooCrds } from "../../test/foo-kinds.ts";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import { done, removed } from "../authoring/result.ts";
import { createProviderManager } from "./provider-manager.ts";
import { runProvider } from "./run.ts";
import type { RunOptions, ServiceEnvironment } from "./run-options.ts";

const kit: ProviderKit<object> = initProvider();
const provider = kit.provider({
  name: "foo",
  type: "infrastructure",
  controllers: [kit.infraCluster(FooCluster, { reconcile: async () => done(), delete: async () => removed() })],
});

let env: TestEnv;
let folder: string;
beforeAll(async () => {
  env = await startTestEnv({ crds: fooCrds });
  folder = await mkdtemp(join(tmpdir(), "capstan-run-"));
});
afterAll(async () => {
  await env.stop();
  await rm(folder, { recursive: true });
});

const cloudFlag = { "cloud-url": { kind: "string", default: "https://cloud", help: "where the cloud is" } } as const;
type Environment = ServiceEnvironment<typeof cloudFlag>;

interface Ran {
  readonly code: ExitCode;
  readonly out: string;
  readonly error: string;
  readonly log: readonly unknown[];
  readonly environment: Environment | undefined;
}

interface Start {
  readonly services?: RunOptions<object, typeof cloudFlag>["services"];
  readonly signal?: AbortSignal;
}

async function ran(args: readonly string[], start: Start = {}): Promise<Ran> {
  let [out, error] = ["", ""];
  const log: unknown[] = [];
  let environment: Environment | undefined;
  const services = async (given: Environment): Promise<object> => {
    environment = given;
    return start.services === undefined ? {} : await start.services(given);
  };
  const port: ProcessPort = {
    args,
    variables: { CLOUD: "1" },
    signal: start.signal ?? new AbortController().signal,
    write: (output) => (out += output),
    writeError: (output) => (error += output),
    writeLog: (line) => void log.push(JSON.parse(line)),
  };
  const code = await runProvider(provider, { flags: cloudFlag, services }, port);
  return { code, out, error, log, environment };
}

test("a timeout that is not a duration is reported with its controller, before anything runs", () => {
  const controllers = [
    kit.infraCluster(FooCluster, { timeout: "1 minute", reconcile: async () => done(), delete: async () => removed() }),
  ];
  const wrong = kit.provider({ name: "foo", type: "infrastructure", controllers });
  const client = createClient(env.credentials);
  expect(() => createProviderManager(wrong, { client, services: {} })).toThrow(
    'timeout of controller "foocluster" must be a duration of 0 or more, not "1 minute"',
  );
  client.close();
});

test("--describe prints the description as JSON and opens nothing", async () => {
  const { code, out, error, environment } = await ran(["--describe", "--kubeconfig=/nowhere"]);
  expect([code, error, environment]).toEqual([0, "", undefined]);
  expect(JSON.parse(out)).toMatchObject({ format: 1, name: "foo", type: "infrastructure", leaderElection: true });
});

test("times of the leader election that do not fit together end with 2", async () => {
  const { code, error, environment } = await ran(["--leader-elect", "--leader-elect-retry-period=9s"]);
  expect([code, environment]).toEqual([2, undefined]);
  expect(error).toMatch(
    /^error operator\/lease-times: the times of the leader election are invalid: lease 15s, renew 10s, retry 9s\n/,
  );
});

test("--help prints the flags of every provider, then those of this one, then those of every program", async () => {
  const { code, out } = await ran(["--help"]);
  expect(code).toBe(0);
  expect(out).toMatchInlineSnapshot(`
    "Usage: provider foo [flags]

    Flags:
      --namespace                    watch only these namespaces, separated by
                                     commas (default: all)
      --kubeconfig                   the kubeconfig file (default: KUBECONFIG, the
                                     cluster this process runs in, ~/.kube/config)
      --metrics-bind-address         address of /metrics; "0" serves none. Except on
                                     loopback addresses: over TLS, for callers whose
                                     token may get /metrics (default: :8443; also
                                     --diagnostics-address)
      --insecure-diagnostics         serve /metrics in plain HTTP and to everyone,
                                     on every address
      --metrics-cert-path            folder with the certificate and key of
                                     /metrics; read again when they change (default:
                                     a self-signed certificate)
      --health-addr                  address of /healthz and /readyz; "0" serves
                                     none (default: :9440; also
                                     --health-probe-bind-address)
      --tls-min-version              oldest version of TLS that callers may use:
                                     VersionTLS12 or VersionTLS13 (default:
                                     VersionTLS12)
      --tls-cipher-suites            cipher suites that callers may use in TLS 1.2,
                                     separated by commas; those of TLS 1.3 are
                                     always served (default: all of them)
      --kube-api-qps                 requests a second to the API server; accepted
                                     for Deployments of managers in Go, and without
                                     effect
      --kube-api-burst               requests to the API server at once; accepted
                                     for Deployments of managers in Go, and without
                                     effect
      --leader-elect                 work only while this process has the Lease
      --leader-elect-lease-duration  how long other processes wait before they take
                                     the Lease of a leader that does not renew it
                                     (default: 15s)
      --leader-elect-renew-deadline  how long the leader may fail to renew the Lease
                                     before it stops (default: 10s)
      --leader-elect-retry-period    how often to try to get or renew the Lease
                                     (default: 2s)
      --watch-filter                 watch only objects whose label
                                     cluster.x-k8s.io/watch-filter has this value
      --webhook-host                 address on which webhooks are served (default:
                                     every address)
      --webhook-port                 port of the webhooks; "0" serves none (default:
                                     9443)
      --webhook-cert-dir             folder with the certificate and key of the
                                     webhooks; read again when they change (default:
                                     /tmp/k8s-webhook-server/serving-certs)
      --client-ca-file               file with the authorities (PEM) that must have
                                     signed a caller's certificate; read again when
                                     it changes (default: no certificate needed)
      --webhook-threads              serve webhooks in so many threads of their own
                                     (default: in the main thread, beside the
                                     controllers)
      --concurrency                  how many objects of each kind are reconciled at
                                     once (default: 10)
      --reconcile-timeout            how long one pass may take (default: 60s, or as
                                     its controller says)
      --sync-period                  reconcile every object again after this time
                                     (default: 10m)
      --min-interval                 the average time between two reconciles of one
                                     object (default: 1s, or as its controller says)
      --backoff-base                 the wait after the first failure of an object,
                                     which doubles with each (default: 5ms, or as
                                     its controller says)
      --backoff-max                  the longest wait after failures of an object
                                     (default: 1000s, or as its controller says)
      --skip-crd-migration-phases    what is not done after a change of this
                                     provider's CRDs: StorageVersionMigration,
                                     CleanupManagedFields or All (default: nothing
                                     is skipped)
      --foocluster-concurrency       how many objects of FooCluster are reconciled
                                     at once
      --cloud-url                    where the cloud is (default: https://cloud)
      --feature-gates                features to switch on or off, as in
                                     Name=true,Other=false; AllAlpha and AllBeta are
                                     those of a stage: this program has none
      --log-level                    least severe level that is logged: debug, info,
                                     warn or error (default: info)
      --v                            verbosity as in klog, also -v: 1 or more is
                                     --log-level=debug
      --log-format                   how lines are logged: json, or text for a
                                     person (default: text on a terminal, json
                                     elsewhere) (also --logging-format)
      --describe                     print as JSON what this program watches, owns,
                                     writes and serves, and exit
      --help                         print the flags and exit
    "
  `);
});

test("a wrong flag ends with 2", async () => {
  const { code, error } = await ran(["--namespce=a"]);
  expect([code, error]).toEqual([
    2,
    'error process/unknown-flag: there is no flag --namespce; did you mean "--namespace"?\n  help: see --help\n',
  ]);
});

test("a kubeconfig that does not exist ends with 1 and names it", async () => {
  const file = join(folder, "missing");
  const { code, error, environment } = await ran([`--kubeconfig=${file}`]);
  expect([code, environment]).toEqual([1, undefined]);
  expect(error).toMatch(/^error client\/[a-z-]+: .*\n {2}help: /);
  expect(error).toContain(`kubeconfig ${file}`);
});

test("a server that does not answer ends with 1 and names it", async () => {
  const file = join(folder, "closed");
  await writeFile(file, formatKubeconfig({ ...env.credentials, server: "https://127.0.0.1:1" }));
  const { code, error } = await ran([`--kubeconfig=${file}`]);
  expect(code).toBe(1);
  expect(error).toMatch(
    /^error client\/unreachable: cannot look up the kinds of \S+: the API server at https:\/\/127.0.0.1:1 cannot be reached \(connection refused\)\n {2}help: check that the server runs and that the kubeconfig has its address\n$/,
  );
});

test.each([
  {
    name: "a web page",
    content: "<!doctype html>\n<title>Sign in</title>\n",
    want: 'a web page "Sign in" instead of JSON',
  },
  {
    name: "other JSON",
    content: '{"ok":true,"hits":1}\n',
    want: 'JSON with the fields "ok", "hits" instead of an APIResourceList',
  },
])("a server that answers 200 with $name ends with 1 and what came", async ({ content, want }) => {
  const server = createServer((_, response) => response.end(content)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = join(folder, "other");
  await writeFile(file, formatKubeconfig({ server: url }));
  const { code, error } = await ran([`--kubeconfig=${file}`]);
  server.close();
  expect(code).toBe(1);
  expect(error.replace(/of \S+?: /, "of VERSION: ")).toBe(
    `error client/bad-answer: cannot look up the kinds of VERSION: the server at ${url} answered with ${want}\n  help: check that this is the address of an API server, not of a proxy or a login page\n`,
  );
});

test("a stop while the server does not answer ends with 0 at once", async () => {
  const stop = new AbortController();
  const server = createServer(() => stop.abort()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const file = join(folder, "silent");
  await writeFile(file, formatKubeconfig({ server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
  const { code, out, error } = await ran([`--kubeconfig=${file}`], { signal: stop.signal });
  server.closeAllConnections();
  server.close();
  expect([code, out, error]).toEqual([0, "", ""]);
});

test.each([
  { variables: {}, sends: true },
  { variables: { KUBE_FEATURE_WatchListClient: "false" }, sends: false },
])("whether a watch begins with the list, with the environment $variables: $sends", async ({ variables, sends }) => {
  const stop = new AbortController();
  const lists: string[] = [];
  const resources = ["Cluster", "FooCluster"].map((kind) => ({
    name: `${kind.toLowerCase()}s`,
    kind,
    namespaced: true,
  }));
  const server = createServer(({ url = "" }, response) => {
    if (!url.includes("?")) return response.end(JSON.stringify({ kind: "APIResourceList", resources }));
    lists.push(url);
    stop.abort();
    return response.writeHead(500).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const file = join(folder, "recording");
  await writeFile(file, formatKubeconfig({ server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
  const write = (): void => undefined;
  const args = [`--kubeconfig=${file}`, "--health-addr=0", "--metrics-bind-address=0"];
  const port = { args, variables, signal: stop.signal, write, writeError: write, writeLog: write };
  expect(await runProvider(provider, { services: async () => ({}) }, port)).toBe(0);
  server.closeAllConnections();
  server.close();
  expect(lists.length).toBeGreaterThan(0);
  expect(lists.some((url) => url.includes("sendInitialEvents=true"))).toBe(sends);
});

test("missing CRDs end with 1 and are named", async () => {
  const file = join(folder, "kubeconfig");
  await writeFile(file, env.kubeconfig());
  const { code, error, environment } = await ran([`--kubeconfig=${file}`]);
  expect([code, environment]).toEqual([1, undefined]);
  expect(error).toBe(
    `error run/crd-missing: the API server at ${env.credentials.server} does not serve clusters of cluster.x-k8s.io/v1beta2\n` +
      "  help: install Cluster API's core and the CRDs of this provider first; for a kind of Kubernetes itself, look whether this version of the server has it and whether it is enabled\n",
  );
});

describe("with every CRD", () => {
  let served: TestEnv;
  const args = (...more: string[]): string[] => [
    `--kubeconfig=${join(folder, "served")}`,
    "--health-addr=0",
    "--metrics-bind-address=0",
    ...more,
  ];
  beforeAll(async () => {
    served = await startTestEnv({ crds: [...coreCrds(), ...fooCrds] });
    await writeFile(join(folder, "served"), served.kubeconfig());
  });
  afterAll(() => served.stop());

  test("the services get the flags of the provider, and the signal ends it with 0", async () => {
    const stop = new AbortController();
    const services = async (): Promise<object> => {
      setTimeout(() => stop.abort(), 50);
      return {};
    };
    const { code, error, environment, log } = await ran(args("--cloud-url=http://c"), {
      services,
      signal: stop.signal,
    });
    expect([code, error]).toEqual([0, ""]);
    expect(environment?.flags).toEqual({ "cloud-url": "http://c" });
    expect(environment?.variables).toEqual({ CLOUD: "1" });
    expect(log.at(-1)).toMatchObject({ level: "info", logger: "foo", msg: "Stopped" });
  });

  test("a program for credentials that never ends is left behind at a stop", async () => {
    const stop = new AbortController();
    const file = join(folder, "hanging");
    const user = {
      exec: { apiVersion: "client.authentication.k8s.io/v1", interactiveMode: "Never", command: "sleep", args: ["30"] },
    };
    const named = { cluster: { server: "https://127.0.0.1:1" }, user, context: { cluster: "x", user: "x" } };
    const lists = Object.entries(named).map(([name, value]) => [`${name}s`, [{ name: "x", [name]: value }]]);
    await writeFile(file, JSON.stringify({ "current-context": "x", ...Object.fromEntries(lists) }));
    setTimeout(() => stop.abort(), 50);
    const { code, error, log } = await ran([`--kubeconfig=${file}`], { signal: stop.signal });
    expect([code, error]).toEqual([0, ""]);
    expect(log.at(-1)).toMatchObject({ level: "warn", waitsFor: "credentials" });
  });

  test("services that never end are left behind at a stop", async () => {
    const stop = new AbortController();
    const services = (): Promise<object> => {
      setTimeout(() => stop.abort(), 50);
      return new Promise(() => undefined);
    };
    const { code, error, log } = await ran(args(), { services, signal: stop.signal });
    expect([code, error]).toEqual([0, ""]);
    const msg = "The start did not end when the process was told to stop";
    expect(log.at(-1)).toMatchObject({ level: "warn", msg, waitsFor: "services" });
  });

  test("services that cannot be created end with 1 and their stack", async () => {
    const services = (): Promise<object> => Promise.reject(new Error("no cloud"));
    const { code, error } = await ran(args(), { services });
    expect(code).toBe(1);
    expect(error.split("\n").slice(0, 3)).toEqual([
      "error process/failed: no cloud",
      "  help: fix the error in the stack trace below",
      "Error: no cloud",
    ]);
  });

  test("an address in use ends with 1 and names the port", async () => {
    const { port } = new URL(served.credentials.server);
    const { code, error } = await ran(args(`--health-addr=127.0.0.1:${port}`));
    expect(code).toBe(1);
    expect(error).toContain(`error serve/port-in-use: cannot listen on 127.0.0.1:${port}`);
  });
});

test("a flag of the provider that every provider has is an error, with 1", async () => {
  let error = "";
  const code = await runProvider(
    provider,
    { flags: { namespace: { kind: "string", help: "" } }, services: async () => ({}) },
    {
      args: [],
      variables: {},
      signal: new AbortController().signal,
      write: () => {},
      writeError: (output) => (error += output),
    },
  );
  expect([code, error]).toEqual([
    1,
    "error process/duplicate-flag: two flags are named --namespace\n  help: give the flag another name in `flags`\n",
  ]);
});

// The start of an operator without a process: what it writes and its exit code.
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type SecureVersion } from "node:tls";
import { createClient } from "@capstan/client";
import { formatKubeconfig, resourceOf } from "@capstan/kube";
import { ConfigMap } from "@capstan/kube/builtin";
import type { ExitCode, FeatureTable, FlagTable } from "@capstan/process";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { freePort } from "@capstan/testenv/host";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OperatorOptions } from "./operator-program.ts";
import { runOperatorWith } from "./run-operator.ts";

const sizeFlag = { size: { kind: "integer", default: "3", help: "how many" } } as const;
const quiet = ["--metrics-bind-address=0", "--health-addr=0"];
const operator: OperatorOptions = { name: "op", setup: () => undefined };

let env: TestEnv;
let folder: string;
let kubeconfig: string;

beforeAll(async () => {
  env = await startTestEnv();
  folder = await mkdtemp(join(tmpdir(), "capstan-operator-"));
  kubeconfig = join(folder, "kubeconfig");
  await writeFile(kubeconfig, formatKubeconfig(env.credentials));
});
afterAll(async () => {
  await env.stop();
  await rm(folder, { recursive: true });
});

interface Ran {
  readonly code: ExitCode;
  readonly out: string;
  readonly error: string;
  readonly log: readonly Readonly<Record<string, unknown>>[];
}

async function ran<F extends FlagTable, G extends FeatureTable>(
  options: OperatorOptions<F, G>,
  args: readonly string[],
  signal: AbortSignal = new AbortController().signal,
): Promise<Ran> {
  let [out, error] = ["", ""];
  const log: Ran["log"][number][] = [];
  const code = await runOperatorWith(options, {
    args,
    variables: {},
    signal,
    write: (output) => (out += output),
    writeError: (output) => (error += output),
    writeLog: (line) => void log.push(JSON.parse(line)),
  });
  return { code, out, error, log };
}

test("--help lists the flags of every operator and its own", async () => {
  const options: OperatorOptions<typeof sizeFlag> = { ...operator, flags: sizeFlag };
  const { code, out } = await ran(options, ["--help"]);
  expect(code).toBe(0);
  for (const flag of ["--namespace", "--kubeconfig", "--leader-elect", "--health-addr", "--log-level", "--size"])
    expect(out).toContain(flag);
});

test("flags limit the controllers, and wrong values end with 2", async () => {
  const stop = new AbortController();
  const options: OperatorOptions = {
    name: "op",
    async setup(manager) {
      const metadata = { namespace: "default", name: "limited" };
      await manager.client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata });
      manager.addController({
        name: "maps",
        for: ConfigMap,
        timeout: "1h",
        reconcile: (_, { signal }) =>
          new Promise((resolve) => {
            signal.addEventListener("abort", () => {
              stop.abort();
              resolve(undefined);
            });
          }),
      });
    },
  };
  const flags = [...quiet, `--kubeconfig=${kubeconfig}`];
  expect((await ran(options, ["--reconcile-timeout=10ms", ...flags], stop.signal)).code).toBe(0);
  const { code, error } = await ran(options, ["--backoff-max=soon", ...flags]);
  expect([code, error]).toEqual([2, expect.stringContaining("--backoff-max")]);
});

test("callers of metrics use the versions of TLS that the flags allow, and flags without effect warn", async () => {
  const [port, stop] = [await freePort(), new AbortController()];
  const callAt = async (maxVersion: SecureVersion): Promise<string | null> => {
    const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false, maxVersion });
    const version = await once(socket, "secureConnect").then(
      () => socket.getProtocol(),
      () => "rejected",
    );
    socket.destroy();
    return version;
  };
  const seen: (string | null)[] = [];
  const options: OperatorOptions = {
    name: "op",
    async setup(manager) {
      const run = async (): Promise<void> => {
        seen.push(await callAt("TLSv1.2"), await callAt("TLSv1.3"));
        stop.abort();
      };
      manager.add({ name: "caller", run });
    },
  };
  const tls = ["--tls-min-version=VersionTLS13", "--kube-api-qps=20", "--kube-api-burst=30"];
  const flags = [`--kubeconfig=${kubeconfig}`, `--metrics-bind-address=:${port}`, "--health-addr=0"];
  const { code, log } = await ran(options, [...flags, ...tls], stop.signal);
  expect([code, seen]).toEqual([0, ["rejected", "TLSv1.3"]]);
  expect(log.filter(({ level }) => level === "warn")).toMatchObject([
    { flags: ["--kube-api-qps", "--kube-api-burst"] },
  ]);
  const wrong = await ran(options, [...flags, ...tls, "--client-ca-file=ca.pem"]);
  expect([wrong.code, wrong.error]).toEqual([2, expect.stringContaining('--tls-min-version is "VersionTLS13"')]);
});

test("--describe prints type, name and ports, and calls no setup", async () => {
  const setup = (): void => expect.unreachable();
  const { code, out } = await ran({ name: "op", setup }, ["--describe"]);
  expect([code, JSON.parse(out)]).toEqual([
    0,
    {
      format: 1,
      type: "operator",
      name: "op",
      ports: { health: 9440, metrics: 8443 },
      leaderElection: true,
      webhooks: [],
    },
  ]);
});

test("features and metrics of the operator's own are typed values of the environment", async () => {
  const features = { Fast: { stage: "alpha", default: false } } as const;
  const seen: boolean[] = [];
  const options: OperatorOptions<{}, typeof features> = {
    name: "op",
    features,
    setup(_, { features: on, metrics }) {
      metrics.counter({ name: "op_calls_total", help: "Calls" }).add({});
      seen.push(on.Fast);
      throw new Error("over");
    },
  };
  await ran(options, ["--feature-gates=Fast=true", ...quiet, `--kubeconfig=${kubeconfig}`]);
  expect(seen).toEqual([true]);
});

test("a wrong flag ends with 2", async () => {
  const { code, error } = await ran(operator, ["--namespaces=x"]);
  expect(code).toBe(2);
  expect(error).toContain("--namespace");
});

test("times of the leader election that do not fit together end with 2 and name the flags", async () => {
  const args = ["--leader-elect-lease-duration=5s", "--leader-elect-renew-deadline=10s"];
  expect(await ran(operator, ["--leader-elect", ...args, "--kubeconfig=/none"])).toEqual({
    code: 2,
    out: "",
    log: [],
    error: `error operator/lease-times: the times of the leader election are invalid: lease 5s, renew 10s, retry 2s
  help: make the lease (--leader-elect-lease-duration) longer than the renew deadline (--leader-elect-renew-deadline), and that longer than 1.2 times the retry period (--leader-elect-retry-period)
`,
  });
});

test("without --leader-elect its times are not looked at", async () => {
  const { error } = await ran(operator, ["--leader-elect-lease-duration=5s", "--kubeconfig=/none"]);
  expect(error).toContain("error client/bad-kubeconfig: ");
});

test("credentials that do not exist end with 1", async () => {
  const { code, error } = await ran(operator, [...quiet, `--kubeconfig=${join(folder, "none")}`]);
  expect(code).toBe(1);
  expect(error).toContain("client/");
});

test("a setup that fails ends with 1 and its error", async () => {
  const setup = (): Promise<void> => Promise.reject(new Error("no quota"));
  const { code, error } = await ran({ name: "op", setup }, [...quiet, `--kubeconfig=${kubeconfig}`]);
  expect(code).toBe(1);
  expect(error).toContain("no quota");
});

test("caches that are not filled end with 1", async () => {
  const missing = resourceOf("example.com/v1", "Missing");
  const options: OperatorOptions = {
    name: "op",
    manager: { cacheSyncTimeout: "50ms" },
    setup: (manager) => manager.addController({ name: "missing", for: missing, reconcile: async () => undefined }),
  };
  const { code, error } = await ran(options, [...quiet, `--kubeconfig=${kubeconfig}`]);
  expect(code).toBe(1);
  expect(error).toContain("operator/cache-not-synced");
});

test.each([
  { variables: {}, sends: true },
  { variables: { KUBE_FEATURE_WatchListClient: "false" }, sends: false },
])("whether a watch begins with the list, with the environment $variables: $sends", async ({ variables, sends }) => {
  const urls: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    urls.push(url);
    response.writeHead(500).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const file = join(folder, "recording");
  await writeFile(file, formatKubeconfig({ server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
  const options: OperatorOptions = {
    name: "op",
    manager: { cacheSyncTimeout: "300ms" },
    setup: (manager) => manager.addController({ name: "config", for: ConfigMap, reconcile: async () => undefined }),
  };
  const { signal } = new AbortController();
  const write = (): void => undefined;
  const port = {
    args: [...quiet, `--kubeconfig=${file}`],
    variables,
    signal,
    write,
    writeError: write,
    writeLog: write,
  };
  expect(await runOperatorWith(options, port)).toBe(1);
  server.close();
  const lists = urls.filter((url) => url.includes("/configmaps"));
  expect(lists.length).toBeGreaterThan(0);
  expect(lists.some((url) => url.includes("sendInitialEvents=true"))).toBe(sends);
});

const other = [
  { name: "a web page", content: "<!doctype html>\n<title>Sign in</title>\n", what: 'a web page "Sign in"' },
  { name: "a web page on one line", content: "<html><p>hunter2", what: "a web page" },
  { name: "other JSON", content: '{"ok":true,"hits":1}\n', what: 'JSON with the fields "ok", "hits"' },
  { name: "JSON on one line", content: '{"kind":"Foo"}', what: 'JSON of kind "Foo"' },
  { name: "nothing", content: "", what: undefined },
];

test.each(other)(
  "a server that answers 200 with $name is reported at once and at the end",
  async ({ content, what }) => {
    const server = createServer((_, response) => response.end(content)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const file = join(folder, "other");
    await writeFile(file, formatKubeconfig({ server: url }));
    const options: OperatorOptions = {
      name: "op",
      manager: { cacheSyncTimeout: "300ms" },
      setup: (manager) => manager.addController({ name: "config", for: ConfigMap, reconcile: async () => undefined }),
    };
    const reason =
      what === undefined
        ? "the server ended the watch of ConfigMap before its list was complete"
        : `cannot watch configmaps: the server at ${url} answered with ${what} instead of watch events`;
    const { code, error, log } = await ran(options, [...quiet, `--kubeconfig=${file}`]);
    server.close();
    expect(log.filter(({ msg }) => msg === "Watch failed")[0]).toMatchObject({
      level: "warn",
      kind: "ConfigMap",
      error: `${reason}\n  help: check that this is the address of an API server, not of a proxy or a login page`,
    });
    expect([code, error]).toEqual([
      1,
      `error operator/cache-not-synced: the cache was not filled within 0.3 s; missing: ConfigMap (${reason})\n  help: check that the kinds are installed and that this account may list and watch them; on a server that ignores sendInitialEvents, set KUBE_FEATURE_WatchListClient=false\n`,
    ]);
  },
);

test("it reconciles with its flags until the signal, leads by the Lease of its name, and ends with 0", async () => {
  const client = createClient(env.credentials);
  const stop = new AbortController();
  const seen: string[] = [];
  const options: OperatorOptions<typeof sizeFlag> = {
    name: "op",
    flags: sizeFlag,
    setup: (manager, { flags }) =>
      manager.addController({
        name: "config",
        for: ConfigMap,
        async reconcile({ name }) {
          seen.push(`${name} ${flags.size}`);
          stop.abort();
        },
      }),
  };
  await client.create(ConfigMap, {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { namespace: "default", name: "a" },
  });
  const args = [...quiet, `--kubeconfig=${kubeconfig}`, "--namespace=default", "--leader-elect", "--size=5"];
  expect(await ran(options, args, stop.signal)).toMatchObject({ code: 0, out: "", error: "" });
  expect(seen).toContain("a 5");
  const lease = await client.request({
    method: "GET",
    path: "/apis/coordination.k8s.io/v1/namespaces/default/leases/op-leader",
  });
  expect(lease.json()).toMatchObject({ spec: { holderIdentity: "" } });
  client.close();
});

/** A kubeconfig whose user is a program that does not end. */
function kubeconfigOfHangingPlugin(): string {
  const user = {
    exec: { apiVersion: "client.authentication.k8s.io/v1", interactiveMode: "Never", command: "sleep", args: ["30"] },
  };
  const named = { cluster: { server: "https://127.0.0.1:1" }, user, context: { cluster: "x", user: "x" } };
  const lists = Object.entries(named).map(([name, value]) => [`${name}s`, [{ name: "x", [name]: value }]]);
  return JSON.stringify({ "current-context": "x", ...Object.fromEntries(lists) });
}

test("a program for credentials that never ends is left behind at a stop", async () => {
  const stop = new AbortController();
  const file = join(folder, "hanging");
  await writeFile(file, kubeconfigOfHangingPlugin());
  setTimeout(() => stop.abort(), 50);
  const { code, error, log } = await ran(operator, [`--kubeconfig=${file}`, ...quiet], stop.signal);
  expect([code, error]).toEqual([0, ""]);
  expect(log.at(-1)).toMatchObject({ level: "warn", waitsFor: "credentials" });
});

test("a setup that never ends is left behind at a stop", async () => {
  const stop = new AbortController();
  const setup = (): Promise<void> => {
    setTimeout(() => stop.abort(), 50);
    return new Promise(() => undefined);
  };
  const { code, error, log } = await ran({ name: "op", setup }, [`--kubeconfig=${kubeconfig}`, ...quiet], stop.signal);
  expect([code, error]).toEqual([0, ""]);
  expect(log.at(-1)).toMatchObject({ level: "warn", waitsFor: "setup" });
});

test.each(["Bad Operator", "", "-op", "a".repeat(64)])("the name %j is an error at the start", async (name) => {
  const { code, error } = await ran({ ...operator, name }, [`--kubeconfig=${kubeconfig}`, ...quiet]);
  expect([code, error]).toEqual([1, expect.stringContaining(`an operator cannot have the name "${name}"`)]);
});

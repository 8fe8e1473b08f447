// The start of an extension: what it prints, how it fails, and that a signal ends it.
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import type { ExitCode } from "@capstan/process";
import { createSelfSigned } from "@capstan/serve/certificates";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defineExtension } from "../authoring/define-extension.ts";
import { proceed } from "../authoring/results.ts";
import { connectExtension, discover } from "../caller/index.ts";
import { runExtension } from "./run.ts";

const extension = defineExtension(
  { beforeClusterDelete: { handle: () => proceed(), timeout: "20s" } },
  { name: "gate", rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }] },
);

const folder = mkdtempSync(join(tmpdir(), "capstan-extension-"));
let busy: Server;
let certificate = "";

beforeAll(async () => {
  const { certPem, keyPem } = createSelfSigned({ commonName: "gate", ipAddresses: ["127.0.0.1"] });
  certificate = certPem;
  writeFileSync(join(folder, "tls.crt"), certPem);
  writeFileSync(join(folder, "tls.key"), keyPem);
  writeFileSync(join(folder, "other.crt"), certPem);
  writeFileSync(join(folder, "other.key"), keyPem);
  busy = createServer();
  await new Promise<void>((resolve) => busy.listen(0, "127.0.0.1", resolve));
});

afterAll(() => {
  busy.close();
  rmSync(folder, { recursive: true });
});

interface Line {
  readonly msg: string;
  readonly [field: string]: unknown;
}

interface Ran {
  readonly code: ExitCode;
  readonly out: string;
  readonly error: string;
  readonly log: readonly Line[];
}

/** Runs the extension; once it serves its handler, it is stopped after `meanwhile`. */
async function ran(
  args: readonly string[],
  meanwhile = async (_log: readonly Line[]): Promise<void> => {},
): Promise<Ran> {
  let [out, error] = ["", ""];
  const log: Line[] = [];
  const stop = new AbortController();
  const code = await runExtension(extension, {
    args,
    variables: {},
    signal: stop.signal,
    write: (output) => (out += output),
    writeError: (output) => (error += output),
    writeLog: (json) => {
      // Lines are JSON by the logger's own tests.
      const line = JSON.parse(json) as Line;
      log.push(line);
      if (line.msg === "Handler") void meanwhile(log).finally(() => stop.abort());
    },
  });
  return { code, out, error, log };
}

const local = ["--host=127.0.0.1", "--health-addr=127.0.0.1:0"];

test("--describe prints what a release is made from and opens nothing", async () => {
  const { code, out, log } = await ran(["--describe"]);
  expect([code, log]).toEqual([0, []]);
  expect(JSON.parse(out)).toEqual({
    format: 1,
    name: "gate",
    type: "runtime-extension",
    kinds: [],
    clusterRules: [
      { apiGroups: [""], resources: ["configmaps"], verbs: ["get"] },
      { apiGroups: ["authentication.k8s.io"], resources: ["tokenreviews"], verbs: ["create"] },
      { apiGroups: ["authorization.k8s.io"], resources: ["subjectaccessreviews"], verbs: ["create"] },
    ],
    watchedRules: [],
    namespaceRules: [],
    ownership: [],
    webhooks: [],
    hooks: [
      {
        apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
        hook: "BeforeClusterDelete",
        name: "before-cluster-delete",
        timeoutSeconds: 20,
        failurePolicy: "Fail",
      },
    ],
    settings: [],
    ports: { extension: 9443, health: 9440, metrics: 8443 },
    leaderElection: false,
  });
});

test("--help lists the flags", async () => {
  const { code, out } = await ran(["--help"]);
  expect(code).toBe(0);
  expect(out).toMatchInlineSnapshot(`
    "Usage: extension gate [flags]

    Flags:
      --host                  address on which hooks are served (default: every
                              address)
      --webhook-port          port on which hooks are served (default: 9443; also
                              --port)
      --webhook-cert-dir      folder with the serving certificate and key; read
                              again when they change (default:
                              /tmp/k8s-webhook-server/serving-certs; also
                              --cert-dir)
      --cert-name             file of the certificate in that folder (default:
                              tls.crt)
      --key-name              file of the key in that folder (default: tls.key)
      --client-ca-file        file with the authorities (PEM) that must have signed
                              a caller's certificate; read again when it changes
                              (default: no certificate needed)
      --prefix                what is before every path of a hook, such as "/hooks";
                              the URL of the ExtensionConfig has it, too
      --http2                 let callers choose HTTP/2 in the handshake; slower
                              than HTTP/1.1 for small calls
      --shutdown-delay        how long calls are still accepted after SIGTERM, while
                              /readyz fails already (default: not at all)
      --health-addr           address of /healthz and /readyz; "0" serves none
                              (default: :9440; also --health-probe-bind-address)
      --metrics-bind-address  address of /metrics; "0" serves none. Except on
                              loopback addresses: over TLS, for callers whose token
                              may get /metrics (default: 0; also
                              --diagnostics-address)
      --insecure-diagnostics  serve /metrics in plain HTTP and to everyone, on every
                              address
      --metrics-cert-path     folder with the certificate and key of /metrics; read
                              again when they change (default: a self-signed
                              certificate)
      --tls-min-version       oldest version of TLS that callers may use:
                              VersionTLS12 or VersionTLS13 (default: VersionTLS12)
      --tls-cipher-suites     cipher suites that callers may use in TLS 1.2,
                              separated by commas; those of TLS 1.3 are always
                              served (default: all of them)
      --kubeconfig            the kubeconfig file (default: KUBECONFIG, the cluster
                              this process runs in, ~/.kube/config)
      --record                file on which calls of topology hooks and their
                              answers are recorded, with masks in place of secrets
                              (default: nothing is recorded)
      --feature-gates         features to switch on or off, as in
                              Name=true,Other=false; AllAlpha and AllBeta are those
                              of a stage: this program has none
      --log-level             least severe level that is logged: debug, info, warn
                              or error (default: info)
      --v                     verbosity as in klog, also -v: 1 or more is
                              --log-level=debug
      --log-format            how lines are logged: json, or text for a person
                              (default: text on a terminal, json elsewhere) (also
                              --logging-format)
      --describe              print as JSON what this program watches, owns, writes
                              and serves, and exit
      --help                  print the flags and exit
    "
  `);
});

test.each([
  ["--port=0", `--cert-dir=${folder}`],
  ["--webhook-port=0", `--webhook-cert-dir=${folder}`, "--cert-name=other.crt", "--key-name=other.key"],
])("%s %s serves hooks and health probes until the signal", async (...args) => {
  const answers: number[] = [];
  const { code, error, log } = await ran([...local, ...args], async (lines) => {
    const health = String(lines[0]?.["health"]);
    answers.push((await fetch(`${health}/readyz`)).status);
  });
  expect([code, error, answers]).toEqual([0, "", [200]]);
  expect(log).toMatchObject([
    { level: "info", logger: "gate", msg: "Serving", clusterApi: ">=1.14", url: expect.stringMatching(/^https:/) },
    { msg: "Handler", hook: "BeforeClusterDelete", handler: "before-cluster-delete", timeoutSeconds: 20 },
    { msg: "Stopping" },
    { msg: "Stopped" },
  ]);
});

test("--prefix serves hooks below a path, and discovery finds itself there", async () => {
  let ready = "";
  const { code } = await ran([...local, "--port=0", `--cert-dir=${folder}`, "--prefix=/hooks"], async (lines) => {
    const url = String(lines[0]?.["url"]);
    const found = discover(connectExtension({ url: `${url}/hooks`, caBundle: certificate }));
    ready = `${(await found).length} ${await (await fetch(`${String(lines[0]?.["health"])}/readyz`)).text()}`;
  });
  expect([code, ready]).toEqual([0, "1 ok"]);
});

test.each([
  {
    name: "an unknown flag",
    args: () => ["--prot", "1"],
    code: 2,
    want: () => 'error process/unknown-flag: there is no flag --prot; did you mean "--port"?\n  help: see --help\n',
  },
  {
    name: "a port that is not a number",
    args: () => ["--port", "high"],
    code: 2,
    want: () => 'error process/flag-value: --webhook-port is "high"\n  help: give a port from 0 to 65535\n',
  },
  {
    name: "a prefix with a slash at its end",
    args: () => ["--prefix=/hooks/"],
    code: 2,
    want: () =>
      'error process/flag-value: --prefix is "/hooks/"\n  help: give a path such as "/hooks", without a slash at its end\n',
  },
  {
    name: "a port in use",
    args: () => [...local, `--port=${(busy.address() as AddressInfo).port}`, `--cert-dir=${folder}`],
    code: 1,
    want: () => {
      const { port } = busy.address() as AddressInfo;
      return `error serve/port-in-use: cannot listen on 127.0.0.1:${port}: the port is in use by another process
  help: stop the process that listens on port ${port}, or choose another port (0 selects any free one)\n`;
    },
  },
  {
    name: "a file of authorities that is not there",
    args: () => [`--client-ca-file=${join(folder, "none")}`],
    code: 1,
    want: () =>
      `error process/client-ca-file: cannot read the authorities of callers: ENOENT: no such file or directory, open '${join(folder, "none")}'
  help: correct --client-ca-file, or mount the file\n`,
  },
  {
    name: "a tape in a folder that is not there",
    args: () => [...local, "--port=0", `--cert-dir=${folder}`, `--record=${join(folder, "none", "a.tape")}`],
    code: 1,
    want: () =>
      `error extension/tape-file: the tape ${join(folder, "none", "a.tape")} cannot be written: ENOENT: no such file or directory, open '${join(folder, "none", "a.tape")}'
  help: give --record a file in a folder that the extension can write to, for example in an emptyDir volume\n`,
  },
])("$name is an error", async ({ args, code, want }) => {
  const ended = await ran(args());
  expect([ended.code, ended.error]).toEqual([code, want()]);
});

test("callers use the versions of TLS that --tls-min-version allows", async () => {
  const seen: unknown[] = [];
  const args = [...local, "--port=0", `--cert-dir=${folder}`, "--tls-min-version=VersionTLS13"];
  await ran(args, async (log) => {
    const url = String(log.find(({ msg }) => msg === "Serving")?.["url"]);
    for (const maxVersion of ["TLSv1.2", "TLSv1.3"] as const) {
      const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", ca: certificate, maxVersion });
      const accepted = once(socket, "secureConnect").then(
        () => socket.getProtocol(),
        () => "rejected",
      );
      seen.push(await accepted);
      socket.destroy();
    }
  });
  expect(seen).toEqual(["rejected", "TLSv1.3"]);
});

test("--record begins a tape of the extension", async () => {
  const tape = join(folder, "calls.tape");
  const { code } = await ran([...local, "--port=0", `--cert-dir=${folder}`, `--record=${tape}`]);
  expect([code, JSON.parse(readFileSync(tape, "utf8"))]).toMatchObject([0, { capstanTape: 2, extension: "gate" }]);
});

test("a certificate that is not there is an error that names the file", async () => {
  const { code, error } = await ran(["--cert-dir", join(folder, "none")]);
  expect(code).toBe(1);
  expect(error).toContain(`: cannot read the server's certificate: ${join(folder, "none", "tls.")}`);
});

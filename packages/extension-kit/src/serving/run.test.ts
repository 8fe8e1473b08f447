// The command line: what it prints, how it fails, and that a signal ends it. Each runs in a process of its own.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createSelfSigned } from "@capstan/serve/certificates";
import { afterAll, beforeAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "capstan-extension-"));
const main = join(folder, "main.ts");
let busy: Server;

beforeAll(async () => {
  const kit = fileURLToPath(new URL("../index.ts", import.meta.url));
  writeFileSync(
    main,
    `import { defineExtension, proceed, run } from ${JSON.stringify(kit)};
await run(defineExtension({ beforeClusterDelete: { handle: () => proceed(), timeout: "20s" } }, {
  name: "gate",
  rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }],
}));
`,
  );
  const { certPem, keyPem } = createSelfSigned({ commonName: "gate", ipAddresses: ["127.0.0.1"] });
  writeFileSync(join(folder, "tls.crt"), certPem);
  writeFileSync(join(folder, "tls.key"), keyPem);
  busy = createServer();
  await new Promise<void>((resolve) => busy.listen(0, "127.0.0.1", resolve));
});

afterAll(() => {
  busy.close();
  rmSync(folder, { recursive: true });
});

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the extension to its end; `until` is a text on stderr at which it is told to stop. */
function runMain(args: readonly string[], until?: string): Promise<Ended> {
  const child = spawn(process.execPath, ["--conditions=@capstan/source", main, ...args]);
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
    // Once: a second signal ends a process without waiting for its calls.
    if (until !== undefined && stderr.includes(until) && !child.killed) child.kill("SIGTERM");
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, stdout, stderr })));
}

test("--describe prints what a release is made from and opens nothing", async () => {
  const { code, stdout } = await runMain(["--describe"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    format: 1,
    name: "gate",
    type: "runtime-extension",
    kinds: [],
    clusterRules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }],
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
    ports: { extension: 9443, health: 9440 },
    leaderElection: false,
  });
});

test("a signal ends it", async () => {
  const args = ["--host", "127.0.0.1", "--port", "0", "--health-addr", "127.0.0.1:0", "--cert-dir", folder];
  const { code, stderr } = await runMain(args, '"msg":"handler"');
  expect(code).toBe(0);
  expect(stderr).toContain('"msg":"stopping"');
});

test.each([
  {
    name: "an unknown flag",
    args: () => ["--prot", "1"],
    code: 2,
    want: "error: Unknown option '--prot'\n  mend: run with --help\n",
  },
  {
    name: "a port that is none",
    args: () => ["--port", "high"],
    code: 2,
    want: "error: --port high is no port\n  mend: run with --help\n",
  },
  {
    name: "a level that is none",
    args: () => ["--log-level", "loud"],
    code: 2,
    want: "error: --log-level loud is none of debug, info, warn, error\n  mend: run with --help\n",
  },
  {
    name: "a port in use",
    args: () => ["--host", "127.0.0.1", "--port", String((busy.address() as AddressInfo).port), "--cert-dir", folder],
    code: 1,
    want: () => {
      const { port } = busy.address() as AddressInfo;
      return `error: cannot listen on 127.0.0.1:${port}: the port is in use by another process
  mend: stop the process that listens on port ${port}, or choose another port (0 takes any free one)\n`;
    },
  },
])("$name is an error", async ({ args, code, want }) => {
  const ended = await runMain(args());
  expect(ended.stderr).toBe(typeof want === "string" ? want : want());
  expect(ended.code).toBe(code);
});

test("a certificate that is not there is an error that names the file", async () => {
  const { code, stderr } = await runMain(["--cert-dir", join(folder, "none")]);
  expect(code).toBe(1);
  expect(stderr).toContain(`error: cannot read the certificate of the server: ${join(folder, "none", "tls.")}`);
});

test("--help lists the flags", async () => {
  const { code, stdout } = await runMain(["--help"]);
  expect(code).toBe(0);
  expect(stdout).toContain("--cert-dir         folder with the serving certificate and key");
});

// A provider as a process whose webhooks are served in threads: who answers, what is counted, and how it ends.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { text } from "node:stream/consumers";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createCertificateAuthority } from "@capstan/serve/certificates";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { freePorts } from "@capstan/testenv/host";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { canSharePort } from "./webhook-threads.ts";

const folder = mkdtempSync(join(tmpdir(), "capstan-threads-"));
const main = join(folder, "main.ts");
const certificates = join(folder, "certificates");
const authority = createCertificateAuthority({ commonName: "test" });
const twoThreads = canSharePort(process.versions.node);

/** A provider that tells which thread answers, whether its controllers' services are there, and that ends its thread when it is told to. With a variable its services never end in a thread. */
const source = `
import { setTimeout } from "node:timers/promises";
import { isMainThread, threadId } from "node:worker_threads";
import { initProvider, run } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, "../index.ts")).href)};
import { textResponse } from ${JSON.stringify(import.meta.resolve("@capstan/serve"))};

const kit = initProvider();
const webhooks = [
  kit.handler("/thread", { handle: (_, { services }) => textResponse(200, threadId + " " + services.made) }),
  kit.handler("/slow", { handle: async () => (await setTimeout(1000), textResponse(200, "slow " + threadId)) }),
  kit.handler("/mistake", { handle: ({ none }) => textResponse(200, none.text) }),
  kit.handler("/end", { handle: () => process.exit(3) }),
];
const provider = kit.provider({ name: "foo", type: "infrastructure", controllers: [], webhooks });
const hangs = process.env.HANGS_IN_THREAD !== undefined && !isMainThread;
if (hangs) process.stderr.write("hangs in the thread");
await run(provider, { services: () => hangs ? new Promise(() => undefined) : Promise.resolve({ made: "services" }) });
`;

let env: TestEnv;
beforeAll(async () => {
  env = await startTestEnv({ backend: "embedded" });
  writeFileSync(join(folder, "kubeconfig"), env.kubeconfig());
  writeFileSync(main, source);
  mkdirSync(certificates);
  const pair = authority.issue({ commonName: "test", ipAddresses: ["127.0.0.1"] });
  writeFileSync(join(certificates, "tls.crt"), pair.certPem);
  writeFileSync(join(certificates, "tls.key"), pair.keyPem);
});
afterAll(async () => {
  await env.stop();
  rmSync(folder, { recursive: true });
});

interface Started {
  readonly process: ChildProcess;
  readonly port: number;
  readonly metrics: string;
  readonly stderr: () => string;
  readonly ended: Promise<unknown[]>;
}

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

async function started(...flags: readonly string[]): Promise<Started> {
  const { health, ...process } = await spawned({}, flags);
  const ready = async (): Promise<void> => {
    const { ok } = await fetch(`http://127.0.0.1:${health}/readyz`);
    expect(ok).toBe(true);
  };
  await Promise.race([vi.waitFor(ready, { timeout: 200_000, interval: 50 }), process.ended]);
  return process;
}

async function spawned(
  variables: Readonly<Record<string, string>>,
  flags: readonly string[],
): Promise<Started & { readonly health: number }> {
  const [port = 0, metrics = 0, health = 0] = await freePorts(3);
  const args = [
    `--kubeconfig=${join(folder, "kubeconfig")}`,
    "--webhook-host=127.0.0.1",
    `--webhook-port=${port}`,
    `--webhook-cert-dir=${certificates}`,
    `--metrics-bind-address=127.0.0.1:${metrics}`,
    `--health-addr=127.0.0.1:${health}`,
    ...flags,
  ];
  const env = { ...process.env, ...variables };
  const child = spawn(process.execPath, ["--conditions=@capstan/source", main, ...args], { env });
  running.push(child);
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, "close");
  return { process: child, port, health, metrics: `http://127.0.0.1:${metrics}/metrics`, stderr: () => stderr, ended };
}

/** The answer to a call on a connection of its own. */
async function called(port: number, path: string): Promise<string> {
  const options = { host: "127.0.0.1", port, path, ca: authority.certPem, agent: false, method: "POST" } as const;
  return await new Promise((resolve, reject) => {
    const sent = request(options, (answer) => void text(answer).then(resolve, reject));
    sent.once("error", reject);
    sent.end("{}");
  });
}

const counts = twoThreads ? [1, 2] : [1];

test.each(counts)(
  "%s threads answer, with services of their own, and the page of metrics has what they count",
  async (threads) => {
    const { process: child, port, metrics, stderr, ended } = await started(`--webhook-threads=${threads}`);
    const answers = await Promise.all(Array.from({ length: 40 }, () => called(port, "/thread")));
    // Which numbers the threads have depends on those that the process has for other work.
    const answering = [...new Set(answers)];
    expect(answering).toEqual(Array.from({ length: threads }, () => expect.stringMatching(/^[1-9]\d* services$/)));
    expect(await called(port, "/mistake")).toBe("operator/webhook-failed: the webhook /mistake failed");
    const counted = async (): Promise<void> => {
      const page = await (await fetch(metrics)).text();
      expect(page).toContain('controller_runtime_webhook_requests_total{webhook="/thread",code="200"} 40');
      expect(page).toContain('controller_runtime_webhook_requests_in_flight{webhook="/thread"} 0');
      expect(page).toContain('controller_runtime_webhook_requests_total{webhook="/end",code="200"} 0');
      expect(page).toContain("controller_runtime_webhook_panics_total 1");
    };
    await vi.waitFor(counted, { timeout: 200_000, interval: 100 });
    const slow = called(port, "/slow");
    await vi.waitFor(
      async () => expect(await (await fetch(metrics)).text()).toContain('in_flight{webhook="/slow"} 1'),
      { timeout: 200_000, interval: 50 },
    );
    child.kill("SIGTERM");
    expect(answering).toContain((await slow).replace(/^slow (\d+)$/, "$1 services"));
    expect([await ended, stderr()]).toEqual([
      [0, null],
      expect.not.stringMatching(/"level":"error"(?!.*operator\/webhook-failed)/),
    ]);
  },
);

test("a thread that ends ends the process", async () => {
  const { port, stderr, ended } = await started("--webhook-threads=1");
  await expect(called(port, "/end")).rejects.toThrow("socket hang up");
  expect(await ended).toEqual([1, null]);
  expect(stderr()).toContain("error operator/server-thread: a thread that serves webhooks failed: it ended with 3\n");
});

test("a thread that cannot serve says why, and the process ends", async () => {
  const { stderr, ended } = await started("--webhook-threads=1", `--webhook-cert-dir=${join(folder, "none")}`);
  expect(await ended).toEqual([1, null]);
  expect(stderr()).toMatch(/error serve\/certificate-\w+: [^]*error operator\/server-thread: /);
});

test("SIGTERM ends a process whose services never end in the thread", async () => {
  const { process: child, stderr, ended } = await spawned({ HANGS_IN_THREAD: "1" }, ["--webhook-threads=1"]);
  await vi.waitFor(() => expect(stderr()).toContain("hangs in the thread"), { timeout: 200_000, interval: 50 });
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test.each([
  ["22.19.0", false],
  ["23.0.9", false],
  ["23.1.0", true],
  ["24.0.0", true],
])("Node %s can share a port: %s", (version, want) => {
  expect(canSharePort(version)).toBe(want);
});

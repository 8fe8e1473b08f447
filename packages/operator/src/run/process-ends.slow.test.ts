// How an operator ends as a process, with a reconcile that does not: its exit code, and how long that takes.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@capstan/client";
import { formatKubeconfig } from "@capstan/kube";
import { ConfigMap, Lease } from "@capstan/kube/builtin";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "capstan-ends-"));
const main = join(folder, "main.ts");
let env: TestEnv;

beforeAll(async () => {
  env = await startTestEnv();
  const client = createClient(env.credentials);
  const metadata = { namespace: "default", name: "a" };
  await client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata });
  client.close();
  writeFileSync(join(folder, "kubeconfig"), formatKubeconfig(env.credentials));
  const modules = [
    fileURLToPath(new URL("../index.ts", import.meta.url)),
    fileURLToPath(import.meta.resolve("@capstan/kube/builtin")),
  ];
  const [operator, builtin] = modules.map((module) => JSON.stringify(module));
  writeFileSync(
    main,
    `import { runOperator } from ${operator};
import { ConfigMap } from ${builtin};
const [name, shutdownTimeout, reconcileMs] = process.env.ENDS.split(" ");
await runOperator({
  name,
  manager: { shutdownTimeout },
  setup: (manager) =>
    manager.addController({
      name: "foo",
      for: ConfigMap,
      timeout: "10m",
      reconcile: () =>
        new Promise((resolve) => {
          console.log("reconciling");
          setTimeout(resolve, Number(reconcileMs));
        }),
    }),
});
`,
  );
});
afterAll(async () => {
  await env.stop();
  rmSync(folder, { recursive: true });
});

interface Ending {
  readonly name: string;
  readonly shutdownTimeout: string;
  readonly reconcileMs: number;
  /** Ends the process, once it reconciles. */
  readonly end: (child: ChildProcess) => unknown;
  readonly want: {
    readonly code: number;
    readonly atLeastMs: number;
    readonly belowMs: number;
    readonly error: string;
  };
}

async function steal(): Promise<void> {
  const client = createClient(env.credentials);
  const key = { namespace: "default", name: "stolen-leader" };
  await client.patch(Lease, key, { type: "merge", body: { spec: { holderIdentity: "thief" } } });
  client.close();
}

function twoSignals(child: ChildProcess): void {
  child.kill("SIGTERM");
  setTimeout(() => child.kill("SIGTERM"), 300);
}

/** How long an ending may take: longer on a busy machine, where 25 starts of Node take longer. */
function longestMs({ belowMs }: Ending["want"]): number {
  const began = performance.now();
  spawnSync(process.execPath, ["--eval", ""]);
  return Math.max(belowMs, 25 * (performance.now() - began));
}

/** What does not end in time takes a minute: for the end of the reconcile, or of `shutdownTimeout`. */
const endings: readonly Ending[] = [
  {
    name: "stolen",
    shutdownTimeout: "60s",
    reconcileMs: 60_000,
    end: steal,
    // The lease is looked at every 100 ms.
    want: { code: 1, atLeastMs: 0, belowMs: 1000, error: "operator/lease-taken" },
  },
  {
    name: "late",
    shutdownTimeout: "500ms",
    reconcileMs: 60_000,
    end: (child) => child.kill("SIGTERM"),
    want: { code: 1, atLeastMs: 500, belowMs: 30_000, error: "operator/shutdown-timeout" },
  },
  {
    name: "signaled-twice",
    shutdownTimeout: "60s",
    reconcileMs: 60_000,
    end: twoSignals,
    want: { code: 1, atLeastMs: 300, belowMs: 30_000, error: "" },
  },
  {
    name: "drained",
    shutdownTimeout: "60s",
    reconcileMs: 1500,
    end: (child) => child.kill("SIGTERM"),
    want: { code: 0, atLeastMs: 0, belowMs: 30_000, error: "" },
  },
];

test.each(endings)(
  "a process that is $name while it reconciles ends with the right code in time (L2, Q10, F12)",
  async ({ name, shutdownTimeout, reconcileMs, end, want }) => {
    const times = ["lease-duration=3s", "renew-deadline=2s", "retry-period=100ms"].map(
      (time) => `--leader-elect-${time}`,
    );
    const flags = [
      "--metrics-bind-address=0",
      "--health-addr=0",
      `--kubeconfig=${join(folder, "kubeconfig")}`,
      "--namespace=default",
    ];
    const child = spawn(
      process.execPath,
      ["--conditions=@capstan/source", main, ...flags, "--leader-elect", ...times],
      {
        env: { ...process.env, ENDS: `${name} ${shutdownTimeout} ${reconcileMs}` },
      },
    );
    let errors = "";
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    await Promise.race([once(child.stdout, "data"), once(child, "close")]);
    await end(child);
    const began = performance.now();
    const [code]: unknown[] = await once(child, "close");
    const ms = performance.now() - began;
    expect(errors).toContain(want.error);
    expect([code, ms >= want.atLeastMs, ms < longestMs(want), Math.round(ms)]).toEqual([
      want.code,
      true,
      true,
      Math.round(ms),
    ]);
  },
);

test("an operator whose only task waits for its signal runs until it is stopped", async () => {
  const waiting = join(folder, "waiting.ts");
  const operator = JSON.stringify(fileURLToPath(new URL("../index.ts", import.meta.url)));
  writeFileSync(
    waiting,
    `import { runOperator } from ${operator};
await runOperator({
  name: "waiting",
  setup: (manager) =>
    manager.add({
      name: "task",
      run: (signal) => {
        console.log("runs");
        return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
      },
    }),
});
`,
  );
  const flags = ["--metrics-bind-address=0", "--health-addr=0", `--kubeconfig=${join(folder, "kubeconfig")}`];
  const child = spawn(process.execPath, ["--conditions=@capstan/source", waiting, ...flags]);
  await Promise.race([once(child.stdout, "data"), once(child, "close")]);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(child.exitCode).toBe(null);
  child.kill("SIGTERM");
  expect(await once(child, "close")).toEqual([0, null]);
});

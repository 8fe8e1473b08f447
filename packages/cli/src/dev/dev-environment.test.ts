// The files that `capstan dev` writes: keys and kubeconfigs that other users of the computer cannot read.
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyDescription } from "../../test/gate-project.ts";
import type { OperatorDescription } from "../project/describe-project.ts";
import { projectPlace } from "../project/foreign-project.ts";
import { startDevEnvironment } from "./dev-environment.ts";

test.runIf(process.getuid !== undefined)(
  "only their owner can read the files, also those of an earlier run",
  async () => {
    const root = mkdtempSync(join(tmpdir(), "capstan-dev-modes-"));
    const folder = join(root, ".capstan/dev");
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, "kubeconfig"), "", { mode: 0o644 });
    const environment = await startDevEnvironment(projectPlace(root, root), emptyDescription);
    try {
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
      expect(files).toEqual(["certs", "certs/tls.crt", "certs/tls.key", "kubeconfig"]);
      expect(files.filter((file) => (lstatSync(join(folder, file)).mode & 0o077) !== 0)).toEqual([]);
    } finally {
      await environment.stop();
      rmSync(root, { recursive: true });
    }
  },
);

test.each([
  { type: "infrastructure", flag: "--webhook-host=127.0.0.1" },
  { type: "runtime-extension", flag: "--host=127.0.0.1" },
] as const)("what a program of type $type serves is only for this computer", async ({ type, flag }) => {
  const root = mkdtempSync(join(tmpdir(), "capstan-dev-host-"));
  const environment = await startDevEnvironment(projectPlace(root, root), { ...emptyDescription, type });
  try {
    expect(environment.args).toContain(flag);
    expect(environment.args.filter((arg) => /-addr(?:ess)?=(?!127\.0\.0\.1:)/.test(arg))).toEqual([]);
  } finally {
    await environment.stop();
    rmSync(root, { recursive: true });
  }
});

test("an operator gets the flags that it has", async () => {
  const root = mkdtempSync(join(tmpdir(), "capstan-dev-operator-"));
  const { format, name, webhooks, ports, leaderElection } = emptyDescription;
  const description: OperatorDescription = { format, name, webhooks, ports, leaderElection, type: "operator" };
  const environment = await startDevEnvironment(projectPlace(root, root), description);
  try {
    const flags = environment.args.map((arg) => arg.replace(/\d+$/, ""));
    expect(flags).toEqual(["--health-addr=127.0.0.1:", "--metrics-bind-address=127.0.0.1:"]);
  } finally {
    await environment.stop();
    rmSync(root, { recursive: true });
  }
});

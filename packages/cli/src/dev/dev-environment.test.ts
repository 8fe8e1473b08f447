// The files that `capstan dev` writes: keys and kubeconfigs that other users of the computer cannot read.
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DescribedWebhook } from "@capstan/contract/description";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { emptyDescription } from "../../test/gate-project.ts";
import type { OperatorDescription } from "../project/describe-project.ts";
import { projectPlace } from "../project/foreign-project.ts";
import { startDevEnvironment } from "./dev-environment.ts";
import { localWebhookConfigurations, withLocalConversion } from "./local-webhooks.ts";

test.runIf(process.getuid !== undefined)(
  "only their owner can read the files, also those of an earlier run",
  async () => {
    const root = mkdtempSync(join(tmpdir(), "capstan-dev-modes-"));
    const folder = join(root, ".capstan/dev");
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, "kubeconfig"), "", { mode: 0o644 });
    const environment = await startDevEnvironment(projectPlace(root, root), [emptyDescription]);
    try {
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
      expect(files).toEqual(["certs", "certs/ca.crt", "certs/tls.crt", "certs/tls.key", "kubeconfig"]);
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
  const description = { ...emptyDescription, type };
  const environment = await startDevEnvironment(projectPlace(root, root), [description]);
  try {
    const { args } = environment.runOf(0, description);
    expect(args).toContain(flag);
    expect(args.filter((arg) => /-addr(?:ess)?=(?!127\.0\.0\.1:)/.test(arg))).toEqual([]);
  } finally {
    await environment.stop();
    rmSync(root, { recursive: true });
  }
});

test("an operator gets the flags that it has, those of webhooks also before it has one", async () => {
  const root = mkdtempSync(join(tmpdir(), "capstan-dev-operator-"));
  const { format, name, webhooks, leaderElection } = emptyDescription;
  const ports = { health: 9440, metrics: 8443 };
  const description: OperatorDescription = { format, name, webhooks, ports, leaderElection, type: "operator" };
  const environment = await startDevEnvironment(projectPlace(root, root), [description]);
  try {
    const args = environment
      .runOf(0, description)
      .args.map((arg) => arg.replace(root, "").replace(/(?<=[:=])\d+$/, ""));
    expect(args).toEqual([
      "--health-addr=127.0.0.1:",
      "--diagnostics-address=127.0.0.1:",
      "--webhook-host=127.0.0.1",
      "--webhook-port=",
      "--webhook-cert-dir=/.capstan/dev/certs",
    ]);
  } finally {
    await environment.stop();
    rmSync(root, { recursive: true });
  }
});

test("each program has ports of its own, also one that has not yet described itself", async () => {
  const root = mkdtempSync(join(tmpdir(), "capstan-dev-ports-"));
  const environment = await startDevEnvironment(projectPlace(root, root), [emptyDescription, undefined]);
  try {
    const ports = [0, 1]
      .flatMap((part) => environment.runOf(part, { ...emptyDescription, ports: { health: 1, metrics: 1 } }).args)
      .flatMap((arg) => /(?::|-port=)(\d+)$/.exec(arg)?.[1] ?? []);
    expect(new Set(ports).size).toBe(6);
    expect(environment.hooks.map(({ url }) => ports.includes(new URL(url).port))).toEqual([true, true]);
  } finally {
    await environment.stop();
    rmSync(root, { recursive: true });
  }
});

test("each program is called at its own port for the webhooks that it names", () => {
  const webhook = (type: "conversion" | "validating", plural: string): DescribedWebhook => {
    return { type, name: `${plural}.a.b`, path: `/${plural}`, groups: ["a.b"], versions: ["v1"], resources: [plural] };
  };
  const served = [
    { webhooks: [webhook("conversion", "foos"), webhook("validating", "foos")], address: { port: 1, caPem: "" } },
    { webhooks: [webhook("conversion", "bars"), webhook("validating", "bars")], address: { port: 2, caPem: "" } },
  ];
  const definition = (kind: string): CustomResourceDefinition => {
    const names = { kind, plural: `${kind.toLowerCase()}s`, singular: kind.toLowerCase(), listKind: `${kind}List` };
    return {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `${names.plural}.a.b` },
      spec: { group: "a.b", scope: "Namespaced", names, versions: [] },
    };
  };
  const crds = withLocalConversion([definition("Bar"), definition("Foo"), definition("Other")], served);
  expect(crds.map(({ spec }) => spec.conversion?.webhook?.clientConfig?.url)).toEqual([
    "https://127.0.0.1:2/bars",
    "https://127.0.0.1:1/foos",
    undefined,
  ]);
  const { validating, mutating } = localWebhookConfigurations(served);
  expect(validating.webhooks?.map(({ clientConfig: { url } }) => url)).toEqual([
    "https://127.0.0.1:1/foos",
    "https://127.0.0.1:2/bars",
  ]);
  expect(mutating.webhooks).toEqual([]);
});

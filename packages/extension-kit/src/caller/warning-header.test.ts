// What a caller reads of the header `Warning`, and what its log has of it.
import { ExtensionConfig } from "@capstan/api/runtime/v1beta2";
import { hookCatalog } from "@capstan/api/catalog";
import type { Logger } from "@capstan/process";
import { jsonResponse, startServer } from "@capstan/serve";
import { createSelfSigned } from "@capstan/serve/certificates";
import { afterEach, describe, expect, test, vi } from "vitest";
import { defineExtension } from "../authoring/define-extension.ts";
import { handle } from "../authoring/handlers.ts";
import { proceed } from "../authoring/results.ts";
import { backupCatalog } from "../testing/backup-hooks.ts";
import { startExtension } from "../testing/start-extension.ts";
import { createExtensionCaller, createExtensionRegistry, type ExtensionCaller, type FinishedCall } from "./index.ts";
import { warningsIn } from "./warning-header.ts";

const open: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(open.splice(0).map((close) => close()));
});

describe("the sentences of", () => {
  test.each([
    { name: "one warning", header: '299 - "old"', want: ["old"] },
    { name: "two warnings", header: '299 - "old", 299 - "slow, too"', want: ["old", "slow, too"] },
    { name: "one with a date", header: '299 - "old" "Sat, 25 Aug 2012 23:34:45 GMT"', want: ["old"] },
    {
      name: "one with quotes in it",
      header: String.raw`299 - "use \"v2\" \\ now"`,
      want: [String.raw`use "v2" \ now`],
    },
    { name: "one without an end", header: '299 - "old', want: ["old"] },
    { name: "one without quotes", header: "old", want: ["old"] },
    { name: "an empty header", header: " ", want: [] },
    { name: "an empty sentence", header: '299 - ""', want: ['299 - ""'] },
  ])("$name", ({ header, want }) => expect(warningsIn(header)).toEqual(want));

  test("what a terminal would obey, as escapes", () => {
    expect(warningsIn('299 - "a\u009b31mred\u001b[2J\u007f"')).toEqual(["a\\u009b31mred\\u001b[2J\\u007f"]);
  });

  test("a long one and many", () => {
    expect(warningsIn(`299 - "${"a".repeat(100_000)}"`)[0]?.length).toBeLessThan(600);
    expect(warningsIn('299 - "a", '.repeat(1000))).toHaveLength(10);
  });
});

interface Called {
  readonly caller: ExtensionCaller;
  readonly registry: ReturnType<typeof createExtensionRegistry>;
  readonly calls: FinishedCall[];
  readonly logged: Readonly<Record<string, unknown>>[];
}

function setup(hooks?: Parameters<typeof createExtensionCaller>[0]["hooks"]): Called {
  const logged: Readonly<Record<string, unknown>>[] = [];
  const calls: FinishedCall[] = [];
  const log: Logger = {
    debug: () => {},
    info: () => {},
    warn: (message, fields) => void logged.push({ message, ...fields }),
    error: () => {},
    child: () => log,
  };
  const registry = createExtensionRegistry();
  registry.warmUp([]);
  const onCall = (call: FinishedCall): void => void calls.push(call);
  const caller = createExtensionCaller({ registry, namespaceLabels: () => ({}), log, onCall, ...(hooks && { hooks }) });
  open.push(() => caller.close());
  return { caller, registry, calls, logged };
}

function configOf(name: string, url: string, caBundle: string): ExtensionConfig {
  const { apiVersion, kind } = ExtensionConfig;
  const clientConfig = { url, caBundle: Buffer.from(caBundle).toString("base64") };
  return { apiVersion, kind, metadata: { name, resourceVersion: "1" }, spec: { namespaceSelector: {}, clientConfig } };
}

const object = { metadata: { namespace: "n", name: "c" } };

test("a deprecated version is logged once an hour for each handler, and each call has the warning", async () => {
  const hook = backupCatalog.BeforeBackupV1;
  const { caller, registry, calls, logged } = setup([hook]);
  const custom = ["a", "b"].map((name) => handle(hook, { name, handle: () => proceed({ doneIn: "1m" }) }));
  const running = await startExtension(defineExtension({ custom }));
  open.push(() => running.stop());
  const config = configOf("vault", running.url, running.caBundle);
  registry.add({ ...config, status: { handlers: await caller.discover(config) } });
  calls.length = 0;
  vi.useFakeTimers({ toFake: ["performance"] });
  const all = (): Promise<unknown> => caller.callAllExtensions(hook, object, { target: "x" });
  await all();
  await all();
  const warning = expect.stringMatching(/^BeforeBackup of hooks\.vault\.example\.com\/v1 is deprecated/);
  expect(calls.map(({ warnings }) => warnings)).toEqual([[warning], [warning], [warning], [warning]]);
  const line = { message: "An extension warns of its answer", extension: "vault", hook: "BeforeBackup" };
  expect(logged).toEqual([
    { ...line, handler: "a.vault", apiVersion: "hooks.vault.example.com/v1", warnings: [warning] },
    { ...line, handler: "b.vault", apiVersion: "hooks.vault.example.com/v1", warnings: [warning] },
  ]);
  vi.advanceTimersByTime(3_600_000);
  await all();
  expect(logged).toHaveLength(4);
});

test("an answer without a warning has none", async () => {
  const { caller, registry, calls, logged } = setup();
  const running = await startExtension(defineExtension({ beforeClusterDelete: () => proceed() }));
  open.push(() => running.stop());
  const config = configOf("plain", running.url, running.caBundle);
  registry.add({ ...config, status: { handlers: await caller.discover(config) } });
  const cluster = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", ...object, spec: {} } as const;
  await caller.callAllExtensions(hookCatalog.BeforeClusterDelete, object, { cluster });
  expect(calls).toHaveLength(2);
  expect(calls.every((call) => !("warnings" in call))).toBe(true);
  expect(logged).toEqual([]);
});

test("an answer that fails has its warning, too", async () => {
  const { caller, registry, logged } = setup();
  const tls = createSelfSigned({ commonName: "x", ipAddresses: ["127.0.0.1"] });
  const answer = { ...jsonResponse(500, {}), headers: { warning: '299 - "soon\u009b2J"' } };
  const path = `${hookCatalog.BeforeClusterDelete.path}/d`;
  const server = await startServer({ port: 0, tls, routes: [{ method: "POST", path, handle: () => answer }] });
  open.push(() => server.close({ drainMs: 0 }));
  const { apiVersion, name } = hookCatalog.BeforeClusterDelete;
  const handlers = [{ name: "d.bad", requestHook: { apiVersion, hook: name } }];
  registry.add({ ...configOf("bad", server.url, tls.certPem), status: { handlers } });
  const cluster = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", ...object, spec: {} } as const;
  await expect(caller.callAllExtensions(hookCatalog.BeforeClusterDelete, object, { cluster })).rejects.toThrow("500");
  expect(logged).toMatchObject([
    { extension: "bad", handler: "d.bad", warnings: [expect.stringContaining("\\u009b2J")] },
  ]);
});

// One handler answers every version of a hook of a product's own group, and callers of each version find and call it, over TLS.
import { hookCatalog } from "@capstan/api/catalog";
import type { HookEntry } from "@capstan/api/codegen/v1";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeError } from "@capstan/kube";
import { createSelfSigned } from "@capstan/serve/certificates";
import { describe, expect, test, vi } from "vitest";
import { defineExtension, type Extension } from "../authoring/define-extension.ts";
import { handle } from "../authoring/handlers.ts";
import { fail, proceed, retryAfter } from "../authoring/results.ts";
import { callAll, callHandler, type DiscoveredHandler, discover } from "../caller/index.ts";
import { backupCatalog, backupGroup, olderCatalogs } from "../testing/backup-hooks.ts";
import { callInProcess } from "../testing/call-in-process.ts";
import { served } from "../testing/served.ts";
import { runExtension } from "./run.ts";

const { BeforeBackup, BeforeBackupV1 } = backupCatalog;
const both = Object.values(backupCatalog);

/** Says what it got: the zone says that only the newest version has one. */
const newest = defineExtension({
  custom: [
    handle(BeforeBackup, ({ place: { name, zone = "no zone" } }) => {
      if (name === "full") return retryAfter("30s", "no room");
      if (name === "bad") return fail("not this place");
      return proceed(name === "nowhere" ? {} : { result: { place: `${name}, ${zone}` } });
    }),
  ],
});
/** The release before. */
const before = defineExtension({
  custom: [handle(olderCatalogs.onlyV1, ({ target }) => proceed({ doneIn: `old ${target}` }))],
});

const pathOf = (version: string): string => `/${backupGroup}/${version}/beforebackup/before-backup`;

describe("a server with one handler of the newest version", () => {
  test.each([
    { version: "v2", body: { place: { name: "a", zone: "z" } }, want: { result: { place: "a, z" } } },
    { version: "v1", body: { target: "a" }, want: { doneIn: "a, no zone" } },
    { version: "v2", body: { place: { name: "full" } }, want: { retryAfterSeconds: 30, message: "no room" } },
  ])("answers $body in $version as that version has it", async ({ version, body, want }) => {
    await using server = await served(newest);
    const { status, text } = await server.send("POST", pathOf(version), JSON.stringify(body));
    const response = JSON.parse(text) as object;
    const known = { apiVersion: `${backupGroup}/${version}`, kind: "BeforeBackupResponse", status: "Success" };
    expect([status, response]).toEqual([200, { ...known, retryAfterSeconds: 0, ...want }]);
  });

  test.each([
    { body: { target: "bad" }, want: "not this place" },
    { body: {}, want: "the request is not a BeforeBackupRequest: target: Required value" },
    {
      body: { target: "" },
      want: expect.stringContaining("the request of BeforeBackup cannot be converted from v1 to v2: place.name: "),
    },
    {
      body: { target: "nowhere" },
      want: "the response of BeforeBackup cannot be converted from v2 to v1: doneIn: Required value",
    },
  ])("fails $body in the version of the call, with $want", async ({ body, want }) => {
    const response = await callInProcess(newest, BeforeBackupV1, { request: body as { target: string } });
    expect(response).toEqual({
      apiVersion: `${backupGroup}/v1`,
      kind: "BeforeBackupResponse",
      status: "Failure",
      message: want,
      retryAfterSeconds: 0,
    });
  });

  test("checks the bounds of its own hook's requests", async () => {
    const request = { place: { name: "a" }, copies: 10 };
    const { status, message } = await callInProcess(newest, BeforeBackup, { request });
    expect([status, message]).toEqual(["Failure", expect.stringContaining("not a BeforeBackupRequest: copies: ")]);
  });

  test("says in a header that a version is deprecated, and in the log once for each caller and hour", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      const lines: unknown[] = [];
      const warn = (message: string, fields?: object): void => void lines.push([message, fields]);
      const log = { debug: () => {}, info: () => {}, error: () => {}, warn, child: () => log };
      await using server = await served(newest, { log });
      const warning = async (version: string): Promise<string | undefined> =>
        (await server.send("POST", pathOf(version), "{}")).warning;
      expect(await warning("v2")).toBeUndefined();
      expect([await warning("v1"), await warning("v1")]).toEqual(
        Array(2).fill(
          '299 - "BeforeBackup of hooks.vault.example.com/v1 is deprecated since 1.2; use v2; it may be removed in 1.4"',
        ),
      );
      const line = [
        "A deprecated version of a hook is called",
        {
          hook: "BeforeBackup",
          apiVersion: "hooks.vault.example.com/v1",
          caller: "127.0.0.1",
          since: "1.2",
          replacement: "v2",
          removal: "1.4",
        },
      ];
      expect(lines).toEqual([line]);
      vi.advanceTimersByTime(3_600_000);
      await warning("v1");
      expect(lines).toEqual([line, line]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("discovery", () => {
  const listed = async (extension: Extension, query: string): Promise<unknown> => {
    await using server = await served(extension);
    const { text } = await server.send("POST", `${hookCatalog.Discovery.path}${query}`, "{}");
    return (JSON.parse(text) as { handlers: { name: string; requestHook: object }[] }).handlers.map(
      ({ name, requestHook }) => [name, ...Object.values(requestHook)],
    );
  };
  const mixed = defineExtension({
    beforeClusterCreate: () => proceed(),
    custom: [
      handle(BeforeBackup, { name: "z", handle: () => proceed() }),
      handle(BeforeBackup, { name: "a", handle: () => proceed() }),
    ],
  });

  test.each([
    { query: "", want: [["before-cluster-create", hookCatalog.Discovery.apiVersion, "BeforeClusterCreate"]] },
    {
      query: `?group=${backupGroup}&timeout=10s`,
      want: ["a", "z"].flatMap((name) => ["v2", "v1"].map((v) => [name, `${backupGroup}/${v}`, "BeforeBackup"])),
    },
    { query: "?group=other.example.com", want: [] },
  ])("lists for the query '$query' $want", async ({ query, want }) => {
    expect(await listed(mixed, query)).toEqual(want);
  });

  const found = async (extension: Extension, hooks: readonly HookEntry[]): Promise<readonly DiscoveredHandler[]> => {
    await using server = await served(extension);
    return await discover(server.running.connection, hooks);
  };

  test("a caller finds each handler once, with the versions that both know", async () => {
    const versions = (handlers: readonly DiscoveredHandler[]): unknown =>
      handlers.map(({ name, hook, versions: all }) => [name, hook.version, all?.map(({ version }) => version)]);
    expect(versions(await found(mixed, both))).toEqual([
      ["a", "v2", ["v2", "v1"]],
      ["z", "v2", ["v2", "v1"]],
    ]);
    expect(versions(await found(newest, [olderCatalogs.onlyV1]))).toEqual([["before-backup", "v1", ["v1"]]]);
    expect(versions(await found(before, both))).toEqual([["before-backup", "v1", ["v1"]]]);
    expect(versions(await found(mixed, [...both, hookCatalog.BeforeClusterCreate]))).toEqual([
      ["before-cluster-create", "v1alpha1", undefined],
      ["a", "v2", ["v2", "v1"]],
      ["z", "v2", ["v2", "v1"]],
    ]);
  });

  test("leaves out hooks that the caller does not know, and rejects versions that it does not know", async () => {
    const other = { ...BeforeBackup, name: "AfterBackup", versions: () => [other] };
    expect(await found(newest, [other])).toEqual([]);
    const rejected: unknown = await found(before, [BeforeBackup]).catch((error: unknown) => error);
    expect(describeError(rejected).split("\n")[0]).toMatch(
      /cannot be discovered: "before-backup" answers BeforeBackup of hooks.vault.example.com in v1, which this caller does not know$/,
    );
  });
});

test("one version of a handler that is listed twice rejects all", async () => {
  const requestHook = { apiVersion: BeforeBackup.apiVersion, hook: BeforeBackup.name };
  const handlers = [1, 2].map((timeoutSeconds) => ({ name: "a", requestHook, timeoutSeconds }));
  const { apiVersion, responseKind: kind } = hookCatalog.Discovery;
  const body = JSON.stringify({ apiVersion, kind, status: "Success", handlers });
  const connection = { url: "https://a", post: () => Promise.resolve({ status: 200, body }), close: () => {} };
  await expect(discover(connection, both)).rejects.toThrow('two handlers are named "a"');
});

describe("a caller", () => {
  const call = async <Request extends object, Response extends object>(
    extension: Extension,
    hook: HookEntry<Request, Response>,
    {
      known,
      request,
    }: { readonly known: readonly HookEntry[]; readonly request: Omit<Request, "apiVersion" | "kind"> },
  ): Promise<Response> => {
    await using server = await served(extension);
    const { connection } = server.running;
    const [handler] = await discover(connection, known);
    if (handler === undefined) throw new Error("nothing was discovered");
    return await callHandler(hook, { connection, handler }, request);
  };

  test("of the newest version calls a server of the release before: the request goes down, the response up", async () => {
    const request = { place: { name: "a", zone: "z" }, copies: 3 };
    expect(await call(before, BeforeBackup, { known: both, request })).toEqual({
      apiVersion: `${backupGroup}/v2`,
      kind: "BeforeBackupResponse",
      status: "Success",
      retryAfterSeconds: 0,
      result: { place: "old a" },
    });
  });

  test("of an older version calls the newest one that both know, and gets its own back", async () => {
    const response = await call(newest, BeforeBackupV1, { known: both, request: { target: "a" } });
    expect(response).toMatchObject({ apiVersion: `${backupGroup}/v1`, doneIn: "a, no zone" });
    const old = await call(newest, olderCatalogs.onlyV1, { known: [olderCatalogs.onlyV1], request: { target: "a" } });
    expect(old).toMatchObject({ doneIn: "a, no zone" });
  });

  test("without a conversion is told which versions there are", async () => {
    const { versions: _, ...unconverted } = olderCatalogs.unconverted;
    const request = { place: { name: "a" } };
    const failed = call(before, unconverted, { known: [olderCatalogs.onlyV1], request });
    await expect(failed).rejects.toThrow("it answers v1, and there is no conversion from v2");
  });

  test("gets the message of a Failure whose hook has required fields", async () => {
    const failed = call(newest, BeforeBackupV1, { known: [olderCatalogs.onlyV1], request: { target: "bad" } });
    await expect(failed).rejects.toThrow("it answered Failure: not this place");
  });
});

test("a start names the versions that handlers answer, and warns of deprecated ones", async () => {
  using certificates = temporaryCertificates();
  const lines: object[] = [];
  const stop = new AbortController();
  const code = await runExtension(newest, {
    args: [`--webhook-cert-dir=${certificates.folder}`, "--host=127.0.0.1", "--port=0", "--health-addr=127.0.0.1:0"],
    variables: {},
    signal: stop.signal,
    write: () => {},
    writeError: () => {},
    writeLog: (json) => {
      if (json.includes("before-backup")) lines.push(JSON.parse(json) as object);
      if (json.includes("deprecated")) stop.abort();
    },
  });
  expect(code).toBe(0);
  expect(lines).toEqual([
    expect.objectContaining({ msg: "Handler", group: backupGroup, versions: ["v2", "v1"] }),
    expect.objectContaining({
      level: "warn",
      msg: "Handler answers a deprecated version",
      apiVersion: `${backupGroup}/v1`,
      replacement: "v2",
      removal: "1.4",
    }),
  ]);
});

/** A folder with a certificate, as cert-manager mounts it. */
function temporaryCertificates(): Disposable & { readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), "capstan-versions-"));
  const { certPem, keyPem } = createSelfSigned({ commonName: "extension", ipAddresses: ["127.0.0.1"] });
  writeFileSync(join(folder, "tls.crt"), certPem);
  writeFileSync(join(folder, "tls.key"), keyPem);
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

describe("a definition", () => {
  const go = (): ReturnType<typeof proceed> => proceed();
  test.each([
    {
      name: "a version without a conversion",
      given: () => handle(olderCatalogs.unconverted, go),
      want: "a handler of BeforeBackup in v2 of hooks.vault.example.com cannot answer v1: there is no conversion between them",
    },
    {
      name: "a hook without a catalog",
      given: () => {
        const { schemas: _, ...plain } = BeforeBackup;
        return handle(plain, go);
      },
      want: "the hook BeforeBackup of hooks.vault.example.com/v2 has no schemas, so that nothing of its calls would be validated",
    },
    {
      name: "a version that was removed from the catalog",
      given: () => handle((backupCatalog as unknown as Record<string, HookEntry>)["BeforeBackupV0"] as HookEntry, go),
      want: "a handler of `custom` has no hook",
    },
  ])("with $name is rejected", ({ given, want }) => {
    let error: unknown;
    try {
      defineExtension({ custom: [given()] });
    } catch (caught) {
      error = caught;
    }
    expect(describeError(error).split("\n")[0]).toBe(want);
  });

  test("answers a version that cannot make its caller wait, and fails what it holds in that version", async () => {
    const { BeforeBackup: newer } = backupCatalog;
    const plain: HookEntry = { ...olderCatalogs.onlyV1, blocking: false };
    const extension = defineExtension({
      custom: [
        handle({ ...newer, versions: () => [newer, plain] }, ({ place }) =>
          place.name === "full" ? retryAfter("30s", "no space") : proceed({ result: { place: "a" } }),
        ),
      ],
    });
    const answers = ["full", "a"].map((target) => callInProcess(extension, plain, { request: { target } }));
    const [held, done] = await Promise.all(answers);
    expect(held).toMatchObject({
      status: "Failure",
      message:
        "the response of BeforeBackup cannot be converted from v2 to v1: retryAfterSeconds: v1 cannot make its caller wait",
    });
    expect([held, done].map((answer) => answer !== undefined && "retryAfterSeconds" in answer)).toEqual([false, false]);
  });

  test("may have a function for each version, which then convert nothing", async () => {
    const extension = defineExtension({
      custom: [
        handle(BeforeBackupV1, ({ note = "none" }) => proceed({ doneIn: note })),
        handle(olderCatalogs.unconverted, ({ copies = 0 }) => proceed({ result: { place: String(copies) } })),
      ],
    });
    const older = await callInProcess(extension, BeforeBackupV1, { request: { target: "a", note: "n" } });
    const newer = await callInProcess(extension, BeforeBackup, { request: { place: { name: "a" }, copies: 2 } });
    expect([older.doneIn, newer.result]).toEqual(["n", { place: "2" }]);
  });
});

test("a life-cycle hook can have several handlers, which are all called", async () => {
  const cluster = {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { name: "c" },
    spec: {},
  } as const;
  const extension = defineExtension({
    beforeClusterDelete: {
      backup: { handle: () => retryAfter("30s", "backup"), timeout: "5s" },
      handle: () => retryAfter("10s", "addresses"),
    },
  });
  await using server = await served(extension);
  const targets = await server.running.targets();
  expect(targets.map(({ handler }) => [handler.name, handler.timeoutSeconds])).toEqual([
    ["backup", 5],
    ["handle", 10],
  ]);
  expect(await callAll(hookCatalog.BeforeClusterDelete, targets, { cluster })).toEqual({
    status: "Success",
    retryAfterSeconds: 10,
    message: "backup, addresses",
  });
});

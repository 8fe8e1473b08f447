// Each release of the product calls extensions of each release, over TLS. test/testdata has the two releases before as they were generated then.
import { request } from "node:https";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { json, text } from "node:stream/consumers";
import { defineExtension, type Extension, handle, proceed } from "@capstan/extension-kit";
import { callHandler, connectExtension, type DiscoveredHandler, discover } from "@capstan/extension-kit/caller";
import type { ExtensionConnection } from "@capstan/extension-kit/caller";
import { createSelfSigned, startExtension } from "@capstan/extension-kit/testing";
import { expect, test } from "vitest";
import { extension } from "../src/extension.ts";
import { hookCatalog } from "../src/generated/catalog.ts";
import { hookCatalog as catalogOf10 } from "./testdata/release-1.0/generated/catalog.ts";
import { hookCatalog as catalogOf11 } from "./testdata/release-1.1/generated/catalog.ts";

const discoveryPath = "/hooks.runtime.cluster.x-k8s.io/v1alpha1/discovery";

/** An extension of each release: it sends backups elsewhere, and keeps what it got. */
const servers: Readonly<Record<string, (got: (request: object) => void) => Extension>> = {
  "1.0": (got) =>
    defineExtension({
      custom: [
        handle(catalogOf10.BeforeBackup, (sent) => {
          got(sent);
          return proceed({ bucket: "other" });
        }),
      ],
    }),
  "1.1": (got) =>
    defineExtension({
      custom: [
        handle(catalogOf11.BeforeBackup, (sent) => {
          got(sent);
          return proceed({ bucket: "other" });
        }),
      ],
    }),
  "1.2": (got) =>
    defineExtension({
      custom: [
        handle(hookCatalog.BeforeBackup, (sent) => {
          got(sent);
          return proceed({ destination: { bucket: "other" } });
        }),
      ],
    }),
};

interface Called {
  readonly handler: DiscoveredHandler;
  /** The bucket that the extension chose, as the caller's version says it. */
  readonly bucket: string | undefined;
}

/** Each release of the product, written for its newest version. */
const callers: Readonly<Record<string, (connection: ExtensionConnection) => Promise<Called>>> = {
  "1.0": async (connection) => {
    const handler = only(await discover(connection, Object.values(catalogOf10)));
    const backup = { clusterName: "prod", bucket: "one", sizeGb: 5, mode: "fast" } as const;
    return { handler, bucket: (await callHandler(catalogOf10.BeforeBackup, { connection, handler }, backup)).bucket };
  },
  "1.1": async (connection) => {
    const handler = only(await discover(connection, Object.values(catalogOf11)));
    const destination = { bucket: "one", region: "eu" };
    const backup = { clusterName: "prod", destination, sizeGb: 5, mode: "Fast" } as const;
    return { handler, bucket: (await callHandler(catalogOf11.BeforeBackup, { connection, handler }, backup)).bucket };
  },
  "1.2": async (connection) => {
    const handler = only(await discover(connection, Object.values(hookCatalog)));
    const destination = { bucket: "one", region: "eu" };
    const backup = { clusterName: "prod", destination, sizeGiB: 5, mode: "Fast", reason: "Requested" } as const;
    const answer = await callHandler(hookCatalog.BeforeBackup, { connection, handler }, backup);
    return { handler, bucket: answer.destination?.bucket };
  },
};

function only(handlers: readonly DiscoveredHandler[]): DiscoveredHandler {
  expect(handlers).toHaveLength(1);
  const [handler] = handlers;
  if (handler === undefined) throw new Error("nothing was discovered");
  return handler;
}

/** What a handler of each release gets of a request of the same content; the region is in requests of versions that have one. */
const got = {
  "1.0": { kind: "v1alpha1", body: { clusterName: "prod", bucket: "one", sizeGb: 5, mode: "fast" } },
  "1.1": { kind: "v1alpha2", body: { clusterName: "prod", destination: { bucket: "one" }, sizeGb: 5, mode: "Fast" } },
  "1.2": { kind: "v1beta1", body: { clusterName: "prod", destination: { bucket: "one" }, sizeGiB: 5, mode: "Fast" } },
} as const;

const releases = ["1.0", "1.1", "1.2"] as const;
const versionOf = { "1.0": "v1alpha1", "1.1": "v1alpha2", "1.2": "v1beta1" } as const;

test.each(releases.flatMap((caller) => releases.map((server) => ({ caller, server }))))(
  "release $caller calls an extension of release $server in the newest version that both know",
  async ({ caller, server }) => {
    const requests: object[] = [];
    const [call, serve] = [callers[caller], servers[server]];
    if (call === undefined || serve === undefined) throw new Error("there is no such release");
    await using running = await startExtension(serve((sent) => requests.push(sent)));
    const { handler, bucket } = await call(running.connection);
    const older = releases.indexOf(caller) < releases.indexOf(server) ? caller : server;
    expect(handler.hook.version).toBe(versionOf[older]);
    expect(bucket).toBe("other");
    const { kind: version, body } = got[server];
    // What neither the version in between nor the caller's knows is lost.
    const region = caller === "1.0" || server === "1.0" ? {} : { region: "eu" };
    const reason = caller === "1.2" && server === "1.2" ? { reason: "Requested" } : {};
    const destination = "destination" in body ? { destination: { ...body.destination, ...region } } : {};
    expect(requests).toEqual([
      {
        apiVersion: `hooks.vault.example.com/${version}`,
        kind: "BeforeBackupRequest",
        ...body,
        ...destination,
        ...reason,
      },
    ]);
  },
);

interface Sent {
  readonly url: string;
  readonly ca: string;
  readonly body: object;
}

/** A POST as any program makes it. */
function post({ url, ca, body }: Sent): Promise<{ readonly warning: string | undefined; readonly answer: unknown }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", ca }, (response) => {
      json(response).then((answer) => resolve({ warning: response.headers.warning, answer }), reject);
    });
    sent.once("error", reject);
    sent.end(JSON.stringify(body));
  });
}

test("a program of the first release, without any library, is answered by the newest extension", async () => {
  await using running = await startExtension(extension);
  const path = "/hooks.vault.example.com/v1alpha1/beforebackup/quota";
  const body = { clusterName: "prod", bucket: "backups-2024", sizeGb: 5, mode: "safe" };
  const ca = running.caBundle;
  expect(await post({ url: `${running.url}${path}?timeout=5s`, ca, body })).toEqual({
    warning:
      '299 - "BeforeBackup of hooks.vault.example.com/v1alpha1 is deprecated since 1.2; use v1beta1; it may be removed in 1.4"',
    answer: {
      apiVersion: "hooks.vault.example.com/v1alpha1",
      kind: "BeforeBackupResponse",
      status: "Success",
      retryAfterSeconds: 0,
      bucket: "backups-2026",
    },
  });
  const held = await post({ url: `${running.url}${path}`, ca, body: { ...body, sizeGb: 500 } });
  expect(held.answer).toMatchObject({ retryAfterSeconds: 600, message: "backups-2024 has no space for 500 GiB" });
  const listed = await post({ url: `${running.url}${discoveryPath}?group=hooks.vault.example.com`, ca, body: {} });
  const entries = ["v1beta1", "v1alpha2", "v1alpha1"].map((version) => ({
    name: "quota",
    requestHook: { apiVersion: `hooks.vault.example.com/${version}`, hook: "BeforeBackup" },
    timeoutSeconds: 5,
    failurePolicy: "Fail",
  }));
  const after = {
    name: "after-backup",
    requestHook: { apiVersion: "hooks.vault.example.com/v1beta1", hook: "AfterBackup" },
    timeoutSeconds: 10,
    failurePolicy: "Fail",
  };
  expect(listed.answer).toMatchObject({ status: "Success", handlers: [after, ...entries] });
  const ofCore = await post({ url: `${running.url}${discoveryPath}`, ca, body: {} });
  expect(ofCore.answer).toMatchObject({ handlers: [] });
});

test("the newest product calls a server of the first release that was written without any library", async () => {
  const { certPem, keyPem } = createSelfSigned({ commonName: "old", ipAddresses: ["127.0.0.1"] });
  const seen: unknown[] = [];
  const server = createServer({ cert: certPem, key: keyPem }, (incoming, response) => {
    const path = incoming.url?.split("?")[0];
    void text(incoming).then((body) => {
      if (path !== discoveryPath) seen.push(path, JSON.parse(body));
      response.end(
        JSON.stringify(
          path === discoveryPath ? discovered : { status: "Success", retryAfterSeconds: 0, bucket: "other" },
        ),
      );
    });
  });
  const requestHook = { apiVersion: "hooks.vault.example.com/v1alpha1", hook: "BeforeBackup" };
  const discovered = {
    apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
    kind: "DiscoveryResponse",
    status: "Success",
    handlers: [{ name: "by-hand", requestHook, timeoutSeconds: 3 }],
  };
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const connection = connectExtension({ url: `https://127.0.0.1:${port}`, caBundle: certPem });
  try {
    const call = callers["1.2"];
    expect((await call?.(connection))?.bucket).toBe("other");
    expect(seen).toEqual([
      "/hooks.vault.example.com/v1alpha1/beforebackup/by-hand",
      { apiVersion: "hooks.vault.example.com/v1alpha1", kind: "BeforeBackupRequest", ...got["1.0"].body },
    ]);
  } finally {
    connection.close();
    server.close();
  }
});

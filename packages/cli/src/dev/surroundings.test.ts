// What dev puts around a project: a start that fails leaves nothing behind, and a definition that Cluster API cannot read is one line.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { coreCrds } from "@capstan/api/crds";
import { Cluster } from "@capstan/api/core/v1beta2";
import { createClient } from "@capstan/client";
import { startTestEnv } from "@capstan/testenv";
import { expect, onTestFinished, test, vi } from "vitest";
import { emptyDescription } from "../../test/gate-project.ts";
import { openWatched } from "../generate/watch-projects.ts";
import { projectPlace } from "../project/foreign-project.ts";
import { watchFolders } from "../project/watch-folders.ts";
import { startDevEnvironment } from "./dev-environment.ts";
import { DevSession } from "./dev-session.ts";
import { startPlayedCore } from "./played-core.ts";

/** Whether something listens on a port of this computer. */
async function listens(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const opened = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return opened;
}

test("a start that fails ends the API server that it started", async () => {
  const root = mkdtempSync(join(tmpdir(), "capstan-dev-around-"));
  mkdirSync(join(root, "src"));
  const { signal } = new AbortController();
  const watch = watchFolders([], signal);
  onTestFinished(() => {
    watch.close();
    rmSync(root, { recursive: true });
  });
  const place = projectPlace(root, root);
  const kubeconfig = join(root, ".capstan/dev/kubeconfig");
  const out = (line: string): void => {
    if (line.startsWith("simulated here")) throw new Error(`nobody reads this, ${existsSync(kubeconfig)}`);
  };
  const terminal = { cwd: root, env: {}, interactive: false, signal, out, err: out };
  const api = await openWatched(place, watch);
  const options = { place, members: [{ entry: "src/main.ts" }], crds: join(root, "crds"), terminal, api, watch };
  const session = new DevSession({ ...options, format: "pretty", once: true });
  await expect(session.apply({ descriptions: [emptyDescription], isComplete: true })).rejects.toThrow(
    "nobody reads this, true",
  );
  const [, port] = /"?server"?: "?https:\/\/[^:]+:(\d+)/.exec(readFileSync(kubeconfig, "utf8")) ?? [];
  expect(await listens(Number(port))).toBe(false);
});

test("a kubeconfig that cannot be written ends it, too", async () => {
  const root = mkdtempSync(join(tmpdir(), "capstan-dev-kubeconfig-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, ".capstan/dev/kubeconfig/folder"), { recursive: true });
  const servers = (): number => process.getActiveResourcesInfo().filter((name) => name === "TCPServerWrap").length;
  const before = servers();
  await expect(startDevEnvironment(projectPlace(root, root), [emptyDescription])).rejects.toThrow("kubeconfig");
  await expect.poll(servers, { timeout: 5000 }).toBe(before);
});

/** A definition without the label of a contract. */
const unlabeled = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "fooclusters.infrastructure.cluster.x-k8s.io" },
  spec: {
    group: "infrastructure.cluster.x-k8s.io",
    scope: "Namespaced",
    names: { kind: "FooCluster", plural: "fooclusters", singular: "foocluster", listKind: "FooClusterList" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
  },
};

test("a definition without a contract label is one line that says what to do, and other objects go on", async () => {
  await using env = await startTestEnv({ backend: "embedded", crds: [...coreCrds(), unlabeled] });
  const client = createClient(env.credentials);
  const lines: string[] = [];
  const { stop } = startPlayedCore({ client, note: (line) => lines.push(line) });
  onTestFinished(async () => {
    await stop();
    client.close();
  });
  const create = (name: string, spec: object): Promise<unknown> =>
    client.create(Cluster, {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "Cluster",
      metadata: { name, namespace: "default" },
      spec,
    });
  const infrastructureRef = { apiGroup: unlabeled.spec.group, kind: "FooCluster", name: "a" };
  await create("a", { infrastructureRef });
  await create("b", { infrastructureRef });
  await create("c", { paused: false });
  const played = async (): Promise<void> => {
    const { items } = await client.list(Cluster, {});
    expect(items.map(({ metadata, status }) => `${metadata.name} ${status?.phase}`)).toContain("c Pending");
    expect(items.flatMap(({ metadata }) => metadata.finalizers ?? [])).toHaveLength(3);
  };
  await vi.waitFor(played, { timeout: 60_000, interval: 100 });
  // The failed steps are repeated after a second.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(lines.filter((line) => line.includes("label"))).toEqual([
    'core (simulated): CRD "fooclusters.infrastructure.cluster.x-k8s.io" has none of the labels cluster.x-k8s.io/v1beta2, cluster.x-k8s.io/v1beta1: core cannot read objects of this kind: name the kind\'s contracts in its definition and generate the CRD again',
  ]);
});

// A Deployment of a tiny program on the real API server: available, webhook called by Service, restarted, ended.
import { chownSync, lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigMap, Deployment } from "@capstan/kube/builtin";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalCluster, managerFlagConventions, startLocalCluster } from "../src/index.ts";
import { eventually } from "./eventually.ts";
import { managerObjects } from "./manager-objects.ts";

const key = { namespace: "team", name: "tiny" };
let cluster: LocalCluster;

beforeAll(async () => {
  const program = join(import.meta.dirname, "..", "testdata", "manager.mjs");
  cluster = await startLocalCluster({
    images: { "tiny-manager": { command: process.execPath, args: [program], flags: managerFlagConventions } },
  });
  for (const object of managerObjects) await cluster.client.create(await cluster.client.resourceFor(object), object);
});
afterAll(() => cluster.stop());

const workload = () => cluster.node.workload("team", "tiny");
const availability = async () => {
  const { status } = await cluster.client.get(Deployment, key);
  return status?.conditions?.find(({ type }) => type === "Available");
};
const alive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("the Deployment becomes Available", async () => {
  const condition = await eventually(availability, (answer) => answer?.status === "True");
  expect(condition).toMatchObject({ reason: "MinimumReplicasAvailable", message: "the process is ready" });
  await eventually(
    () => cluster.problems(),
    (problems) => problems.length === 0,
  );
});

test("its process has the rights of its own ServiceAccount and no more", async () => {
  const url = `http://127.0.0.1:${workload().localPort("healthz") ?? 0}/listed`;
  const answer = await eventually(
    async () => (await fetch(url)).text(),
    (text) => text.includes(","),
  );
  expect(answer.split(", ").toSorted()).toEqual(["configmaps 200", "secrets 403"]);
});

const configMap = (name: string, labels: Record<string, string>): ConfigMap => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { ...key, name, labels },
});

test("the API server calls its webhook by Service, with the injected authority", async () => {
  await cluster.client.create(ConfigMap, configMap("good", {}));
  await expect(cluster.client.create(ConfigMap, configMap("bad", { forbidden: "" }))).rejects.toThrow(
    "process tiny says no",
  );
});

test("after kill -9 it is started again, at the same ports", async () => {
  const { pid: before, starts } = workload();
  const port = workload().localPort("webhook-server");
  workload().kill();
  await eventually(workload, ({ pid, ready }) => pid !== undefined && pid !== before && ready);
  expect([workload().starts, workload().localPort("webhook-server")]).toEqual([starts + 1, port]);
  await expect(cluster.client.create(ConfigMap, configMap("bad", { forbidden: "" }))).rejects.toThrow(
    "process tiny says no",
  );
});

test("stopped, it stays down and its webhook fails; started, it is back with the variables that a test gives", async () => {
  await workload().stop();
  // The API server may meet the end of a connection that it kept before it makes a new one.
  const create = () => cluster.client.create(ConfigMap, configMap("later", {})).then(() => "created", String);
  await eventually(create, (answer) => answer.includes("the process of the Deployment team/tiny does not run"));
  await eventually(availability, (answer) => answer?.status === "False");
  await workload().start({ env: { POD_NAME: "renamed" } });
  await eventually(availability, (answer) => answer?.status === "True");
  await expect(cluster.client.create(ConfigMap, configMap("bad", { forbidden: "" }))).rejects.toThrow(
    "process renamed says no",
  );
});

test("other users can read none of its files, and open none of its sockets", () => {
  const entries = readdirSync(cluster.folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() || entry.isSocket());
  const names = files.map(({ parentPath, name }) => join(parentPath, name).slice(cluster.folder.length + 1));
  expect(names).toEqual(
    expect.arrayContaining([
      "admin.kubeconfig",
      "egress/sock",
      "workloads/team/tiny/kubeconfig",
      "workloads/team/tiny/serviceaccount/token",
      "logs/team.tiny.log",
    ]),
  );
  const open = (name: string): boolean => (lstatSync(join(cluster.folder, name)).mode & 0o077) !== 0;
  expect(names.filter(open)).toEqual([]);
});

test.runIf(process.getuid?.() === 0)("a folder below one of another user is not used", async () => {
  const parent = mkdtempSync(join(tmpdir(), "capstan-parent-"));
  chownSync(parent, 65_534, 65_534);
  const started = startLocalCluster({ images: {}, folder: join(parent, "own") });
  await expect(started).rejects.toMatchObject({ code: "testenv/folder-not-private" });
  expect(readdirSync(parent)).toEqual([]);
  rmSync(parent, { recursive: true });
});

test("deleting the Deployment ends the process", async () => {
  const { pid = 0 } = workload();
  await cluster.client.delete(Deployment, key);
  await eventually(
    () => alive(pid),
    (answer) => !answer,
  );
  await eventually(
    () => cluster.node.workloads(),
    (workloads) => workloads.length === 0,
  );
  expect(() => workload()).toThrow("there is no process for the Deployment team/tiny; existing ones are none");
});

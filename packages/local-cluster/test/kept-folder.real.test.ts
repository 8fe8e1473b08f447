// A local cluster in a folder that is kept: what the second start writes there, and what it takes over.
import { closeSync, existsSync, fstatSync, lstatSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalCluster, managerFlagConventions, startLocalCluster } from "../src/index.ts";
import { eventually } from "./eventually.ts";
import { managerObjects } from "./manager-objects.ts";

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "capstan-kept-"))));
afterAll(() => rmSync(folder, { recursive: true }));

const program = join(import.meta.dirname, "..", "testdata", "manager.mjs");
const start = (): Promise<LocalCluster> =>
  startLocalCluster({
    folder,
    images: { "tiny-manager": { command: process.execPath, args: [program], flags: managerFlagConventions } },
  });
const running = (cluster: LocalCluster): Promise<unknown> =>
  eventually(
    () => cluster.node.workloads(),
    ([workload]) => workload?.ready === true,
  );

const secrets = [
  "admin.kubeconfig",
  "workloads/team/tiny/kubeconfig",
  "workloads/team/tiny/serviceaccount/ca.crt",
  "workloads/team/tiny/serviceaccount/namespace",
  "workloads/team/tiny/serviceaccount/token",
];

test("the second start serves what the first one stored, and writes its keys and tokens into new files", async () => {
  const first = await start();
  for (const object of managerObjects) await first.client.create(await first.client.resourceFor(object), object);
  await running(first);
  await first.stop();
  const left = join(folder, "workloads/team/tiny/left");
  const opened = secrets.map((name) => ({ name, descriptor: openSync(join(folder, name), "r") }));
  // Deployments write their files as they want, and nothing of them is read again.
  writeFileSync(left, "", { mode: 0o644 });
  const second = await start();
  await running(second);
  await second.stop();
  const isSame = ({ name, descriptor }: (typeof opened)[number]): boolean =>
    fstatSync(descriptor).ino === lstatSync(join(folder, name)).ino;
  expect(opened.filter(isSame).map(({ name }) => name)).toEqual([]);
  expect(existsSync(left)).toBe(false);
  for (const { descriptor } of opened) closeSync(descriptor);
});

// A workload cluster with a change that the client cannot read: every watch from the version before it fails.
import { createClient } from "@capstan/client";
import { ConfigMap } from "@capstan/kube/builtin";
import { startTestEnv } from "@capstan/testenv";
import { expect, test } from "vitest";
import { followOne } from "../../test/cluster-watch-rig.ts";
import { workload } from "../authoring/workload-watch.ts";

const poll = { timeout: 20_000, interval: 20 };

function config(name: string, data: Record<string, string> = {}): ConfigMap {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace: "default", name, labels: { app: "x" } }, data };
}

test("what comes after it is found by a list", async () => {
  await using env = await startTestEnv({ backend: "embedded" });
  const admin = createClient(env.credentials);
  const limited = createClient(env.credentials, { limits: { jsonValues: 500 } });
  const watch = workload(ConfigMap, ({ metadata }) => [{ namespace: "ns", name: metadata.name ?? "" }], {
    labelSelector: "app=x",
  });
  await admin.create(ConfigMap, config("a"));
  const rig = followOne(watch, { client: limited });
  await expect.poll(() => rig.pushed, poll).toContain("ns/a");
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, ""]));
  await admin.create(ConfigMap, config("big", many));
  await admin.delete(ConfigMap, { namespace: "default", name: "big" });
  await admin.create(ConfigMap, config("b"));
  await expect.poll(() => rig.pushed, poll).toContain("ns/b");
  await rig.stop();
  limited.close();
  admin.close();
}, 60_000);

// The real `capstan dev` with an object that cannot be deleted, because nobody removes its finalizer: the log says which one waits, once, and that ends with the object.
import { join } from "node:path";
import { createClient, loadCredentials } from "@capstan/client";
import { resourceOf } from "@capstan/kube";
import { expect, onTestFinished, test } from "vitest";
import { DevProject } from "../../test/dev-project.ts";

const apiVersion = "infrastructure.cluster.x-k8s.io/v1beta2";
const DevCluster = resourceOf(apiVersion, "DevCluster");
const key = { namespace: "default", name: "kept" };

const project = new DevProject();

test("a finalizer that nobody removes is named once, until it is removed", async () => {
  project.start();
  await project.until(/ready after/);
  const client = createClient(await loadCredentials({ kubeconfig: join(project.root, ".capstan/dev/kubeconfig") }));
  onTestFinished(() => client.close());
  const metadata = { ...key, finalizers: ["example.com/keep"] };
  await client.create(DevCluster, { apiVersion, kind: "DevCluster", metadata });
  await client.delete(DevCluster, key);
  const [, since] = await project.until(
    /warning describe\/slow-deletion: DevCluster default\/kept has been in deletion since (\S+) and waits for finalizer example\.com\/keep\n {2}help: the controller that set the finalizer has to remove it: /,
  );
  expect(Math.abs(Date.now() - Date.parse(since ?? ""))).toBeLessThan(60_000);
  await client.patch(DevCluster, key, { type: "merge", body: { metadata: { annotations: { a: "b" } } } });
  await client.patch(DevCluster, key, { type: "merge", body: { metadata: { finalizers: null } } });
  await expect.poll(() => client.find(DevCluster, key)).toBeUndefined();
  expect(project.printed.split("slow-deletion: ")).toHaveLength(2);
});

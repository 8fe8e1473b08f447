// A kubeconfig by which no workload cluster can be reached is a probe that failed, and no error of the simulation.
import { Cluster } from "@capstan/api/core/v1beta2";
import { Secret } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { useFoo } from "../test/foo-setup.ts";

const setup = useFoo();

const withoutTls = JSON.stringify({
  apiVersion: "v1",
  kind: "Config",
  "current-context": "x",
  clusters: [{ name: "x", cluster: { server: "http://127.0.0.1:1" } }],
  users: [{ name: "x", user: { token: "t" } }],
  contexts: [{ name: "x", context: { cluster: "x", user: "x" } }],
});

test.each([
  { name: "no YAML of a kubeconfig", kubeconfig: "garbage" },
  { name: "a server without TLS", kubeconfig: withoutTls },
])("$name: the probe fails, and the Cluster can be deleted", async ({ kubeconfig }) => {
  await setup.cluster();
  await setup.kubeconfig(kubeconfig);
  await setup.steps(4);
  const failed = { status: "False", reason: "ProbeFailed" };
  expect(await setup.condition(Cluster, "c", "RemoteConnectionProbe")).toMatchObject(failed);
  await setup.client.delete(Cluster, setup.key("c"));
  await setup.steps(10);
  expect(await setup.client.find(Cluster, setup.key("c"))).toBeUndefined();
});

test("the connection is established once the kubeconfig is corrected", async () => {
  await setup.cluster();
  await setup.kubeconfig("garbage");
  await setup.steps(3);

  await setup.client.delete(Secret, setup.key("c-kubeconfig"));
  await setup.kubeconfig();
  await setup.steps(2);
  expect(await setup.condition(Cluster, "c", "RemoteConnectionProbe")).toMatchObject({ status: "True" });
});

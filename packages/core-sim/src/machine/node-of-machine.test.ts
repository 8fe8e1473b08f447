// What core changes of a Machine's Node: labels, annotations and taints, and whether it deletes it.
import { Machine } from "@capstan/api/core/v1beta2";
import { Node } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { foo, useFoo } from "../../test/foo-setup.ts";

const setup = useFoo();

test("labels and annotations of the Machine arrive in its Node, and the first taint is removed", async () => {
  const own = { key: "example.com/mine", effect: "NoSchedule" };
  const uninitialized = { key: "node.cluster.x-k8s.io/uninitialized", effect: "NoSchedule" };
  const name = await setup.runningMachine({}, { taints: [uninitialized, own] });
  const role = "node-role.kubernetes.io/worker";
  const zone = "zone.node.cluster.x-k8s.io/rack";
  await setup.change(Machine, "w", { metadata: { labels: { [role]: "x", other: "y" }, annotations: { [zone]: "1" } } });
  await setup.steps(2);
  const node = await setup.client.get(Node, { namespace: "", name });
  expect(node.metadata.labels).toMatchObject({ [role]: "x" });
  expect(node.metadata.labels).not.toHaveProperty("other");
  expect(node.metadata.annotations).toEqual({
    "cluster.x-k8s.io/annotations-from-machine": zone,
    "cluster.x-k8s.io/cluster-name": "c",
    "cluster.x-k8s.io/cluster-namespace": setup.namespace,
    "cluster.x-k8s.io/labels-from-machine": role,
    "cluster.x-k8s.io/machine": "w",
    [zone]: "1",
  });
  expect(node.spec?.taints).toMatchObject([own]);

  await setup.change(Machine, "w", { metadata: { labels: { [role]: null }, annotations: { [zone]: null } } });
  await setup.steps(2);
  const { metadata } = await setup.client.get(Node, { namespace: "", name });
  expect(metadata.labels ?? {}).not.toHaveProperty(role);
  expect(metadata.annotations).not.toHaveProperty(zone);
});

async function worker(more: object): Promise<string> {
  await setup.clusterWithControlPlane();
  await setup.clusterReady();
  await setup.controlPlaneReady(more);
  await setup.kubeconfig();
  await setup.machine("w");
  await setup.steps(3);
  await setup.provision("w");
  const name = await setup.node("w");
  await setup.steps(4);
  expect((await setup.client.get(Machine, setup.key("w"))).status?.nodeRef?.name).toBe(name);
  return name;
}

test("with an externally managed control plane the Node of a deleted Machine is deleted", async () => {
  const name = await worker({ externalManagedControlPlane: true });
  await setup.client.delete(Machine, setup.key("w"));
  await setup.steps(6);
  expect(await setup.client.find(Machine, setup.key("w"))).toBeUndefined();
  expect(await setup.client.find(Node, { namespace: "", name })).toBeUndefined();
});

test("the Node stays while the control plane is deleted, and without machines of the control plane", async () => {
  const name = await worker({ externalManagedControlPlane: true });
  await setup.change(foo.controlPlane, "p", { metadata: { finalizers: ["example.com/mine"] } });
  await setup.client.delete(foo.controlPlane, setup.key("p"));
  await setup.client.delete(Machine, setup.key("w"));
  await setup.steps(6);
  expect(await setup.client.find(Machine, setup.key("w"))).toBeUndefined();
  expect(await setup.client.find(Node, { namespace: "", name })).toBeDefined();
});

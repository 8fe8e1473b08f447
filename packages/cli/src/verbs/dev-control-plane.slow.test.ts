// A control plane provider under `capstan dev --apply`: the kind of the reference, with a controller of its own. It has no Machines of its own, and makes no kubeconfig; the cluster around it is simulated.
import { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { resourceOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { DevProject, fromGuide } from "../../test/dev-project.ts";

const project = new DevProject();
const namespace = "default";
const dev = { namespace, name: "dev" };

const provider = `
import { done, initProvider, run } from "@capstan/controller-kit";
import { FooControlPlane, FooControlPlaneTemplate } from "./api/v1beta1/foo-control-plane.ts";

const kit = initProvider();
const controlPlane = kit.controller(FooControlPlane, {
  async reconcile({ object }) {
    object.spec = { ...object.spec, controlPlaneEndpoint: { host: "api.example.com", port: 6443 } };
    const initialization = { controlPlaneInitialized: true };
    object.status = { ...object.status, initialization, externalManagedControlPlane: true, version: object.spec.version };
    return done();
  },
});
const provider = kit.provider({
  name: "foo",
  type: "control-plane",
  controllers: [controlPlane],
  templates: [FooControlPlaneTemplate],
});
await run(provider, { services: async () => ({}) });
`;

const sample = `
apiVersion: cluster.x-k8s.io/v1beta2
kind: Cluster
metadata: { name: dev }
spec:
  infrastructureRef: { apiGroup: infrastructure.cluster.x-k8s.io, kind: DevCluster, name: dev }
  controlPlaneRef: { apiGroup: controlplane.cluster.x-k8s.io, kind: FooControlPlane, name: dev }
---
apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
kind: DevCluster
metadata: { name: dev }
---
apiVersion: controlplane.cluster.x-k8s.io/v1beta1
kind: FooControlPlane
metadata: { name: dev }
spec: { version: v1.36.0 }
---
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachineDeployment
metadata: { name: dev-workers }
spec:
  clusterName: dev
  replicas: 1
  selector: { matchLabels: {} }
  template:
    spec:
      clusterName: dev
      version: v1.36.0
      bootstrap:
        configRef: { apiGroup: bootstrap.cluster.x-k8s.io, kind: KubeadmConfigTemplate, name: dev-workers }
      infrastructureRef: { apiGroup: infrastructure.cluster.x-k8s.io, kind: DevMachineTemplate, name: dev-workers }
---
apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
kind: DevMachineTemplate
metadata: { name: dev-workers }
spec: { template: { spec: {} } }
---
apiVersion: bootstrap.cluster.x-k8s.io/v1beta2
kind: KubeadmConfigTemplate
metadata: { name: dev-workers }
spec: { template: { spec: { format: cloud-config } } }
`;

test("the workers of a control plane of the project run with simulated infrastructure, and dev names the kubeconfig that it makes in its place", async () => {
  await using stack = new AsyncDisposableStack();
  project.write(
    "src/api/v1beta1/foo-control-plane.ts",
    fromGuide("contracts.md", "src/api/v1beta1/foo-control-plane.ts"),
  );
  project.write("src/main.ts", provider);
  project.write("dev/cluster.yaml", sample);
  project.start("--apply");
  await project.until(/Cluster default\/dev: Provisioned\n/);
  await project.until(/Machine default\/dev-workers-\S+: Running\n/);
  expect(project.printed).toMatch(
    /warning dev\/no-kubeconfig: FooControlPlane default\/dev is initialized, and there was no Secret default\/dev-kubeconfig: /,
  );
  const client = await project.client(stack);
  await expect
    .poll(async () => (await client.get(Cluster, dev)).status?.initialization)
    .toEqual({ infrastructureProvisioned: true, controlPlaneInitialized: true });
  expect(project.printed).toMatch(/simulated here: [^\n]*, but in clusters whose kubeconfig the project makes\n/);
  const [machine] = (await client.listAll(Machine, { namespace })).items;
  expect(machine?.status?.nodeRef?.name).toBe(machine?.metadata.name);
  expect((await client.listAll(KubeadmControlPlane, { namespace })).items).toEqual([]);
  const own = await client.get(resourceOf("controlplane.cluster.x-k8s.io/v1beta1", "FooControlPlane"), dev);
  expect(own.metadata.labels).toEqual({ "cluster.x-k8s.io/cluster-name": "dev" });
  const DevCluster = resourceOf("infrastructure.cluster.x-k8s.io/v1beta2", "DevCluster");
  expect((await client.get(DevCluster, dev)).metadata.labels?.["capstan.dev/played-by"]).toBe("infrastructure");
});

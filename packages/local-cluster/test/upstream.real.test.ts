// The proof that unmodified release files run: the real clusterctl installs Cluster API's own providers from a local repository,
// their managers run as processes, and a cluster of upstream's in-memory ClusterClass becomes Available and goes away again.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type KubeObject, resourceOf } from "@capstan/kube";
import { Deployment } from "@capstan/kube/builtin";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Clusterctl, createClusterctl } from "../../../tools/control-plane/clusterctl.ts";
import { kubectlApply } from "../../../tools/control-plane/kubectl.ts";
import { controlPlaneBinaries } from "../../../tools/control-plane/paths.ts";
import { upstreamFeatures, upstreamImages, upstreamProviders } from "../../../tools/control-plane/upstream.ts";
import { type LocalCluster, managerFlagConventions, startLocalCluster } from "../src/index.ts";
import { eventually } from "./eventually.ts";

interface Cluster extends KubeObject<"cluster.x-k8s.io/v1beta2", "Cluster"> {
  status?: { phase?: string; conditions?: { type: string; status: string; reason: string; message: string }[] };
}
const Cluster = resourceOf<Cluster>("cluster.x-k8s.io/v1beta2", "Cluster");
const Machine = resourceOf("cluster.x-k8s.io/v1beta2", "Machine");
const DevCluster = resourceOf("infrastructure.cluster.x-k8s.io/v1beta2", "DevCluster");
const DevMachine = resourceOf("infrastructure.cluster.x-k8s.io/v1beta2", "DevMachine");
const key = { namespace: "default", name: "first" };

const built = controlPlaneBinaries();
let cluster: LocalCluster;
let clusterctl: Clusterctl;

beforeAll(async () => {
  const images = Object.entries(upstreamImages).map(([image, program]) => [
    image,
    { command: built.programs[program], flags: managerFlagConventions },
  ]);
  cluster = await startLocalCluster({ images: Object.fromEntries(images), envtest: { auditLog: true } });
  const folder = join(cluster.folder, "clusterctl");
  mkdirSync(folder);
  clusterctl = createClusterctl({
    program: built.programs.clusterctl,
    folder,
    providers: upstreamProviders(built),
    variables: upstreamFeatures,
  });
});
afterAll(() => cluster.stop());

test("clusterctl init installs the unmodified providers and sees them available", async () => {
  await clusterctl.run(["init", "--infrastructure", "docker", "--wait-providers", "--wait-provider-timeout", "120"], {
    kubeconfig: cluster.kubeconfigFile,
  });
  const { items } = await cluster.client.list(Deployment);
  expect(items.map(({ metadata }) => metadata.name ?? "").toSorted()).toEqual([
    "capd-controller-manager",
    "capi-controller-manager",
    "capi-kubeadm-bootstrap-controller-manager",
    "capi-kubeadm-control-plane-controller-manager",
  ]);
  await eventually(
    () => cluster.problems(),
    (problems) => problems.length === 0,
  );
});

test("a cluster of the in-memory ClusterClass becomes Available", async () => {
  const args = [
    "generate",
    "cluster",
    key.name,
    "--infrastructure",
    `docker:${built.versions.clusterApi}`,
    "--flavor",
    "in-memory",
    "-n",
    key.namespace,
  ];
  const manifests = await clusterctl.run([
    ...args,
    "--kubernetes-version",
    "v1.34.0",
    "--control-plane-machine-count",
    "1",
    "--worker-machine-count",
    "2",
  ]);
  // Webhooks of a manager that has just become leader may need another moment.
  const apply = () =>
    kubectlApply({ program: built.programs.kubectl, kubeconfig: cluster.kubeconfigFile, manifests }).then(
      () => "",
      String,
    );
  await eventually(apply, (problem) => problem === "");
  const available = (object: Cluster): string | undefined =>
    object.status?.conditions?.find(({ type }) => type === "Available")?.status;
  const object = await eventually(
    () => cluster.client.get(Cluster, key),
    (answer) => available(answer) === "True",
    240_000,
  );
  expect(object.status?.phase).toBe("Provisioned");
});

test("every ServiceAccount had the rights that it needed", () => {
  const events = cluster.controlPlane.auditEvents();
  const accounts = events.filter(({ user }) => user.username.startsWith("system:serviceaccount:"));
  const refused = accounts.filter(({ responseStatus }) => responseStatus?.code === 403);
  expect(refused.map(({ user, verb, requestURI }) => `${user.username} ${verb} ${requestURI}`)).toEqual([]);
  // The managers did act as their own accounts: otherwise no call could have been forbidden.
  expect([...new Set(accounts.map(({ user }) => user.username))].toSorted()).toEqual([
    "system:serviceaccount:capd-system:capd-manager",
    "system:serviceaccount:capi-kubeadm-bootstrap-system:capi-kubeadm-bootstrap-manager",
    "system:serviceaccount:capi-kubeadm-control-plane-system:capi-kubeadm-control-plane-manager",
    "system:serviceaccount:capi-system:capi-manager",
  ]);
});

test("deleting the cluster leaves nothing of it", async () => {
  await cluster.client.delete(Cluster, key);
  await eventually(
    () => cluster.client.find(Cluster, key),
    (answer) => answer === undefined,
    120_000,
  );
  const left = await Promise.all([Machine, DevCluster, DevMachine].map((resource) => cluster.client.list(resource)));
  expect(left.flatMap(({ items }) => items)).toEqual([]);
});

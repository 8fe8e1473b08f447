// Providers of other types than infrastructure under `capstan dev --apply`: the cluster of their sample runs with what the project makes, and what is simulated has a label that says so. The API server's
// objects are looked at, and not what dev prints.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { KubeadmConfig } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { kubeadmCrds } from "@capstan/api/crds";
import { IPAddress, IPAddressClaim } from "@capstan/api/ipam/v1beta2";
import type { Client } from "@capstan/client";
import { type KubeObject, resourceOf, type UnstructuredObject } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { devEntry, DevProject } from "../../test/dev-project.ts";

const project = new DevProject();
const examples = fileURLToPath(new URL("../../../../examples/", import.meta.url));
const namespace = "default";
const parts = ["src", "generated", "dev"];
const DevCluster = resourceOf("infrastructure.cluster.x-k8s.io/v1beta2", "DevCluster");
const DevMachine = resourceOf("infrastructure.cluster.x-k8s.io/v1beta2", "DevMachine");
const controlPlane = "cluster.x-k8s.io/control-plane";

/** Starts dev with the sample, and returns a client of its API server. */
async function apply(stack: AsyncDisposableStack): Promise<Client> {
  project.start("--apply");
  await project.until(/applying dev\/cluster\.yaml/);
  return project.client(stack);
}

/** Applies the sample, and waits until all its machines run: one of the control plane, and a worker. */
async function runsSample(stack: AsyncDisposableStack): Promise<{ client: Client; machines: readonly Machine[] }> {
  const client = await apply(stack);
  const all = async (): Promise<readonly Machine[]> => (await client.listAll(Machine, { namespace })).items;
  const phases = async (): Promise<unknown> => (await all()).map(({ status }) => status?.phase);
  await expect.poll(phases, { interval: 200 }).toEqual(["Running", "Running"]);
  expect(project.printed).not.toContain("dev/not-applied");
  return { client, machines: await all() };
}

const isControlPlane = ({ metadata }: Machine): boolean => metadata.labels?.[controlPlane] !== undefined;

/** The role that the simulation has played in the object. */
const playedBy = ({ metadata }: KubeObject): string | undefined => metadata.labels?.["capstan.dev/played-by"];

test("the workers of a bootstrap provider run with the data that it has written, and the rest is simulated", async () => {
  await using stack = new AsyncDisposableStack();
  project.use("bootstrap-local", parts);
  const { client, machines } = await runsSample(stack);
  const worker = machines.find((machine) => !isControlPlane(machine));
  const { configRef, dataSecretName = "" } = worker?.spec.bootstrap ?? {};
  expect(configRef?.kind).toBe("LocalConfig");

  const LocalConfig = resourceOf<UnstructuredObject>("bootstrap.cluster.x-k8s.io/v1beta1", "LocalConfig");
  const config = await client.get(LocalConfig, { namespace, name: configRef?.name ?? "" });
  expect(config["status"]).toMatchObject({ dataSecretName, initialization: { dataSecretCreated: true } });
  const secret = await client.get(Secret, { namespace, name: dataSecretName });
  expect(secret.metadata.ownerReferences).toMatchObject([{ kind: "LocalConfig", uid: config.metadata.uid }]);
  const decoded = Object.entries(secret.data ?? {}).map(([key, value]) => [
    key,
    Buffer.from(value, "base64").toString(),
  ]);
  const nodeLabels = { "node-role.kubernetes.io/worker": "", "example.org/pool": "workers" };
  expect(Object.fromEntries(decoded)).toEqual({ format: "local-json", value: JSON.stringify({ nodeLabels }) });
  expect([config, secret].map(playedBy)).toEqual([undefined, undefined]);

  const first = machines.find(isControlPlane)?.spec.bootstrap;
  expect(first?.configRef?.kind).toBe("KubeadmConfig");
  const kubeadm = await client.get(KubeadmConfig, { namespace, name: first?.configRef?.name ?? "" });
  const played = await client.get(DevMachine, { namespace, name: worker?.spec.infrastructureRef.name ?? "" });
  expect([kubeadm, played].map(playedBy)).toEqual(["bootstrap", "infrastructure"]);
});

test("the claims of an IPAM provider are bound, and the worker that has made one runs with its address", async () => {
  await using stack = new AsyncDisposableStack();
  project.use("ipam-local", parts);
  const { client, machines } = await runsSample(stack);
  const worker = machines.find((machine) => !isControlPlane(machine));
  const claims = (await client.listAll(IPAddressClaim, { namespace })).items;
  expect(claims.map((claim) => [claim.metadata.name === "dev-by-hand", playedBy(claim)])).toEqual(
    expect.arrayContaining([
      [true, undefined],
      [false, "infrastructure"],
    ]),
  );
  const addresses = new Map<string, string>();
  for (const { metadata, spec, status } of claims) {
    expect(spec.poolRef).toEqual({ apiGroup: "ipam.cluster.x-k8s.io", kind: "LocalIPPool", name: "dev" });
    const address = await client.get(IPAddress, { namespace, name: status?.addressRef?.name ?? "" });
    expect([address.spec.gateway, address.spec.prefix, playedBy(address)]).toEqual(["10.0.0.1", 24, undefined]);
    addresses.set(metadata.name ?? "", address.spec.address);
  }
  expect([...addresses.values()].toSorted()).toEqual(["10.0.0.2", "10.0.0.3"]);
  const ofWorker = addresses.get(`${worker?.spec.infrastructureRef.name}-0`);
  expect(worker?.status?.addresses?.map(({ address }) => address)).toContain(ofWorker);
});

test("the control plane of a project that has the kind of kubeadm is left to the project", async () => {
  await using stack = new AsyncDisposableStack();
  const described = { apiVersion: "controlplane.cluster.x-k8s.io/v1beta2", kind: "KubeadmControlPlane" };
  const kinds = [{ ...described, plural: "kubeadmcontrolplanes", contracts: ["v1beta2"], role: "contract" }];
  const empty = JSON.stringify('"kinds":[]').slice(1, -1);
  project.write(
    "src/main.ts",
    devEntry.replace(empty, JSON.stringify(`"kinds":${JSON.stringify(kinds)}`).slice(1, -1)),
  );
  // As a project's own definition would be: without it, none is served.
  const [crd] = kubeadmCrds().filter(({ spec }) => spec.names.kind === "KubeadmControlPlane");
  project.write("generated/crds/control-planes.json", JSON.stringify(crd));
  const sample = readFileSync(join(examples, "bootstrap-local/dev/cluster.yaml"), "utf8");
  const documents = sample.split("---\n").filter((document) => !/^kind: (LocalConfig|MachineDep)/m.test(document));
  project.write("dev/cluster.yaml", documents.join("---\n"));
  const client = await apply(stack);
  const phaseOf = async (name: string): Promise<unknown> =>
    (await client.find(Cluster, { namespace, name }))?.status?.phase;
  await expect.poll(() => phaseOf("dev")).toBe("Provisioned");
  // A cluster that begins afterwards: when it is at that point, all controllers have seen the first one.
  const apiGroup = "infrastructure.cluster.x-k8s.io";
  const metadata = { namespace, name: "later" };
  await client.create(DevCluster, { apiVersion: `${apiGroup}/v1beta2`, kind: "DevCluster", metadata });
  const spec = { infrastructureRef: { apiGroup, kind: "DevCluster", name: "later" } };
  await client.create(Cluster, { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", metadata, spec });
  await expect.poll(() => phaseOf("later")).toBe("Provisioned");

  const found = await client.get(KubeadmControlPlane, { namespace, name: "dev" });
  expect([playedBy(found), found.metadata.finalizers, found.status]).toEqual([undefined, undefined, undefined]);
  expect((await client.listAll(Machine, { namespace })).items).toEqual([]);
  expect(project.printed).toMatch(/simulated here: Cluster API's core, KubeadmConfig, DevCluster and DevMachine, /);
});

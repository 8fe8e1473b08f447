// The owners of objects, what the author's functions get, and where reports are written, per role.
import type { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { contractView, type ContractView } from "@capstan/contract/fields";
import type { KubeObject, ObjectKey, Resource } from "@capstan/kube";
import { silentLogger } from "@capstan/operator";
import { describe, expect, test } from "vitest";
import { FakeClient } from "../../test/fake-client.ts";
import { FooCluster, FooDisk, FooMachine, OldCluster } from "../../test/foo-kinds.ts";
import type { RoleName } from "../authoring/controller-definition.ts";
import { requeueAfter } from "../authoring/result.ts";
import { Reservations } from "../ipam/reservations.ts";
import { Sightings } from "../once/sightings.ts";
import { KeptStore } from "../remote/kept-parts.ts";
import { RemoteClusters } from "../remote/remote-clusters.ts";
import { GateError } from "../workflow/outcome.ts";
import { kindShapeOf } from "../workflow/kind-shape.ts";
import { OneByOne } from "../workflow/one-by-one.ts";
import type { PassDeps } from "../workflow/pass-deps.ts";
import type { PassReader } from "../workflow/reader.ts";
import type { PassSubject } from "./role.ts";
import { workflowOf } from "./role-workflow.ts";
import { roles } from "./roles.ts";

const namespace = "ns";
const clusterName = "cluster.x-k8s.io/cluster-name";

const cluster = (name = "c", more: Partial<Cluster> = {}): Cluster => ({
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  metadata: { namespace, name, uid: "u" },
  spec: { infrastructureRef: { apiGroup: FooCluster.group, kind: "FooCluster", name: "a" } },
  status: { initialization: { infrastructureProvisioned: true } },
  ...more,
});
const machine = (metadata: KubeObject["metadata"] = {}): Machine => ({
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Machine",
  metadata: { namespace, name: "m", uid: "u", ...metadata },
  spec: {
    clusterName: "c",
    bootstrap: { dataSecretName: "boot" },
    infrastructureRef: { apiGroup: FooMachine.group, kind: "FooMachine", name: "m" },
  },
});
const objectOf = <T extends KubeObject>(resource: Resource<T>, metadata: KubeObject["metadata"] = {}): KubeObject => ({
  apiVersion: resource.apiVersion,
  kind: resource.kind,
  metadata: { namespace, name: "a", ...metadata },
});
const owner = (kind: string, name: string): NonNullable<KubeObject["metadata"]["ownerReferences"]> => [
  { apiVersion: "cluster.x-k8s.io/v1beta1", kind, name, uid: "u" },
];

/** Finds objects by kind and key. */
function readerOf(...objects: readonly KubeObject[]): PassReader {
  const find = async <T extends KubeObject>({ kind }: Resource<T>, key: ObjectKey): Promise<T | undefined> =>
    objects.find(
      (one) => one.kind === kind && one.metadata.name === key.name && one.metadata.namespace === key.namespace,
    ) as T | undefined;
  return { view: find, get: find, list: async () => [], listBy: async () => [] };
}

describe("the owners of", () => {
  const owned = (kind: string, name: string): KubeObject =>
    objectOf(FooMachine, { ownerReferences: owner(kind, name) });
  const { whole: client } = new FakeClient();
  const labeled = objectOf(FooDisk, { labels: { [clusterName]: "c" } });

  test("an InfraCluster are its Cluster", async () => {
    const role = roles.InfraCluster;
    expect(await role.owners(owned("Cluster", "c"), readerOf(cluster()), client)).toEqual({ cluster: cluster() });
    expect(await role.owners(owned("Other", "c"), readerOf(cluster()), client)).toBe("no-owner");
    const another = cluster("c", { metadata: { namespace, name: "c", uid: "other" } });
    expect(await role.owners(owned("Cluster", "c"), readerOf(another), client)).toBe("owner-replaced");
    const elsewhere = cluster("c", { metadata: { namespace: "other", name: "c", uid: "u" } });
    await expect(role.owners(owned("Cluster", "c"), readerOf(elsewhere), client)).rejects.toThrow("does not exist");
    await expect(role.owners(owned("Cluster", "c"), readerOf(), client)).rejects.toThrow(
      "the owner Cluster ns/c does not exist",
    );
  });

  test.each([
    { name: "by the field", given: machine(), want: "c" },
    { name: "by the label before the field", given: machine({ labels: { [clusterName]: "d" } }), want: "d" },
  ])("an InfraMachine are its Machine and the Cluster $name", async ({ given, want }) => {
    const reader = readerOf(given, cluster("c"), cluster("d"));
    const got = await roles.InfraMachine.owners(owned("Machine", "m"), reader, client);
    expect(got).toEqual({ machine: given, cluster: cluster(want) });
  });

  test("an InfraMachine must exist once they are named", async () => {
    const role = roles.InfraMachine;
    expect(await role.owners(owned("Cluster", "c"), readerOf(cluster(), machine()), client)).toBe("no-owner");
    const another = machine({ uid: "other" });
    expect(await role.owners(owned("Machine", "m"), readerOf(cluster(), another), client)).toBe("owner-replaced");
    await expect(role.owners(owned("Machine", "m"), readerOf(cluster()), client)).rejects.toThrow("owner Machine ns/m");
    await expect(role.owners(owned("Machine", "m"), readerOf(machine()), client)).rejects.toThrow("owner Cluster ns/c");
  });

  test("a kind without a contract are optional", async () => {
    const role = roles.plain;
    expect(await role.owners(labeled, readerOf(cluster()), client)).toEqual({ cluster: cluster() });
    expect(await role.owners(labeled, readerOf(), client)).toEqual({ cluster: undefined });
    expect(await role.owners(objectOf(FooDisk), readerOf(cluster()), client)).toEqual({ cluster: undefined });
  });
});

test("externally managed objects are left alone where the contract has them", () => {
  const names: readonly RoleName[] = [
    "InfraCluster",
    "InfraMachine",
    "InfraMachinePool",
    "BootstrapConfig",
    "IPPool",
    "plain",
  ];
  const respecting = names.filter((name) => workflowOf(name).mayBeExternal);
  expect(respecting).toEqual(["InfraCluster", "InfraMachine", "InfraMachinePool"]);
});

function depsOf(...objects: readonly KubeObject[]): PassDeps {
  const client = new FakeClient().whole;
  const remote = new RemoteClusters({ client });
  const reservations = new Reservations(client);
  const events = { record: () => undefined };
  return {
    client,
    reader: readerOf(...objects),
    services: {},
    remote,
    kept: new KeptStore([]),
    reservations,
    sightings: new Sightings(),
    lists: new OneByOne(),
    events,
    log: silentLogger,
    assertLeader() {},
    guarded: (given) => given,
  };
}

/** What the author's `reconcile` receives. */
async function passOf<K extends RoleName>(name: K, subject: PassSubject<K>, deps: PassDeps): Promise<unknown> {
  let got: unknown;
  await roles[name].reconcile(subject, deps, async (pass) => {
    got = pass;
    return requeueAfter("1s");
  });
  return got;
}

test.each(["InfraCluster", "plain"] as const)("%s gets the object and its Cluster", async (name) => {
  const subject = {
    controller: { infraCluster: undefined, machines: undefined, pool: undefined, resource: FooCluster },
    object: objectOf(FooCluster),
    owners: { cluster: cluster() },
  };
  const want = { object: subject.object, cluster: cluster() };
  expect(await passOf(name, subject, depsOf())).toEqual(want);
  expect(await roles[name].deleteInput(subject, depsOf())).toEqual(want);
});

describe("a machine", () => {
  const infra = objectOf(FooCluster);
  const object = objectOf(FooMachine);
  const controlPlane = machine({ labels: { "cluster.x-k8s.io/control-plane": "" } });

  const subjectOf = (of: {
    cluster?: Cluster;
    machine?: Machine;
    infraCluster?: Resource;
  }): PassSubject<"InfraMachine"> => ({
    controller: {
      infraCluster: of.infraCluster ?? FooCluster,
      machines: undefined,
      pool: undefined,
      resource: FooMachine,
    },
    object,
    owners: { cluster: of.cluster ?? cluster(), machine: of.machine ?? machine() },
  });

  test.each([
    { given: machine(), want: false },
    { given: controlPlane, want: true },
  ])("gets its owners, the InfraCluster and the bootstrap data; control plane: $want", async ({ given, want }) => {
    const subject = subjectOf({ machine: given });
    const data = { object, cluster: cluster(), machine: given, infraCluster: infra, controlPlane: want };
    const pass = await passOf("InfraMachine", subject, depsOf(infra));
    const bootstrap = { secretName: "boot", read: expect.any(Function) };
    expect(pass).toEqual({ ...data, bootstrap, updateInProgress: false });
    expect(await roles.InfraMachine.deleteInput(subject, depsOf(infra))).toEqual(data);
  });

  const reference = { apiGroup: FooCluster.group, kind: "FooCluster", name: "a" };
  const notProvisioned = cluster("c", { status: {} });
  const referring = (infrastructureRef: typeof reference | undefined): Cluster =>
    cluster("c", { spec: infrastructureRef === undefined ? {} : { infrastructureRef } });

  test.each([
    { name: "the Cluster is not provisioned", of: { cluster: notProvisioned }, message: "is not provisioned yet" },
    { name: "the Cluster refers to none", of: { cluster: referring(undefined) }, message: "does not exist" },
    { name: "the kind differs", of: { cluster: referring({ ...reference, kind: "X" }) }, message: "does not exist" },
    {
      name: "the group differs",
      of: { cluster: referring({ ...reference, apiGroup: "x" }) },
      message: "does not exist",
    },
    { name: "the name differs", of: { cluster: referring({ ...reference, name: "x" }) }, message: "does not exist" },
    { name: "another kind is declared", of: { infraCluster: OldCluster }, message: "does not exist" },
  ])("waits while $name", async ({ of, message }) => {
    const error: unknown = await passOf("InfraMachine", subjectOf(of), depsOf(infra)).then(
      () => undefined,
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(GateError);
    expect((error as GateError).gate).toMatchObject({
      reason: "WaitingForClusterInfrastructure",
      message: expect.stringContaining(message),
    });
  });

  test("is deleted also without an InfraCluster", async () => {
    const pass = await roles.InfraMachine.deleteInput(subjectOf({ cluster: notProvisioned }), depsOf());
    expect(pass.infraCluster).toBeUndefined();
  });
});

describe("a report", () => {
  const viewOf = (resource: Resource): ContractView => {
    const { view } = kindShapeOf(resource);
    if (view === undefined) throw new Error(`${resource.kind} has no contract`);
    return view;
  };
  const endpoint = { host: "h", port: 1 };
  const failureDomains = [{ name: "b" }, { name: "a", controlPlane: true }];
  const addresses = [{ type: "InternalIP" as const, address: "10.0.0.2" }];

  test.each([
    { report: undefined, want: {} },
    { report: {}, want: {} },
    { report: { endpoint }, want: { spec: { controlPlaneEndpoint: endpoint } } },
    { report: { failureDomains: [{ name: "a" }] }, want: { status: { failureDomains: [{ name: "a" }] } } },
    {
      report: { endpoint, failureDomains },
      want: { spec: { controlPlaneEndpoint: endpoint }, status: { failureDomains: failureDomains.toReversed() } },
    },
  ])("of a cluster: $report", ({ report, want }) => {
    const object = objectOf(FooCluster);
    roles.InfraCluster.writeReport({ object, view: viewOf(FooCluster) }, report);
    expect(object).toEqual({ ...objectOf(FooCluster), ...want });
  });

  test.each([
    { report: { providerID: "foo://1" }, want: { spec: { providerID: "foo://1" } } },
    {
      report: { providerID: "foo://1", addresses },
      want: { spec: { providerID: "foo://1" }, status: { addresses } },
    },
    {
      report: { providerID: "foo://1", failureDomain: "a" },
      want: { spec: { providerID: "foo://1" }, status: { failureDomain: "a" } },
    },
  ])("of a machine: $report", ({ report, want }) => {
    const object = objectOf(FooMachine);
    roles.InfraMachine.writeReport({ object, view: viewOf(FooMachine) }, report);
    expect(object).toEqual({ ...objectOf(FooMachine), ...want });
  });

  test("is not written into an object of another contract kind", () => {
    const [one, other] = [objectOf(FooCluster), objectOf(FooMachine)];
    roles.InfraCluster.writeReport({ object: other, view: viewOf(FooMachine) }, { endpoint });
    roles.InfraMachine.writeReport({ object: one, view: viewOf(FooCluster) }, { providerID: "foo://1", addresses });
    expect([one, other]).toEqual([objectOf(FooCluster), objectOf(FooMachine)]);
  });
});

test.each([
  { resource: FooCluster, path: "status.conditions", shape: "metav1", hasView: true },
  { resource: OldCluster, path: "status.conditions", shape: "severity", hasView: true },
  { resource: FooDisk, path: "status.conditions", shape: "metav1", hasView: false },
])("the shape of $resource.kind", ({ resource, path, shape, hasView }) => {
  const got = kindShapeOf(resource);
  expect(got.conditions).toMatchObject({ path, shape });
  expect(got.view).toEqual(hasView ? contractView(resource) : undefined);
});

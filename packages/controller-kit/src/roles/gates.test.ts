// What a machine waits for, and what it reads from its bootstrap Secret.
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import type { Resource } from "@capstan/kube";
import type { Secret } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { apiError, FakeClient } from "../../test/fake-client.ts";
import { FooCluster, FooMachine, HostedCluster } from "../../test/foo-kinds.ts";
import { type Gated, GateError } from "../workflow/outcome.ts";
import { bootstrapOf } from "./bootstrap-access.ts";
import { passGates, requireInfraCluster } from "./gates.ts";

const cluster = (infrastructureProvisioned?: boolean): Cluster => ({
  apiVersion: Cluster.apiVersion as Cluster["apiVersion"],
  kind: "Cluster",
  metadata: { namespace: "ns", name: "c" },
  spec: {},
  ...(infrastructureProvisioned === undefined ? {} : { status: { initialization: { infrastructureProvisioned } } }),
});
const machine = (dataSecretName?: string): Machine => ({
  apiVersion: Machine.apiVersion as Machine["apiVersion"],
  kind: "Machine",
  metadata: { namespace: "ns", name: "m" },
  spec: {
    clusterName: "c",
    bootstrap: dataSecretName === undefined ? {} : { dataSecretName },
    infrastructureRef: { apiGroup: "g", kind: "K", name: "n" },
  },
});

/** The gate that ends a pass. */
function gateOf(check: () => unknown): Gated | undefined {
  try {
    check();
  } catch (error) {
    if (error instanceof GateError) return error.gate;
    throw error;
  }
  return undefined;
}

const infrastructure = {
  kind: "gated",
  reason: "WaitingForClusterInfrastructure",
  message: "the infrastructure of the Cluster is not provisioned yet",
};
const bootstrap = {
  kind: "gated",
  reason: "WaitingForBootstrapData",
  message: "the Machine does not name its bootstrap data Secret yet",
};

test.each([
  { name: "a Cluster without a status", given: [cluster(), machine("data")], want: infrastructure },
  {
    name: "a Cluster without an initialization",
    given: [{ ...cluster(), status: {} }, machine("data")],
    want: infrastructure,
  },
  { name: "a Cluster that is not provisioned", given: [cluster(false), machine("data")], want: infrastructure },
  { name: "both missing: the Cluster comes first", given: [cluster(false), machine()], want: infrastructure },
  { name: "a Machine without data", given: [cluster(true), machine()], want: bootstrap },
  { name: "nothing missing", given: [cluster(true), machine("data")], want: undefined },
] as const)("the gate of $name", ({ given: [owner, machineOf], want }) => {
  const subject = { resource: FooMachine, cluster: owner, owner: machineOf };
  expect(gateOf(() => passGates("InfraMachine", subject))).toEqual(want);
});

test("a missing InfraCluster closes the gate of the infrastructure", () => {
  expect(requireInfraCluster("one")).toBe("one");
  expect(gateOf(() => requireInfraCluster(undefined))).toEqual({
    ...infrastructure,
    message: "the infrastructure object of the Cluster does not exist",
  });
});

const encoded = (value: string): string => Buffer.from(value, "utf8").toString("base64");
const secret = (data?: Record<string, string>): Secret => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { namespace: "ns", name: "data" },
  ...(data === undefined ? {} : { data }),
});

test.each([
  { data: { value: encoded("#cloud-config: ü") }, want: { value: "#cloud-config: ü" } },
  { data: { value: encoded("{}"), format: encoded("ignition") }, want: { value: "{}", format: "ignition" } },
  { data: { value: "" }, want: { value: "" } },
])("bootstrap data $want", async ({ data, want }) => {
  const fake = new FakeClient();
  fake.put(secret(data));
  const access = bootstrapOf(fake.client, machine("data"));
  expect([access.secretName, fake.reads]).toEqual(["data", []]);
  expect(await access.read()).toEqual(want);
  expect(fake.reads).toEqual(["get ns/data"]);
});

test("a Secret that does not exist ends the pass with the gate, and is read again after five seconds", async () => {
  const error: unknown = await bootstrapOf(new FakeClient().client, machine("data"))
    .read()
    .catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(GateError);
  expect(error).toMatchObject({
    message: "Secret ns/data does not exist",
    gate: {
      kind: "gated",
      reason: "WaitingForBootstrapData",
      message: "Secret ns/data does not exist",
      requeueAfter: "5s",
    },
  });
});

const configured: Machine = {
  ...machine("data"),
  spec: {
    ...machine("data").spec,
    bootstrap: { dataSecretName: "data", configRef: { apiGroup: "g", kind: "K", name: "n" } },
  },
};

const unlabeled =
  "Error: Secret ns/data has no label cluster.x-k8s.io/cluster-name with the name of the Machine's Cluster";

test.each([
  { labels: { "cluster.x-k8s.io/cluster-name": "c" }, want: "x" },
  { labels: { "cluster.x-k8s.io/cluster-name": "other" }, want: `Capstan${unlabeled}` },
  { labels: {}, want: `Capstan${unlabeled}` },
])("with a configRef the Secret needs the label of the Cluster: $labels", async ({ labels, want }) => {
  const fake = new FakeClient();
  const given = secret({ value: encoded("x") });
  fake.put({ ...given, metadata: { ...given.metadata, labels } });
  expect(
    await bootstrapOf(fake.client, configured)
      .read()
      .then(({ value }) => value, String),
  ).toBe(want);
});

test("another error of the API server is passed on", async () => {
  const get = (): Promise<never> => Promise.reject(apiError(403, "Forbidden"));
  await expect(bootstrapOf({ get }, machine("data")).read()).rejects.toThrow("Forbidden");
});

test.each([{ given: secret() }, { given: secret({ other: encoded("x") }) }])(
  "a Secret without a value",
  async ({ given }) => {
    const fake = new FakeClient();
    fake.put(given);
    await expect(bootstrapOf(fake.client, machine("data")).read()).rejects.toThrow('Secret ns/data has no key "value"');
  },
);

test.each([
  { given: undefined, isOpen: false },
  { given: { host: "", port: 0 }, isOpen: false },
  { given: { host: "a", port: 0 }, isOpen: false },
  { given: { host: "", port: 6443 }, isOpen: false },
  { given: { host: "a", port: 6443 }, isOpen: true },
])("a Cluster with the endpoint $given: $isOpen", ({ given, isOpen }) => {
  const { spec, ...rest } = cluster();
  const owner: Cluster = {
    ...rest,
    spec: { ...spec, ...(given === undefined ? {} : { controlPlaneEndpoint: given }) },
  };
  const want = {
    kind: "gated",
    reason: "WaitingForControlPlaneEndpoint",
    message: "the Cluster has no control plane endpoint yet",
  };
  const gateFor = (resource: Resource): Gated | undefined =>
    gateOf(() => passGates("InfraCluster", { resource, cluster: owner }));
  expect(gateFor(HostedCluster)).toEqual(isOpen ? undefined : want);
  expect(gateFor(FooCluster)).toBeUndefined();
});

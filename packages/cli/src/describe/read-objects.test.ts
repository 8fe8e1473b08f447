// What is read of a server, and what happens where something may not or cannot be read.
import { coreCrds, createClient, startTestEnv, type Client, type EmbeddedEnv } from "@capstan/controller-kit/testing";
import { isCapstanError, type KubeObject } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readObjects, type ReadScope } from "./read-objects.ts";

let env: EmbeddedEnv;
let client: Client;
const scope: ReadScope = { namespace: "default" };

beforeAll(async () => {
  env = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  client = createClient(env.credentials);
  await client.create(Cluster, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { namespace: "default", name: "c" },
    spec: { controlPlaneEndpoint: { host: "a", port: 1 } },
  });
  for (let index = 0; index < 5; index++) await createMachine(`m${index}`);
  for (const [name, labels] of [
    ["labeled", { "cluster.x-k8s.io/cluster-name": "c" }],
    ["m1", {}],
    ["foreign", {}],
  ] as const)
    await client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { namespace: "default", name, labels },
      stringData: { value: "hidden" },
    });
});
afterEach(() => env.faults.clear());
afterAll(async () => {
  client.close();
  await env.stop();
});

async function createMachine(name: string): Promise<void> {
  await client.create(Machine, {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: { namespace: "default", name },
    spec: {
      clusterName: "c",
      bootstrap: { dataSecretName: name },
      infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "FooMachine", name },
    },
  });
}

function namesOf(objects: readonly KubeObject[], kind: string): readonly (string | undefined)[] {
  return objects.filter((object) => object.kind === kind).map(({ metadata }) => metadata.name);
}

test("reads objects of Cluster API, and the metadata of the Secrets of clusters and machines", async () => {
  const { objects, complete, served, unread } = await readObjects(client, scope);
  expect(namesOf(objects, "Machine")).toEqual(["m0", "m1", "m2", "m3", "m4"]);
  expect(namesOf(objects, "Secret")).toEqual(["labeled", "m1"]);
  expect(JSON.stringify(objects)).not.toContain(Buffer.from("hidden").toString("base64"));
  expect(objects.filter(({ metadata }) => metadata.managedFields !== undefined)).toEqual([]);
  expect([complete?.has("Secret."), complete?.has("Machine.cluster.x-k8s.io")]).toEqual([true, true]);
  expect([served?.has("Machine.cluster.x-k8s.io"), served?.has("FooMachine.infrastructure.cluster.x-k8s.io")]).toEqual([
    true,
    false,
  ]);
  expect(unread).toEqual([]);
});

test("a kind that may not be listed, and one that the server cannot list, are left out", async () => {
  env.faults.inject({ verb: "list", plural: "machines" }, { reason: "Forbidden" });
  env.faults.inject({ verb: "list", plural: "machinesets" }, { reason: "Invalid" });
  env.faults.inject({ verb: "list", plural: "secrets" }, { reason: "Forbidden" });
  env.faults.inject({ verb: "list", plural: "customresourcedefinitions" }, { reason: "Forbidden" });
  const { objects, complete, unread } = await readObjects(client, scope);
  expect(namesOf(objects, "Cluster")).toEqual(["c"]);
  expect([complete?.has("Machine.cluster.x-k8s.io"), complete?.has("Secret.")]).toEqual([false, false]);
  expect(unread.map(({ kind, reason }) => `${kind} ${reason}`).toSorted()).toEqual([
    "CustomResourceDefinition forbidden",
    "Machine forbidden",
    "MachineSet failed",
    "Secret forbidden",
  ]);
});

test("the number of objects is limited, and a kind that was cut is not complete", async () => {
  const { objects, complete, unread } = await readObjects(client, { ...scope, most: 3 });
  expect(objects.length).toBeLessThan(10);
  expect(complete?.has("Machine.cluster.x-k8s.io")).toBe(false);
  expect(unread).toContainEqual({ kind: "Machine", reason: "cut" });
});

test.each([
  ["in one namespace", scope, "the Clusters of namespace default cannot be read: "],
  ["everywhere", {}, "the Clusters of all namespaces cannot be read: "],
])("without the right to list Clusters %s nothing is read", async (_, place, want) => {
  env.faults.inject({ verb: "list", plural: "clusters" }, { reason: "Forbidden" });
  const error = await readObjects(client, place).catch((caught: unknown) => caught);
  expect(isCapstanError(error, "describe/unreadable") && error.message).toContain(want);
});

test("a server without Cluster API is reported", async () => {
  await using bare = await startTestEnv({ backend: "embedded" });
  const other = createClient(bare.credentials);
  const error = await readObjects(other, scope).catch((caught: unknown) => caught);
  other.close();
  expect(isCapstanError(error, "describe/no-cluster-api") && error.message).toMatch(
    /^https:\S+ has no Cluster API: it does not serve the kind Cluster of cluster\.x-k8s\.io$/,
  );
});

// Pausing and resuming a Cluster: whatever pauses it does not any more when it is resumed.
import { coreCrds } from "@capstan/api/crds";
import { createClient, type Client } from "@capstan/client";
import { resourceOf, type UnstructuredObject } from "@capstan/kube";
import { startTestEnv, type EmbeddedEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clusterActions } from "./cluster-actions.ts";

const apiVersion = "cluster.x-k8s.io/v1beta2";
const clusters = resourceOf<UnstructuredObject>(apiVersion, "Cluster", { plural: "clusters" });
const annotation = "cluster.x-k8s.io/paused";

let server: EmbeddedEnv;
let client: Client;

beforeAll(async () => {
  server = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  client = createClient(server.credentials);
});
afterAll(async () => {
  client.close();
  await server.stop();
});

const infrastructureRef = { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "FooCluster", name: "a" };

test.each<readonly [string, boolean | undefined, Readonly<Record<string, string>> | undefined]>([
  ["annotated", undefined, { [annotation]: "", mine: "kept" }],
  ["both", true, { [annotation]: "true", mine: "kept" }],
  ["spec", true, undefined],
])("a Cluster is resumed that is paused by %s", async (name, paused, annotations) => {
  const created = await client.create(clusters, {
    apiVersion,
    kind: "Cluster",
    metadata: { name, namespace: "default", ...(annotations && { annotations }) },
    spec: { infrastructureRef, ...(paused !== undefined && { paused }) },
  });
  expect(await clusterActions(client).pause(created, false)).toBe(`resumed Cluster default/${name}`);
  const { metadata, spec } = await client.get(clusters, { namespace: "default", name });
  expect(metadata.annotations).toEqual(annotations && { mine: "kept" });
  expect(spec).toMatchObject({ paused: false });
});

test("a Cluster is paused by its spec alone", async () => {
  const created = await client.create(clusters, {
    apiVersion,
    kind: "Cluster",
    metadata: { name: "runs", namespace: "default" },
    spec: { infrastructureRef },
  });
  expect(await clusterActions(client).pause(created, true)).toBe("paused Cluster default/runs");
  const { metadata, spec } = await client.get(clusters, { namespace: "default", name: "runs" });
  expect([metadata.annotations, spec]).toEqual([undefined, expect.objectContaining({ paused: true })]);
});

// The objects of a sample on an API server: created, changed, or rejected.
import { coreCrds } from "@capstan/api/crds";
import { Cluster } from "@capstan/api/core/v1beta2";
import { createClient } from "@capstan/client";
import { createSelfSigned } from "@capstan/extension-kit/testing";
import type { KubeObject } from "@capstan/kube";
import { ValidatingWebhookConfiguration } from "@capstan/kube/builtin";
import { startTestEnv } from "@capstan/testenv";
import { freePorts } from "@capstan/testenv/host";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import {
  type AppliedObjects,
  applySample,
  changedObjects,
  deletingObjects,
  isSampleFile,
  readSample,
} from "./sample.ts";

test("fields that the kind does not have are errors, and what is right is applied again and again", async () => {
  await using env = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  const client = createClient(env.credentials);
  const cluster = (spec: object): Parameters<typeof applySample>[1][number] & { readonly spec: object } => ({
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { name: "a" },
    spec,
  });
  await expect(applySample(client, [cluster({ paused: true, bogus: 1 })])).rejects.toThrow(
    'unknown field "spec.bogus"',
  );
  expect(await client.find(Cluster, { namespace: "default", name: "a" })).toBeUndefined();
  expect(await applySample(client, [cluster({ paused: true })])).toEqual(["created Cluster default/a"]);
  await expect(applySample(client, [cluster({ paused: false, bogus: 1 })])).rejects.toThrow(
    'unknown field "spec.bogus"',
  );
  expect(await applySample(client, [cluster({ paused: false })])).toEqual(["applied Cluster default/a"]);
  expect((await client.get(Cluster, { namespace: "default", name: "a" })).spec.paused).toBe(false);
  client.close();
});

test("what is removed from a file is removed from its object, and what others have set stays", async () => {
  await using env = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  const client = createClient(env.credentials);
  const { apiVersion, kind } = Cluster;
  const key = { namespace: "default", name: "a" };
  const sample = (labels: Record<string, string>, spec: object): KubeObject & { readonly spec: object } => ({
    apiVersion,
    kind,
    metadata: { name: "a", labels },
    spec,
  });
  const kept = { clusterNetwork: { serviceDomain: "a.local" } };
  const applied: AppliedObjects = new Map();
  await applySample(client, [sample({ mine: "1", freeze: "" }, { paused: true, ...kept })], { applied });
  await client.patch(Cluster, key, { type: "merge", body: { metadata: { labels: { theirs: "1" } } } });
  await applySample(client, [sample({ mine: "2" }, kept)], { applied });
  const { metadata, spec } = await client.get(Cluster, key);
  expect(metadata.labels).toEqual({ mine: "2", theirs: "1" });
  expect(spec.paused).toBeUndefined();
  await applySample(client, [sample({ mine: "2" }, kept)], { applied });
  expect((await client.get(Cluster, key)).metadata.resourceVersion).toBe(metadata.resourceVersion);
  client.close();
});

/** A webhook for Clusters at a port of this computer. */
function webhookAt(port: number, authority?: string): ValidatingWebhookConfiguration {
  const caBundle = authority === undefined ? {} : { caBundle: Buffer.from(authority).toString("base64") };
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "late" },
    webhooks: [
      {
        name: "late.example.com",
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
        clientConfig: { url: `https://127.0.0.1:${port}/validate`, ...caBundle },
        rules: [{ apiGroups: ["*"], apiVersions: ["*"], resources: ["clusters"], operations: ["CREATE"] }],
      },
    ],
  };
}

const pausedCluster = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  metadata: { name: "a" },
  spec: { paused: false },
};

test("an object is created once its webhook can be called", async () => {
  await using env = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  const client = createClient(env.credentials);
  const [port = 0] = await freePorts(1);
  await client.create(ValidatingWebhookConfiguration, webhookAt(port));
  const applied = applySample(client, [pausedCluster]);
  await expect(Promise.race([applied, sleep(300, "waits")])).resolves.toBe("waits");
  await client.delete(ValidatingWebhookConfiguration, { namespace: "", name: "late" });
  expect(await applied).toEqual(["created Cluster default/a"]);
  client.close();
});

test("a webhook that answers with an error is not waited for", async () => {
  await using env = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  const client = createClient(env.credentials);
  const { certPem: cert, keyPem: key } = createSelfSigned({ commonName: "late", ipAddresses: ["127.0.0.1"] });
  let calls = 0;
  const server = createServer({ cert, key }, (_, response) => {
    calls += 1;
    response.writeHead(500).end("broken");
  });
  const [port = 0] = await freePorts(1);
  await once(server.listen(port, "127.0.0.1"), "listening");
  await client.create(ValidatingWebhookConfiguration, webhookAt(port, cert));
  await expect(applySample(client, [pausedCluster])).rejects.toThrow("responded with 500: broken");
  expect(calls).toBe(1);
  server.close();
  client.close();
});

test("a save ends the wait for a webhook that cannot be reached", async () => {
  await using env = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  const client = createClient(env.credentials);
  const [port = 0] = await freePorts(1);
  await client.create(ValidatingWebhookConfiguration, webhookAt(port));
  const stop = new AbortController();
  const waited: string[] = [];
  const waits = (message: string): void => {
    waited.push(message);
    stop.abort();
  };
  const begun = performance.now();
  await expect(applySample(client, [pausedCluster], { signal: stop.signal, waits })).rejects.toThrow("ECONNREFUSED");
  expect(waited).toEqual([expect.stringContaining('failed calling webhook "late.example.com"')]);
  expect(performance.now() - begun).toBeLessThan(8000);
  client.close();
});

test("what is being deleted is named, and a kind that is not served yet is not", async () => {
  await using env = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  const client = createClient(env.credentials);
  const { apiVersion, kind } = Cluster;
  const spec = { paused: true };
  const sample = ["a", "b"].map((name) => ({ apiVersion, kind, metadata: { name, finalizers: ["test.io/a"] }, spec }));
  const later = { apiVersion: "later.io/v1", kind: "Later", metadata: { name: "a" } };
  expect(await deletingObjects(client, [...sample, later])).toEqual([]);
  await applySample(client, sample);
  await client.delete(Cluster, { namespace: "default", name: "b" });
  expect(await deletingObjects(client, [...sample, later])).toEqual(["Cluster default/b"]);
  client.close();
});

test("an object that is created again brings those that were deleted with it, and what a file had no more is new", async () => {
  await using env = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  const client = createClient(env.credentials);
  const { apiVersion, kind } = Cluster;
  const named = (name: string, labels = {}): KubeObject & { readonly spec: object } => ({
    apiVersion,
    kind,
    metadata: { name, labels },
    spec: { paused: true },
  });
  const applied: AppliedObjects = new Map();
  const [one, other] = [named("one"), named("other")];
  const changed = named("one", { mine: "1" });
  await applySample(client, [one, other], { applied });
  await client.delete(Cluster, { namespace: "default", name: "other" });
  expect(await changedObjects(client, [one, other], applied)).toEqual([]);
  expect(await changedObjects(client, [changed, other], applied)).toEqual([changed]);
  await client.delete(Cluster, { namespace: "default", name: "one" });
  expect(await changedObjects(client, [changed, other], applied)).toEqual([changed, other]);
  expect(await changedObjects(client, [one], applied)).toEqual([]);
  expect(await changedObjects(client, [one, other], applied)).toEqual([other]);
  client.close();
});

test("files of editors, whose names begin with a dot, are none of the sample", async () => {
  const root = mkdtempSync(join(tmpdir(), "capstan-sample-"));
  const place = { root, file: undefined, cwd: root };
  mkdirSync(join(root, "dev"));
  symlinkSync("nowhere", join(root, "dev/.#b.yaml"));
  writeFileSync(join(root, "dev/b.yaml"), "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: b\n");
  expect(await readSample({ ...place, env: {} })).toMatchObject({ files: ["dev/b.yaml"], diagnostics: [] });
  expect(isSampleFile(place, join(root, "dev/b.yaml"))).toBe(true);
  expect(isSampleFile(place, join(root, "dev/.#b.yaml"))).toBe(false);
  rmSync(root, { recursive: true });
});

test("files without objects are no mistake beside others, and are one alone", async () => {
  const root = mkdtempSync(join(tmpdir(), "capstan-sample-"));
  const read = () => readSample({ root, file: undefined, cwd: root, env: {} });
  mkdirSync(join(root, "dev"));
  writeFileSync(join(root, "dev/a.yaml"), "# nothing here\n");
  expect((await read()).diagnostics).toMatchObject([
    { code: "dev/no-sample", message: expect.stringContaining("no object in dev/a.yaml") },
  ]);
  writeFileSync(join(root, "dev/b.yaml"), "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: b\n");
  expect(await read()).toMatchObject({ objects: [{ kind: "ConfigMap" }], diagnostics: [] });
  rmSync(root, { recursive: true });
});

test("the ClusterClass that a Cluster names and no file has is read from the file beside it, as clusterctl does", async () => {
  const root = mkdtempSync(join(tmpdir(), "capstan-sample-"));
  const read = () => readSample({ root, file: undefined, cwd: root, env: {} });
  const cluster = "apiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata: { name: c }\n";
  const topology = (ref: string): string => `${cluster}spec: { topology: { ${ref} } }\n`;
  mkdirSync(join(root, "templates"));
  writeFileSync(join(root, "templates/cluster-template.yaml"), topology("classRef: { name: small }"));
  expect(await read()).toMatchObject({ files: ["templates/cluster-template.yaml"], diagnostics: [] });
  const itsClass = "apiVersion: cluster.x-k8s.io/v1beta2\nkind: ClusterClass\nmetadata: { name: small }\n";
  writeFileSync(join(root, "templates/clusterclass-small.yaml"), itsClass);
  expect(await read()).toMatchObject({
    files: ["templates/clusterclass-small.yaml", "templates/cluster-template.yaml"],
    objects: [{ kind: "ClusterClass" }, { kind: "Cluster" }],
  });
  writeFileSync(join(root, "templates/cluster-template.yaml"), topology("class: small"));
  expect((await read()).objects).toHaveLength(2);
  writeFileSync(join(root, "templates/cluster-template.yaml"), `${topology("class: small")}---\n${itsClass}`);
  expect((await read()).objects).toHaveLength(2);
  writeFileSync(join(root, "clusterclass-a.yaml"), itsClass);
  writeFileSync(join(root, "templates/cluster-template.yaml"), topology('class: "../clusterclass-a"'));
  expect((await read()).objects).toHaveLength(1);
  rmSync(root, { recursive: true });
});

const head = "apiVersion: v1\nkind: ConfigMap\n";
test.each([
  ["metadata: {name: y}\n", 3, "metadata.name is a boolean, true", "write it in quotes"],
  ["metadata:\n  name: 012\n", 4, "metadata.name is a number, 10", "write it in quotes"],
  ["metadata:\n  namespace: no\n  name: a\n", 4, "metadata.namespace is a boolean, false", "write it in quotes"],
  ["metadata:\n  name:\n", 4, "metadata.name has no value", "give it apiVersion, kind and metadata.name"],
  ["metadata:\n  name: [a]\n", 4, "metadata.name is a list", "write a string in its place"],
  ["metadata: a\n", 3, "metadata is a string, a", "give it apiVersion, kind and metadata.name"],
  ["", 1, "metadata is missing", "give it apiVersion, kind and metadata.name"],
])("what keeps a document from being an object is named: %j", async (rest, line, problem, help) => {
  const root = mkdtempSync(join(tmpdir(), "capstan-sample-"));
  const file = join(root, "a.yaml");
  writeFileSync(file, head + rest);
  const message = `a document is not an object of Kubernetes: ${problem}`;
  expect((await readSample({ root, file, cwd: root, env: {} })).diagnostics).toMatchObject([
    { code: "dev/not-an-object", message, help, position: { line } },
  ]);
  rmSync(root, { recursive: true });
});

test("a variable without a value is named with its line, and where dev takes values from", async () => {
  const root = mkdtempSync(join(tmpdir(), "capstan-sample-"));
  const file = join(root, "a.yaml");
  writeFileSync(file, "a: ${CLUSTER_NAME}\nb: ${REGION}\nc: ${ZONE} ${REGION}\n");
  const help = "set it in the environment of capstan dev, or give it a default in the template: ${NAME:=value}";
  const code = "envsubst/missing-variables";
  expect((await readSample({ root, file, cwd: root, env: {} })).diagnostics).toMatchObject([
    { code, message: "value for variables [REGION] is not set", help, position: { file, line: 2, column: 4 } },
    { code, message: "value for variables [ZONE] is not set", help, position: { file, line: 3, column: 4 } },
  ]);
  rmSync(root, { recursive: true });
});

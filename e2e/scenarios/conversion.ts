// (b) Versions: an object written as v1alpha1 is stored as v1beta1 and reads back in both, equal to what was written; the
// real API server asked our webhook for it. What could not be converted is rejected at the write.
import { deepEqual, describeError } from "@capstan/kube";
import { Namespace } from "@capstan/kube/builtin";
import { mustEqual } from "../src/eventually.ts";
import { type LocalCluster, localKinds } from "../src/local-kinds.ts";
import type { ManagementCluster } from "../src/management-cluster.ts";
import type { RunStep } from "../src/scenario.ts";

const key = { namespace: "versions", name: "old-style" };
const older = localKinds("v1alpha1").cluster;
const newer = localKinds("v1beta1").cluster;

const written: LocalCluster = {
  apiVersion: older.apiVersion,
  kind: "LocalCluster",
  metadata: { ...key, annotations: { "example.com/note": "kept" } },
  spec: { controlPlaneEndpoint: { host: "127.0.0.1", port: 6443 } },
};
const writtenStatus = {
  ready: true,
  failureDomains: { east: { controlPlane: true }, west: { controlPlane: false } },
  failureReason: "Broken",
  failureMessage: "kept on the way there and back",
};

/** Runs the scenario. */
export async function conversion(management: ManagementCluster, step: RunStep): Promise<void> {
  const { client, controlPlane } = management.local;
  const calls = await webhookCalls(management);
  await step("write a LocalCluster as v1alpha1, status included", async () => {
    await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: key.namespace } });
    await client.create(older, written);
    await client.patch(older, key, { type: "merge", body: { status: writtenStatus }, subresource: "status" });
  });
  await step("etcd holds it as v1beta1", async () => {
    const stored = await controlPlane.readStored(newer, key);
    mustEqual("stored version", stored?.apiVersion, newer.apiVersion);
  });
  await step("read back as v1alpha1 it is what was written, nothing lost", async () => {
    const read = await client.get(older, key);
    mustEqual("spec", subset(read.spec, written.spec), written.spec);
    mustEqual("status", subset(read.status, writtenStatus), writtenStatus);
    mustEqual("annotations", read.metadata.annotations, written.metadata.annotations);
  });
  await step("read as v1beta1 it has the newer shape", async () => {
    const read = await client.get(newer, key);
    mustEqual("provisioned", read.status?.initialization?.provisioned, true);
    const domains = [
      { name: "east", controlPlane: true },
      { name: "west", controlPlane: false },
    ];
    if (!deepEqual(read.status?.["failureDomains"], domains))
      mustEqual("failure domains", read.status?.["failureDomains"], domains);
  });
  await step("the API server called our conversion webhook for it", async () => {
    const after = await webhookCalls(management);
    if (after <= calls) throw new Error(`the API server counted ${after} conversion calls after and ${calls} before`);
  });
  await step("the bundle's webhook rejects what could fail the lists of v1alpha1", async () => {
    const metadata = { ...key, name: "full", annotations: { a: "x".repeat(262_143) } };
    const create = client.create(newer, { apiVersion: newer.apiVersion, kind: "LocalCluster", metadata });
    const answer = await create.then(() => "created", describeError);
    if (!answer.includes("conversion/annotations-too-large")) throw new Error(`the answer to the write was: ${answer}`);
    const { items } = await client.listAll(older, { namespace: key.namespace });
    mustEqual("LocalClusters as v1alpha1", items.map(({ metadata: { name } }) => name).join(), key.name);
  });
  await step("delete it", () => client.delete(older, key));
}

/** The fields of `value` that `like` has. */
function subset(value: unknown, like: object | undefined): object {
  const fields = (value ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.keys(like ?? {}).map((name) => [name, fields[name]]));
}

/** Successful conversion calls for LocalCluster's CRD, as the API server itself counts them. */
async function webhookCalls({ local }: ManagementCluster): Promise<number> {
  const { text } = await local.client.request({ method: "GET", path: "/metrics" });
  const counted = text.matchAll(
    /^apiserver_crd_conversion_webhook_duration_seconds_count\{[^}]*crd_name="localclusters\.[^}]*\} (\d+)/gm,
  );
  return [...counted].reduce((sum, match) => sum + Number(match[1]), 0);
}

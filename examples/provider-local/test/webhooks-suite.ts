// The provider's webhooks as the API server calls them: an object of either version reads as both, a template stays as it is.
import {
  type Client,
  coreCrds,
  createClient,
  createSelfSigned,
  freePort,
  type RunningProvider,
  startProvider,
  startTestEnv,
  type TestEnv,
} from "@capstan/controller-kit/testing";
import { type CustomResourceDefinition, ValidatingWebhookConfiguration } from "@capstan/api";
import { describeProvider } from "@capstan/controller-kit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LocalMachine as OldMachine } from "../src/api/v1alpha1/local-machine.ts";
import { LocalMachinePool as OldPool } from "../src/api/v1alpha1/local-machine-pool.ts";
import { LocalCluster } from "../src/api/v1beta1/local-cluster.ts";
import { LocalMachine, LocalMachineTemplate } from "../src/api/v1beta1/local-machine.ts";
import { LocalMachinePool } from "../src/api/v1beta1/local-machine-pool.ts";
import { memoryProcesses } from "../src/processes/memory-processes.ts";
import { provider } from "../src/provider.ts";
import { generatedCrds } from "./local-crds.ts";

let env: TestEnv;
let client: Client;
let running: RunningProvider;
let configuration: ValidatingWebhookConfiguration;

beforeAll(async () => {
  const port = await freePort();
  const tls = createSelfSigned({ commonName: "localhost", ipAddresses: ["127.0.0.1"] });
  const hook = { url: `https://127.0.0.1:${port}`, caBundle: Buffer.from(tls.certPem).toString("base64") };
  env = await startTestEnv({ crds: [...coreCrds(), ...generatedCrds().map((crd) => converted(crd, hook))] });
  client = createClient(env.credentials);
  const services = { processes: memoryProcesses({ state: "starting" }) };
  running = startProvider(provider, { credentials: env.credentials, services, webhooks: { port, tls } });
  configuration = validatingWebhooks(hook);
  await client.create(ValidatingWebhookConfiguration, configuration);
}, 120_000);
afterAll(async () => {
  await running.stop();
  client.close();
  await env.stop();
});

interface Hook {
  readonly url: string;
  readonly caBundle: string;
}

function converted(crd: CustomResourceDefinition, { url, caBundle }: Hook): object {
  const webhook = { clientConfig: { url: `${url}/convert`, caBundle }, conversionReviewVersions: ["v1"] };
  return { ...crd, spec: { ...crd.spec, conversion: { strategy: "Webhook", webhook } } };
}

/** The validating webhooks that the provider describes. */
function validatingWebhooks({ url, caBundle }: Hook): ValidatingWebhookConfiguration {
  const webhooks = describeProvider(provider).webhooks.filter(({ type }) => type === "validating");
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "provider-local" },
    webhooks: webhooks.map(({ name, path, groups, versions, resources, operations = [], failurePolicy = "Fail" }) => ({
      name,
      clientConfig: { url: `${url}${path}`, caBundle },
      rules: [
        {
          apiGroups: [...groups],
          apiVersions: [...versions],
          operations: (["CREATE", "UPDATE"] as const).filter((operation) => operations.includes(operation)),
          resources: [...resources],
        },
      ],
      failurePolicy,
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
    })),
  };
}

const key = (name: string): { namespace: string; name: string } => ({ namespace: "default", name });

test("an object written as v1alpha1 reads as both versions", async () => {
  const spec = { cpus: 2, memory: "1Gi", leaseDuration: "1m30s" };
  await client.create(OldMachine, {
    apiVersion: OldMachine.apiVersion as OldMachine["apiVersion"],
    kind: "LocalMachine",
    metadata: key("old"),
    spec,
  });
  expect((await client.get(LocalMachine, key("old"))).spec).toEqual({
    capacity: { cpus: 2, memory: "1Gi" },
    nodeLeaseDurationSeconds: 90,
  });
  expect((await client.get(OldMachine, key("old"))).spec).toEqual(spec);
});

test("a failure reported as v1alpha1 is kept where v1beta1 keeps it", async () => {
  await client.create(OldMachine, {
    apiVersion: OldMachine.apiVersion as OldMachine["apiVersion"],
    kind: "LocalMachine",
    metadata: key("broken"),
    spec: { cpus: 1 },
  });
  const status = { ready: true, failureReason: "Broken", failureMessage: "for good" };
  await client.patch(OldMachine, key("broken"), { type: "merge", body: { status }, subresource: "status" });
  expect((await client.get(OldMachine, key("broken"))).status).toEqual(status);
  expect((await client.get(LocalMachine, key("broken"))).status?.deprecated).toEqual({
    v1alpha1: { failureReason: "Broken", failureMessage: "for good" },
  });
});

test("a template cannot be changed, except in a topology dry run", async () => {
  await client.create(LocalMachineTemplate, {
    apiVersion: LocalMachineTemplate.apiVersion as LocalMachineTemplate["apiVersion"],
    kind: "LocalMachineTemplate",
    metadata: key("t"),
    spec: { template: { spec: { capacity: { cpus: 1 } } } },
  });
  const change = { spec: { template: { spec: { capacity: { cpus: 2 } } } } };
  await expect(client.patch(LocalMachineTemplate, key("t"), { type: "merge", body: change })).rejects.toThrow(
    "LocalMachineTemplate spec.template is immutable: create a new LocalMachineTemplate and refer to it",
  );
  const marked = { ...change, metadata: { annotations: { "topology.cluster.x-k8s.io/dry-run": "" } } };
  const dry = await client.patch(LocalMachineTemplate, key("t"), { type: "merge", body: marked, dryRun: true });
  expect(dry.spec?.template.spec.capacity?.cpus).toBe(2);
});

test("an externally managed cluster stays so", async () => {
  const mark = { annotations: { "cluster.x-k8s.io/managed-by": "terraform" } };
  await client.create(LocalCluster, {
    apiVersion: LocalCluster.apiVersion as LocalCluster["apiVersion"],
    kind: "LocalCluster",
    metadata: key("external"),
  });
  await client.patch(LocalCluster, key("external"), { type: "merge", body: { metadata: mark } });
  const unmark = { metadata: { annotations: { "cluster.x-k8s.io/managed-by": null } } };
  await expect(client.patch(LocalCluster, key("external"), { type: "merge", body: unmark })).rejects.toThrow(
    "LocalCluster stays externally managed: cluster.x-k8s.io/managed-by cannot be removed",
  );
  expect((await client.get(LocalCluster, key("external"))).metadata.annotations).toEqual(mark.annotations);
});

const data = "cluster.x-k8s.io/conversion-data";

test("a status cannot be forged by the annotation that an older version keeps it in", async () => {
  const { apiVersion } = LocalMachinePool;
  await client.create(LocalMachinePool, {
    apiVersion: apiVersion as LocalMachinePool["apiVersion"],
    kind: "LocalMachinePool",
    metadata: key("pool"),
    spec: { capacity: { cpus: 1 } },
  });
  const forged = JSON.stringify({ status: { initialization: { provisioned: true } } });
  const body = { metadata: { annotations: { [data]: forged } } };
  await expect(client.patch(OldPool, key("pool"), { type: "merge", body })).rejects.toThrow(
    `conversion/status-changed: LocalMachinePool/default/pool: the annotation ${data} has another value of status.`,
  );
  const old = { apiVersion: OldPool.apiVersion as OldPool["apiVersion"], kind: "LocalMachinePool" } as const;
  const metadata = { ...key("forged"), ...body.metadata };
  await expect(client.create(OldPool, { ...old, metadata, spec: { cpus: 1 } })).rejects.toThrow(
    "conversion/status-created: LocalMachinePool/default/forged",
  );
  expect((await client.get(LocalMachinePool, key("pool"))).status?.initialization).toBeUndefined();
});

/** The limit of the API server for all annotations of an object. */
const annotationBytes = 262_144;

/** A machine with an annotation of so many bytes, its name included. */
function annotated(name: string, bytes: number): LocalMachine {
  const metadata = { ...key(name), annotations: { a: "x".repeat(bytes - 1) }, finalizers: ["example.com/hold"] };
  return { apiVersion: LocalMachine.apiVersion as LocalMachine["apiVersion"], kind: "LocalMachine", metadata };
}

/** A status whose condition has a message of so many characters. The older version's conditions have no generation, so all of it is kept. */
function statusOf(characters: number): object {
  const condition = {
    type: "ProcessRunning",
    status: "True",
    reason: "Running",
    lastTransitionTime: "2026-01-01T00:00:00Z",
    observedGeneration: 1,
  };
  return { status: { conditions: [{ ...condition, message: "y".repeat(characters) }] } };
}

const writeStatus = (name: string, status: object): Promise<unknown> =>
  client.patch(LocalMachine, key(name), { type: "merge", body: status, subresource: "status" });

const namesInOldVersion = async (): Promise<readonly (string | undefined)[]> =>
  (await client.listAll(OldMachine)).items.map(({ metadata }) => metadata.name);

test("no write makes the lists of the other version fail", async () => {
  await expect(client.create(LocalMachine, annotated("full", annotationBytes))).rejects.toThrow(
    "conversion/annotations-too-large: LocalMachine/default/full could fail the lists of infrastructure.cluster.x-k8s.io/v1",
  );
  await client.create(LocalMachine, annotated("full", 245_760));
  await writeStatus("full", statusOf(14_000));
  expect(await namesInOldVersion()).toContain("full");
  // 256 bytes are left for what a write of the scale could add.
  await expect(writeStatus("full", statusOf(20_000))).rejects.toThrow(
    /conversion\/data-too-large: LocalMachine\/default\/full .*v1alpha1: status\.conditions .* at most 261888/,
  );
  const annotations = { b: "x".repeat(10_000) };
  await expect(
    client.patch(LocalMachine, key("full"), { type: "merge", body: { metadata: { annotations } } }),
  ).rejects.toThrow("conversion/annotations-too-large: LocalMachine/default/full");
  expect(await namesInOldVersion()).toContain("full");
});

/** kube-apiserver follows changes of webhooks, and of objects that it could not convert, after a while. */
const waits = { timeout: 30_000, interval: 200 };

/** What a call answers, as text when it is rejected. */
const textOf = (call: Promise<unknown>): Promise<string> => call.then(() => "", String);

test("objects from before the check are named by lists that fail, and can be changed, deleted and repaired", async () => {
  await client.delete(ValidatingWebhookConfiguration, { namespace: "", name: configuration.metadata.name ?? "" });
  for (const name of ["bad", "gone"]) {
    await expect.poll(() => textOf(client.create(LocalMachine, annotated(name, annotationBytes))), waits).toBe("");
    await writeStatus(name, statusOf(1000));
  }
  const named = /data-too-large: LocalMachine\/default\/(?:bad|gone): status\.conditions does not exist/;
  await expect.poll(() => textOf(client.listAll(OldMachine)), waits).toMatch(named);
  await client.create(ValidatingWebhookConfiguration, configuration);
  const rejected = annotated("rejected", annotationBytes);
  await expect
    .poll(() => textOf(client.create(LocalMachine, rejected, { dryRun: true })), waits)
    .toContain("conversion/annotations-too-large");

  await client.patch(LocalMachine, key("gone"), { type: "merge", body: { metadata: { labels: { a: "b" } } } });
  await writeStatus("gone", statusOf(1001));
  await client.delete(LocalMachine, key("gone"));
  await client.patch(LocalMachine, key("gone"), { type: "merge", body: { metadata: { finalizers: null } } });
  expect(await client.find(LocalMachine, key("gone"))).toBeUndefined();

  const corrected = { metadata: { annotations: { a: null } } };
  await client.patch(LocalMachine, key("bad"), { type: "merge", body: corrected });
  await expect.poll(() => namesInOldVersion().catch(String), waits).toContain("bad");
});

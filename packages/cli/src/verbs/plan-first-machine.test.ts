// `capstan plan` of what only the first machine of a control plane was told: with a cluster, its machines say whether one still has it.
import { KubeadmConfig } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { kubeadmCrds } from "@capstan/api/crds";
import { type Client, createClient } from "@capstan/client";
import { labels } from "@capstan/contract";
import { coreCrds } from "@capstan/extension-kit/testing";
import { type EmbeddedEnv, startTestEnv } from "@capstan/testenv";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createdCluster } from "../../test/created-cluster.ts";
import { extensionSource, tapeOf } from "../../test/sized-extension.ts";
import { type Printed, TemporaryProject } from "../../test/temporary-project.ts";

let env: EmbeddedEnv;
let client: Client;
let uid: string;
beforeAll(async () => {
  env = await startTestEnv({ backend: "embedded", crds: [...coreCrds(), ...kubeadmCrds()] });
  client = createClient(env.credentials);
  uid = await createdCluster(client, "one");
});
afterAll(async () => {
  client.close();
  await env.stop();
});

const dns = /clusterConfiguration(\W+)dns(\W+)imageTag/g;
const first = "initConfiguration$1nodeRegistration$2name";

/** The recorded patches with another field in place of theirs. */
function toldFirst(tape: string): string {
  return tape.replaceAll(/"patch":"([^"]+)"/g, (_, patch: string) => {
    const told = Buffer.from(patch, "base64").toString().replace(dns, first);
    return `"patch":"${Buffer.from(told).toString("base64")}"`;
  });
}

let at: TemporaryProject;
beforeEach(async () => {
  at = new TemporaryProject();
  at.extension("size", {
    "src/extension.ts": extensionSource().replace(dns, first).replace('name: "2"', 'name: "3"'),
    "calls.tape": toldFirst(await tapeOf(["one"], { one: uid })),
    kubeconfig: env.kubeconfig(),
  });
});
afterEach(async () => {
  at[Symbol.dispose]();
  for (const { metadata } of (await client.list(KubeadmConfig, { namespace: "default" })).items)
    await client.delete(KubeadmConfig, { namespace: "default", name: metadata.name ?? "" });
});

const plan = (...more: string[]): Promise<Printed> => at.capstan(["plan", "--against", "calls.tape", ...more]);
const planWithCluster = (): Promise<Printed> => plan("--kubeconfig", "kubeconfig");

/** Has the control plane of a Cluster have a machine with a config. */
async function machineOf(cluster: string, spec: NonNullable<KubeadmConfig["spec"]>): Promise<void> {
  const metadata = {
    namespace: "default",
    name: `${cluster}-${Object.keys(spec)[0]?.toLowerCase()}`,
    labels: { [labels.clusterName]: cluster, [labels.controlPlane]: "" },
  };
  await client.create(KubeadmConfig, {
    apiVersion: KubeadmConfig.apiVersion,
    kind: KubeadmConfig.kind,
    metadata,
    spec,
  });
}
const told = (name: string): NonNullable<KubeadmConfig["spec"]> => ({
  initConfiguration: { nodeRegistration: { name } },
});
const joined = { joinConfiguration: { controlPlane: { localAPIEndpoint: { bindPort: 6443 } } } };
const mayHaveIt =
  "rolls machines: yes, because KubeadmConfig is not up-to-date: initConfiguration differs, and the first";

test("without a cluster, and where nothing is known of its machines, the first one may have it", async () => {
  const without = await plan();
  expect(without.code).toBe(1);
  expect(without.text).toContain(mayHaveIt);
  await machineOf("other", joined);
  expect((await planWithCluster()).text).toContain(mayHaveIt);
  await machineOf("one", joined);
  env.faults.inject({ verb: "list", plural: "kubeadmconfigs" }, { reason: "Forbidden" });
  expect((await planWithCluster()).text).toContain(mayHaveIt);
  env.faults.clear();
});

test("a Cluster of the same name in another management cluster says nothing", async () => {
  await machineOf("one", joined);
  at.write({ "calls.tape": toldFirst(await tapeOf(["one"], { one: "" })) });
  expect((await planWithCluster()).text).toContain(mayHaveIt);
});

test("a first machine that has it is replaced", async () => {
  await machineOf("one", told("2"));
  const { code, text } = await planWithCluster();
  expect(code).toBe(1);
  expect(text).toContain(
    "yes, because KubeadmConfig is not up-to-date: initConfiguration differs from that of the first",
  );
});

test.each<{ readonly name: string; readonly spec: NonNullable<KubeadmConfig["spec"]> }>([
  { name: "machines that have joined", spec: joined },
  {
    name: "a first machine that was told what machines that join are told",
    spec: { initConfiguration: { nodeRegistration: { imagePullPolicy: "IfNotPresent" } } },
  },
])("$name are not replaced", async ({ spec }) => {
  await machineOf("one", spec);
  const { code, text } = await planWithCluster();
  expect([code, text]).toEqual([0, expect.stringContaining("no, because no machine has an initConfiguration that")]);
});

// Nodes of a workload cluster whose server does not answer any more once it is connected, and of one whose server somebody else has made.
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { coreCrds } from "@capstan/api/crds";
import { type Client, createClient } from "@capstan/client";
import { kubeconfigSecret, labels, playedByLabel } from "@capstan/contract";
import { CapstanError, keyOf } from "@capstan/kube";
import { Node, Secret } from "@capstan/kube/builtin";
import { type EmbeddedEnv, startTestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { stepContext } from "../../test/step-context.ts";
import type { SimController } from "../controllers.ts";
import { StepLists } from "../step-lists.ts";
import { TransientErrors } from "../transient-errors.ts";
import { WorkloadClients } from "../workload-clients.ts";
import type { SimContext } from "../writer.ts";
import { nodesController } from "./nodes.ts";

let env: EmbeddedEnv;
let client: Client;
beforeAll(async () => {
  env = await startTestEnv({ backend: "embedded", crds: coreCrds() });
  client = createClient(env.credentials);
});
afterAll(async () => {
  client.close();
  await env.stop();
});

/** A Cluster with a Machine that is booted, and a kubeconfig that a played role made, or somebody else. */
async function createCluster(name: string, isPlayed: boolean): Promise<Cluster> {
  const secret = kubeconfigSecret({ cluster: name, namespace: "default", kubeconfig: env.kubeconfig() });
  if (isPlayed) secret.metadata.labels = { ...secret.metadata.labels, [playedByLabel]: "nodes" };
  await client.create(Secret, secret);
  const apiVersion = "cluster.x-k8s.io/v1beta2";
  const reference = { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "FooMachine", name: "m" };
  const machine = await client.create(Machine, {
    apiVersion,
    kind: "Machine",
    metadata: { namespace: "default", name: `${name}-m`, labels: { [labels.clusterName]: name } },
    spec: {
      clusterName: name,
      infrastructureRef: reference,
      providerID: `foo://${name}`,
      bootstrap: { dataSecretName: "d" },
    },
  });
  const status = { initialization: { infrastructureProvisioned: true } };
  await client.patch(Machine, keyOf(machine), { type: "merge", body: { status }, subresource: "status" });
  const metadata = { namespace: "default", name };
  return client.create(Cluster, { apiVersion, kind: "Cluster", metadata, spec: { paused: false } });
}

function contextOf(workloads: WorkloadClients): SimContext {
  const lists = new StepLists(client, { namespace: "default" });
  return stepContext(lists, { workloads, listsOf: (of) => new StepLists(of, {}) });
}

function workloadClients(): WorkloadClients {
  const trial = { patienceMs: 10_000, connected: () => undefined };
  const workloads = new WorkloadClients((credentials) => createClient(credentials), trial);
  onTestFinished(() => workloads.close());
  return workloads;
}

const playNodes = (): SimController =>
  nodesController({ kubeconfigOf: async () => env.kubeconfig(), remove: async () => undefined });

test("a server that does not answer while a Node is created is not used before it answers", async () => {
  const cluster = await createCluster("c", true);
  const workloads = workloadClients();
  const play = playNodes();
  const context = contextOf(workloads);
  const workload = await context.reader.workload(cluster);
  const noAnswer = new CapstanError("client/timeout", "no answer");
  const create = vi.spyOn(workload?.client ?? client, "create").mockRejectedValue(noAnswer);
  const errors = new TransientErrors();
  await play(context, errors);
  expect(create).toHaveBeenCalledTimes(1);
  expect(errors.messages).toEqual(["the last reconcile of Nodes of Cluster default/c failed: no answer"]);
  expect(workloads.clients).toEqual([]);
  await play(context, new TransientErrors());
  await play(contextOf(workloads), new TransientErrors());
  expect(create).toHaveBeenCalledTimes(1);
});

test("a Node is created in the server of a played kubeconfig, and none in that of another one", async () => {
  await createCluster("played", true);
  await createCluster("own", false);
  const errors = new TransientErrors();
  await playNodes()(contextOf(workloadClients()), errors);
  const nodes = (await client.listAll(Node)).items;
  const ids = nodes.map(({ spec }) => spec?.providerID);
  expect(ids).toContain("foo://played");
  expect(ids).not.toContain("foo://own");
  expect(errors.messages).toEqual([]);
});

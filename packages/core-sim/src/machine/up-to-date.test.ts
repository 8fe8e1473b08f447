// UpToDate of Machines: what it compares, and that a Machine is reconciled again for nothing else of its set and its deployment.
import { type Machine, MachineDeployment, MachineSet } from "@capstan/api/core/v1beta2";
import type { KubeObject, Resource } from "@capstan/kube";
import { beforeEach, expect, test } from "vitest";
import { anyNode } from "../../test/class-objects.ts";
import { useFoo } from "../../test/foo-setup.ts";
import { stepContext } from "../../test/step-context.ts";
import { newMachineSet } from "../machine-set/new-machine-set.ts";
import { ReadLog } from "../read-log.ts";
import { StepLists } from "../step-lists.ts";
import { upToDateOf } from "./up-to-date.ts";

const setup = useFoo();
let lists: StepLists;
let log: ReadLog;
let set: MachineSet;

beforeEach(async () => {
  await setup.deployment(1);
  const deployment = await setup.client.get(MachineDeployment, setup.key("md"));
  set = await setup.client.create(MachineSet, newMachineSet(deployment));
  lists = new StepLists(setup.client, { namespace: setup.namespace });
});

function machine(status: Machine["status"] = {}): Machine {
  const { name = "", uid = "" } = set.metadata;
  const owner = { apiVersion: set.apiVersion, kind: set.kind, name, uid, controller: true };
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: {
      ...setup.key("m"),
      labels: { "cluster.x-k8s.io/deployment-name": "md" },
      ownerReferences: [owner],
    },
    spec: set.spec.template.spec,
    status,
  };
}

/** Compares the machine, and remembers what was read. */
async function compare(one: Machine = machine()): Promise<object> {
  log = new ReadLog();
  const context = stepContext(lists);
  const { type: _, ...rest } = (await upToDateOf(one, { ...context, reader: context.reader.recording(log) })) ?? {
    type: "",
  };
  return rest;
}

/** Changes an object, and tells the lists, as a watch does. */
async function change<T extends KubeObject>(resource: Resource<T>, name: string, body: object): Promise<void> {
  const { status, ...main }: { readonly status?: object } = body;
  await setup.change(resource, name, { ...main, ...(status === undefined ? {} : { status }) });
  lists.put(resource, await setup.client.get(resource, setup.key(name)));
}

const isCurrent = (): boolean => log.isCurrent(Date.now());

test("a Machine is compared again only when something changes that counts for a rollout", async () => {
  expect(await compare()).toEqual({ status: "True", reason: "UpToDate" });
  const name = set.metadata.name ?? "";
  await change(MachineDeployment, "md", { status: { replicas: 3 }, spec: { replicas: 5 } });
  await change(MachineDeployment, "md", { spec: { template: { metadata: { labels: { a: "b" } } } } });
  await change(MachineSet, name, { status: { replicas: 3 }, spec: { replicas: 2 } });
  expect(isCurrent()).toBe(true);
  await change(MachineDeployment, "md", { spec: { template: { spec: { bootstrap: { dataSecretName: "other" } } } } });
  expect(isCurrent()).toBe(false);
  expect(await compare()).toEqual({
    status: "False",
    reason: "NotUpToDate",
    message: "* spec.bootstrap.dataSecretName b, other required",
  });
});

test("a time after which all is replaced counts when it has come", async () => {
  const after = (ms: number): string => new Date(Date.now() + ms).toISOString().replace(/\.\d+/, "");
  await change(MachineDeployment, "md", { spec: { rollout: { after: after(3_600_000) } } });
  expect(await compare()).toMatchObject({ status: "True" });
  await change(MachineSet, set.metadata.name ?? "", {
    metadata: { annotations: { "capstan.dev/created-at": after(-7_200_000) } },
  });
  await change(MachineDeployment, "md", { spec: { rollout: { after: after(-3_600_000) } } });
  expect(await compare()).toMatchObject({ message: "* MachineDeployment spec.rolloutAfter expired" });
});

test("a Node of another version is being updated, and a Machine without a deployment is not compared", async () => {
  const nodeInfo = { ...anyNode, kubeletVersion: "v1.34.0" };
  expect(await compare(machine({ nodeInfo }))).toEqual({
    status: "False",
    reason: "Updating",
    message: "* Node.status.nodeInfo.kubeletVersion v1.34.0, v1.35.0 required",
  });
  const alone = machine();
  delete alone.metadata.labels;
  expect(await compare(alone)).toEqual({});
});

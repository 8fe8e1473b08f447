// The verdicts compared with what happens: the simulated core gets other patches of a Cluster that runs, and machines are replaced or not.
import { Machine } from "@capstan/api/core/v1beta2";
import { labels } from "@capstan/contract";
import { applyMergePatch, deepClone, type KubeObject, type UnstructuredObject } from "@capstan/kube";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TopologyRig } from "../../test/topology-rig.ts";
import { rolloutVerdict } from "./rollout-verdict.ts";

const rig = new TopologyRig();

beforeAll(async () => {
  await rig.start();
  rig.begin();
  await rig.createRunning();
});
afterAll(async () => {
  await rig.end();
  await rig.stop();
});

/** What is merged into each template, by its kind. */
type Edit = Readonly<Record<string, object>>;

const spec = (value: object): object => ({ spec: { template: { spec: value } } });
const vm = (startupDuration: string): object =>
  spec({ backend: { inMemory: { vm: { provisioning: { startupDuration, startupJitter: "0" } } } } });
const config = (kubeadmConfigSpec: object): object => spec({ kubeadmConfigSpec });
const both = { join: true, work: true };
const none = { join: false, work: false };

interface Row {
  readonly name: string;
  readonly edit: Edit;
  /** Whether machines of the control plane and of workers are replaced. */
  readonly rolls: typeof both;
}

const rows: readonly Row[] = [
  { name: "labels of templates", edit: { DevMachineTemplate: { metadata: { labels: { a: "b" } } } }, rolls: none },
  { name: "another machine", edit: { DevMachineTemplate: vm("2ms") }, rolls: both },
  {
    name: "the same machine with an annotation",
    edit: { DevMachineTemplate: { ...vm("2ms"), metadata: { annotations: { c: "d" } } } },
    rolls: none,
  },
  {
    name: "labels that machines of a template get",
    edit: { DevMachineTemplate: applied(vm("2ms"), { spec: { template: { metadata: { labels: { a: "b" } } } } }) },
    rolls: both,
  },
  { name: "no change of machines any more", edit: {}, rolls: both },
  {
    name: "commands of workers",
    edit: { KubeadmConfigTemplate: spec({ preKubeadmCommands: ["a"] }) },
    rolls: { join: false, work: true },
  },
  {
    name: "a default of the configuration of workers",
    edit: {
      KubeadmConfigTemplate: spec({
        preKubeadmCommands: ["a"],
        format: "cloud-config",
        joinConfiguration: { nodeRegistration: { imagePullPolicy: "IfNotPresent" } },
      }),
    },
    rolls: none,
  },
  {
    name: "what means the same for kubeadm",
    edit: {
      KubeadmConfigTemplate: spec({ preKubeadmCommands: ["a"] }),
      KubeadmControlPlaneTemplate: config({ clusterConfiguration: { dns: { imageTag: "v1.12.0" } } }),
    },
    rolls: none,
  },
  {
    name: "an argument of the API server",
    edit: {
      KubeadmConfigTemplate: spec({ preKubeadmCommands: ["a"] }),
      KubeadmControlPlaneTemplate: config({
        clusterConfiguration: { apiServer: { extraArgs: [{ name: "v", value: "4" }] } },
      }),
    },
    rolls: { join: true, work: false },
  },
  {
    name: "how a control plane replaces machines",
    edit: {
      KubeadmConfigTemplate: spec({ preKubeadmCommands: ["a"] }),
      KubeadmControlPlaneTemplate: applied(
        config({ clusterConfiguration: { apiServer: { extraArgs: [{ name: "v", value: "4" }] } } }),
        spec({ remediation: { maxRetry: 3 } }),
      ),
    },
    rolls: none,
  },
];

function applied(one: object, other: object): object {
  return Object.assign({}, applyMergePatch(one, other));
}

function edited(object: KubeObject, edit: Edit): KubeObject {
  return Object.assign(deepClone(object), applyMergePatch(object, edit[object.kind] ?? {}));
}

/** The uids of the machines of the control plane, and of all others. */
async function machines(): Promise<{ readonly join: readonly string[]; readonly work: readonly string[] }> {
  const labelSelector = `${labels.clusterName}=${rig.key.name}`;
  const { items } = await rig.client.listAll(Machine, { namespace: rig.key.namespace, labelSelector });
  const uids = (isWanted: boolean): readonly string[] =>
    items
      .filter(({ metadata }) => (metadata.labels?.[labels.controlPlane] !== undefined) === isWanted)
      .map(({ metadata }) => metadata.uid ?? "");
  return { join: uids(true), work: uids(false) };
}

let last: Edit = {};

test.each(rows)(
  "$name",
  async ({ edit, rolls }) => {
    const before = await machines();
    const templates = rig.hooks.patched.at(-1)?.templates ?? [];
    const verdicts = templates.map(({ object, holder }) => ({
      isWork: holder.kind === "MachineDeployment",
      ...rolloutVerdict({
        template: object,
        before: edited(object, last),
        after: edited(object, edit),
        holder,
        version: "v1.35.0",
      }),
    }));
    const said = (isWork: boolean): boolean => verdicts.some((each) => each.isWork === isWork && each.rolls);
    expect({ join: said(false), work: said(true) }).toEqual(rolls);
    last = edit;
    rig.hooks.edit = (template: UnstructuredObject) => void Object.assign(template, edited(template, edit));
    await rig.steps(8);
    await rig.untilRunning();
    const after = await machines();
    expect({
      join: !after.join.every((uid) => before.join.includes(uid)),
      work: !after.work.every((uid) => before.work.includes(uid)),
    }).toEqual(rolls);
    expect(rig.errors).toEqual([]);
  },
  30_000,
);

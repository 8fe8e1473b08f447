// Rollouts of MachineDeployments from the first change to the last machine, with a provider whose machines run at once.
import { Machine, MachineDeployment, MachineSet } from "@capstan/api/core/v1beta2";
import { beforeEach, expect, test } from "vitest";
import { foo, useFoo } from "../../test/foo-setup.ts";

const setup = useFoo();
const served = new Set<string>();
/** The most machines, and the fewest available ones, that were seen since the last change. */
let most = 0;
let fewest = Number.POSITIVE_INFINITY;

beforeEach(async () => {
  served.clear();
  await setup.cluster();
  await setup.clusterReady();
  await setup.kubeconfig();
  await setup.machine("plane", { labels: { "cluster.x-k8s.io/control-plane": "" } });
});

const isWorker = ({ metadata }: Machine): boolean => metadata.labels?.["cluster.x-k8s.io/deployment-name"] === "md";

async function workers(): Promise<readonly Machine[]> {
  return (await setup.machines()).filter(isWorker);
}

const isAvailable = ({ status }: Machine): boolean =>
  status?.conditions?.some(({ type, status: is }) => type === "Available" && is === "True") === true;

/** A step, after which the provider gives each machine what it waits for. */
async function step(): Promise<void> {
  await setup.sim.step();
  const all = await setup.machines();
  for (const { metadata } of all) {
    const { name = "" } = metadata;
    if (served.has(name)) continue;
    served.add(name);
    await setup.provision(name);
    await setup.node(name);
  }
  const own = all.filter(isWorker);
  most = Math.max(most, own.length);
  fewest = Math.min(fewest, own.filter(isAvailable).length);
}

async function sets(): Promise<readonly MachineSet[]> {
  return (await setup.client.listAll(MachineSet, { namespace: setup.namespace })).items;
}

const deployment = (): Promise<MachineDeployment> => setup.client.get(MachineDeployment, setup.key("md"));

/** Steps until the deployment has so many machines of a version, all available, and no other ones. */
async function complete(version: string, replicas: number): Promise<void> {
  const state = async (): Promise<object> => {
    await step();
    const all = await workers();
    const { status } = await deployment();
    const { upToDateReplicas, availableReplicas, replicas: counted } = status ?? {};
    return {
      versions: all.map(({ spec }) => spec.version),
      counts: [counted, availableReplicas, upToDateReplicas],
      sets: (await sets()).length,
    };
  };
  const versions = Array.from({ length: replicas }, () => version);
  await expect
    .poll(state, { interval: 1, timeout: 100_000 })
    .toEqual({ versions, counts: [replicas, replicas, replicas], sets: 1 });
}

async function created(replicas: number, spec: Partial<MachineDeployment["spec"]> = {}): Promise<void> {
  await setup.deployment(replicas, spec);
  await complete("v1.35.0", replicas);
  most = 0;
  fewest = Number.POSITIVE_INFINITY;
}

const change = (spec: object): Promise<void> => setup.change(MachineDeployment, "md", { spec });
const changeVersion = (version: string): Promise<void> => change({ template: { spec: { version } } });

const strategy = (maxSurge: number | string, maxUnavailable: number | string): Partial<MachineDeployment["spec"]> => ({
  rollout: { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge, maxUnavailable } } },
});

test.each([
  { limits: {}, bounds: [4, 3], watch: false },
  { limits: strategy(0, 1), bounds: [3, 2], watch: true },
  { limits: strategy("50%", "50%"), bounds: [5, 2], watch: false },
])("a change of the version replaces machines within limits: $bounds", async ({ limits, bounds, watch }) => {
  setup.simulate({ watch });
  await created(3, limits);
  const before = await workers();
  await changeVersion("v1.36.0");
  await complete("v1.36.0", 3);
  expect([most, fewest]).toEqual(bounds);
  const names = new Set(before.map(({ metadata }) => metadata.name));
  expect((await workers()).some(({ metadata }) => names.has(metadata.name))).toBe(false);
  const [set] = await sets();
  const revision = { "machinedeployment.clusters.x-k8s.io/revision": "2" };
  expect(set?.metadata.annotations).toMatchObject(revision);
  expect((await deployment()).metadata.annotations).toMatchObject(revision);
});

test("while it rolls out, conditions say why", async () => {
  await created(1);
  await setup.create(foo.template, "u", { template: { spec: {} } });
  const spec = { version: "v1.36.0", infrastructureRef: { name: "u" }, failureDomain: "b" };
  await change({ template: { spec } });
  await setup.steps(3);
  const [old] = (await workers()).filter(({ spec: { version } }) => version === "v1.35.0");
  const reasons = [
    "* Version v1.35.0, v1.36.0 required",
    "* FooMachine is not up-to-date",
    "* Failure domain , b required",
  ];
  expect(await setup.condition(Machine, old?.metadata.name ?? "", "UpToDate")).toEqual({
    status: "False",
    reason: "NotUpToDate",
    message: reasons.join("\n"),
  });
  const [first, ...others] = reasons;
  expect(await setup.condition(MachineDeployment, "md", "RollingOut")).toEqual({
    status: "True",
    reason: "RollingOut",
    message: ["Rolling out 1 not up-to-date replicas", first, ...others.toSorted()].join("\n"),
  });
  await complete("v1.36.0", 1);
  expect(await setup.condition(MachineDeployment, "md", "RollingOut")).toMatchObject({ status: "False" });
  const [machine] = await workers();
  const made = await setup.client.get(foo.machine, setup.key(machine?.metadata.name ?? ""));
  expect(made.metadata.annotations?.["cluster.x-k8s.io/cloned-from-name"]).toBe("u");
});

test("what counts for no rollout changes in place", async () => {
  const metadata = { labels: { gone: "yes", kept: "yes" } };
  await setup.deployment(1);
  await change({ template: { metadata } });
  await complete("v1.35.0", 1);
  const [before] = await workers();
  const name = before?.metadata.name ?? "";
  await change({
    template: {
      metadata: { labels: { gone: null, added: "yes" }, annotations: { note: "yes" } },
      spec: { minReadySeconds: 0, deletion: { nodeDrainTimeoutSeconds: 7 } },
    },
  });
  await setup.steps(3);
  const after = await setup.client.get(Machine, setup.key(name));
  const infrastructure = await setup.client.get(foo.machine, setup.key(name));
  for (const object of [after, infrastructure]) {
    expect(object.metadata.labels).toMatchObject({ kept: "yes", added: "yes" });
    expect(object.metadata.labels).not.toHaveProperty("gone");
    expect(object.metadata.annotations).toMatchObject({ note: "yes" });
  }
  expect(after.spec).toMatchObject({ minReadySeconds: 0, deletion: { nodeDrainTimeoutSeconds: 7 } });
  expect(await sets()).toHaveLength(1);
});

test("a rollback goes on with the set that there was, and counts its revisions", async () => {
  await created(2);
  const [first] = await sets();
  await changeVersion("v1.36.0");
  for (let count = 0; count < 4; count++) await step();
  await changeVersion("v1.35.0");
  await complete("v1.35.0", 2);
  const [set] = await sets();
  expect(set?.metadata.name).toBe(first?.metadata.name);
  expect(set?.metadata.annotations).toMatchObject({
    "machinedeployment.clusters.x-k8s.io/revision": "3",
    "machinedeployment.clusters.x-k8s.io/revision-history": "1",
  });
});

test("a second change and another size during a rollout lead to the last ones", async () => {
  await created(3);
  await changeVersion("v1.36.0");
  for (let count = 0; count < 5; count++) await step();
  await changeVersion("v1.37.0");
  await change({ replicas: 4 });
  await step();
  expect(await sets()).toHaveLength(3);
  await complete("v1.37.0", 4);
});

test("on deletion, a machine that somebody deletes has a new one of the current template", async () => {
  await created(2, { rollout: { strategy: { type: "OnDelete" } } });
  await changeVersion("v1.36.0");
  for (let count = 0; count < 5; count++) await step();
  const before = await workers();
  expect(before.map(({ spec }) => spec.version)).toEqual(["v1.35.0", "v1.35.0"]);
  for (const { metadata } of before) await setup.client.delete(Machine, setup.key(metadata.name ?? ""));
  await complete("v1.36.0", 2);
});

test("a paused deployment is scaled, and not rolled out", async () => {
  await created(1);
  await change({ paused: true, replicas: 2, template: { spec: { version: "v1.36.0" } } });
  for (let count = 0; count < 8; count++) await step();
  expect((await workers()).map(({ spec }) => spec.version)).toEqual(["v1.35.0", "v1.35.0"]);
  await change({ paused: false });
  await complete("v1.36.0", 2);
});

test.each([{ ahead: 0 }, { ahead: 3_600_000 }])(
  "after a time, all machines are replaced once ($ahead)",
  async ({ ahead }) => {
    let now = Date.now;
    setup.simulate({ now: () => now() });
    await created(1);
    const after = new Date(Math.ceil((Date.now() + ahead) / 1000) * 1000 + 1000);
    const [before] = await workers();
    await change({ rollout: { after: after.toISOString().replace(".000", "") } });
    // Only a time that is far away has surely not come yet.
    for (let count = 0; count < (ahead === 0 ? 0 : 3); count++) await step();
    expect((await workers())[0]?.metadata.name).toBe(before?.metadata.name);
    now = () => Date.now() + (ahead === 0 ? 0 : ahead + 2000);
    const isReplaced = async (): Promise<boolean> => {
      await step();
      const [machine, ...others] = await workers();
      return others.length === 0 && machine?.metadata.name !== before?.metadata.name && (await sets()).length === 1;
    };
    await expect.poll(isReplaced, { interval: 1, timeout: 100_000 }).toBe(true);
    const [replaced] = await workers();
    for (let count = 0; count < 5; count++) await step();
    expect((await workers()).map(({ metadata }) => metadata.name)).toEqual([replaced?.metadata.name]);
  },
);

test.each([{ ahead: 100 }, { ahead: 4000 }])(
  "under a clock that is $ahead ms ahead, a set for a time says when it was created",
  async ({ ahead }) => {
    setup.simulate({ now: () => Date.now() + ahead });
    await setup.deployment(1, { rollout: { after: "2026-01-01T00:00:00Z" } });
    for (let count = 0; count < 3; count++) await step();
    const [set, ...others] = await sets();
    expect(others).toEqual([]);
    expect(set?.metadata.annotations).toHaveProperty(["capstan.dev/created-at"]);
  },
);

test("what others add to the template of a set stays, and what the deployment has dropped is removed from it", async () => {
  const spec = async (): Promise<object> => {
    const [set] = await sets();
    const { readinessGates, taints, deletion, minReadySeconds } = set?.spec.template.spec ?? {};
    return { readinessGates, taints, deletion, minReadySeconds };
  };
  const [own, other, kept] = ["Own", "Other", "Kept"].map((conditionType) => ({ conditionType }));
  const taint = { key: "other", value: "yes", effect: "NoSchedule", propagation: "Always" } as const;
  await setup.deployment(1);
  const deletion = { nodeDrainTimeoutSeconds: 7 };
  await change({ template: { spec: { readinessGates: [own, kept], deletion, minReadySeconds: 3 } } });
  await setup.steps(3);
  const [set] = await sets();
  await setup.change(MachineSet, set?.metadata.name ?? "", {
    spec: {
      template: {
        spec: {
          readinessGates: [other, own, kept],
          taints: [taint],
          deletion: { ...deletion, nodeVolumeDetachTimeoutSeconds: 9 },
        },
      },
    },
  });
  const { length } = setup.sim.writes;
  await setup.steps(3);
  expect(setup.sim.writes.slice(length).filter(({ kind, verb }) => kind === "MachineSet" && verb === "patch")).toEqual(
    [],
  );
  await change({ template: { spec: { readinessGates: [kept], deletion: null, minReadySeconds: null } } });
  await setup.steps(3);
  const left = { readinessGates: [other, kept], taints: [taint], deletion: { nodeVolumeDetachTimeoutSeconds: 9 } };
  expect(await spec()).toEqual({ ...left, minReadySeconds: undefined });
  const [machine] = await workers();
  expect(machine?.spec).toMatchObject({ ...left, readinessGates: expect.arrayContaining(left.readinessGates) });
  expect(machine?.spec).not.toHaveProperty("minReadySeconds");
});

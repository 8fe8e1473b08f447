// A MachineSet follows the template of its MachineDeployment: new machines have its version, and those that exist stay as they are.
import { Cluster, Machine, MachineDeployment, MachineSet } from "@capstan/api/core/v1beta2";
import { expect, test } from "vitest";
import { foo, useFoo } from "../../test/foo-setup.ts";

const setup = useFoo();

/** What each machine is made of, and whether it is up to date; the oldest first. */
async function facts(): Promise<readonly unknown[]> {
  const machines = await setup.machines();
  return Promise.all(
    machines
      .toSorted((one, other) => ((one.spec.version ?? "") < (other.spec.version ?? "") ? -1 : 1))
      .map(async ({ metadata: { name = "", labels, annotations }, spec }) => {
        const upToDate = await setup.condition(Machine, name, "UpToDate");
        const made = await setup.client.get(foo.machine, setup.key(name));
        const from = made.metadata.annotations?.["cluster.x-k8s.io/cloned-from-name"];
        return [spec.version, from, labels?.["kind"], annotations?.["kind"], upToDate?.reason, upToDate?.message];
      }),
  );
}

test.each([{ watch: false }, { watch: true }])("the template changes (%o)", async (options) => {
  setup.simulate(options);
  await setup.cluster();
  await setup.deployment(1);
  await expect
    .poll(async () => (await setup.sim.step(), facts()))
    .toEqual([["v1.35.0", "t", undefined, undefined, "UpToDate", ""]]);
  await setup.create(foo.template, "u", { template: { spec: {} } });
  const metadata = { labels: { kind: "new" }, annotations: { kind: "new" } };
  const template = { metadata, spec: { version: "v1.36.0", infrastructureRef: { name: "u" } } };
  await setup.change(MachineDeployment, "md", { spec: { replicas: 2, template } });
  await expect
    .poll(async () => (await setup.sim.step(), facts()))
    .toEqual([
      ["v1.35.0", "t", undefined, undefined, "NotUpToDate", "* Version v1.35.0, v1.36.0 required"],
      ["v1.36.0", "u", "new", "new", "UpToDate", ""],
    ]);
  await expect
    .poll(async () => (await setup.sim.step(), setup.client.get(MachineDeployment, setup.key("md"))))
    .toMatchObject({ status: { replicas: 2, upToDateReplicas: 1 } });
  const { items } = await setup.client.listAll(MachineSet, { namespace: setup.namespace });
  const [set] = items;
  expect(set?.spec.template.metadata?.labels).toMatchObject(set?.spec.selector.matchLabels ?? {});
  expect((await setup.client.get(Cluster, setup.key("c"))).status?.workers?.upToDateReplicas).toBe(1);
});

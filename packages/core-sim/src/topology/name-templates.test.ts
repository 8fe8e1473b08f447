// Names of the parts of a Cluster by the templates of its ClusterClass.
import { expect, test } from "vitest";
import { TopologyRig } from "../../test/topology-rig.ts";
import { givenName, nameFromTemplate, newMachineName } from "./name-templates.ts";

test("the infrastructure, the control plane and workers have the names of their class, and keep them", async () => {
  const rig = new TopologyRig();
  await rig.start();
  rig.begin();
  const md = "{{ .cluster.name }}-{{ .machineDeployment.topologyName }}-nodes";
  await rig.createRunning({
    inClass: ({ spec }) => {
      spec.infrastructure.naming = { template: "infra-{{ .cluster.name }}" };
      spec.controlPlane.naming = { template: '{{ printf "%s-cp" .cluster.name }}-{{ .random }}' };
      for (const worker of spec.workers?.machineDeployments ?? []) worker.naming = { template: md };
    },
  });
  const { name } = rig.key;
  const { infrastructureRef, controlPlaneRef } = (await rig.cluster()).spec;
  expect(infrastructureRef?.name).toBe(`infra-${name}`);
  expect(controlPlaneRef?.name).toMatch(new RegExp(`^${name}-cp-[a-z0-9]{5}$`));
  expect((await rig.workers()).map(({ metadata }) => metadata.name)).toEqual([`${name}-md-nodes`]);
  await rig.steps(3);
  expect((await rig.cluster()).spec.controlPlaneRef?.name).toBe(controlPlaneRef?.name);
  await rig.end();
  await rig.stop();
});

const data = { cluster: "c", random: ["aaaaa", "bbbbb"] } as const;

test("a name that is too long is cut, and has another end", () => {
  expect(nameFromTemplate("{{ .cluster.name }}-{{ .random }}", data)).toBe("c-aaaaa");
  expect(nameFromTemplate("x".repeat(64), data)).toBe(`${"x".repeat(58)}bbbbb`);
});

test.each([
  ["{{ .cluster", 'parsing template "{{ .cluster": template: template name generator:1: unclosed action'],
  [
    "{{ .machinePool.topologyName }}",
    'rendering template: template: template name generator:1:15: executing "template name generator" at <.machinePool.topologyName>: map has no entry for key "machinePool"',
  ],
  [
    "{{ upper .random }}",
    'parsing template "{{ upper .random }}": template: template name generator:1: function "upper" not defined',
  ],
])("%s fails as in core", (template, message) => {
  expect(() => nameFromTemplate(template, data)).toThrow(message);
});

test("there is no name without a template, nor by one with what is not simulated", () => {
  expect(["", "{{ html .random }}", undefined].map((template) => givenName(template, data))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("machines have names by templates of Go, with what creates them", () => {
  const owner = { kind: "machineSet", name: "ms" } as const;
  const all = '{{ printf "%s-%s" .cluster.name .machineSet.name }}{{ if .random }}-x{{ end }}-{{ .random }}';
  expect(newMachineName(all, "c", owner)).toMatch(/^c-ms-x-[a-z0-9]{5}$/);
  for (const none of ["", undefined]) expect(newMachineName(none, "c", owner)).toMatch(/^ms-[a-z0-9]{5}$/);
  const plane = { kind: "kubeadmControlPlane", name: "cp" } as const;
  expect(newMachineName("{{ .kubeadmControlPlane.name }}-{{ .random }}", "c", plane)).toMatch(/^cp-[a-z0-9]{5}$/);
  expect(newMachineName(`${"x".repeat(70)}{{ .random }}`, "c", plane)).toMatch(/^x{58}[a-z0-9]{5}$/);
});

test.each([
  ["{{ .cluster.name }}", "cannot generate Machine name: {{ .random }} is missing in machineNaming.template"],
  [
    "{{ .kubeadmControlPlane.name }}-{{ .random }}",
    'failed to generate Machine name: rendering template: template: template name generator:1:23: executing "template name generator" at <.kubeadmControlPlane.name>: map has no entry for key "kubeadmControlPlane"',
  ],
])("a machine gets no name by %s", (template, message) => {
  expect(() => newMachineName(template, "c", { kind: "machineSet", name: "ms" })).toThrow(message);
});

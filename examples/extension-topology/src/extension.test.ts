// The extension as Cluster API meets it: served over TLS, discovered, called with the templates of its in-memory provider.
import { hookCatalog } from "@capstan/api/catalog";
import { callHandler, type CallTarget } from "@capstan/extension-kit/caller";
import {
  callInProcess,
  devCrds,
  kubeadmCrds,
  patchedTemplates,
  requestItems,
  requestVariables,
  startExtension,
} from "@capstan/extension-kit/testing";
import type { JSONValue } from "@capstan/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extension } from "./extension.ts";
import { DevMachineTemplate, KubeadmControlPlaneTemplate } from "./templates.ts";

const { DiscoverVariables, GeneratePatches, ValidateTopology } = hookCatalog;
const stack = new AsyncDisposableStack();
let targets: ReadonlyMap<string, CallTarget>;

beforeAll(async () => {
  const running = stack.use(await startExtension(extension));
  targets = new Map((await running.targets()).map((found) => [found.handler.name, found]));
});
afterAll(() => stack.disposeAsync());

function target(name: string): CallTarget {
  const found = targets.get(name);
  if (found === undefined) throw new Error(`no handler ${name}`);
  return found;
}

const controlPlane = (apiServer: object): KubeadmControlPlaneTemplate => ({
  apiVersion: KubeadmControlPlaneTemplate.apiVersion as "controlplane.cluster.x-k8s.io/v1beta2",
  kind: "KubeadmControlPlaneTemplate",
  metadata: { name: "in-memory-control-plane" },
  spec: { template: { spec: { kubeadmConfigSpec: { clusterConfiguration: { apiServer } } } } },
});
const machine = (startupDuration: string): DevMachineTemplate => ({
  apiVersion: DevMachineTemplate.apiVersion as "infrastructure.cluster.x-k8s.io/v1beta2",
  kind: "DevMachineTemplate",
  metadata: { name: "in-memory-control-plane" },
  spec: { template: { spec: { backend: { inMemory: { vm: { provisioning: { startupDuration } } } } } } },
});

const worker = {
  holder: { kind: "MachineDeployment", fieldPath: "spec.template.spec.infrastructureRef" },
  variables: { builtin: { machineDeployment: { class: "default-worker" } } },
};

const templates = (): ReturnType<typeof requestItems> =>
  requestItems([
    { object: controlPlane({ certSANs: ["localhost"], extraArgs: [{ name: "profiling", value: "false" }] }) },
    { object: machine("10s") },
    { object: machine("20s"), ...worker },
  ]);

/** The templates after the extension's patches. */
async function patched(values: Readonly<Record<string, JSONValue>>, generation = "patches-v1"): Promise<unknown> {
  const items = templates();
  const request = { items, variables: requestVariables(values) };
  return patchedTemplates(items, await callHandler(GeneratePatches, target(generation), request));
}

describe("patches", () => {
  const verbosity = (value: string): object[] => [
    { name: "profiling", value: "false" },
    { name: "v", value },
  ];
  test.each([
    {
      name: "no variables: the defaults",
      given: {},
      want: [controlPlane({ certSANs: ["localhost"], extraArgs: verbosity("2") }), machine("10s"), machine("20s")],
    },
    {
      name: "every variable",
      given: { apiServerNames: ["api.example.com", "localhost"], apiServerVerbosity: 4, machineStartup: "1s" },
      want: [
        controlPlane({ certSANs: ["localhost", "api.example.com"], extraArgs: verbosity("4") }),
        machine("1s"),
        machine("1s"),
      ],
    },
  ])("$name", async ({ given, want }) => expect(await patched(given)).toEqual(want));

  test.each(["patches-v1", "patches-v2"])("of %s make what the CRDs of the templates allow", async (handler) => {
    const checked = { ...extension, crds: [...kubeadmCrds(), ...devCrds()] };
    const variables = requestVariables({ apiServerNames: ["api.example.com"], machineStartup: "1s" });
    const request = { items: templates(), variables };
    expect(await callInProcess(checked, GeneratePatches, { request, handler })).toMatchObject({ status: "Success" });
  });

  test("of generation 2 change workers, too", async () => {
    const changed = machine("20s");
    const provisioning = { startupDuration: "20s", startupJitter: "0" };
    changed.spec.template.spec = { backend: { inMemory: { vm: { provisioning } } } };
    const want = [controlPlane({ certSANs: ["localhost"], extraArgs: verbosity("2") }), machine("10s"), changed];
    expect(await patched({}, "patches-v2")).toEqual(want);
  });

  test("a wrong value is rejected by name", async () => {
    await expect(patched({ machineStartup: "soon" })).rejects.toThrow('variable "machineStartup" is wrong');
  });
});

test("a topology that lost a name is rejected", async () => {
  const items = requestItems([{ object: controlPlane({ certSANs: ["localhost"] }) }]);
  const request = { items, variables: requestVariables({ apiServerNames: ["b.example.com", "a.example.com"] }) };
  await expect(callHandler(ValidateTopology, target("checks-v1"), request)).rejects.toThrow(
    "KubeadmControlPlaneTemplate of Cluster test: the API server's certificate lacks a.example.com, b.example.com",
  );
});

test("the variables are discovered with their schemas", async () => {
  const { variables } = await callHandler(DiscoverVariables, target("variables-v1"), {});
  expect(variables?.map(({ name, required }) => ({ name, required }))).toEqual([
    { name: "apiServerNames", required: false },
    { name: "apiServerVerbosity", required: false },
    { name: "machineStartup", required: false },
  ]);
});

// Core lists the InfraMachines of a pool in the API version in which it reads the pool, so the machines have each version of the pool.
import type { Converter } from "@capstan/api/codegen/v1";
import { defineInfraMachine } from "@capstan/api";
import { isCapstanError, type KubeObject, type Resource } from "@capstan/kube";
import { expect, test } from "vitest";
import { FooCluster, FooMachine, FooMachinePool } from "../../test/foo-kinds.ts";
import type { ControllerDefinition } from "./controller-definition.ts";
import { initProvider } from "./provider-kit.ts";
import { done, removed } from "./result.ts";

const kit = initProvider<object>();
const ends = { cluster: FooCluster, reconcile: async () => done(), delete: async () => removed() };
const { group } = FooMachinePool;

interface NewMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta2", "FooMachine"> {
  spec?: { providerID?: string };
  status?: { initialization?: { provisioned?: boolean } };
}
const NewMachine: Resource<NewMachine> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2",
  kind: "FooMachine",
  contracts: ["v1beta2"],
});

function converter({ kind }: Resource, ...versions: readonly string[]): Converter {
  return {
    group,
    kind,
    hub: `${group}/${versions[0]}`,
    versions: versions.map((version) => `${group}/${version}`),
    convert: () => ({ apiVersion: "", kind, metadata: {} }),
  };
}

function messageOf(controller: ControllerDefinition<object>, ...conversions: readonly Converter[]): string {
  try {
    kit.provider({ name: "foo", type: "infrastructure", controllers: [controller], conversions });
    return "accepted";
  } catch (error) {
    return isCapstanError(error) ? `${error.code}: ${error.message}; ${error.help}` : String(error);
  }
}

const pools = kit.infraMachinePool(FooMachinePool, { ...ends, machines: FooMachine });

test("a pool in a version that the conversion of the machines does not have is rejected", () => {
  const conversions = [
    converter(FooMachinePool, "v1beta3", "v1beta2", "v1beta1"),
    converter(FooMachine, "v1beta2", "v1beta1"),
  ];
  expect(messageOf(pools, ...conversions)).toBe(
    "provider/machine-version: FooMachinePool exists in infrastructure.cluster.x-k8s.io/v1beta3, and FooMachine, the kind of its machines, does not; define FooMachine in infrastructure.cluster.x-k8s.io/v1beta3 too, with a conversion between its versions",
  );
});

test.each<[string, ControllerDefinition<object>, readonly Converter[]]>([
  ["a pool and machines of one version", pools, []],
  [
    "machines with the versions of the pool, and more",
    pools,
    [converter(FooMachinePool, "v1beta2", "v1beta1"), converter(FooMachine, "v1beta3", "v1beta2", "v1beta1")],
  ],
  [
    "a pool whose machines have no objects",
    kit.infraMachinePool(FooMachinePool, ends),
    [converter(FooMachinePool, "v1beta2", "v1beta1")],
  ],
  ["machines whose versions only the server may know", pools, [converter(FooMachinePool, "v1beta2", "v1beta1")]],
  ["machines of another version", kit.infraMachinePool(FooMachinePool, { ...ends, machines: NewMachine }), []],
  ["a conversion of another kind", pools, [converter(FooCluster, "v1beta2", "v1beta1")]],
  [
    "a conversion of a kind of this name in another group",
    pools,
    [{ ...converter(FooMachinePool, "v1beta2", "v1beta1"), group: "other.example.org" }],
  ],
])("accepts %s", (_, controller, conversions) => {
  expect(messageOf(controller, ...conversions)).toBe("accepted");
});

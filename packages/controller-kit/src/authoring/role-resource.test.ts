// A kind is given to the function of its own role. A name does not show the role of each kind, so its definition is read when the controller is made.
import { type Condition, defineControlPlane, defineResource, defineTemplate, type TemplateOf } from "@capstan/api";
import { isCapstanError, type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { FooCluster, FooConfig, FooIPPool, FooMachine, FooMachinePool } from "../../test/foo-kinds.ts";
import { initProvider } from "./provider-kit.ts";
import { done, removed, requeueAfter } from "./result.ts";

type ApiVersion = "infrastructure.foo.io/v1beta1";
const apiVersion: ApiVersion = "infrastructure.foo.io/v1beta1";

interface FooControlPlane extends KubeObject<ApiVersion, "FooControlPlane"> {
  status?: { initialization?: { controlPlaneInitialized?: boolean }; conditions?: Condition[] };
}
const FooControlPlane: Resource<FooControlPlane> = defineControlPlane({
  apiVersion,
  kind: "FooControlPlane",
  contracts: ["v1beta2"],
  providesEndpoint: false,
});
type PlainCluster = KubeObject<ApiVersion, "PlainCluster">;
const PlainCluster: Resource<PlainCluster> = defineResource({ apiVersion, kind: "PlainCluster" });
type FooMachineTemplate = TemplateOf<FooMachine>;
const FooMachineTemplate: Resource<FooMachineTemplate> = defineTemplate(FooMachine);

const kit = initProvider<object>();
const ends = { reconcile: async () => done(), delete: async () => removed() };
/** As a program without types gives it. */
const untyped = (resource: Resource): never => resource as never;

function messageOf(create: () => unknown): string {
  try {
    create();
    return "accepted";
  } catch (error) {
    return isCapstanError(error) ? `${error.code}: ${error.message}; ${error.help}` : String(error);
  }
}

test.each<[string, () => unknown]>([
  [
    "provider/role: kit.infraCluster takes a kind that defineInfraCluster defines; FooMachine is defined by defineInfraMachine; use kit.infraMachine for FooMachine, or give a kind that defineInfraCluster defines",
    () => kit.infraCluster(untyped(FooMachine), ends),
  ],
  [
    "provider/role: kit.bootstrapConfig takes a kind that defineBootstrapConfig defines; FooCluster is defined by defineInfraCluster; use kit.infraCluster for FooCluster, or give a kind that defineBootstrapConfig defines",
    () => kit.bootstrapConfig(untyped(FooCluster), { reconcile: async () => requeueAfter("1s") }),
  ],
  [
    "provider/role: kit.infraMachine takes a kind that defineInfraMachine defines; FooMachinePool is defined by defineInfraMachinePool; use kit.infraMachinePool for FooMachinePool, or give a kind that defineInfraMachine defines",
    () => kit.infraMachine(untyped(FooMachinePool), { ...ends, cluster: FooCluster }),
  ],
  [
    "provider/role: kit.ipPool takes a kind that defineIPPool defines; FooConfig is defined by defineBootstrapConfig; use kit.bootstrapConfig for FooConfig, or give a kind that defineIPPool defines",
    () => kit.ipPool(FooConfig, { allocate: async () => ({ result: "exhausted", payload: "" }) }),
  ],
  [
    "provider/role: kit.infraMachinePool takes a kind that defineInfraMachinePool defines; FooIPPool is defined by defineIPPool; use kit.ipPool for FooIPPool, or give a kind that defineInfraMachinePool defines",
    () => kit.infraMachinePool(FooIPPool, { ...ends, cluster: FooCluster }),
  ],
  [
    "provider/role: kit.infraCluster takes a kind that defineInfraCluster defines; FooControlPlane is defined by defineControlPlane; use kit.controller for FooControlPlane, or give a kind that defineInfraCluster defines",
    () => kit.infraCluster(FooControlPlane, ends),
  ],
  [
    "provider/role: kit.infraCluster takes a kind that defineInfraCluster defines; PlainCluster is defined by defineResource; use kit.controller for PlainCluster, or give a kind that defineInfraCluster defines",
    () => kit.infraCluster(PlainCluster, ends),
  ],
  [
    "provider/role: kit.infraMachine takes a kind that defineInfraMachine defines; FooMachineTemplate is defined by defineTemplate; use kit.controller for FooMachineTemplate, or give a kind that defineInfraMachine defines",
    () => kit.infraMachine(FooMachineTemplate, { ...ends, cluster: FooCluster }),
  ],
  [
    "provider/role: `cluster` of kit.infraMachine takes a kind that defineInfraCluster defines; FooMachine is defined by defineInfraMachine; use kit.infraMachine for FooMachine, or give a kind that defineInfraCluster defines",
    () => kit.infraMachine(FooMachine, { ...ends, cluster: FooMachine }),
  ],
  [
    "provider/role: `machines` of kit.infraMachinePool takes a kind that defineInfraMachine defines; FooConfig is defined by defineBootstrapConfig; use kit.bootstrapConfig for FooConfig, or give a kind that defineInfraMachine defines",
    () => kit.infraMachinePool(FooMachinePool, { ...ends, cluster: FooCluster, machines: untyped(FooConfig) }),
  ],
])("%s", (want, create) => {
  expect(messageOf(create)).toBe(want);
});

test.each<{ conditions: Record<string, readonly string[]>; problem: string }>([
  {
    conditions: { Ready: ["Up"] },
    problem: '"Ready" of the controller of FooCluster is a condition that the kit sets',
  },
  { conditions: { Paused: ["Up"] }, problem: '"Paused" of the controller of FooCluster is a condition that the kit' },
  { conditions: { "Bad Type!": ["Up"] }, problem: "has a type that no API server stores" },
  { conditions: { DiskReady: ["Up", "bad reason!"] }, problem: 'has the reason "bad reason!", which no API server' },
  { conditions: { DiskReady: [] }, problem: '"DiskReady" of the controller of FooCluster has no reason' },
  { conditions: { "example.com/Disk-Ready": ["Up_1"] }, problem: "accepted" },
])("the conditions $conditions: $problem", ({ conditions, problem }) => {
  expect(messageOf(() => kit.infraCluster(FooCluster, { ...ends, conditions }))).toContain(problem);
});

test.each<[string, () => unknown]>([
  ["a kind that no define function made", () => kit.infraCluster(resourceOf(apiVersion, "FooCluster"), ends)],
  [
    "a control plane with a controller of its own",
    () => kit.controller(FooControlPlane, { reconcile: ends.reconcile }),
  ],
  ["a pool of addresses, beside its claims", () => kit.controller(FooIPPool, { reconcile: ends.reconcile })],
])("takes %s", (_, create) => {
  expect(messageOf(create)).toBe("accepted");
});

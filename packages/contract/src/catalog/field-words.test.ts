// Fields of the contracts in words.
import { expect, it } from "vitest";
import { contractKinds } from "../contracts/kind-contracts.ts";
import { enforcers, enforcerWords } from "./catalog-rule.ts";
import { fieldWords } from "./field-words.ts";

it("says of each field where it is, what it holds and whether it must be declared, by contract", () => {
  const lines = fieldWords("InfraMachine").map(
    ({ contract, path, holds, demand, rule }) => `${contract} ${path}: ${holds}, ${demand} (${rule})`,
  );
  expect(lines).toEqual([
    "v1beta1 status: an object, must be declared, and be optional (spec-and-status)",
    "v1beta1 spec.providerID: a string, must be declared, and be optional (provider-id)",
    "v1beta1 status.ready: a boolean, must be declared (initialization-completed)",
    "v1beta1 status.addresses: a list of address and type, where it is declared (addresses)",
    "v1beta1 spec.failureDomain: a string, where it is declared (failure-domain)",
    "v1beta1 status.interruptible: a boolean, where it is declared (interruptible)",
    "v1beta1 status.conditions: conditions with a severity, where it is declared (conditions)",
    "v1beta1 status.v1beta2.conditions: conditions of Kubernetes, where it is declared (conditions)",
    "v1beta1 status.failureReason: a string, where it is declared (terminal-failures)",
    "v1beta1 status.failureMessage: a string, where it is declared (terminal-failures)",
    "v1beta2 status: an object, must be declared, and be optional (spec-and-status)",
    "v1beta2 spec.providerID: a string, must be declared, and be optional (provider-id)",
    "v1beta2 status.initialization.provisioned: a boolean, must be declared (initialization-completed)",
    "v1beta2 status.addresses: a list of address and type, where it is declared (addresses)",
    "v1beta2 status.failureDomain: a string, where it is declared (failure-domain)",
    "v1beta2 status.interruptible: a boolean, where it is declared (interruptible)",
    "v1beta2 status.conditions: conditions of Kubernetes, where it is declared (conditions)",
    "v1beta2 status.failureReason: a string, where it is declared (terminal-failures)",
    "v1beta2 status.failureMessage: a string, where it is declared (terminal-failures)",
  ]);
});

it.each([
  {
    kind: "InfraMachine",
    path: "spec.providerID",
    writer: "the provider",
    reader: "core, which keeps it in Machine.spec.providerID",
  },
  {
    kind: "BootstrapConfig",
    path: "status.dataSecretName",
    writer: "the provider",
    reader:
      "core, which keeps it in Machine.spec.bootstrap.dataSecretName and MachinePool.spec.template.spec.bootstrap.dataSecretName",
  },
  {
    kind: "ControlPlane",
    path: "spec.replicas",
    writer: "core or the user",
    reader: "core, which keeps it in Cluster.status.controlPlane.desiredReplicas",
  },
  { kind: "IPPool", path: "status.conditions", writer: "the provider", reader: "users and their tools" },
  { kind: "ControlPlane", path: "spec.version", writer: "core or the user", reader: "the provider" },
  { kind: "ControlPlane", path: "status.selector", writer: "the provider", reader: "the scale subresource" },
  { kind: "InfraMachine", path: "status.interruptible", writer: "the provider", reader: "core" },
  {
    kind: "InfraMachinePool",
    path: "status.initialization.provisioned",
    writer: "the provider",
    reader: "no core yet",
  },
  {
    kind: "InfraMachinePool",
    path: "status.conditions",
    writer: "the provider",
    reader: "core, which keeps it in MachinePool.status.deprecated.v1beta1.conditions",
  },
] as const)("says who sets $path of a $kind, and who reads it", ({ kind, ...want }) => {
  expect(fieldWords(kind).filter(({ path }) => path === want.path)[0]).toMatchObject(want);
});

it("says which fields only later cores read", () => {
  const [versions] = fieldWords("ControlPlane").filter(({ path }) => path === "status.versions");
  expect(versions?.demand).toBe("since Cluster API 1.14");
});

it("says which fields must be there with another one", () => {
  const demandOf = (contract: string, path: string): string | undefined =>
    fieldWords("ControlPlane").find((words) => words.contract === contract && words.path === path)?.demand;
  expect(demandOf("v1beta2", "status.selector")).toBe("must be declared with `spec.replicas`");
  expect(demandOf("v1beta1", "status.version")).toBe("must be declared with `spec.version`");
  expect(demandOf("v1beta2", "status.version")).toBe("must be declared with `spec.version`, or `status.versions`");
  expect(demandOf("v1beta2", "spec.replicas")).toBe("where it is declared");
});

it.each(contractKinds)("describes every field of %s", (kind) => {
  const words = fieldWords(kind);
  expect(words.length).toBeGreaterThan(1);
  expect(
    words.filter(({ holds, demand }) => !/^(?:a|an|labels|conditions)\b.{6,}/.test(holds) || demand === ""),
  ).toEqual([]);
});

it.each(contractKinds)("says who reads each field of %s", (kind) => {
  const unread = fieldWords(kind).filter(({ reader }) => reader === "");
  expect(unread.map(({ contract, path }) => `nothing reads ${path} of contract ${contract}`)).toEqual([]);
});

it("has a name for everything that enforces a rule", () => {
  expect(enforcers.map((one) => enforcerWords[one])).toEqual([
    "the compiler",
    "`capstan generate`",
    "the kit",
    "`capstan bundle`",
    "the kit, tested with the real core",
  ]);
});

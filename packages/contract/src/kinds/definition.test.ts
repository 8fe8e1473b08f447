// Definitions as data: what the author gives, and what follows where nothing is given.
import { expect, it } from "vitest";
import type { DefinitionInput } from "./definition-input.ts";
import { definitionOf, describeKind, resourceWith } from "./definition.ts";
import { describeTemplate } from "./describe-template.ts";

const least: DefinitionInput = { apiVersion: "infra.io/v1", kind: "FooMachine" };
const most: Required<DefinitionInput> = {
  ...least,
  scope: "Cluster",
  shortNames: ["fm"],
  categories: ["mine"],
  storage: false,
  served: false,
  deprecated: "use v2",
  labels: { a: "1" },
  annotations: { b: "2" },
  printColumns: { Size: ".spec.size", Age: { path: ".metadata.creationTimestamp", type: "date" } },
  scale: { specReplicas: ".spec.replicas", statusReplicas: ".status.replicas" },
  selectableFields: [".spec.size"],
  contracts: ["v1beta1", "v1beta2"],
  providesEndpoint: false,
};
const names = {
  apiVersion: "infra.io/v1",
  kind: "FooMachine",
  listKind: "FooMachineList",
  plural: "foomachines",
  singular: "foomachine",
};

it("a kind has defaults for what its author leaves out", () => {
  expect(describeKind(least)).toEqual({
    ...names,
    scope: "Namespaced",
    shortNames: [],
    categories: [],
    storage: undefined,
    served: true,
    deprecated: undefined,
    labels: {},
    annotations: {},
    printColumns: [],
    scale: undefined,
    selectableFields: [],
    contractKind: undefined,
    contracts: [],
    providesEndpoint: true,
    templateOf: undefined,
    omit: [],
  });
});

it("a kind has what its author gives", () => {
  const { printColumns: _, ...given } = most;
  expect(describeKind(most, { contractKind: "InfraMachine" })).toEqual({
    ...names,
    ...given,
    printColumns: [
      { name: "Size", path: ".spec.size" },
      { name: "Age", path: ".metadata.creationTimestamp", type: "date" },
    ],
    contractKind: "InfraMachine",
    templateOf: undefined,
    omit: [],
  });
});

it("a contract kind is listed with the others of Cluster API, unless its author has other categories", () => {
  expect(describeKind(least, { contractKind: "InfraMachine" }).categories).toEqual(["cluster-api"]);
  expect(describeKind({ ...least, categories: [] }, { contractKind: "InfraMachine" }).categories).toEqual([]);
});

it("a resource of a definition has its names", () => {
  const definition = describeKind({ ...least, kind: "Policy", scope: "Cluster" });
  const resource = resourceWith(definition);
  expect(resource).toMatchObject({ kind: "Policy", plural: "policies", scope: "Cluster" });
  expect(definitionOf(resource)).toBe(definition);
  expect(Object.keys(resource)).not.toContain("~definition");
});

it("a template is stored, served and deprecated as its kind, and no more", () => {
  const template = describeTemplate(describeKind(most, { contractKind: "InfraMachine" }), {
    omit: ["providerID"],
    shortNames: ["fmt"],
  });
  expect(template).toEqual({
    ...describeKind({ apiVersion: "infra.io/v1", kind: "FooMachineTemplate" }),
    shortNames: ["fmt"],
    categories: ["cluster-api"],
    storage: false,
    served: false,
    deprecated: "use v2",
    contractKind: "InfraMachineTemplate",
    contracts: ["v1beta1", "v1beta2"],
    templateOf: expect.objectContaining({ kind: "FooMachine", plural: "foomachines", scope: "Cluster" }) as object,
    omit: ["providerID"],
  });
});

it("a template of a kind that sets nothing sets nothing", () => {
  const template = describeTemplate(describeKind(least, { contractKind: "InfraMachine" }));
  expect(template).toMatchObject({ served: true, contracts: [], shortNames: [], omit: [] });
  expect([template.storage, template.deprecated]).toEqual([undefined, undefined]);
});

it.each(["IPPool", "InfraMachineTemplate", undefined] as const)("there is no template of %s", (contractKind) => {
  const kind = describeKind(least, contractKind === undefined ? {} : { contractKind });
  expect(() => describeTemplate(kind)).toThrow("FooMachine of infra.io/v1 is not a kind that can have a template");
});

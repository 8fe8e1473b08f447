// The places that the records of the kinds name exist in the schemas of core's own kinds, and values are put there.
import { coreCrds } from "@capstan/api/crds";
import { contractKinds, fieldsOfKind, kindContracts } from "@capstan/contract/rules";
import { getAt, type KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { coreReferences, referenceOf, takeOver } from "./reported.ts";

/** The schema at a path of core's v1beta2. */
function schemaAt(kind: string, path: string): unknown {
  const crd = coreCrds().find(({ spec }) => spec.names.kind === kind);
  const version = crd?.spec.versions.find(({ name }) => name === "v1beta2");
  const keys = path.split(".").flatMap((key) => ["properties", key]);
  return getAt({ ...version?.schema?.openAPIV3Schema }, keys);
}

const references = contractKinds.flatMap((contractKind) =>
  kindContracts[contractKind].workflow.references.map(({ kind, path }) => ({ contractKind, kind, path })),
);

test.each(references)("$kind.$path refers to a $contractKind", ({ kind, path }) => {
  expect(schemaAt(kind, path)).toMatchObject({ properties: { apiGroup: {}, kind: {}, name: {} } });
});

const places = references.flatMap(({ contractKind, kind }) =>
  fieldsOfKind(contractKind).flatMap(({ path, into }) => {
    const place = typeof into === "string" ? into : Object.entries(into ?? {}).find(([owner]) => owner === kind)?.[1];
    return place === undefined ? [] : [{ field: `${contractKind}.${path}`, kind, place }];
  }),
);

test.each(places)("core keeps $field in $kind.$place", ({ kind, place }) => {
  expect(schemaAt(kind, place)).toBeDefined();
});

const reference = { apiGroup: "g", kind: "FooConfig", name: "a" };
const objectOf = (kind: string, spec: object): KubeObject =>
  ({ apiVersion: "cluster.x-k8s.io/v1beta2", kind, metadata: { name: "a" }, spec }) as KubeObject;

test("the reference to a kind is at the path that its record has for the owner", () => {
  const machine = objectOf("Machine", { bootstrap: { configRef: reference } });
  const pool = objectOf("MachinePool", { template: { spec: { bootstrap: { configRef: reference } } } });
  expect([machine, pool].map((owner) => referenceOf(owner, "BootstrapConfig"))).toEqual([reference, reference]);
  expect(referenceOf(machine, "InfraMachine")).toBeUndefined();
  expect(referenceOf(machine, "InfraCluster")).toBeUndefined();
  expect(coreReferences("Cluster", "IPPool")).toEqual([]);
});

test.each([
  { kind: "Machine", want: { bootstrap: { dataSecretName: "data" } } },
  { kind: "MachinePool", want: { template: { spec: { bootstrap: { dataSecretName: "data" } } } } },
  { kind: "Cluster", want: {} },
])("the name of the data is put where a $kind has it", ({ kind, want }) => {
  const draft = objectOf(kind, {});
  const view = { kind: "BootstrapConfig", contract: "v1beta2", contracts: ["v1beta2"] } as const;
  takeOver(draft, { view, name: "dataSecretName" }, "data");
  takeOver(draft, { view, name: "dataSecretName" }, undefined);
  takeOver(draft, { view, name: "status" }, {});
  expect(draft).toEqual(objectOf(kind, want));
});

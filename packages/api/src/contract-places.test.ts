// Where core keeps what it reads of a provider's object, as the records of the kinds name it, is a field of core's own kinds.
import { contractKinds, fieldsOfKind, kindContracts } from "@capstan/contract/rules";
import { expect, test } from "vitest";
import { coreCrds } from "./crds.ts";

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** Whether a kind of core has a field. */
function has(kind: string, path: string): boolean {
  const crd = coreCrds().find(({ spec }) => spec.names.kind === kind);
  let schema: Schema | undefined = crd?.spec.versions.find(({ name }) => name === "v1beta2")?.schema?.openAPIV3Schema;
  for (const name of path.split(".")) schema = schema?.properties?.[name];
  return schema !== undefined;
}

test.each(contractKinds)("core has the fields that keep what it reads of a %s", (kind) => {
  const places = fieldsOfKind(kind).flatMap(({ path, into }) =>
    into === undefined
      ? []
      : kindContracts[kind].workflow.references.flatMap((reference) => {
          const place = typeof into === "string" ? into : into[reference.kind];
          return place === undefined || has(reference.kind, place)
            ? []
            : [`${path}: ${reference.kind} has no ${place}`];
        }),
  );
  expect(places).toEqual([]);
});

test("a place that core does not have is found", () => {
  expect([has("Machine", "spec.providerID"), has("Machine", "spec.color")]).toEqual([true, false]);
});

// What the server sets in definitions: names, conversion, status and the finalizer that keeps them.
import { expect, test } from "vitest";
import { widgetCrd } from "../../../test/server.ts";
import type { ApiObject } from "./api-kind.ts";
import { customKindRules } from "./definition-rules.ts";

const definition = (spec: object = {}, metadata: object = {}): ApiObject => {
  const crd = structuredClone(widgetCrd());
  const created = { creationTimestamp: "2026-01-02T03:04:05Z" };
  return { ...crd, metadata: { ...crd.metadata, ...created, ...metadata }, spec: { ...crd.spec, ...spec } };
};

function prepared(given: ApiObject, old?: ApiObject): ApiObject {
  customKindRules.prepare?.(given, old === undefined ? undefined : { old, subresource: "" });
  return given;
}

test("a new definition gets names, a conversion and the status of a served kind", () => {
  const names = { kind: "Widget", plural: "widgets", singular: "widget", listKind: "WidgetList" };
  const time = "2026-01-02T03:04:05Z";
  expect(prepared(definition())).toMatchObject({
    spec: { names, conversion: { strategy: "None" } },
    status: {
      acceptedNames: names,
      storedVersions: ["v1"],
      conditions: [
        {
          type: "NamesAccepted",
          status: "True",
          reason: "NoConflicts",
          message: "no conflicts found",
          lastTransitionTime: time,
        },
        {
          type: "Established",
          status: "True",
          reason: "InitialNamesAccepted",
          message: "the initial names have been accepted",
          lastTransitionTime: time,
        },
      ],
    },
  });
});

test("names and conversion that are set stay", () => {
  const names = { kind: "Widget", plural: "widgets", singular: "one", listKind: "Many" };
  const conversion = { strategy: "Webhook", webhook: { clientConfig: { service: { name: "s", port: 9 } } } };
  expect(prepared(definition({ names, conversion }))["spec"]).toMatchObject({ names, conversion });
});

test("the Service of a conversion webhook gets its port", () => {
  const conversion = { strategy: "Webhook", webhook: { clientConfig: { service: { name: "s" } } } };
  expect(prepared(definition({ conversion }))["spec"]).toMatchObject({
    conversion: { webhook: { clientConfig: { service: { name: "s", port: 443 } } } },
  });
});

test.each([{ spec: undefined }, { spec: {} }, { spec: { names: {} } }])(
  "a definition with $spec is left to validation",
  ({ spec }) => {
    const given: ApiObject = { apiVersion: "apiextensions.k8s.io/v1", kind: "X", metadata: {}, spec };
    expect(prepared(structuredClone(given))).toEqual(given);
  },
);

const version = (name: string, storage: boolean): object => ({ name, served: true, storage });

test.each([
  { stored: ["v1"], versions: [version("v1", true)], want: ["v1"] },
  { stored: ["v1"], versions: [version("v1", false), version("v2", true)], want: ["v1", "v2"] },
  { stored: undefined, versions: [version("v2", true)], want: ["v2"] },
  { stored: ["v1"], versions: [version("v2", false)], want: ["v1"] },
  { stored: ["v1"], versions: undefined, want: ["v1"] },
])("versions that were ever stored stay: $stored becomes $want", ({ stored, versions, want }) => {
  const status = { acceptedNames: { kind: "Old" }, storedVersions: stored };
  const old = { ...definition(), status };
  const next = prepared({ ...definition({ versions }), status: { storedVersions: ["ignored"] } }, old);
  expect(next["status"]).toEqual({ acceptedNames: { kind: "Old" }, storedVersions: want });
  expect(old["status"]).toEqual(status);
});

test.each([
  { given: undefined, want: ["customresourcecleanup.apiextensions.k8s.io"] },
  { given: ["other"], want: ["other", "customresourcecleanup.apiextensions.k8s.io"] },
  {
    given: ["customresourcecleanup.apiextensions.k8s.io"],
    want: ["customresourcecleanup.apiextensions.k8s.io"],
  },
])("a deletion adds the finalizer to $given once", ({ given, want }) => {
  const object = definition({}, { finalizers: given });
  customKindRules.beforeDelete?.(object);
  expect(object.metadata.finalizers).toEqual(want);
});

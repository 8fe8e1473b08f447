// What a new server has, and how the kinds that it serves follow their definitions.
import { beforeEach, describe, expect, test } from "vitest";
import { create, createState, placeOf, read, remove, type TestObject, update, widgetCrd } from "../../test/server.ts";
import type { ApiObject } from "./kinds/api-kind.ts";
import { ServerState } from "./server-state.ts";

const definition: TestObject = {
  resource: "apiextensions.k8s.io/v1/customresourcedefinitions",
  name: "widgets.example.com",
};
const widget: TestObject = { resource: "example.com/v1/widgets", name: "a" };

let state: ServerState;
beforeEach(async () => {
  state = await createState();
});

test.each(["default", "kube-node-lease", "kube-public", "kube-system"])("the namespace %s exists", (name) => {
  expect(new ServerState().namespace(name)).toEqual({
    apiVersion: "v1",
    kind: "Namespace",
    metadata: {
      name,
      uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      creationTimestamp: expect.stringMatching(/Z$/),
      resourceVersion: expect.any(String),
      labels: { "kubernetes.io/metadata.name": name },
    },
    spec: { finalizers: ["kubernetes"] },
    status: { phase: "Active" },
  });
});

test("other namespaces do not exist", () => expect(state.namespace("other")).toBeUndefined());

test("a kind that is not built in is an error", () => {
  expect(() => state.builtin("", "widgets")).toThrow("widgets is not in the table of built-in kinds");
});

/** Writes the definition with other properties of the spec. */
const define = (properties: object): Promise<unknown> =>
  update(state, definition, (object) => {
    const spec = structuredClone(widgetCrd().spec) as unknown as { versions: { schema: object }[] };
    const schema = { type: "object", properties: { spec: { type: "object", properties } } };
    const versions = spec.versions.map((version) => ({
      ...version,
      selectableFields: [],
      schema: { openAPIV3Schema: schema },
    }));
    return { ...object, spec: { ...(object["spec"] as object), versions } };
  });

describe("a definition", () => {
  test("that changes gives objects its new defaults and prunes them, without a write", async () => {
    await create(state, widget, { spec: { color: "red" } });
    const { revision } = state.store;
    await define({ color: { type: "integer" }, shape: { type: "string", default: "round" } });
    expect(read(state, widget)?.["spec"]).toEqual({ color: "red", shape: "round" });
    expect(state.store.revision).toBe(revision + 1);
    // What was never written has no default any more, and what was written is there again with its field.
    await define({ shape: { type: "string" } });
    expect(read(state, widget)?.["spec"]).toEqual({});
    await define({ color: { type: "string" } });
    expect(read(state, widget)?.["spec"]).toEqual({ color: "red" });
  });

  test("whose status or labels change is the same kind", async () => {
    const before = state.kinds.get("example.com", "widgets");
    await update(state, definition, (object) => ({
      ...object,
      metadata: { ...object.metadata, labels: { a: "b" } },
    }));
    expect(state.kinds.get("example.com", "widgets")).toBe(before);
    await define({});
    expect(state.kinds.get("example.com", "widgets")).not.toBe(before);
  });

  test("that is created again finds no objects of the last one", async () => {
    await create(state, widget);
    await remove(state, definition);
    await update(state, definition, (object) => ({ ...object, metadata: { ...object.metadata, finalizers: [] } }));
    expect(state.kinds.get("example.com", "widgets")).toBeUndefined();
    await create(state, definition, widgetCrd());
    expect(state.store.collection(placeOf(state, widget).resource.kind).list()).toEqual([]);
  });

  test("with another storage version leaves objects of the old one alone", async () => {
    await create(state, widget, { spec: { color: "red" } });
    await update(state, definition, (object) => {
      const { spec } = structuredClone(widgetCrd()) as unknown as { spec: { versions: object[] } };
      const [v1] = spec.versions;
      const schema = { openAPIV3Schema: { type: "object" } };
      return {
        ...object,
        spec: {
          ...spec,
          versions: [
            { ...v1, storage: false },
            { ...v1, name: "v2", selectableFields: [], schema },
          ],
        },
      };
    });
    expect(read(state, widget)).toMatchObject({ apiVersion: "example.com/v1", spec: { color: "red", size: 3 } });
  });
});

test("objects of other kinds do not change what is served", async () => {
  const served = state.kinds.all();
  await create(state, { resource: "v1/configmaps", name: "widgets.example.com" }, { spec: widgetCrd().spec });
  expect(state.kinds.all()).toEqual(served);
});

test("admission asks the webhooks of all configurations of a kind, in the order of their names", async () => {
  const configuration = (kind: string, name: string): Promise<unknown> =>
    create(
      state,
      { resource: `admissionregistration.k8s.io/v1/${kind.toLowerCase()}webhookconfigurations`, name },
      {
        webhooks: [
          {
            name: `${name}.${kind.toLowerCase()}`,
            clientConfig: { service: { namespace: "default", name: "none" } },
            rules: [{ apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["configmaps"] }],
            namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "default" } },
            matchConditions: [{ name: "c", expression: "true" }],
            sideEffects: "None",
            admissionReviewVersions: ["v1"],
            failurePolicy: "Ignore",
          },
        ],
      },
    );
  for (const kind of ["Validating", "Mutating"]) for (const name of ["b", "a"]) await configuration(kind, name);
  await create(state, { resource: "admissionregistration.k8s.io/v1/mutatingwebhookconfigurations", name: "c" });
  const warnings: string[] = [];
  const object: ApiObject = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", namespace: "default" } };
  const { resource } = placeOf(state, { resource: "v1/configmaps", name: "a" });
  const context = { user: { username: "u", groups: [] }, dryRun: false, fieldValidation: "Ignore", warnings } as const;
  const write = { resource, namespace: "default", operation: "CREATE", object, context } as const;
  await state.admission.mutate(write);
  await state.admission.validate(write);
  await state.admission.mutate({ ...write, namespace: "kube-system" });
  expect(warnings.map((warning) => warning.split(" ")[3])).toEqual([
    "a.mutating",
    "b.mutating",
    "a.validating",
    "b.validating",
  ]);
});

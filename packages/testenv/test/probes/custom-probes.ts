// Probes of custom kinds: validation, pruning, defaults, status, generation, versions, patches.
import { jsonPatch, merge, type Probe } from "./probe.ts";

const path = "/apis/probe.test/v1/namespaces/{ns}/widgets";
const widget = (name: string, spec: object, more: object = {}): object => ({
  apiVersion: "probe.test/v1",
  kind: "Widget",
  metadata: { name },
  spec,
  ...more,
});

function refused(
  spec: object,
  causes: readonly { reason: string; message: string; field: string }[],
): Probe["steps"][number] {
  return {
    method: "POST",
    path,
    body: widget("w", spec),
    want: {
      status: 422,
      body: { reason: "Invalid", details: { name: "w", group: "probe.test", kind: "Widget", causes } },
    },
  };
}

const growns = (version: string): string => `/apis/probe.test/${version}/namespaces/{ns}/growns`;

export const customProbes: readonly Probe[] = [
  {
    name: "a schema rejects wrong values",
    steps: [
      refused({ size: "3" }, [
        {
          reason: "FieldValueTypeInvalid",
          message: 'Invalid value: "string": spec.size in body must be of type integer: "string"',
          field: "spec.size",
        },
      ]),
      refused({}, [{ reason: "FieldValueRequired", message: "Required value", field: "spec.size" }]),
      refused({ size: 10 }, [
        {
          reason: "FieldValueInvalid",
          message: "Invalid value: 10: spec.size in body should be less than or equal to 9",
          field: "spec.size",
        },
      ]),
      refused({ size: 0 }, [
        {
          reason: "FieldValueInvalid",
          message: "Invalid value: 0: spec.size in body should be greater than or equal to 1",
          field: "spec.size",
        },
      ]),
      refused({ size: 1, color: "blue" }, [
        {
          reason: "FieldValueNotSupported",
          message: 'Unsupported value: "blue": supported values: "red", "green"',
          field: "spec.color",
        },
      ]),
      refused({ size: 1, name: "abcdef" }, [
        { reason: "FieldValueTooLong", message: "Too long: may not be more than 5 bytes", field: "spec.name" },
      ]),
      refused({ size: 1, name: "a" }, [
        {
          reason: "FieldValueInvalid",
          message: 'Invalid value: "a": spec.name in body should be at least 2 chars long',
          field: "spec.name",
        },
      ]),
      refused({ size: 1, name: "AB" }, [
        {
          reason: "FieldValueInvalid",
          message: "Invalid value: \"AB\": spec.name in body should match '^[a-z]+$'",
          field: "spec.name",
        },
      ]),
      refused({ size: 1, port: true }, [
        {
          reason: "FieldValueTypeInvalid",
          message: 'Invalid value: "boolean": spec.port in body must be of type integer,string: "boolean"',
          field: "spec.port",
        },
      ]),
      refused({ size: 1, parts: [{ id: "a" }, { id: "b" }, { id: "c" }] }, [
        { reason: "FieldValueTooMany", message: "Too many: 3: must have at most 2 items", field: "spec.parts" },
      ]),
      refused({ size: 1, parts: [{ id: "a" }, { id: "a" }] }, [
        { reason: "FieldValueDuplicate", message: 'Duplicate value: {"id":"a"}', field: "spec.parts[1]" },
      ]),
      refused({ size: 1, parts: [{ note: "x" }] }, [
        { reason: "FieldValueRequired", message: "Required value", field: "spec.parts[0].id" },
      ]),
    ],
  },
  {
    name: "one error is one sentence",
    steps: [
      {
        method: "POST",
        path,
        body: widget("w", { size: 10 }),
        want: {
          status: 422,
          body: {
            message:
              'Widget.probe.test "w" is invalid: spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9',
          },
        },
      },
    ],
  },
  {
    name: "unknown fields go, with a warning, or not at all",
    steps: [
      {
        method: "POST",
        path,
        body: widget("w", { size: 1, wrong: true, free: { any: { thing: 1 } } }),
        want: {
          status: 201,
          body: { spec: { size: 1, color: "red", free: { any: { thing: 1 } } } },
          without: ["spec.wrong"],
          headers: { warning: '299 - "unknown field \\"spec.wrong\\""' },
        },
      },
      {
        method: "POST",
        path: `${path}?fieldValidation=Strict`,
        body: widget("x", { size: 1, wrong: true }),
        want: {
          status: 400,
          body: {
            reason: "BadRequest",
            message:
              'Widget in version "v1" cannot be handled as a Widget: strict decoding error: unknown field "spec.wrong"',
          },
        },
      },
    ],
  },
  {
    name: "status is written apart and generation counts the rest",
    steps: [
      {
        method: "POST",
        path,
        body: widget("w", { size: 1 }, { status: { phase: "New" } }),
        want: { status: 201, body: { metadata: { generation: 1 } }, without: ["status"] },
      },
      {
        method: "PATCH",
        path: `${path}/w/status`,
        headers: merge,
        body: { spec: { size: 5 }, metadata: { labels: { a: "b" } }, status: { phase: "Up" } },
        want: {
          status: 200,
          body: { metadata: { generation: 1 }, spec: { size: 1 }, status: { phase: "Up" } },
          without: ["metadata.labels"],
        },
      },
      {
        method: "PATCH",
        path: `${path}/w`,
        headers: merge,
        body: { spec: { size: 2 }, status: { phase: "Down" } },
        want: { status: 200, body: { metadata: { generation: 2 }, status: { phase: "Up" } } },
      },
      {
        method: "PATCH",
        path: `${path}/w`,
        headers: merge,
        body: { metadata: { labels: { a: "b" } } },
        want: { status: 200, body: { metadata: { generation: 2, labels: { a: "b" } } } },
      },
      { method: "GET", path: `${path}/w/status`, want: { status: 200, body: { status: { phase: "Up" } } } },
      {
        method: "PATCH",
        path: `${path}/w/status`,
        headers: merge,
        body: { status: { phase: 3 } },
        want: { status: 422 },
      },
    ],
  },
  {
    name: "without a status subresource there is none",
    steps: [
      {
        method: "POST",
        path: "/apis/probe.test/v1/plains",
        body: {
          apiVersion: "probe.test/v1",
          kind: "Plain",
          metadata: { name: "p-{ns}" },
          spec: { size: 1 },
          status: { phase: "x" },
        },
        want: { status: 201, body: { status: { phase: "x" } } },
      },
      { method: "GET", path: "/apis/probe.test/v1/plains/p-{ns}/status", want: { status: 404 } },
      {
        method: "PATCH",
        path: "/apis/probe.test/v1/plains/p-{ns}",
        headers: merge,
        body: { status: { phase: "y" } },
        want: { status: 200, body: { metadata: { generation: 2 } } },
      },
    ],
  },
  {
    name: "versions are views of one object",
    steps: [
      { method: "POST", path, body: widget("w", { size: 1 }), want: { status: 201 } },
      {
        method: "GET",
        path: "/apis/probe.test/v1alpha1/namespaces/{ns}/widgets/w",
        want: {
          status: 200,
          body: { apiVersion: "probe.test/v1alpha1", spec: { size: 1 } },
          headers: { warning: "probe.test/v1alpha1 Widget is deprecated" },
        },
      },
      {
        method: "PATCH",
        path: "/apis/probe.test/v1alpha1/namespaces/{ns}/widgets/w",
        headers: merge,
        body: { spec: { size: 2 } },
        want: { status: 200, body: { apiVersion: "probe.test/v1alpha1", metadata: { generation: 2 } } },
      },
      {
        method: "GET",
        path: `${path}/w`,
        want: { status: 200, body: { apiVersion: "probe.test/v1", spec: { size: 2 } } },
      },
    ],
  },
  {
    name: "without a converter a version shows the fields it knows, and loses the others when it writes",
    steps: [
      {
        method: "POST",
        path: growns("v1"),
        body: { apiVersion: "probe.test/v1", kind: "Grown", metadata: { name: "g" }, spec: { a: "1", b: "2" } },
        want: { status: 201 },
      },
      {
        method: "GET",
        path: `${growns("v1beta1")}/g`,
        want: { status: 200, body: { apiVersion: "probe.test/v1beta1", spec: { a: "1" } }, without: ["spec.b"] },
      },
      { method: "GET", path: `${growns("v1")}/g`, want: { status: 200, body: { spec: { a: "1", b: "2" } } } },
      {
        method: "PATCH",
        path: `${growns("v1beta1")}/g`,
        headers: merge,
        body: { spec: { a: "3" } },
        want: { status: 200 },
      },
      {
        method: "GET",
        path: `${growns("v1")}/g`,
        want: { status: 200, body: { spec: { a: "3" } }, without: ["spec.b"] },
      },
    ],
  },
  {
    name: "patches",
    steps: [
      { method: "POST", path, body: widget("w", { size: 1 }), want: { status: 201 } },
      {
        method: "PATCH",
        path: `${path}/w`,
        headers: jsonPatch,
        body: [
          { op: "test", path: "/spec/size", value: 1 },
          { op: "replace", path: "/spec/size", value: 3 },
        ],
        want: { status: 200, body: { spec: { size: 3 } } },
      },
      {
        method: "PATCH",
        path: `${path}/w`,
        headers: jsonPatch,
        body: [{ op: "test", path: "/spec/size", value: 1 }],
        want: { status: 422, body: { reason: "Invalid" } },
      },
      {
        method: "PATCH",
        path: `${path}/w`,
        headers: jsonPatch,
        body: [{ op: "remove", path: "/spec/none" }],
        want: { status: 422 },
      },
      { method: "PATCH", path: `${path}/w`, headers: merge, body: { metadata: { name: "x" } }, want: { status: 400 } },
      {
        method: "PATCH",
        path: `${path}/w`,
        headers: { "content-type": "application/strategic-merge-patch+json" },
        body: {},
        want: { status: 415, body: { reason: "UnsupportedMediaType" } },
      },
      {
        method: "PATCH",
        path: `${path}/none`,
        headers: merge,
        body: {},
        want: { status: 404, body: { message: 'widgets.probe.test "none" not found' } },
      },
    ],
  },
  {
    name: "a replacement says what it replaces",
    steps: [
      { method: "POST", path, body: widget("w", { size: 1 }), want: { status: 201 } },
      {
        method: "PUT",
        path: `${path}/w`,
        body: widget("w", { size: 2 }),
        want: {
          status: 422,
          body: {
            message:
              'widgets.probe.test "w" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
          },
        },
      },
    ],
  },
  {
    name: "wrong definitions are rejected",
    steps: [
      {
        method: "POST",
        path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        body: {
          apiVersion: "apiextensions.k8s.io/v1",
          kind: "CustomResourceDefinition",
          metadata: { name: "bads.probe.test" },
          spec: {
            group: "probe.test",
            scope: "Namespaced",
            names: { kind: "Bad", plural: "bads" },
            versions: [
              {
                name: "v1",
                served: true,
                storage: true,
                schema: { openAPIV3Schema: { type: "object", properties: { spec: { type: "array" } } } },
              },
            ],
          },
        },
        want: {
          status: 422,
          body: {
            message:
              'CustomResourceDefinition.apiextensions.k8s.io "bads.probe.test" is invalid: spec.validation.openAPIV3Schema.properties[spec].items: Required value: must be specified',
          },
        },
      },
    ],
  },
];

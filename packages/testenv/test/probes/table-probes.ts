// Probes of tables, which kubectl shows: each type of column, each form of path.
import { merge, type Probe } from "./probe.ts";

const path = "/apis/scale.probe.test/v1/namespaces/{ns}/scaleds";
const accept = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io,application/json" };
const partial = { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: { name: "a" } };
const object = {
  apiVersion: "scale.probe.test/v1",
  kind: "Scaled",
  metadata: { name: "a", labels: { "probe.test/a": "x" } },
  spec: { replicas: 2, note: "none" },
};
const status = {
  ratio: 0.5,
  ready: false,
  conditions: [
    { type: "Ready", status: "True" },
    { type: "Available", status: "False" },
  ],
};

const cells = [
  "a",
  2,
  "none",
  0.5,
  false,
  "False",
  "Ready",
  "Ready",
  "x",
  '{"note":"none","replicas":2}',
  "2",
  "<invalid>",
  null,
];

export const tableProbes: readonly Probe[] = [
  {
    name: "custom objects are shown as tables",
    steps: [
      { method: "POST", path, body: object, want: { status: 201 } },
      { method: "PATCH", path: `${path}/a/status`, headers: merge, body: { status }, want: { status: 200 } },
      {
        method: "GET",
        path,
        headers: accept,
        want: {
          status: 200,
          body: {
            kind: "Table",
            apiVersion: "meta.k8s.io/v1",
            columnDefinitions: [
              { name: "Name", type: "string", format: "name", priority: 0 },
              {
                name: "Wanted",
                type: "integer",
                format: "",
                description: "Custom resource definition column (in JSONPath format): .spec.replicas",
                priority: 0,
              },
              { name: "Note", type: "string", format: "", description: "what it is for", priority: 1 },
              { name: "Ratio", type: "number" },
              { name: "Is Ready", type: "boolean" },
              { name: "Available", type: "string" },
              { name: "First", type: "string" },
              { name: "All", type: "string" },
              { name: "Label", type: "string" },
              { name: "Whole", type: "string" },
              { name: "Count", type: "string" },
              { name: "Wrong", type: "date" },
              { name: "Wrong Too", type: "integer" },
            ],
            rows: [{ object: partial }],
          },
          without: ["items"],
        },
      },
      {
        method: "GET",
        path: `${path}/a?includeObject=None`,
        headers: accept,
        want: { status: 200, body: { kind: "Table", rows: [{ object: null }] } },
      },
      {
        method: "GET",
        path: `${path}/a?includeObject=Object`,
        headers: accept,
        want: { status: 200, body: { rows: [{ object: { kind: "Scaled", spec: object.spec } }] } },
      },
      { method: "GET", path: `${path}?includeObject=All`, headers: accept, want: { status: 400 } },
      { method: "GET", path: `${path}/none`, headers: accept, want: { status: 404, body: { kind: "Status" } } },
      {
        method: "GET",
        path: `${path}/a`,
        headers: accept,
        want: { status: 200, body: { rows: [{ cells }] } },
      },
    ],
  },
  {
    name: "a kind without columns shows name and age",
    steps: [
      {
        method: "POST",
        path: "/apis/probe.test/v1/namespaces/{ns}/widgets",
        body: { apiVersion: "probe.test/v1", kind: "Widget", metadata: { name: "w" }, spec: { size: 1 } },
        want: { status: 201 },
      },
      {
        method: "GET",
        path: "/apis/probe.test/v1/namespaces/{ns}/widgets",
        eventually: true,
        headers: accept,
        want: {
          status: 200,
          body: {
            columnDefinitions: [
              { name: "Name", type: "string" },
              { name: "Age", type: "date" },
            ],
          },
        },
      },
    ],
  },
  {
    name: "empty lists are tables without rows",
    steps: [
      {
        method: "GET",
        path,
        headers: accept,
        want: { status: 200, body: { kind: "Table", rows: [] } },
        eventually: true,
      },
    ],
  },
];

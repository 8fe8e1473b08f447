// How the console shows that an object is: by what `capstan describe` goes by, and by its phase where nothing else is there.
import type { UnstructuredObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { objectRow } from "./object-row.ts";

const failing = { type: "Ready", status: "False", reason: "CreateFailed", message: "no cloud" };
const waiting = { type: "Ready", status: "False", reason: "WaitingForBootstrapData", message: "" };

const states: readonly (readonly [string, Partial<UnstructuredObject>, object])[] = [
  ["a condition that is true", { status: { conditions: [{ ...waiting, status: "True" }] } }, { state: "ready" }],
  ["a failure", { status: { conditions: [failing] } }, { state: "failed", phase: "CreateFailed", message: "no cloud" }],
  [
    "work that goes on",
    { status: { phase: "Pending", conditions: [waiting] } },
    { state: "busy", phase: "WaitingForBootstrapData", message: "" },
  ],
  [
    "a list of what is not so",
    {
      status: {
        phase: "Running",
        conditions: [{ ...failing, reason: "NotReady", message: "* A: no a\n* B:\n  * no b" }],
      },
    },
    { state: "busy", phase: "NotReady", message: "A: no a; B: no b" },
  ],
  [
    "what is not so behind it",
    {
      status: {
        conditions: [
          { ...failing, reason: "NotReady", message: "* Disk" },
          { ...failing, type: "Disk" },
          { ...waiting, type: "Net" },
        ],
      },
    },
    { state: "failed", phase: "CreateFailed", message: "Disk: no cloud; Net: WaitingForBootstrapData" },
  ],
  ["a flag of the contract", { status: { initialization: { provisioned: true } } }, { state: "ready", phase: "" }],
  ["only a phase", { status: { phase: "Provisioned" } }, { state: "ready", phase: "Provisioned" }],
  ["nothing", {}, { state: "plain", phase: "" }],
  [
    "its deletion",
    { metadata: { name: "one", deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["a.io/b"] } },
    { state: "deleting", phase: "Deleting", message: "waits for a.io/b" },
  ],
];

test.each(states)("%s", (_, parts, expected) => {
  const object = { apiVersion: "a.io/v1", kind: "Disk", metadata: { name: "one" }, ...parts };
  expect(objectRow("id", object)).toMatchObject(expected);
});

test("what is simulated has a mark", () => {
  const metadata = { name: "one", labels: { "capstan.dev/played-by": "core-sim" } };
  const object = { apiVersion: "a.io/v1", kind: "Disk", metadata };
  expect(objectRow("id", object).played).toBe(true);
  expect(objectRow("id", { ...object, metadata: { name: "one" } }).played).toBe(false);
});

test("a Cluster has the version that it wants, and its control plane the one of its machines", () => {
  const metadata = { name: "one" };
  const topology = { version: "v1.34.0" };
  const cluster = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", metadata, spec: { topology } };
  const plane = { apiVersion: "a.io/v1", kind: "Plane", metadata, spec: { version: "v1.34.0" } };
  expect(objectRow("id", cluster).versions).toEqual({ wanted: "v1.34.0" });
  expect(objectRow("id", { ...plane, status: { version: "v1.33.0" } }).versions).toEqual({ has: "v1.33.0" });
  expect(objectRow("id", { ...plane, spec: {} }).versions).toEqual({});
});

test("a Cluster whose upgrade is held is available, and says what it waits for", () => {
  const held = {
    type: "TopologyReconciled",
    status: "False",
    reason: "ClusterUpgrading",
    message: "Cluster is upgrading to v1.36.0\n  * it is frozen",
  };
  const conditions = [{ type: "Available", status: "True", reason: "Available", message: "" }, held];
  const cluster = (status: object): UnstructuredObject => ({
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { name: "one" },
    status,
  });
  expect(objectRow("id", cluster({ phase: "Provisioned", conditions }))).toMatchObject({
    state: "busy",
    phase: "ClusterUpgrading",
    message: "Cluster is upgrading to v1.36.0; it is frozen",
  });
  const paused = { ...held, reason: "Paused" };
  expect(objectRow("id", cluster({ conditions: [conditions[0], paused] }))).toMatchObject({
    state: "ready",
    message: "",
  });
  const done = { ...held, status: "True" };
  expect(objectRow("id", cluster({ conditions: [conditions[0], done] }))).toMatchObject({
    state: "ready",
    message: "",
  });
});

// The schemas of hooks: which hooks have one, and what it demands.
import { defineHook, type Hook } from "@capstan/api";
import { hookCatalog } from "@capstan/api/catalog";
import { expect, test } from "vitest";
import { firstProblem } from "./hook-schemas.ts";

const cluster = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", metadata: { name: "c" }, spec: {} };
const { BeforeClusterDelete, Discovery, GeneratePatches } = hookCatalog;

test.each(Object.values(hookCatalog))("$name has schemas of its request and its response", (hook) => {
  expect(firstProblem(hook, "request", "none")).toContain("must be of type object");
  expect(firstProblem(hook, "response", "none")).toContain("must be of type object");
});

test("request and response have different schemas", () => {
  expect(firstProblem(BeforeClusterDelete, "request", { cluster })).toBeUndefined();
  expect(firstProblem(BeforeClusterDelete, "response", { cluster })).toBe("status: Required value");
  expect(firstProblem(BeforeClusterDelete, "response", { status: "Success", retryAfterSeconds: 0 })).toBeUndefined();
});

test("values of enums that are unknown pass in requests, wrong types do not, and responses have known ones", () => {
  const taints = (propagation: unknown): object => ({
    cluster: {
      ...cluster,
      spec: {
        topology: {
          classRef: { name: "x" },
          version: "v1.36.0",
          controlPlane: { taints: [{ key: "a", effect: "Later", propagation }] },
        },
      },
    },
  });
  expect(firstProblem(BeforeClusterDelete, "request", taints("Sometimes"))).toBeUndefined();
  expect(firstProblem(BeforeClusterDelete, "request", taints(1))).toContain("propagation: Invalid value");
  expect(firstProblem(BeforeClusterDelete, "response", { status: "Maybe", retryAfterSeconds: 0 })).toContain(
    'supported values: "Success", "Failure"',
  );
});

test("the first problem is reported with its path", () => {
  const items = [{ uid: "a", patchType: "JSONPatch", patch: 1 }];
  expect(firstProblem(GeneratePatches, "response", { status: "Success", items })).toBe(
    'items[0].patch: Invalid value: "integer": items[0].patch in body must be of type string: "integer"',
  );
});

test("nulls are removed from the value", () => {
  const value = { status: "Success", handlers: null };
  expect(firstProblem(Discovery, "response", value)).toBeUndefined();
  expect(value).toEqual({ status: "Success" });
});

interface AnyResponse {
  status: "Success" | "Failure";
}
const Own: Hook<object, AnyResponse> = defineHook({
  apiVersion: "hooks.foo.example.dev/v1alpha1",
  name: "BeforeClusterDelete",
  summary: "A hook of a provider",
  description: "A hook of a provider, with the name of one of Cluster API.",
});

test("a hook that a provider declared has none, also with the name of one that has", () => {
  expect(firstProblem(Own, "request", { cluster: "any" })).toBeUndefined();
});

test("a problem does not grow with the request", () => {
  const long = "1.".repeat(2_000_000);
  const deletion = (more: object): string | undefined =>
    firstProblem(BeforeClusterDelete, "request", { cluster: { ...cluster, ...more } });
  expect(deletion({ metadata: { labels: { [long]: 1 } } })?.length).toBeLessThan(1000);
  expect(deletion({ apiVersion: long, metadata: { labels: 1 } })?.length).toBeLessThan(1000);
});

test("the first of many problems is found at once", () => {
  const labels = Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`k${i}`, 1]));
  const request = { cluster: { ...cluster, metadata: { labels } } };
  // Processor time: others may use the machine, too.
  const from = process.cpuUsage();
  expect(firstProblem(BeforeClusterDelete, "request", request)).toContain("cluster.metadata.labels.k0: ");
  expect(process.cpuUsage(from).user / 1000).toBeLessThan(1500);
});

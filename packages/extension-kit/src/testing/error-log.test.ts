// A handler that throws in a test: the reason is where the answer says that it is.
import { hookCatalog } from "@capstan/api/catalog";
import { silentLogger } from "@capstan/process";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { defineExtension } from "../authoring/define-extension.ts";
import { fail, proceed, retryAfter } from "../authoring/results.ts";
import { callInProcess } from "./call-in-process.ts";

const written: string[] = [];
beforeEach(() => {
  written.length = 0;
  vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
});
afterEach(() => void vi.restoreAllMocks());

const extension = defineExtension({
  beforeClusterDelete: async () => {
    await Promise.reject(new TypeError("fetch\u001b[2J failed", { cause: new Error("connect 127.0.0.1:1") }));
    return fail("never");
  },
  discoverVariables: {
    v: () =>
      proceed({ variables: [{ name: "a.b", required: false, schema: { openAPIV3Schema: { type: "string" } } }] }),
  },
  beforeClusterUpgrade: (_, { log }) => {
    log.warn("Held");
    return retryAfter("1m", "held");
  },
});
const cluster = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", metadata: { name: "a" }, spec: {} } as const;
const { BeforeClusterDelete, BeforeClusterUpgrade } = hookCatalog;

test("writes the handler, the error with its cause, and the line of the test that threw it", async () => {
  const { message } = await callInProcess(extension, BeforeClusterDelete, { request: { cluster } });
  expect(message).toContain("the log of the extension has the reason");
  const [first, ...frames] = written.join("").split("\n");
  expect(first).toBe(
    "before-cluster-delete of BeforeClusterDelete: Call failed: fetch\\u001b[2J failed: connect 127.0.0.1:1",
  );
  expect(frames.join("\n")).toContain("error-log.test.ts");
});

test("writes what was returned where an answer may not leave", async () => {
  await callInProcess(extension, hookCatalog.DiscoverVariables, { request: {} });
  expect(written.join("")).toContain("v of DiscoverVariables: Call failed: ");
  expect(written.join("")).toMatch(/: at .*: .*a\.b/);
});

test("writes nothing that the answer has", async () => {
  const request: object = { cluster: "x" };
  const answer = await callInProcess(extension, BeforeClusterDelete, { request: { cluster, ...request } });
  expect([answer.status, written]).toEqual(["Failure", []]);
});

test("writes nothing else, and nothing where the test has a logger", async () => {
  await callInProcess(extension, BeforeClusterDelete, { request: { cluster }, log: silentLogger });
  const versions = { fromKubernetesVersion: "v1.34.0", toKubernetesVersion: "v1.35.0" };
  await callInProcess(extension, BeforeClusterUpgrade, { request: { cluster, ...versions } });
  expect(written).toEqual([]);
});

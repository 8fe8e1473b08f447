// Spans of calls, made by OpenTelemetry's own API with a tracer that keeps them.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { hookCatalog } from "@capstan/api/catalog";
import type { ServeRequest } from "@capstan/serve";
import { afterEach, expect, test } from "vitest";
import { defineExtension } from "../authoring/define-extension.ts";
import { fail, proceed } from "../authoring/results.ts";
import { toResponse } from "../answering/to-response.ts";
import { tracedCalls } from "./trace-calls.ts";

/** A package that depends on the API, which this one does not. */
const operator = createRequire(new URL("../../../operator/package.json", import.meta.url));
const program = operator.resolve("prom-client");
const api: {
  readonly trace: { setGlobalTracerProvider(provider: object): boolean; disable(): void };
  readonly propagation: { setGlobalPropagator(propagator: object): boolean; disable(): void };
} = createRequire(program)("@opentelemetry/api");

afterEach(() => {
  api.trace.disable();
  api.propagation.disable();
});

const [handler] = defineExtension({ beforeClusterDelete: () => proceed() }).handlers;
if (handler === undefined) throw new Error("the extension has a handler");

const request: ServeRequest = {
  method: "POST",
  path: "/",
  headers: { traceparent: "00-1-2-01" },
  query: new URLSearchParams(),
  remoteAddress: "",
  signal: new AbortController().signal,
  client: undefined,
  body: async () => new Uint8Array(),
  json: async () => ({}),
};

test("each call is a span with its hook, its handler and its status, below that of its caller", async () => {
  const seen: unknown[] = [];
  const startSpan = (...given: readonly unknown[]): object => {
    seen.push(...given.slice(0, 2));
    return {
      setAttributes: (attributes: object) => seen.push(attributes),
      setStatus: (status: object) => seen.push(status),
      end: () => seen.push("end"),
    };
  };
  api.trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan }) });
  const extract = (context: object, headers: object): object => (seen.push(headers), context);
  api.propagation.setGlobalPropagator({ extract, inject: () => undefined, fields: () => [] });
  const traced = await tracedCalls(program);
  const hook = hookCatalog.BeforeClusterDelete;
  await traced?.(handler, async () => toResponse(hook, fail("no")), request);
  expect(seen).toEqual([
    { traceparent: "00-1-2-01" },
    "hook BeforeClusterDelete",
    { kind: 1, attributes: { "capstan.hook": "BeforeClusterDelete", "capstan.handler": "before-cluster-delete" } },
    { "capstan.status": "Failure", "capstan.retry_after_seconds": 0 },
    { code: 2, message: "no" },
    "end",
  ]);
});

test("an error of the server ends the span, and is thrown on", async () => {
  const seen: unknown[] = [];
  const span = { setStatus: (status: object) => seen.push(status), end: () => seen.push("end") };
  api.trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan: () => span }) });
  const traced = await tracedCalls(program);
  await expect(traced?.(handler, async () => Promise.reject(new Error("busy")), request)).rejects.toThrow("busy");
  expect(seen).toEqual([{ code: 2 }, "end"]);
});

test("the first releases of the API, which do not have all that is used, are none", async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-trace-"));
  const home = join(folder, "node_modules/@opentelemetry/api");
  mkdirSync(home, { recursive: true });
  const old =
    "{ context: { active() {}, with() {} }, propagation: { extract() {} }, trace: { getTracer() {}, setSpan() {} } }";
  writeFileSync(
    join(home, "index.js"),
    `const api = ${old}; exports.context = api.context; exports.propagation = api.propagation; exports.trace = api.trace;`,
  );
  expect(await tracedCalls(join(folder, "main.js"))).toBeUndefined();
  rmSync(folder, { recursive: true });
});

test("without the API nothing is around calls", async () => {
  const module = JSON.stringify(new URL("./trace-calls.ts", import.meta.url).href);
  const script = `import { tracedCalls } from ${module}; console.log(await tracedCalls("/"))`;
  const args = ["--conditions=@capstan/source", "--input-type=module", "--eval", script];
  // This process has places for packages in its environment.
  expect((await promisify(execFile)(process.execPath, args, { env: {} })).stdout).toBe("undefined\n");
});

// What the log has of calls that fail because of their settings: core repeats them until somebody changes the settings.
import { createPinoLogger } from "@capstan/process";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { defineExtension, type Extension } from "../authoring/define-extension.ts";
import { proceed } from "../authoring/results.ts";
import { answerCall } from "./answer-call.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

const required = (): Extension =>
  defineExtension(
    { beforeClusterDelete: () => proceed(), afterClusterUpgrade: () => proceed() },
    { settings: { door: {}, wall: { default: "" } } },
  );

interface Sent {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly name?: string;
  /** Which of the handlers is called. Default: the first. */
  readonly handler?: number;
}

/** Calls in order; what each one logged as an error. Every call that fails is a Failure. */
async function errorsOf(extension: Extension, calls: readonly Sent[]): Promise<string[][]> {
  const errors: string[][] = [];
  for (const { settings, name = "c", handler: index = 0 } of calls) {
    const handler = extension.handlers[index];
    if (handler === undefined) throw new Error("the extension has no such handler");
    const own: string[] = [];
    const write = (line: string): void => {
      const { level, msg, code } = JSON.parse(line) as Record<string, unknown>;
      if (level === "error") own.push(`${String(msg)}: ${String(code)}`);
    };
    const metadata = { name, namespace: "n" };
    const cluster = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", metadata, spec: {} };
    const services = {
      log: await createPinoLogger({ level: "info", write }),
      client: () => Promise.reject(new Error("none")),
    };
    const versions = handler.hook.name === "AfterClusterUpgrade" ? { kubernetesVersion: "v1.34.0" } : {};
    const json = (): unknown => ({ cluster, settings, ...versions });
    const call = { json, timeout: null, signal: new AbortController().signal };
    const { status } = await answerCall({ extension, handler }, call, services);
    expect(status).toBe(settings["door"] === "ajar" ? "Success" : "Failure");
    errors.push(own);
  }
  return errors;
}

const works: Sent = { settings: { door: "ajar" } };
const missing: Sent = { settings: {} };
const wrong: Sent = { settings: { door: 1 } };
const lacks = ["Calls with these settings fail; this is logged once: extension/setting-missing"];
const isWrong = ["Calls with these settings fail; this is logged once: extension/bad-request"];

describe("the log has an error", () => {
  test.each([
    { name: "a missing setting", sent: missing, error: lacks },
    { name: "a setting of the wrong type", sent: wrong, error: isWrong },
  ])("once of $name", async ({ sent, error }) => {
    expect(await errorsOf(required(), [sent, sent, { ...sent, name: "d" }, sent])).toEqual([error, [], [], []]);
  });

  test.each([
    { name: "a missing setting", sent: missing, error: lacks },
    { name: "a setting of the wrong type", sent: wrong, error: isWrong },
  ])("once of $name that several handlers get", async ({ sent, error }) => {
    expect(await errorsOf(required(), [sent, { ...sent, handler: 1 }, sent])).toEqual([error, [], []]);
  });

  test("once of a value that one handler gets, while others get one that works", async () => {
    expect(await errorsOf(required(), [missing, { ...works, handler: 1 }, missing])).toEqual([lacks, [], []]);
  });

  test("of each value", async () => {
    const other = { settings: { door: 2 } };
    expect(await errorsOf(required(), [wrong, other, missing, other])).toEqual([isWrong, isWrong, lacks, []]);
  });

  test.each([missing, wrong])("again of a value that comes back after calls that worked", async (sent) => {
    const extension = required();
    await errorsOf(extension, [sent, works]);
    vi.advanceTimersByTime(60_000);
    expect(await errorsOf(extension, [sent, sent])).toEqual([expect.arrayContaining([expect.anything()]), []]);
  });

  test("of no value more than once a minute: a ClusterClass may call in turn with settings that work", async () => {
    expect(await errorsOf(required(), [works, missing, works, missing])).toEqual([[], lacks, [], []]);
  });

  test("of a value that fails again too soon to be logged, when it still fails later", async () => {
    const extension = required();
    await errorsOf(extension, [missing, works, missing]);
    vi.advanceTimersByTime(60_000);
    expect(await errorsOf(extension, [missing, missing])).toEqual([lacks, []]);
  });

  test("again of a value that no call had for an hour: nobody calls for a Cluster that was deleted", async () => {
    const extension = required();
    await errorsOf(extension, [missing]);
    vi.advanceTimersByTime(3_600_000);
    expect(await errorsOf(extension, [{ ...missing, name: "d" }, missing])).toEqual([lacks, []]);
  });

  test("once of a value that fails for longer than an hour", async () => {
    const extension = required();
    await errorsOf(extension, [missing]);
    for (let hours = 0; hours < 3; hours += 1) {
      vi.advanceTimersByTime(1_800_000);
      expect(await errorsOf(extension, [missing])).toEqual([[]]);
    }
  });

  test("of other Clusters with other settings", async () => {
    const extension = required();
    await errorsOf(extension, [missing, { ...works, name: "d" }]);
    vi.advanceTimersByTime(600_000);
    expect(await errorsOf(extension, [missing])).toEqual([[]]);
  });
});

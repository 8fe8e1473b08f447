// What a patch makes of a secret is in the templates of the calls after it: on a tape it is made of the mask there, too, so that plan finds which patch has made them.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hookCatalog } from "@capstan/api/catalog";
import type { GeneratePatchesRequestItem } from "@capstan/api/hooks/v1alpha1";
import type { KubeObject } from "@capstan/kube";
import { silentLogger } from "@capstan/process";
import { expect, onTestFinished, test } from "vitest";
import { defineExtension, type Extension } from "../authoring/define-extension.ts";
import { proceed } from "../authoring/results.ts";
import { callInProcess } from "../testing/call-in-process.ts";
import { patchedTemplates, requestItems, requestVariables } from "../testing/topology-request.ts";
import { beginRecording } from "./begin-recording.ts";
import { readTape } from "./read-tape.ts";
import type { RecordedCall } from "./tape.ts";

const secret = "abcd-1234";
const script = (key: string): string => `#!/bin/sh\njoin --key=${key}\n`;
const base64 = (text: string): string => Buffer.from(text).toString("base64");

const extension = defineExtension({
  generatePatches: {
    one: {
      secrets: ["joinKey"],
      handle: ({ items, variables = [] }) => {
        const { value } = variables.find(({ name }) => name === "joinKey") ?? {};
        const key = typeof value === "string" ? value : "";
        const spec = {
          cmds: [`join --key=${key}`],
          userData: base64(script(key)),
          files: [{ path: "/join", content: script(key) }],
        };
        return proceed({ items: items.map(({ uid }) => ({ uid, patch: { spec: { template: { spec } } } })) });
      },
    },
    two: ({ items }) =>
      proceed({ items: items.map(({ uid }) => ({ uid, patch: { metadata: { labels: { a: "b" } } } })) }),
  },
  validateTopology: { check: () => proceed() },
});

const object = {
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2",
  kind: "FooMachineTemplate",
  metadata: { name: "workers" },
  spec: { template: { spec: { image: "one" } } },
};
const builtin = { cluster: { name: "one", namespace: "default", uid: "u-1" } };

/** The items with what an answer makes of their templates. */
function patched(items: readonly GeneratePatchesRequestItem[], answer: object): GeneratePatchesRequestItem[] {
  return requestItems(patchedTemplates(items, answer).map((each) => ({ object: each })));
}

/** The text of a tape, and its calls: of both patches of a class, and of the check. */
async function recordedClass(
  of: Extension,
): Promise<{ readonly text: string; readonly calls: readonly RecordedCall[] }> {
  const folder = mkdtempSync(join(tmpdir(), "capstan-made-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "calls.tape");
  const services = { log: silentLogger, client: () => Promise.reject(new Error("no client")) };
  const recorder = await beginRecording(of, { file }, services);
  const { GeneratePatches, ValidateTopology } = hookCatalog;
  // Only the first patch of the class declares the variable.
  const [items, variables] = [requestItems([{ object }]), requestVariables({ builtin })];
  const first = { items, variables: [...variables, ...requestVariables({ joinKey: secret })] };
  const answer = await callInProcess(of, GeneratePatches, { request: first, handler: "one" });
  recorder.begin({ name: "one", hook: GeneratePatches }, first)?.(answer);
  const second = { items: patched(items, answer), variables };
  const other = await callInProcess(of, GeneratePatches, { request: second, handler: "two" });
  recorder.begin({ name: "two", hook: GeneratePatches }, second)?.(other);
  const last = { items: patched(second.items, other), variables };
  const checked = await callInProcess(of, ValidateTopology, { request: last, handler: "check" });
  recorder.begin({ name: "check", hook: ValidateTopology }, last)?.(checked);
  await recorder.close();
  const text = readFileSync(file, "utf8");
  return { text, calls: readTape({ file, text }).calls };
}

/** What a recorded call has made of its templates. */
function madeBy(call: RecordedCall | undefined): KubeObject[] {
  return patchedTemplates(itemsOf(call), Object.assign({ items: [] }, call?.response));
}

/** The templates of a recorded request. */
function itemsOf(call: RecordedCall | undefined): GeneratePatchesRequestItem[] {
  return JSON.parse(JSON.stringify(call?.request["items"] ?? []));
}

test("what a patch makes of a secret is in no later template, and each is what the patch before has made", async () => {
  const { text, calls } = await recordedClass(extension);
  expect(calls.map(({ handler, masked }) => [handler, masked])).toEqual([
    ["one", true],
    ["two", true],
    ["check", true],
  ]);
  for (const known of [secret, base64(script(secret))]) expect(text).not.toContain(known);
  const [one, two, check] = calls;
  const made = madeBy(one);
  expect(JSON.stringify(made)).toContain("join --key=xxxx-0000");
  expect(itemsOf(two).map((item) => item.object)).toEqual(made);
  expect(itemsOf(check).map((item) => item.object)).toEqual(madeBy(two));
});

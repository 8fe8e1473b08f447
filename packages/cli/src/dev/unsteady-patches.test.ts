// Answers of GeneratePatches that are compared: which differ, what is reported, and how much is remembered.
import { defineExtension, proceed } from "@capstan/extension-kit";
import { startExtension } from "@capstan/extension-kit/testing";
import type { JSONValue, KubeObject } from "@capstan/kube";
import { expect, onTestFinished, test } from "vitest";
import { emptyDescription } from "../../test/gate-project.ts";
import { DevHooks } from "./dev-hooks.ts";
import { type AnsweredPatches, SteadyPatches } from "./unsteady-patches.ts";

/** What differs between requests that are the same otherwise. */
interface Changes {
  readonly uid?: string;
  /** The name of the template that the control plane uses. */
  readonly machines?: string;
  readonly size?: string;
  readonly handler?: string;
}

const template: KubeObject & { readonly spec: object } = {
  apiVersion: "a.b/v1",
  kind: "FooTemplate",
  metadata: { name: "foo" },
  spec: { kept: "yes" },
};
const holder = { apiVersion: "a.b/v1", kind: "Foo", namespace: "default", name: "one", fieldPath: "spec.ref" };

function requestOf({ uid = "u", machines = "dev-abcde", size = "large" }: Changes): AnsweredPatches["request"] {
  const cluster = { name: "dev", namespace: "default", uid };
  const controlPlane = { machineTemplate: { infrastructureRef: { name: machines } } };
  const variables: Record<string, JSONValue> = { builtin: { controlPlane } };
  return { templates: [{ object: template, holder, variables }], variables: { size, builtin: { cluster } } };
}

function answered(spec: object, changes: Changes = {}): AnsweredPatches {
  const patch = { generatePatchesExtension: changes.handler ?? "labels.gate" };
  const patched: typeof template = { ...template, spec: { ...template.spec, ...spec } };
  return { patch, request: requestOf(changes), patched: [patched] };
}

/** The messages about answers, one after the other. */
function messages(...answers: readonly AnsweredPatches[]): readonly (string | undefined)[] {
  const steady = new SteadyPatches();
  return answers.map((each) => steady.compare(each)?.message);
}

const start = "Cluster default/dev: labels.gate answers the same request with other patches";

test("an answer that differs is reported once for a handler, with the field and both values", () => {
  expect(
    messages(
      answered({ a: 1, list: [{ b: "x" }] }),
      answered({ list: [{ b: "x" }], a: 1 }),
      answered({ a: 1, list: [{ b: "y" }] }),
      answered({ a: 2 }),
      answered({ a: 1 }, { handler: "other.gate" }),
      answered({}, { handler: "other.gate" }),
    ),
  ).toEqual([
    undefined,
    undefined,
    `${start}: /spec/list/0/b of FooTemplate foo was "x" and is "y"`,
    undefined,
    undefined,
    `${start.replace("labels", "other")}: /spec/a of FooTemplate foo was 1 and is not set`,
  ]);
});

test("another request may have another answer", () => {
  expect(messages(answered({ a: 1 }), answered({ a: 2 }, { size: "small" }))).toEqual([undefined, undefined]);
});

test("the UID of the Cluster and names of templates make no other request, and may be in patches", () => {
  const names = (suffix: string): Changes => ({ uid: `u-${suffix}`, machines: `dev-${suffix}` });
  expect(messages(answered({ a: "of dev-1, u-1" }, names("1")), answered({ a: "of dev-2, u-2" }, names("2")))).toEqual([
    undefined,
    undefined,
  ]);
  expect(messages(answered({ a: 1 }, names("1")), answered({ a: 2 }, names("2")))).toEqual([
    undefined,
    `${start}: /spec/a of FooTemplate foo was 1 and is 2`,
  ]);
});

test("of long values the part where they begin to differ is shown", () => {
  const script = (time: string): string => `${"x".repeat(60)}${time}${"y".repeat(60)}`;
  const [, message] = messages(answered({ a: script("12:01") }), answered({ a: script("12:02") }));
  expect(message).toContain(`was …${"x".repeat(16)}12:01${"y".repeat(19)}… and is …${"x".repeat(16)}12:02`);
  const [, late] = messages(answered({ a: `${"x".repeat(500)}1` }), answered({ a: `${"x".repeat(500)}2` }));
  expect(late).toContain(`was "${"x".repeat(39)}… and is "${"x".repeat(39)}…`);
});

test("of many fields only the first are remembered with their values, and of many requests the last", () => {
  const many = (last: number): object => ({ list: [...Array.from({ length: 150 }, () => 0), last] });
  expect(messages(answered(many(1)), answered(many(1)), answered(many(2)))).toEqual([
    undefined,
    undefined,
    `${start}: one of many fields of a template was a value and is a value`,
  ]);
  const others = Array.from({ length: 300 }, (_, index) => answered({ a: 1 }, { size: `${index}` }));
  expect(messages(answered({ a: 1 }), ...others, answered({ a: 2 })).filter((each) => each !== undefined)).toEqual([]);
});

test("dev compares what a handler answers, until another process serves it", async () => {
  let count = 0;
  const generatePatches = {
    count: ({ items }: { readonly items: readonly { readonly uid: string }[] }) => {
      count += 1;
      return proceed({ items: items.map(({ uid }) => ({ uid, patch: { spec: { count } } })) });
    },
  };
  const served = await startExtension(defineExtension({ generatePatches }, { name: "gate" }));
  const { url, caBundle } = served;
  const reports: (readonly string[])[] = [];
  const hooks = new DevHooks({
    patienceMs: 60_000,
    addresses: [{ url, caBundle }],
    note: () => undefined,
    unsteady: (all, added) => void reports.push([...all, ...added].map(({ code }) => code)),
  });
  onTestFinished(async () => {
    await hooks.close();
    await served.stop();
  });
  const hook = { apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1", hook: "GeneratePatches", name: "count" };
  hooks.describe([{ ...emptyDescription, type: "runtime-extension", name: "gate", hooks: [hook] }]);
  await hooks.process(0, true);
  const patch = async (machines: string): Promise<void> => {
    const place = { cluster: "u", name: "one" };
    await hooks.patch({ generatePatchesExtension: "count.gate" }, requestOf({ machines }), place);
  };
  for (const machines of ["dev-1", "dev-1", "dev-2", "dev-3"]) await patch(machines);
  expect([count, reports]).toEqual([3, [["dev/unsteady-patches", "dev/unsteady-patches"]]]);
  await hooks.process(0, false);
  await hooks.process(0, true);
  await patch("dev-4");
  expect([count, reports.slice(1)]).toEqual([4, [[]]]);
});

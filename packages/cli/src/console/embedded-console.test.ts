// The console on the embedded server: YAML with its errors at their lines, actions on objects, and faults.
import { createClient } from "@capstan/client";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { startTestEnv, type EmbeddedEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callConsole, plainFiles } from "../../test/console/console-calls.ts";
import { startEmbeddedConsole, type EmbeddedConsole } from "./embedded-console.ts";
import type { ActionAnswer, ConsoleAction, ObjectDetail, WholeState, YamlAnswer, YamlRequest } from "./wire.ts";

const widgets: CustomResourceDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { kind: "Widget", plural: "widgets" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                required: ["replicas"],
                properties: {
                  inner: { type: "object", minProperties: 1, properties: { a: { type: "string" } } },
                  replicas: { type: "integer", minimum: 1 },
                  parts: { type: "array", items: { type: "string" } },
                },
              },
              status: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
            },
          },
        },
        subresources: { status: {} },
      },
    ],
  },
};

let env: EmbeddedEnv;
let running: EmbeddedConsole;
let stop: () => Promise<void>;

beforeAll(async () => {
  env = await startTestEnv({ backend: "embedded", crds: [widgets] });
  const client = createClient(env.credentials);
  running = await startEmbeddedConsole({ env, client, project: "foo", plays: [], files: plainFiles });
  stop = async () => {
    await running.close();
    client.close();
    await env.stop();
  };
});
afterAll(() => stop());

const apply = (yaml: string, base?: number): Promise<YamlAnswer> => {
  const request: YamlRequest = base === undefined ? { yaml } : { yaml, base };
  return callConsole(running, "/api/apply", request);
};
const act = (action: ConsoleAction): Promise<ActionAnswer> => callConsole(running, "/api/action", action);
const detailOf = (id: string): Promise<ObjectDetail> =>
  callConsole(running, `/api/object?id=${encodeURIComponent(id)}`);
const widget = (name: string, spec: string): string =>
  `apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: ${name}\n  namespace: default\nspec:\n${spec}`;
const idOf = (name: string): string => `example.com/Widget/default/${name}`;

test.each([
  { name: "syntax", yaml: "a: b: c", wanted: [1, ""] },
  { name: "no object", yaml: "a: 1", wanted: [1, "this is not an object of Kubernetes"] },
  { name: "a wrong value", yaml: widget("a", "  replicas: 0\n"), wanted: [7, "spec.replicas: Invalid value"] },
  {
    name: "a wrong type in a list",
    yaml: widget("a", "  replicas: 1\n  parts:\n    - ok\n    - 7\n"),
    wanted: [10, "spec.parts[1]: Invalid value"],
  },
  { name: "a missing field", yaml: widget("a", "  parts: []\n"), wanted: [6, "spec.replicas: Required value"] },
  {
    name: "an unknown field",
    yaml: widget("a", "  replicas: 1\n  size: 2\n"),
    wanted: [8, "spec.size is not a field of Widget"],
  },
  {
    name: "the only field of an object is unknown",
    yaml: widget("a", "  replicas: 1\n  inner:\n    b: x\n"),
    wanted: [9, "spec.inner.b is not a field of Widget"],
  },
  {
    name: "an unknown version",
    yaml: widget("a", "  replicas: 1\n").replace("/v1", "/v2"),
    wanted: [1, 'Widget has no version "v2"'],
  },
])("a problem is at its line: $name", async ({ yaml, wanted: [line, message] }) => {
  const { problems } = await callConsole<YamlAnswer>(running, "/api/check", { yaml });
  const said = problems.map((problem) => [problem.line, problem.severity]);
  expect(said).toEqual([[line, "error"]]);
  expect(problems[0]?.message.startsWith(String(message))).toBe(true);
  expect((await apply(yaml)).written).toEqual([]);
});

test("a problem that the server finds is at its line, too", async () => {
  const yaml = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: Bad_Name\n  namespace: default\n";
  const { problems, written } = await apply(yaml);
  expect([written, problems[0]?.line, problems[0]?.message.startsWith("metadata.name: ")]).toEqual([[], 4, true]);
});

test("an object is created, edited, scaled, paused and deleted", async () => {
  expect((await apply(widget("b", "  replicas: 1\n"))).written).toEqual(["created Widget default/b"]);
  const { editable = "", seq } = await detailOf(idOf("b"));
  expect(await act({ action: "scale", id: idOf("b"), replicas: 4 })).toEqual({
    ok: true,
    message: "scaled Widget default/b to 4",
  });
  expect(await act({ action: "scale", id: idOf("b"), replicas: 1001 })).toEqual({
    ok: false,
    message: "Widget default/b cannot be scaled to 1001 here: at most 1,000",
  });
  // What somebody else has changed since stays: only what was edited is written.
  const edited = editable.replace("namespace: default", "namespace: default\n  labels:\n    tier: gold");
  expect((await apply(edited, seq)).written).toEqual(["updated Widget default/b"]);
  expect((await detailOf(idOf("b"))).yaml).toContain("tier: gold");
  expect((await detailOf(idOf("b"))).yaml).toContain("replicas: 4");
  await act({ action: "pause", id: idOf("b"), paused: true });
  expect((await detailOf(idOf("b"))).yaml).toContain("cluster.x-k8s.io/paused");
  expect(await act({ action: "delete", id: idOf("b") })).toEqual({ ok: true, message: "deleting Widget default/b" });
  expect((await detailOf(idOf("b"))).yaml).toBeUndefined();
});

test("an object without a namespace is in that of the sample, if its kind has namespaces", async () => {
  const plain = (value: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: plain\ndata:\n  a: "${value}"\n`;
  expect(await apply(plain("1"))).toEqual({ problems: [], written: ["created ConfigMap default/plain"] });
  expect((await detailOf("/ConfigMap/default/plain")).yaml).toContain('a: "1"');
  expect(await apply(plain("2"))).toEqual({ problems: [], written: ["updated ConfigMap default/plain"] });
  const whole = await apply("apiVersion: v1\nkind: Namespace\nmetadata:\n  name: plain\n");
  expect(whole).toEqual({ problems: [], written: ["created Namespace plain"] });
});

test("a Secret can be edited without its values", async () => {
  const secret = (data: string): string =>
    `apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\n  namespace: default\n${data}`;
  await apply(secret("data:\n  token: aGVsbG8=\n"));
  const { editable = "", seq } = await detailOf("/Secret/default/s");
  expect(editable).toContain("token: (hidden)");
  expect((await apply(`${editable}immutable: false\n`, seq)).written).toEqual(["updated Secret default/s"]);
  const copied = await apply(editable.replace("name: s", "name: t"));
  expect(copied.problems.map(({ line, message }) => [line, message])).toEqual([
    [3, "the console does not know this value"],
  ]);
});

test("a fault is switched on, shown and switched off", async () => {
  await apply(widget("c", "  replicas: 1\n"));
  await act({ action: "fault", fault: "conflicts", on: true });
  expect((await callConsole<WholeState>(running, "/api/state")).facts.faults).toEqual(["conflicts"]);
  const scaled = await act({ action: "scale", id: idOf("c"), replicas: 2 });
  await act({ action: "fault", fault: "conflicts", on: false });
  expect(scaled.ok).toBe(false);
  expect((await act({ action: "scale", id: idOf("c"), replicas: 2 })).ok).toBe(true);
  expect(await act({ action: "fault", fault: "watches", on: true })).toEqual({ ok: true, message: "cut 0 watches" });
});

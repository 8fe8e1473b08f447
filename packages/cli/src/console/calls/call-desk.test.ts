// Calls of a served extension in the console: shown, edited, and called again over TLS.
import { defineExtension, defineVariables, patchTemplates, proceed } from "@capstan/extension-kit";
import { startExtension } from "@capstan/extension-kit/testing";
import { resourceOf } from "@capstan/kube";
import { expect, onTestFinished, test } from "vitest";
import { CallBook, type KeptCall } from "../../dev/call-book.ts";
import { CallDesk } from "./call-desk.ts";

const apiVersion = "hooks.runtime.cluster.x-k8s.io/v1alpha1";
const template = {
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2",
  kind: "FooMachineTemplate",
  metadata: { name: "foo" },
  spec: { template: { spec: { image: "one" } } },
};
const holderReference = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  namespace: "default",
  name: "dev",
  fieldPath: "spec.infrastructureRef",
};

const FooMachineTemplate = resourceOf(template.apiVersion, template.kind);
const variables = defineVariables({
  image: { required: true, schema: { type: "string", minLength: 2, description: "The image." } },
});

const extension = defineExtension(
  {
    discoverVariables: { declared: variables },
    generatePatches: {
      images: patchTemplates(variables).on(FooMachineTemplate, (object, { image }) => {
        Object.assign(object, { spec: { template: { spec: { image } } } });
      }),
    },
    beforeClusterDelete: () => proceed(),
  },
  { name: "gate" },
);

const request = {
  apiVersion,
  kind: "GeneratePatchesRequest",
  variables: [{ name: "image", value: "two" }],
  items: [{ uid: "u-1", holderReference, object: template }],
};
const patch = Buffer.from(JSON.stringify([{ op: "replace", path: "/spec/template/spec/image", value: "two" }]));
const call: KeptCall = {
  id: "a-1",
  hook: "GeneratePatches",
  apiVersion,
  handler: "images",
  masked: false,
  request: JSON.stringify(request),
  response: JSON.stringify({
    apiVersion,
    kind: "GeneratePatchesResponse",
    status: "Success",
    items: [{ uid: "u-1", patchType: "JSONPatch", patch: patch.toString("base64") }],
  }),
  part: 0,
};

async function desk(...calls: readonly Partial<KeptCall>[]): Promise<CallDesk> {
  const served = await startExtension(extension);
  onTestFinished(() => served.stop());
  const book = new CallBook();
  for (const each of [{}, ...calls]) book.add({ ...call, ...each });
  return new CallDesk(book, [served]);
}

test("a call is shown with its request, its patches decoded, and what they change", async () => {
  const detail = (await desk()).detail("a-1");
  expect(detail).toMatchObject({ id: "a-1", masked: false, obstacle: "" });
  expect(detail?.request).toContain("variables:\n- name: image\n  value: two\n");
  expect(detail?.answer.yaml).toContain("    path: /spec/template/spec/image\n    value: two\n");
  expect(detail?.answer.yaml).not.toContain(patch.toString("base64"));
  const [{ template: kind, object, diff } = { template: "", object: "", diff: "" }] = detail?.answer.templates ?? [];
  expect([kind, object]).toEqual(["FooMachineTemplate", "Cluster default/dev"]);
  expect(diff).toContain("-       image: one\n+       image: two");
});

test("what dev does not have, and a patch that cannot be applied", async () => {
  const wrong = JSON.stringify({ status: "Success", items: [{ uid: "u-2", patchType: "JSONPatch", patch: "W10=" }] });
  const calls = await desk({ id: "a-2", response: wrong });
  expect(calls.detail("a-9")).toBeUndefined();
  expect(calls.detail("a-2")?.answer).toMatchObject({
    templates: [],
    problem: expect.stringContaining('the response patches the item "u-2", which the request does not have'),
  });
});

test("why a call cannot be made again", async () => {
  const calls = await desk(
    { id: "own", apiVersion: "hooks.example.com/v1" },
    { id: "other", part: 1 },
    { id: "large", request: JSON.stringify({ ...request, settings: { a: "a".repeat(1_000_000) } }) },
  );
  expect(["own", "other", "large"].map((id) => calls.detail(id)?.obstacle)).toEqual([
    "it is no hook of Cluster API",
    "its program serves no hooks",
    "its request is too large to edit",
  ]);
  expect((await calls.again("own", "{}")).problems).toMatchObject([{ severity: "error", line: 0 }]);
});

test("an edited request has its problems at their lines, and the form of the variables that are declared", async () => {
  const calls = await desk();
  const yaml = "items: []\nvariables:\n- name: image\n  value: x\nitem: 1\n";
  const { problems, fields } = await calls.check("a-1", yaml);
  expect(problems.map(({ severity, line, message }) => [severity, line, message])).toEqual([
    ["error", 5, "item is not a field of GeneratePatchesRequest"],
    ["warning", 4, expect.stringContaining("image: ")],
  ]);
  expect(fields).toEqual([
    {
      path: ["image"],
      description: "The image.",
      type: "string",
      choices: [],
      limits: "at least 2 characters",
      required: true,
      value: "x",
    },
  ]);
  expect((await calls.check("a-1", "items: [\n")).problems).toMatchObject([
    { severity: "error", line: expect.any(Number) },
  ]);
  expect((await calls.check("a-1", "- 1\n")).problems).toMatchObject([
    { message: "this is not one GeneratePatchesRequest" },
  ]);
});

test("a value that is set is called again with, and the new answer has its own differences", async () => {
  const calls = await desk();
  const first = calls.detail("a-1")?.request ?? "";
  const { yaml, problem } = calls.set(first, ["image"], '"three"');
  expect(problem).toBe("");
  const { problems, answer } = await calls.again("a-1", yaml);
  expect(problems).toEqual([]);
  expect(answer).toMatchObject({ status: "Success", ms: expect.any(Number), problem: "" });
  expect(answer?.templates[0]?.diff).toContain("-       image: one\n+       image: three");
});

test("a request with an error is not sent, and a handler that fails says why", async () => {
  const calls = await desk({ id: "b", hook: "BeforeClusterDelete", handler: "before-cluster-delete" });
  expect(await calls.again("a-1", "items: 1\n")).toEqual({
    problems: [expect.objectContaining({ severity: "error", line: 1 })],
  });
  const first = calls.detail("a-1")?.request ?? "";
  const { answer } = await calls.again("a-1", calls.set(first, ["image"], "5").yaml);
  expect(answer?.status).toBe("Failure");
  expect(answer?.message).toContain("image");
});

test("an extension that does not answer is a problem, and so is what is typed and no value", async () => {
  const book = new CallBook();
  book.add(call);
  const calls = new CallDesk(book, [{ url: "https://127.0.0.1:1" }]);
  expect(await calls.check("a-1", "items: []\n")).toEqual({ problems: [], fields: [] });
  const { problems } = await calls.again("a-1", "items: []\n");
  expect(problems).toMatchObject([{ severity: "error", message: expect.stringContaining("127.0.0.1:1") }]);
  expect(calls.set("items: []\n", ["image"], "[1").problem).not.toBe("");
  expect(calls.set("items: [\n", ["image"], "1").problem).toBe("correct the request first");
});

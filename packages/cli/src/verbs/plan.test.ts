// `capstan plan`: what it says of handlers that answer recorded requests otherwise, and of tapes that prove nothing.
import { patchedTemplates, redactTemplate } from "@capstan/extension-kit/testing";
import { applyMergePatch, type KubeObject } from "@capstan/kube";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { schemaProblems } from "../../test/json-schema.ts";
import { emptyTemplate, extensionSource, tapeHeader, tapeKey, tapeOf } from "../../test/sized-extension.ts";
import { type Printed, TemporaryProject } from "../../test/temporary-project.ts";
import { answerFor } from "../plan/patch-chain.ts";

let at: TemporaryProject;
beforeEach(async () => {
  at = new TemporaryProject();
  at.extension("size", {
    "src/extension.ts": extensionSource(),
    "calls.tape": await tapeOf(["one"]),
  });
});
afterEach(() => at[Symbol.dispose]());

const plan = (...more: string[]): Promise<Printed> => at.capstan(["plan", "--against", "calls.tape", ...more]);
const withSize = (size: string): void => at.write({ "src/extension.ts": extensionSource({ size }) });

const rule =
  "a template with another spec gets another name, and a MachineDeployment replaces the machines of the one before: FooMachine is not up-to-date";

describe("plan", () => {
  test("says that nothing changes, and ends with 0", async () => {
    const { code, text } = await plan();
    expect({ code, text }).toEqual({
      code: 0,
      text: "comparing the handlers of <root> with calls.tape\ncompared 2 answers with 2 templates; changed: 0; replacing machines: 0\n",
    });
  });

  test("names the handler that answers, on a terminal", async () => {
    const { text } = await at.capstan(["plan", "--against", "calls.tape"], { onTerminal: true });
    expect(text.split("\r\u001B[K")[1]).toMatch(/^answering \S+, 1 of \d+ recorded requests$/);
  });

  test("names each object, its fields and the rule, and ends with 1 when machines are replaced", async () => {
    withSize("3");
    const { code, text } = await plan();
    expect(code).toBe(1);
    expect(text).toContain(`Cluster default/one, KubeadmControlPlaneTemplate by patches-v1
  /spec/template/spec/kubeadmConfigSpec/clusterConfiguration/dns/imageTag: "2" -> "3"
  rolls machines: no, because kubeadmConfigSpec means the same: `);
    expect(text).toContain(`MachineDeployment default/one-md of Cluster default/one, FooMachineTemplate by patches-v1
  /metadata/labels/v: "a" -> "b"
  /spec/template/spec/size: 2 -> 3
  rolls machines: yes, because ${rule}
compared 2 answers with 2 templates; changed: 2; replacing machines: 1
`);
    expect(text).toContain(
      `src/extension.ts error plan/rolls: MachineDeployment default/one-md of Cluster default/one: patches-v1 replaces machines by a change of its FooMachineTemplate: /metadata/labels/v, /spec/template/spec/size (${rule})`,
    );
    expect(text).toContain("--allow MachineDeployment/default/one-md=REASON");
    expect(text).toContain(
      "warning plan/other-answer: variables-v1 of DiscoverVariables answers otherwise: replace /variables/0/required",
    );
  });

  test("is one document with --format json, and annotations with --format github", async () => {
    withSize("3");
    const { text } = await at.capstan(["plan", "--against", "calls.tape", "--format", "json"]);
    const document = JSON.parse(text);
    expect(schemaProblems(document)).toEqual([]);
    expect(document).toMatchObject({
      exitCode: 1,
      rollouts: [
        { object: "Cluster default/one", rolls: false },
        {
          cluster: "Cluster default/one",
          handler: "patches-v1",
          object: "MachineDeployment default/one-md",
          template: "FooMachineTemplate",
          rolls: true,
          because: rule,
          changes: [
            { path: "/metadata/labels/v", was: '"a"', is: '"b"' },
            { path: "/spec/template/spec/size", was: "2", is: "3" },
          ],
        },
      ],
    });
    const { text: lines } = await plan("--format", "github");
    expect(lines).toContain("::error file=src/extension.ts,title=plan/rolls::MachineDeployment default/one-md");
  });
});

test("what Cluster API drops of a patch is a warning, once for all Clusters", async () => {
  at.write({
    "src/extension.ts": extensionSource().replace(
      "spec: { template: { spec: { size",
      "spec: { zone: 1, template: { spec: { size",
    ),
  });
  at.write({ "calls.tape": await tapeOf(["one", "two"]) });
  const { code, text } = await plan();
  expect(
    text.split(
      "warning plan/dropped: patches-v1 changes fields of a FooMachineTemplate that Cluster API drops: /spec/zone",
    ),
  ).toHaveLength(2);
  expect(code).toBe(0);
});

test("what the CRD of a template does not allow is a warning, once for all Clusters", async () => {
  const source = extensionSource();
  at.write({ "src/extension.ts": source.replace("kubeadmConfigSpec: {", "size: 1, kubeadmConfigSpec: {") });
  at.write({ "calls.tape": await tapeOf(["one", "two"]) });
  const { text } = await plan();
  const warning =
    "warning plan/invalid-template: patches-v1 makes a KubeadmControlPlaneTemplate that its CRD does not allow: spec.template.spec.size: the CRD has no such field";
  expect(text.split(warning)).toHaveLength(2);
});

test("what a CRD says of values is not checked where masks are in place of them", async () => {
  at.write({
    "src/extension.ts": extensionSource().replace("kubeadmConfigSpec: {", 'kubeadmConfigSpec: { format: "xx",'),
  });
  const tape = await tapeOf(["one"]);
  expect((await plan()).text).toContain("warning plan/invalid-template: ");
  at.write({ "calls.tape": tape.replace('"hook":"GeneratePatches"', '"masked":true,$&') });
  const { text } = await plan();
  expect(text).toContain("compared 2 answers with 2 templates");
  expect(text).not.toContain("plan/invalid-template");
});

test("a configuration that cannot be loaded is an error: the CRDs that it names are not known", async () => {
  at.write({ "capstan.config.ts": 'throw new Error("no settings");\n' });
  const { code, text } = await plan();
  expect([code, text]).toEqual([1, expect.stringContaining("error cli/module: ")]);
  expect(text).toContain("capstan.config.ts");
  expect(text).toContain("compared 2 answers");
});

test("a later patch that reads what an earlier one changes is answered with the changed template", async () => {
  const twice = (size: string): string =>
    extensionSource({
      more: `
    "sizes-v1": ({ items }) => proceed({
      items: items.map(({ uid, object }) => ({ uid, patch: { spec: { template: { spec: { read: object.metadata.labels?.v ?? "none" } } } } })),
    }),`,
    }).replace('v: "a"', `v: "${size}"`);
  at.write({ "src/extension.ts": twice("a") });
  const [first = "", call = "", ...rest] = (await tapeOf(["one"])).split("\n");
  const later = JSON.parse(call);
  const { request, response } = later;
  request.items = request.items.map((item: object, index: number) => ({
    ...item,
    object: patchedTemplates(request.items, response)[index],
  }));
  const answer = request.items.map(({ uid, object }: { uid: string; object: KubeObject }) => {
    const patch = { spec: { template: { spec: { read: object.metadata.labels?.["v"] ?? "none" } } } };
    return { uid, patchType: "JSONMergePatch", patch: Buffer.from(JSON.stringify(patch)).toString("base64") };
  });
  const second = JSON.stringify({ ...later, handler: "sizes-v1", response: { ...response, items: answer } });
  at.write({ "calls.tape": [first, call, second, ...rest].join("\n") });
  expect((await plan()).text).toContain("changed: 0; replacing machines: 0");
  at.write({ "src/extension.ts": twice("b") });
  const { code, text } = await plan();
  expect(code).toBe(1);
  expect(text).toContain(`MachineDeployment default/one-md of Cluster default/one, FooMachineTemplate by patches-v1
  /metadata/labels/v: "a" -> "b"
  rolls machines: no, because labels and annotations of a template are changed in place
`);
  expect(text).toContain(`FooMachineTemplate by sizes-v1
  /metadata/labels/v: "a" -> "b"
  /spec/template/spec/read: "a" -> "b"
  rolls machines: yes, because ${rule}
`);
});

test.each([
  { has: "has no replicas", spec: {}, isDropped: false },
  { has: "has replicas", spec: { replicas: 1 }, isDropped: true },
])("replicas of an earlier patch are not those of the class, which $has", async ({ spec, isDropped }) => {
  const patchOf = (replicas: number): object => ({ spec: { template: { spec: { replicas } } } });
  const [header = "", line = "", ...rest] = (await tapeOf(["one"])).split("\n");
  const call = JSON.parse(line);
  const [item] = call.request.items;
  Object.assign(item.object.spec.template.spec, spec);
  const recorded = (handler: string, object: KubeObject, replicas: number) => {
    const patch = Buffer.from(JSON.stringify(patchOf(replicas))).toString("base64");
    const response = { ...call.response, items: [{ uid: item.uid, patchType: "JSONMergePatch", patch }] };
    return { ...call, handler, request: { ...call.request, items: [{ ...item, object }] }, response };
  };
  const first = recorded("first-v1", item.object, 2);
  const [made = item.object] = patchedTemplates(first.request.items, first.response);
  const lines = [first, recorded("later-v1", made, 3)].map((each) => JSON.stringify(each));
  at.write({ "calls.tape": [header, ...lines, ...rest].join("\n") });
  const handler = (name: string, replicas: number): string =>
    `"${name}": ({ items }) => proceed({ items: items.map(({ uid }) => ({ uid, patch: ${JSON.stringify(patchOf(replicas))} })) }),`;
  at.write({ "src/extension.ts": extensionSource({ more: handler("first-v1", 2) + handler("later-v1", 3) }) });
  const { text } = await plan();
  expect(text).toContain("changed: 0; replacing machines: 0");
  const warning =
    "plan/dropped: later-v1 changes fields of a KubeadmControlPlaneTemplate that Cluster API drops where the ClusterClass or the Cluster has these fields: /spec/template/spec/replicas";
  expect(text.includes(warning)).toBe(isDropped);
});

test("a file that a handler writes is compared by its digest: its content is neither on the tape nor shown", async () => {
  const withFile = (content: string): string =>
    extensionSource().replace(
      'dns: { imageTag: "2" } }',
      `dns: { imageTag: "2" } }, files: [{ path: "/etc/token", content: "${content}" }]`,
    );
  at.write({ "src/extension.ts": withFile("s3cr3t") });
  const [first = "", line = "", ...rest] = (await tapeOf(["one"])).split("\n");
  const call = JSON.parse(line);
  const { items } = call.request;
  const [controlPlane, machine] = patchedTemplates(items, call.response);
  const files = [{ path: "/etc/token", content: "s3cr3t" }];
  const secret = applyMergePatch(controlPlane, { spec: { template: { spec: { kubeadmConfigSpec: { files } } } } });
  const made = redactTemplate(Object.assign({ ...emptyTemplate("v1", "A") }, secret), {
    key: tapeKey,
    secretVariables: [],
  });
  const response = { ...call.response, ...answerFor(items, [made, machine ?? made]) };
  at.write({ "calls.tape": [first, JSON.stringify({ ...call, masked: true, response }), ...rest].join("\n") });
  expect((await plan()).text).toContain("changed: 0; replacing machines: 0");
  at.write({ "src/extension.ts": withFile("0th3r") });
  const { code, text } = await plan();
  expect(code).toBe(1);
  expect(text).toMatch(/files\/0\/content: "capstan-digest-[\w-]{43}" -> "capstan-digest-[\w-]{43}"/);
  expect(text).not.toMatch(/s3cr3t|0th3r/);
});

describe("--allow", () => {
  beforeEach(() => withSize("3"));

  test.each([
    { allow: ["MachineDeployment/default/one-md=larger machines"], reason: "larger machines" },
    {
      allow: ["/spec/template/spec/size=larger machines", "/metadata=shown only"],
      reason: "shown only; larger machines",
    },
  ])("$allow allows the change, with its reason", async ({ allow, reason }) => {
    const { code, text } = await at.capstan(["plan", "--against", "calls.tape", "--allow", ...allow]);
    expect(code).toBe(0);
    expect(text).toContain(`; allowed: ${reason}\n`);
    expect(text).toContain(`info plan/allowed: MachineDeployment default/one-md of Cluster default/one`);
  });

  test("of one of two fields, and of another object, allows nothing", async () => {
    const { code, text } = await plan("--allow", "/spec/template/spec/size=a", "MachineDeployment/default/two=b");
    expect(code).toBe(1);
    expect(text).toContain("warning plan/unused-allow: --allow /spec/template/spec/size allows nothing that happens");
    expect(text).toContain("--allow MachineDeployment/default/two allows nothing that happens");
  });

  test("of a field of one request allows no other field of another one", async () => {
    const [header = "", line = "", ...rest] = (await tapeOf(["one"])).split("\n");
    const call = JSON.parse(line);
    const { request } = call;
    const other = { ...request, variables: [...request.variables, { name: "zone", value: "b" }] };
    at.write({ "calls.tape": [header, line, JSON.stringify({ ...call, request: other }), ...rest].join("\n") });
    const source = extensionSource().replace("({ items })", "({ items, variables })");
    const spec = 'variables.some(({ name }) => name === "zone") ? { size: 2, image: "x" } : { size: 3 }';
    at.write({ "src/extension.ts": source.replace("spec: { size: 2 }", `spec: ${spec}`) });
    const { code, text } = await plan("--allow", "/spec/template/spec/image=wanted");
    expect(code).toBe(1);
    expect(text).toContain("its FooMachineTemplate: /spec/template/spec/size, /spec/template/spec/image (");
    const both = await plan("--allow", "/spec/template/spec/image=wanted", "/spec/template/spec/size=too");
    expect([both.code, both.text]).toEqual([0, expect.stringContaining("; allowed: too; wanted\n")]);
  });

  test.each(["size=a", "/spec/template/spec/size", "/spec=", "MachineDeployment/one-md=a"])(
    "%s is a mistake on the command line",
    async (allow) => {
      const { code, text } = await plan("--allow", allow);
      expect(code).toBe(2);
      expect(text).toContain(`error cli/usage: --allow is "${allow}": write a field and a reason`);
    },
  );
});

describe("--cluster", () => {
  test("compares the requests for one Cluster, and those for none", async () => {
    at.write({ "calls.tape": await tapeOf(["one", "two"]) });
    withSize("3");
    const { text } = await at.capstan(["plan", "--against", "calls.tape", "--cluster", "default/two"]);
    expect(text).toContain("compared 2 answers with 2 templates; changed: 2;");
    expect(text).not.toContain("default/one");
  });

  test("of which the tape has no call is an error", async () => {
    const { code, text } = await plan("--cluster", "default/two");
    expect(code).toBe(1);
    expect(text).toContain(
      "error plan/no-cluster: the tape calls.tape has no call for the Cluster default/two; it has Cluster default/one\n",
    );
  });
});

describe("a handler", () => {
  test("that fails now, that is not there any more, and that called for a client, is an error", async () => {
    const failing = extensionSource().replace(
      "({ items }) => proceed({",
      '({ items }) => { throw new Error("no quota"); return proceed({',
    );
    at.write({ "src/extension.ts": failing.replace("    }),", "    }); },") });
    const { code, text } = await plan();
    expect(code).toBe(1);
    expect(text).toContain(
      "error plan/fails: patches-v1 of GeneratePatches fails for Cluster default/one, and the recorded answer is no failure: handler patches-v1 failed with Error; the log of the extension has the reason; no quota",
    );
    at.write({ "src/extension.ts": extensionSource().replace("patches-v1", "patches-v2") });
    expect((await plan()).text).toContain(
      "error plan/no-handler: the project has no handler patches-v1 of GeneratePatches, which Cluster API has called\n  help: keep the handler as long as a ClusterClass names it; the project has: patches-v2",
    );
  });

  test("whose recorded answer is a failure, or no patch, proves nothing", async () => {
    const tape = await tapeOf(["one"]);
    const line = tape.split("\n")[1] ?? "";
    const failed = line.replace('"status":"Success"', '"status":"Failure","message":"no size"');
    at.write({ "calls.tape": `${tapeHeader}\n${failed}\n${failed}\n` });
    const { code, text } = await plan();
    expect(code).toBe(1);
    expect(text).toContain(
      "warning plan/not-compared: patches-v1 of GeneratePatches was not compared for Cluster default/one: the recorded answer is a failure: no size",
    );
    expect(text).toContain("error plan/nothing-compared: nothing on the tape calls.tape could be compared");
    at.write({
      "calls.tape": `${tapeHeader}\n${line.replaceAll(/"patch":"[^"]*"/g, '"patch":"e30"').replaceAll('"JSONMergePatch"', '"JSONPatch"')}\n`,
    });
    expect((await plan()).text).toContain("was not compared for Cluster default/one: a patch cannot be applied: ");
  });
});

describe("--extension", () => {
  test("names another file, of which the export has to be an extension", async () => {
    at.write({
      "src/other.ts": extensionSource({ size: "3" }),
      "src/none.ts": "export const a = 1;\n",
      "src/two.ts": `${extensionSource().replace("const extension", "const a")}export const b = { ...a };\n`,
      "src/broken.ts": 'throw new Error("no settings");\n',
    });
    const { text } = await at.capstan(["plan", "--against", "calls.tape", "--extension", "src/other.ts"]);
    expect(text).toContain("replacing machines: 1");
    const textOf = async (file: string): Promise<string> => (await plan("--extension", file)).text;
    expect(await textOf("src/none.ts")).toContain("error extension/no-export: src/none.ts exports no extension\n");
    expect(await textOf("src/two.ts")).toContain(
      "error extension/several-exports: src/two.ts exports several extensions: a, b\n",
    );
    expect(await textOf("src/broken.ts")).toContain("no settings");
    expect(await textOf("src/missing.ts")).toContain("error extension/no-module: there is no file src/missing.ts\n");
    expect(await textOf("../x.ts")).toContain("error cli/usage: --extension names ../x.ts, which is not in <root>");
  });

  test("of another name than the tape's is an error", async () => {
    at.write({ "src/extension.ts": extensionSource({ name: "other" }) });
    const { code, text } = await plan();
    expect(code).toBe(1);
    expect(text).toContain(
      'error plan/other-extension: the tape calls.tape is one of the extension "size", and the project has "other"\n',
    );
  });
});

test.each([
  { name: "no tape is named", args: [], code: 2, problem: "error cli/usage: name a tape: --against calls.tape" },
  { name: "the tape is not there", args: ["--against", "none"], code: 1, problem: "error cli/no-file" },
  {
    name: "the tape is cut off",
    args: ["--against", "half.tape"],
    code: 1,
    problem:
      "error extension/bad-tape: the tape half.tape cannot be read: line 2 is not whole\n  help: the file was copied",
  },
  { name: "the tape is empty", args: ["--against", "empty.tape"], code: 1, problem: "cannot be read: it is empty" },
  { name: "the tape is of another format", args: ["--against", "new.tape"], code: 1, problem: "its format is 3" },
])("it is an error that $name", async ({ args, code, problem }) => {
  const tape = await tapeOf(["one"]);
  at.write({
    "half.tape": tape.slice(0, tapeHeader.length + 100),
    "empty.tape": "",
    "new.tape": tape.replace('"capstanTape":2', '"capstanTape":3'),
  });
  const printed = await at.capstan(["plan", ...args]);
  expect(printed.code).toBe(code);
  expect(printed.text).toContain(problem);
});

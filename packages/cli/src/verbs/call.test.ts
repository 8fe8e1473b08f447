// `capstan call`: which request it makes, what it shows of the answer, and of what cannot be called.
import { defineExtension, proceed, retryAfter } from "@capstan/extension-kit";
import { startExtension } from "@capstan/extension-kit/testing";
import { createCertificateAuthority } from "@capstan/serve/certificates";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { schemaProblems } from "../../test/json-schema.ts";
import { type Printed, TemporaryProject } from "../../test/temporary-project.ts";

const source = `import { defineExtension, defineVariables, fail, patchTemplates, proceed, retryAfter } from "@capstan/extension-kit";
const variables = defineVariables({ image: { schema: { type: "string", default: "one" } }, size: { schema: { type: "integer" } } });
const DevMachineTemplate = { apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2", kind: "DevMachineTemplate", group: "infrastructure.cluster.x-k8s.io", version: "v1beta2" };
export const extension = defineExtension({
  beforeClusterUpgrade: ({ cluster, fromKubernetesVersion, toKubernetesVersion }) =>
    retryAfter("30s", cluster.metadata.name + " goes from " + fromKubernetesVersion + " to " + toKubernetesVersion),
  beforeClusterDelete: () => { throw new Error("no backup"); },
  discoverVariables: { "variables-v1": variables },
  generatePatches: {
    "labels-v1": ({ items }) => proceed({ items: [] }),
    "patches-v1": patchTemplates(variables).on(DevMachineTemplate, (template, { image, size }, { builtin }) => {
      template.metadata.labels = { image, ...(size && { size: String(size) }), cluster: builtin.cluster.name };
    }),
  },
  validateTopology: { "checks-v1": ({ items }) => fail(items.length + " templates are wrong, the first of " + items[0].holderReference.kind) },
  generateUpgradePlan: { "plan-v1": ({ toKubernetesVersion: version }) => proceed({ controlPlaneUpgrades: [{ version }] }) },
  canUpdateMachine: () => proceed({}),
}, { name: "demo" });
`;

const cluster = (name: string, topology: string = "classRef: { name: sample }, version: v1.35.2"): string =>
  `apiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata: { name: ${name} }\nspec:\n  topology: { ${topology} }\n`;

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
  at.extension("demo", {
    "src/extension.ts": source,
    "one.yaml": cluster("one"),
  });
});
afterEach(() => at[Symbol.dispose]());

/** What a call prints, without how long it took. */
async function call(...argv: string[]): Promise<Printed> {
  const { code, text } = await at.capstan(["call", ...argv]);
  return { code, text: text.replaceAll(/after [\d.]+ ms/g, "after N ms") };
}

describe("a lifecycle hook", () => {
  test("is called for a Cluster that every project can use, with its version and the next one", async () => {
    expect(await call("BeforeClusterUpgrade")).toEqual({
      code: 0,
      text: "calling BeforeClusterUpgrade of src/extension.ts\nSuccess after N ms, call again after 30 s: sample goes from v1.36.0 to v1.37.0\n",
    });
  });

  test("is called for the Cluster of a file, and with versions that are set", async () => {
    const { text } = await call(
      "beforeclusterupgrade",
      "--cluster",
      "one.yaml",
      "--set",
      "toKubernetesVersion=v1.36.1",
    );
    expect(text).toContain(": one goes from v1.35.2 to v1.36.1\n");
  });

  test("is called of the extension of another file", async () => {
    at.write({ "src/other.ts": source.replaceAll("30s", "40s") });
    const { text } = await at.capstan(["call", "BeforeClusterUpgrade", "--extension", "src/other.ts"]);
    expect(text).toContain("calling BeforeClusterUpgrade of src/other.ts\n");
    expect(text).toContain("call again after 40 s");
  });

  test("is not called of an entry, which would serve it", async () => {
    at.write({ "src/main.ts": "process.exit(0);\n" });
    const { code, text } = await at.capstan(["call", "BeforeClusterUpgrade", "--extension", "src/main.ts"]);
    expect([code, text]).toEqual([
      1,
      expect.stringContaining(
        "error extension/entry: src/main.ts is an entry of the project, and would serve the extension in place of the command\n  help: name the file that exports the extension: --extension src/extension.ts\n",
      ),
    ]);
  });

  test("that cannot reach a server is an error with the cause", async () => {
    at.write({
      "src/extension.ts": source.replace('throw new Error("no backup")', 'return fetch("http://127.0.0.1:1")'),
    });
    const { text } = await call("BeforeClusterDelete");
    expect(text).toContain("the log of the extension has the reason; fetch failed: bad port\n");
  });

  test("that is not known is an error of the extension, with the line and what to do", async () => {
    at.write({ "src/extension.ts": source.replace("beforeClusterDelete", "beforeClusterDeletion") });
    const { code, text } = await call("BeforeClusterUpgrade");
    expect(code).toBe(1);
    expect(text).toMatch(/^src\/extension\.ts:4:26 error .*: there is no hook "beforeClusterDeletion"\n/m);
    expect(text).toContain("\n  help: name one of afterClusterUpgrade, ");
  });

  test("that fails is an error, with the reason from the log", async () => {
    const { code, text } = await call("BeforeClusterDelete");
    expect(code).toBe(1);
    expect(text).toContain(
      "error call/failure: before-cluster-delete of BeforeClusterDelete answers with a failure: handler before-cluster-delete failed with Error; the log of the extension has the reason; no backup\n",
    );
  });
});

describe("GeneratePatches", () => {
  test("shows the patch as a difference of each template, with the defaults of variables", async () => {
    const { code, text } = await call("GeneratePatches", "--handler", "patches-v1");
    expect(code).toBe(0);
    expect(text).toContain("DevClusterTemplate of Cluster default/sample: unchanged\n");
    const [, ofMachine = ""] = text.split(/DevMachineTemplate of MachineDeployment default\/\S+:\n/);
    expect(ofMachine.split("\n").filter((line) => line.startsWith("+"))).toEqual([
      "+     cluster: sample",
      "+     image: one",
    ]);
  });

  test("has variables that are set: JSON, or a string", async () => {
    const { text } = await at.capstan([
      "call",
      "GeneratePatches",
      "--handler",
      "patches-v1",
      "--set",
      "size=3",
      "image=two words",
      "--format",
      "json",
    ]);
    const document = JSON.parse(text);
    expect(schemaProblems(document)).toEqual([]);
    const { variables } = JSON.parse(document.call.request);
    expect(variables).toMatchObject([
      { name: "image", value: "two words" },
      { name: "size", value: 3 },
      { name: "builtin", value: { cluster: { name: "sample" } } },
    ]);
    expect(document.call).toMatchObject({ hook: "GeneratePatches", handler: "patches-v1", status: "Success" });
    const diffs = document.call.patched.filter(({ diff }: { readonly diff: string }) => diff !== "");
    expect(diffs).toMatchObject([{ template: "DevMachineTemplate" }, { template: "DevMachineTemplate" }]);
  });

  test("names what Cluster API drops of a patch", async () => {
    const own = "template.metadata.labels =";
    expect(source).toContain(own);
    at.write({ "src/extension.ts": source.replace(own, "Object.assign(template.spec, { size: 2 }); " + own) });
    const { text } = await call("GeneratePatches", "--handler", "patches-v1");
    expect(text).toContain("\nCluster API drops /spec/size\n");
  });

  test("is answered by the first handler where none is named", async () => {
    const first = (await call("GeneratePatches")).text;
    expect(first).toContain("DevMachineTemplate of KubeadmControlPlane default/");
    expect(first).toContain("\nSuccess of labels-v1, the first of labels-v1, patches-v1, after N ms\n");
    const { code, text } = await at.capstan(["call", "GeneratePatches", "--handler", "none"]);
    expect(code).toBe(1);
    expect(text).toContain(
      'error call/no-handler: src/extension.ts has no handler "none" of GeneratePatches\n  help: name one of its handlers of this hook: labels-v1, patches-v1',
    );
  });
});

test("other hooks show what their answers have", async () => {
  expect((await call("ValidateTopology")).text).toContain("5 templates are wrong, the first of Cluster");
  expect((await call("GenerateUpgradePlan")).text).toContain("controlPlaneUpgrades:\n- version: v1.37.0\n");
  expect((await call("DiscoverVariables")).text).toContain("- name: image");
});

describe("--cluster", () => {
  test("takes the class of the project's own sample", async () => {
    at.write({
      "dev/cluster.yaml": `${cluster("two", "classRef: { name: own }, version: v1.35.0")}---\n${clusterClass}`,
    });
    expect((await call("BeforeClusterUpgrade")).text).toContain("two goes from v1.35.0");
    at.write({ "three.yaml": cluster("three", "classRef: { name: own }, version: v1.34.0") });
    const { text } = await at.capstan(["call", "BeforeClusterUpgrade", "--cluster", "three.yaml"]);
    expect(text).toContain("three goes from v1.34.0");
  });

  test("with a mistake has its place", async () => {
    at.write({ "bad.yaml": cluster("bad", "classRef: { name: sample }, version: v1.35.2, controlPlan: {}") });
    const { code, text } = await call("BeforeClusterUpgrade", "--cluster", "bad.yaml");
    expect(code).toBe(1);
    expect(text).toContain("bad.yaml:5:");
    expect(text).toContain('unknown field "spec.topology.controlPlan"');
  });

  test.each([
    { name: "no Cluster", file: "kind: ConfigMap\napiVersion: v1\nmetadata: { name: a }\n", code: "call/no-cluster" },
    { name: "another class", file: cluster("a", "classRef: { name: none }, version: v1.35.0"), code: "call/no-class" },
    {
      name: "workers of no class",
      file: cluster(
        "a",
        "classRef: { name: sample }, version: v1.35.0, workers: { machineDeployments: [{ class: x, name: z }] }",
      ),
      code: "call/not-reached",
    },
  ])("with $name is an error", async ({ file, code }) => {
    at.write({ "a.yaml": file });
    const printed = await call("GeneratePatches", "--cluster", "a.yaml");
    expect(printed.code).toBe(1);
    expect(printed.text).toContain(`error ${code}: `);
  });
});

describe("--request", () => {
  test("sends the request of a file, and says where a field is wrong", async () => {
    const { code, text } = await call("CanUpdateMachine");
    expect([code, text.includes("error call/request-needed: a request of CanUpdateMachine is not made")]).toEqual([
      1,
      true,
    ]);
    at.write({ "a.yaml": "items:\n  - uid: a\n    object: 7\n", "two.yaml": "a: 1\n---\nb: 2\n" });
    const wrong = await at.capstan(["call", "GeneratePatches", "--request", "a.yaml"]);
    expect(wrong.code).toBe(1);
    expect(wrong.text).toContain("a.yaml:3:5 error call/failure");
    expect(wrong.text).toContain("the request is not a GeneratePatchesRequest: items[0]");
    expect((await call("GeneratePatches", "--request", "two.yaml")).code).toBe(2);
  });
});

describe("--url", () => {
  test("calls an extension that runs, over TLS", async () => {
    const running = defineExtension({
      beforeClusterUpgrade: () => retryAfter("5s", "not now"),
      generatePatches: { "patches-v1": () => proceed({ items: [] }) },
    });
    await using served = await startExtension(running);
    at.write({ "ca.crt": served.caBundle });
    const { code, text } = await at.capstan(["call", "BeforeClusterUpgrade", "--url", served.url, "--ca", "ca.crt"]);
    expect(code).toBe(0);
    expect(text).toMatch(
      /^calling BeforeClusterUpgrade of https:.*\nSuccess after [\d.]+ ms, call again after 5 s: not now\n$/,
    );
    const none = await at.capstan(["call", "BeforeClusterDelete", "--url", served.url, "--ca", "ca.crt"]);
    expect(none.text).toContain(
      " has no handler of BeforeClusterDelete\n  help: name one of its handlers of this hook: there are none",
    );
    const untrusted = await at.capstan(["call", "BeforeClusterUpgrade", "--url", served.url]);
    expect(untrusted.text).toContain(
      `error extension/discovery-invalid: the handlers of the extension at ${served.url} cannot be discovered: its certificate is not signed by an authority that is trusted here\n`,
    );
    expect(untrusted.text).toContain(" for capstan in the file of --ca; ");
  });
});

describe("--client-cert", () => {
  const authority = createCertificateAuthority({ commonName: "callers" });
  const pair = authority.issue({ commonName: "core", usages: ["client"] });
  const other = authority.issue({ commonName: "other", usages: ["client"] });
  const old = authority.issue({ commonName: "old", usages: ["client"], days: -1 });

  test("and its key are shown to an extension that accepts no other callers", async () => {
    const running = defineExtension({ beforeClusterUpgrade: () => retryAfter("5s", "not now") });
    await using served = await startExtension(running, { clientCa: authority.certPem });
    at.write({ "ca.crt": served.caBundle, "tls.crt": pair.certPem, "tls.key": pair.keyPem });
    const run = (...more: string[]): Promise<Printed> =>
      at.capstan(["call", "BeforeClusterUpgrade", "--url", served.url, "--ca", "ca.crt", ...more]);
    const { code, text } = await at.capstan([
      "call",
      "BeforeClusterUpgrade",
      "--client-cert",
      "tls.crt",
      "--client-key",
      "tls.key",
      "--url",
      served.url,
      "--ca",
      "ca.crt",
    ]);
    expect([code, text.includes(": not now\n")]).toEqual([0, true]);
    expect((await run()).text).toContain("error extension/discovery-invalid: ");
    const stranger = createCertificateAuthority({ commonName: "strangers" }).issue({ commonName: "core" });
    at.write({ "tls.crt": stranger.certPem, "tls.key": stranger.keyPem });
    expect((await run("--client-cert", "tls.crt", "--client-key", "tls.key")).code).toBe(1);
  });

  test.each([
    {
      name: "no certificate",
      files: { "tls.crt": "a: 1\n" },
      problem: "--client-cert names tls.crt, which has no certificate in PEM\n",
    },
    {
      name: "half a certificate",
      files: { "tls.crt": pair.certPem.replace(/[A-Za-z]{20}/, "") },
      problem: "--client-cert names tls.crt, which has a certificate that cannot be read\n",
    },
    {
      name: "no key",
      files: { "tls.key": pair.certPem },
      problem: "--client-key names tls.key, which has no private key in PEM",
    },
    {
      name: "the key of another pair",
      files: { "tls.key": other.keyPem },
      problem: "--client-key names tls.key, whose key is not that of the certificate in tls.crt\n  help: name the two",
    },
    {
      name: "a pair that has expired",
      files: { "tls.crt": old.certPem, "tls.key": old.keyPem },
      problem: "--client-cert names tls.crt, whose certificate expired at ",
    },
    {
      name: "no authority",
      files: { "ca.crt": "" },
      problem: "--ca names ca.crt, which has no certificate in PEM\n",
    },
  ])("with $name is an error before anything is sent", async ({ files, problem }) => {
    at.write({ "ca.crt": authority.certPem, "tls.crt": pair.certPem, "tls.key": pair.keyPem, ...files });
    const pairFiles = ["--client-cert", "tls.crt", "--client-key", "tls.key"];
    const url = ["--url", "https://localhost:1", "--ca", "ca.crt"];
    const { code, text } = await call("BeforeClusterUpgrade", ...url, ...pairFiles);
    expect(code).toBe(1);
    expect(text).toContain(`error extension/bad-file: ${problem}`);
    expect(text).not.toContain("PRIVATE");
  });

  test("and other files that are not there are an error", async () => {
    const { code, text } = await call("BeforeClusterUpgrade", "--url", "https://localhost:1", "--ca", "none.crt");
    expect(code).toBe(1);
    expect(text).toContain("error cli/no-file: ");
  });
});

test.each([
  {
    argv: ["BeforeClusterUpgrad"],
    problem: 'there is no hook "BeforeClusterUpgrad"; did you mean "BeforeClusterUpgrade"?',
  },
  { argv: ["Discovery"], problem: 'there is no hook "Discovery"' },
  { argv: ["BeforeClusterUpgrade", "--set", "=a"], problem: '--set is "=a": write a name and a value' },
  { argv: ["BeforeClusterUpgrade", "--ca", "a"], problem: "--ca is for a running extension" },
  { argv: ["BeforeClusterUpgrade", "--client-cert", "a"], problem: "--client-cert is for a running extension" },
  {
    argv: ["BeforeClusterUpgrade", "--url", "https://a", "--client-key", "a"],
    problem: "--client-cert and --client-key belong together",
  },
  { argv: ["BeforeClusterUpgrade", "--url", "http://a"], problem: '--url is "http://a": write an address such as' },
  { argv: ["BeforeClusterUpgrade", "--url", "https://a:b@c"], problem: "without a user" },
  {
    argv: ["BeforeClusterUpgrade", "--url", "https://a", "--extension", "b"],
    problem: "--url and --extension exclude",
  },
  { argv: ["BeforeClusterUpgrade", "--request", "a", "--cluster", "b"], problem: "--request and --cluster exclude" },
])("$argv is a mistake on the command line", async ({ argv, problem }) => {
  const { code, text } = await call(...argv);
  expect(code).toBe(2);
  expect(text).toContain(problem);
});

const reference = (apiVersion: string, kind: string): string =>
  `{ templateRef: { apiVersion: ${apiVersion}.cluster.x-k8s.io/v1beta2, kind: ${kind}, name: own } }`;

const clusterClass = `apiVersion: cluster.x-k8s.io/v1beta2
kind: ClusterClass
metadata: { name: own }
spec:
  infrastructure: ${reference("infrastructure", "DevClusterTemplate")}
  controlPlane: ${reference("controlplane", "KubeadmControlPlaneTemplate")}
---
apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
kind: DevClusterTemplate
metadata: { name: own }
spec: { template: { spec: {} } }
---
apiVersion: controlplane.cluster.x-k8s.io/v1beta2
kind: KubeadmControlPlaneTemplate
metadata: { name: own }
spec: { template: { spec: { kubeadmConfigSpec: { format: cloud-config } } } }
`;

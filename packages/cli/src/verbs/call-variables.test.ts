// `capstan call --set`: variables that nobody declares, and values that the extension rejects.
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Printed, TemporaryProject } from "../../test/temporary-project.ts";

const source = `import { defineExtension, defineVariables, patchTemplates, pipeline } from "@capstan/extension-kit";
const variables = defineVariables({ proxy: { schema: { type: "object", properties: { https: { type: "string" } } } } });
const DevMachineTemplate = { apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2", kind: "DevMachineTemplate", group: "infrastructure.cluster.x-k8s.io", version: "v1beta2" };
export const extension = defineExtension({
  discoverVariables: { "variables-v1": variables },
  generatePatches: { "patches-v1": pipeline([{ name: "proxy", ...patchTemplates(variables).on(DevMachineTemplate, () => undefined) }]) },
}, { name: "demo" });
`;

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
  at.extension("demo", {
    "src/extension.ts": source,
  });
});
afterEach(() => at[Symbol.dispose]());

const call = (...argv: string[]): Promise<Printed> => at.capstan(["call", "GeneratePatches", ...argv]);

/** What a call that succeeds prints: one that is not made has no warning either. */
async function printed(...argv: string[]): Promise<string> {
  const { text } = await call(...argv);
  expect(text).toContain("Success after ");
  return text;
}

test("a variable that neither the extension nor the class declares is a warning, beside the answer", async () => {
  const { code, text } = await call("--set", "prox=1");
  expect(code).toBe(0);
  expect(text).toContain(
    'warning call/unknown-variable: neither the extension nor the class sample declares the variable "prox" of --set; did you mean "proxy"?\n  help: correct the name: the variables are proxy\n',
  );
  expect(text).toContain("Success after ");
  expect(await printed("--set", 'proxy={"https":"a"}')).not.toContain("warning");
});

test("a variable that the class alone declares is not sent, and where nothing is declared all are unknown", async () => {
  const { others, clusterClass, cluster } = sample(
    "variables: [{ name: size, required: false, schema: { openAPIV3Schema: { type: integer } } }]",
  );
  at.write({ "dev/a.yaml": [others, clusterClass, cluster].join("---\n") });
  const text = await printed("--set", "size=1");
  expect(text.match(/warning .*/g)).toEqual([
    'warning call/class-variable: the class own alone declares the variable "size" of --set, so it is not sent to the extension',
  ]);
  const document = JSON.parse((await call("--set", "size=1", "--set", 'proxy={"https":"a"}', "--format", "json")).text);
  const { variables }: { readonly variables: readonly { readonly name: string }[] } = JSON.parse(document.call.request);
  expect(variables.map(({ name }) => name).toSorted()).toEqual(["builtin", "proxy"]);
  at.write({
    "src/extension.ts": source.replace(/ {2}discoverVariables.*\n/, ""),
    "dev/a.yaml": [others, sample("patches: []").clusterClass, cluster].join("---\n"),
  });
  expect((await call("--set", "size=1")).text).toContain(
    'warning call/unknown-variable: neither the extension nor the class own declares the variable "size" of --set\n  help: declare it in the ClusterClass, or in the extension with defineVariables and discoverVariables\n',
  );
});

test("a variable of the Cluster that nobody declares is a warning, unless another extension may declare it", async () => {
  const discovering = (handler: string): string =>
    `patches: [{ name: p, external: { generatePatchesExtension: patches-v1.demo, discoverVariablesExtension: ${handler} } }]`;
  const write = (handler: string): void => {
    const { others, clusterClass, cluster } = sample(discovering(handler));
    const variables = "variables: [{ name: proxi, value: 1 }, { name: proxy, value: {} }], version";
    at.write({ "dev/a.yaml": [others, clusterClass, cluster.replace("version", variables)].join("---\n") });
  };
  write("variables-v1.demo");
  const { text } = await call();
  expect(text.match(/warning .*/g)).toEqual([
    'warning call/unknown-variable: neither the extension nor the class own declares the variable "proxi" of the Cluster own; did you mean "proxy"?',
  ]);
  write("variables-v1.demo-of-another");
  expect((await call()).text).toContain("warning");
  write("others-v1.demo");
  expect(await printed()).not.toContain("warning");
});

test("all handlers of DiscoverVariables declare variables", async () => {
  const more =
    'discoverVariables: { "variables-v1": variables, "variables-v2": defineVariables({ size: { schema: { type: "integer", default: 3 } } }) },';
  at.write({ "src/extension.ts": source.replace(/ {2}discoverVariables.*\n/, `${more}\n`) });
  expect(await printed("--set", "size=1")).not.toContain("warning");
});

test("a value that the extension rejects is named once", async () => {
  const { code, text } = await call("--set", "proxy=http://p");
  expect(code).toBe(1);
  expect(text).toContain(
    'answers with a failure: variable "proxy" is wrong: Invalid value: "string": in body must be of type object: "string"\n',
  );
});

test("a variable beside a request is a mistake on the command line", async () => {
  const { code, text } = await call("--request", "a.yaml", "--set", "proxy=1");
  expect([code, text]).toEqual([
    2,
    expect.stringContaining("--set proxy is for a request that is made: set the variable in a.yaml"),
  ]);
});

const kind = (group: string, name: string, spec: string): string =>
  `apiVersion: ${group}cluster.x-k8s.io/v1beta2\nkind: ${name}\nmetadata: { name: own }\nspec: ${spec}\n`;
const reference = (group: string, name: string): string =>
  `{ templateRef: { apiVersion: ${group}.cluster.x-k8s.io/v1beta2, kind: ${name}, name: own } }`;

/** A Cluster, and its class with a field more. */
function sample(more: string): { readonly others: string; readonly clusterClass: string; readonly cluster: string } {
  const infrastructure = reference("infrastructure", "DevClusterTemplate");
  const controlPlane = reference("controlplane", "KubeadmControlPlaneTemplate");
  return {
    others: [
      kind("infrastructure.", "DevClusterTemplate", "{ template: { spec: {} } }"),
      kind(
        "controlplane.",
        "KubeadmControlPlaneTemplate",
        "{ template: { spec: { kubeadmConfigSpec: { format: cloud-config } } } }",
      ),
    ].join("---\n"),
    clusterClass: kind(
      "",
      "ClusterClass",
      `{ infrastructure: ${infrastructure}, controlPlane: ${controlPlane}, ${more} }`,
    ),
    cluster: kind("", "Cluster", "{ topology: { classRef: { name: own }, version: v1.35.0 } }"),
  };
}

test("rules in CEL are a warning of DiscoverVariables alone: call does not compile them", async () => {
  at.write({
    "src/extension.ts": source.replace(
      "{ proxy: { schema: {",
      '{ size: { schema: { type: "integer", "x-kubernetes-validations": [{ rule: "self > 0" }] } }, proxy: { schema: {',
    ),
  });
  const { code, text } = await at.capstan(["call", "DiscoverVariables"]);
  expect(code).toBe(0);
  expect(text).toContain(
    "warning call/unchecked-rules: variables-v1 of DiscoverVariables has variables with CEL rules, which call does not compile: size\n  help: try them in a cluster: the condition VariablesReady of the ClusterClass has what Cluster API finds wrong with them\n",
  );
  expect(await printed()).not.toContain("call/unchecked-rules");
});

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
  at.write({
    "package.json": { name: "demo", type: "module", dependencies: { "@capstan/extension-kit": "^0.1.0" } },
    "src/extension.ts": source,
  });
  at.install();
});
afterEach(() => at[Symbol.dispose]());

const call = (...argv: string[]): Promise<Printed> => at.capstan(["call", "GeneratePatches", ...argv]);

test("a variable that neither the extension nor the class declares is a warning, beside the answer", async () => {
  const { code, text } = await call("--set", "prox=1");
  expect(code).toBe(0);
  expect(text).toContain(
    'warning call/unknown-variable: neither the extension nor the class sample declares the variable "prox" of --set; did you mean "proxy"?\n  help: correct the name: the variables are proxy\n',
  );
  expect(text).toContain("Success after ");
  expect((await call("--set", 'proxy={"https":"a"}')).text).not.toContain("warning");
});

test("a variable that the class alone declares is none, and where nothing is declared none is unknown", async () => {
  const { others, clusterClass, cluster } = sample(
    "variables: [{ name: size, required: false, schema: { openAPIV3Schema: { type: integer } } }]",
  );
  at.write({ "dev/a.yaml": [others, clusterClass, cluster].join("---\n") });
  expect((await call("--set", "size=1")).text).not.toContain("warning");
  at.write({
    "src/extension.ts": source.replace(/ {2}discoverVariables.*\n/, ""),
    "dev/a.yaml": [others, sample("patches: []").clusterClass, cluster].join("---\n"),
  });
  expect((await call("--set", "size=1")).text).not.toContain("warning");
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
      kind("controlplane.", "KubeadmControlPlaneTemplate", "{ template: { spec: { kubeadmConfigSpec: {} } } }"),
    ].join("---\n"),
    clusterClass: kind(
      "",
      "ClusterClass",
      `{ infrastructure: ${infrastructure}, controlPlane: ${controlPlane}, ${more} }`,
    ),
    cluster: kind("", "Cluster", "{ topology: { classRef: { name: own }, version: v1.35.0 } }"),
  };
}

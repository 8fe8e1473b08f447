// What `capstan call` says of templates that a patch makes: what Cluster API drops of them, and what their CRDs do not allow.
import { devCrds, requestItems } from "@capstan/extension-kit/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { schemaProblems } from "../../test/json-schema.ts";
import { type Printed, TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
  const object = {
    apiVersion: "controlplane.cluster.x-k8s.io/v1beta2",
    kind: "KubeadmControlPlaneTemplate",
    metadata: { name: "plane" },
    spec: { template: { spec: { rollout: { after: "2030-01-01T00:00:00Z" } } } },
  };
  const items = requestItems([{ object, holder: { fieldPath: "spec.controlPlaneRef" } }]);
  at.extension("demo", { "request.yaml": JSON.stringify({ items, variables: [] }) });
});
afterEach(() => at[Symbol.dispose]());

/** What a call of an extension prints whose patch sets these fields of a control plane. */
function setting(spec: object, ...more: readonly string[]): Promise<Printed> {
  const source = `import { defineExtension, proceed } from "@capstan/extension-kit";
import { kubeadmCrds } from "@capstan/extension-kit/testing";
const patch = { spec: { template: { spec: ${JSON.stringify(spec)} } } };
const patches = { "plane-v1": ({ items }) => proceed({ items: items.map(({ uid }) => ({ uid, patch })) }) };
`;
  at.write({
    "src/extension.ts": `${source}export const extension = defineExtension({ generatePatches: patches });\n`,
    "src/checking.ts": `${source}export const extension = defineExtension({ generatePatches: patches }, { crds: kubeadmCrds() });\n`,
  });
  return at.capstan(["call", "GeneratePatches", "--request", "request.yaml", ...more]);
}

describe("what Cluster API drops", () => {
  const spec = { version: "v1.36.1", rollout: { after: "2031-01-01T00:00:00Z" } };

  test("is named, with the condition where there is one", async () => {
    expect((await setting(spec)).text).toContain(`
Cluster API drops /spec/template/spec/version
Cluster API drops /spec/template/spec/rollout/after where the ClusterClass or the Cluster has these fields
`);
  });

  test("has both parts in the document", async () => {
    const document = JSON.parse((await setting(spec, "--format", "json")).text);
    expect(schemaProblems(document)).toEqual([]);
    expect(document.call.patched).toMatchObject([
      { dropped: ["/spec/template/spec/version"], droppedWhereSet: ["/spec/template/spec/rollout/after"] },
    ]);
  });
});

describe("what the CRD of a template does not allow", () => {
  const warning = (problem: string): string =>
    `warning call/invalid-template: plane-v1 makes a KubeadmControlPlaneTemplate of Cluster default/test that its CRD does not allow: ${problem}`;

  test.each([
    [{ size: 1 }, "spec.template.spec.size: the CRD has no such field"],
    [{ kubeadmConfigSpec: { format: 5 } }, "spec.template.spec.kubeadmConfigSpec.format: "],
  ])("is a warning, and the answer a success: %j", async (spec, problem) => {
    const { code, text } = await setting(spec);
    expect([code, text]).toEqual([0, expect.stringContaining(warning(problem))]);
    expect(text).toContain("\nSuccess after ");
  });

  test("of a kind of the project, too", async () => {
    const crd = devCrds().find(({ spec }) => spec.names.kind === "DevMachineTemplate");
    const group = "infrastructure.example.com";
    const names = { kind: "FooTemplate", plural: "footemplates" };
    const own = { ...crd, metadata: { name: `footemplates.${group}` }, spec: { ...crd?.spec, group, names } };
    const object = { apiVersion: `${group}/v1beta2`, kind: "FooTemplate", metadata: { name: "foo" } };
    const items = requestItems([{ object: { ...object, spec: { template: { spec: {} } } } }]);
    at.write({ "generated/crds/foo.json": JSON.stringify(own), "request.yaml": JSON.stringify({ items }) });
    const { text } = await setting({ size: 1 });
    expect(text).toContain("makes a FooTemplate of Cluster default/test that its CRD does not allow: ");
  });

  test("is checked by the other CRDs where a file of their folder is none", async () => {
    at.write({ "generated/crds/kustomization.yaml": "resources: []\n", "generated/crds/broken.json": "{" });
    const { code, text } = await setting({ size: 1 });
    expect(code).toBe(0);
    expect(text).toContain("warning call/invalid-template: ");
    expect(text).toContain('kustomization.yaml" is not a CustomResourceDefinition: apiVersion must be');
    expect(text.match(/warning cli\//g)).toHaveLength(2);
  });

  test("is nothing that an extension with crds leaves to the command", async () => {
    const { code, text } = await setting({ size: 1 }, "--extension", "src/checking.ts");
    expect([code, text]).toEqual([1, expect.stringContaining("error call/failure: plane-v1 of GeneratePatches")]);
    expect(text).not.toContain("call/invalid-template");
  });
});

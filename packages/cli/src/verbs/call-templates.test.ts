// What `capstan call` says of templates that a patch makes: what Cluster API drops of them.
import { requestItems } from "@capstan/extension-kit/testing";
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
  at.write({
    "src/extension.ts": `import { defineExtension, proceed } from "@capstan/extension-kit";
const patch = { spec: { template: { spec: ${JSON.stringify(spec)} } } };
export const extension = defineExtension({
  generatePatches: { "plane-v1": ({ items }) => proceed({ items: items.map(({ uid }) => ({ uid, patch })) }) },
});
`,
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

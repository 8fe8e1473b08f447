// A provider with a kind of machine pools under `capstan dev --apply`: the controller of the guide, in the project of the scaffold.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { KubeadmConfig } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { MachinePool } from "@capstan/api/core/v1beta2";
import { resourceOf, type UnstructuredObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { DevProject, fromGuide } from "../../test/dev-project.ts";
import { clusterOfClass } from "../../test/two-programs.ts";

const project = new DevProject();
const key = { namespace: "default", name: "dev-pool" };
const StarterMachinePool = resourceOf<UnstructuredObject>(
  "infrastructure.cluster.x-k8s.io/v1beta1",
  "StarterMachinePool",
);

/** A file of the guide, with the name of the project. */
function named(file: string): string {
  return fromGuide("machine-pools.md", file).replaceAll("Foo", "Starter").replaceAll("foo", "starter");
}

function edit(file: string, ...changes: readonly (readonly [before: string | RegExp, after: string])[]): void {
  let content = readFileSync(join(project.root, file), "utf8");
  for (const [before, after] of changes) {
    expect(content).toMatch(before);
    content = content.replace(before, after);
  }
  project.write(file, content);
}

/** The steps of the guide. */
function addPools(): void {
  project.use("provider-starter", ["src", "templates", "generated", "package.json"]);
  project.write("src/api/v1beta1/starter-machine-pool.ts", named("src/api/v1beta1/foo-machine-pool.ts"));
  const controller = "src/controllers/starter-machine-pool.ts";
  project.write(controller, named("src/controllers/foo-machine-pool.ts"));
  edit(
    controller,
    [/declare const StarterCluster: .*/, 'import { StarterCluster } from "../api/v1beta1/starter-cluster.ts";'],
    [/const kit: .*/, 'import { kit } from "../kit.ts";'],
  );
  const machineIDs = "Array.from({ length: machines }, (_, index) => `${name}-${index}`)";
  edit("src/cloud.ts", [
    "  return {\n    ensureServer",
    `  return {
    ensureGroup: async (name, { machines }) => ({ machineIDs: ${machineIDs} }),
    deleteGroup: async () => "deleted",
    ensureServer`,
  ]);
  edit(
    "src/provider.ts",
    ["controllers: [", "controllers: [starterMachinePool, "],
    ["templates: [", "templates: [StarterMachinePoolTemplate, "],
    [
      "import { kit }",
      `import { StarterMachinePoolTemplate } from "./api/v1beta1/starter-machine-pool.ts";
import { starterMachinePool } from "./controllers/starter-machine-pool.ts";
import { kit }`,
    ],
  );
}

const pool = `
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachinePool
metadata: { name: dev-pool }
spec:
  clusterName: dev
  replicas: 2
  template:
    spec:
      clusterName: dev
      version: v1.36.0
      bootstrap: { configRef: { apiGroup: bootstrap.cluster.x-k8s.io, kind: KubeadmConfig, name: dev-pool } }
      infrastructureRef: { apiGroup: infrastructure.cluster.x-k8s.io, kind: StarterMachinePool, name: dev-pool }
---
apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
kind: StarterMachinePool
metadata: { name: dev-pool }
spec: {}
---
apiVersion: bootstrap.cluster.x-k8s.io/v1beta2
kind: KubeadmConfig
metadata: { name: dev-pool }
spec: { format: cloud-config }
`;

test("the pool of a provider runs, with a Node for each of its machines, and grows", async () => {
  await using stack = new AsyncDisposableStack();
  addPools();
  const template = readFileSync(join(project.root, "templates/cluster-template.yaml"), "utf8");
  project.write("dev/cluster.yaml", `${template}---${pool}`);
  project.start("--apply");
  await project.until(/MachinePool default\/dev-pool: Running\n/);
  const client = await project.client(stack);
  const { spec, status } = await client.get(MachinePool, key);
  const { uid } = (await client.get(StarterMachinePool, key)).metadata;
  expect(spec.providerIDList).toEqual([`starter://${uid}-0`, `starter://${uid}-1`]);
  expect([status?.replicas, status?.nodeRefs?.length]).toEqual([2, 2]);
  const config = await client.get(KubeadmConfig, key);
  expect(config.metadata.labels?.["capstan.dev/played-by"]).toBe("bootstrap");
  await client.patch(MachinePool, key, { type: "merge", body: { spec: { replicas: 3 } } });
  await expect.poll(async () => (await client.get(MachinePool, key)).status?.nodeRefs?.length).toBe(3);
});

test("the pool of a topology runs, and so does one beside the Cluster", async () => {
  addPools();
  const machinePools = [{ class: "pool", name: "mp", replicas: 2 }];
  project.write("dev/cluster.yaml", `${clusterOfClass({ machinePools })}\n---${pool}`);
  project.start("--apply");
  await project.until(/MachinePool default\/dev-mp-\w+: Running\n/);
  await project.until(/MachinePool default\/dev-pool: Running\n/);
  expect(project.printed).not.toMatch(/dev\/topology-failed|dev\/not-applied/);
});

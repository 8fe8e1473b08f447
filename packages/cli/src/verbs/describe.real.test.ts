// `capstan describe` on kube-apiserver, with its RBAC: what a user with few rights sees, and how long many objects take.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Cluster } from "@capstan/api/core/v1beta2";
import { formatKubeconfig } from "@capstan/kube";
import { Role, RoleBinding } from "@capstan/kube/builtin";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestClusters, type TestClusters } from "../../test/test-clusters.ts";
import { TemporaryProject } from "../../test/temporary-project.ts";

let clusters: TestClusters;
let folder: TemporaryProject;

beforeAll(async () => {
  process.env["CAPSTAN_TESTENV"] = "envtest";
  clusters = await startTestClusters();
  folder = new TemporaryProject();
  folder.write({ admin: clusters.env.kubeconfig() });
  await clusters.create("waiting", "demo");
});
afterAll(async () => {
  folder[Symbol.dispose]();
  await clusters.stop();
});

/** A kubeconfig of a user who may list these resources in the namespace waiting. */
async function userWith(name: string, resources: readonly string[]): Promise<string> {
  const metadata = { namespace: "waiting", name };
  const rules = [{ apiGroups: ["*"], resources: [...resources], verbs: ["get", "list"] }];
  await clusters.client.create(Role, { apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role", metadata, rules });
  await clusters.client.create(RoleBinding, {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "RoleBinding",
    metadata,
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name },
    subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name }],
  });
  const file = join(folder.root, name);
  writeFileSync(file, formatKubeconfig(clusters.env.addUser({ name })));
  return file;
}

test("a finished cluster is ready, and so says the exit code", async () => {
  await clusters.create("ready", "demo");
  await clusters.finish("ready", "demo");
  const { code, text } = await folder.capstan([
    "describe",
    "--namespace",
    "ready",
    "--kubeconfig",
    join(folder.root, "admin"),
  ]);
  expect(text).toMatch(/\n✓ Cluster demo +Provisioned[^]*\n└─ ✓ Machine demo +Running/);
  expect(code).toBe(0);
});

test("a user with few rights sees what these allow, and which kinds are missing", async () => {
  const file = await userWith("few", ["clusters", "machines", "fooclusters"]);
  const { code, text } = await folder.capstan(["describe", "--namespace", "waiting", "--kubeconfig", file]);
  expect(code).toBe(1);
  expect(text).toContain("\n├─ · FooCluster demo\n└─ ");
  expect(text).toMatch(/\nnot shown: CustomResourceDefinition, [^\n]*MachineSet[^\n]*Secret \(you may not list it\)\n/);
  expect(text).not.toContain("FooMachine demo\n");
});

test("without the right to list Clusters there is nothing to describe", async () => {
  const file = await userWith("none", ["machines"]);
  const { code, text } = await folder.capstan(["describe", "--namespace", "waiting", "--kubeconfig", file]);
  expect(code).toBe(1);
  expect(text).toMatch(
    /\nerror describe\/unreadable: the Clusters of namespace waiting cannot be read: [^\n]*forbidden/,
  );
});

test("a thousand Clusters are read in pages", async () => {
  const names = Array.from({ length: 1000 }, (_, index) => `many-${index}`);
  await Promise.all(
    names.map((name) =>
      clusters.client.create(Cluster, {
        apiVersion: "cluster.x-k8s.io/v1beta2",
        kind: "Cluster",
        metadata: { namespace: "default", name },
        spec: { controlPlaneEndpoint: { host: "a", port: 1 } },
      }),
    ),
  );
  const argv = ["describe", "--namespace", "default", "--kubeconfig", join(folder.root, "admin"), "--format", "json"];
  const { text } = await folder.capstan(argv);
  const { trees }: { readonly trees: readonly unknown[] } = JSON.parse(text);
  expect(trees).toHaveLength(1000);
});

// The sample of a project under `capstan dev --apply`: where it is found, what is simulated around it, and what is wrong with it.
import { once } from "node:events";
import { ConfigMap } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { DevProject } from "../../test/dev-project.ts";

const project = new DevProject();

/** A cluster whose every part is simulated. */
const cluster = `
apiVersion: cluster.x-k8s.io/v1beta2
kind: Cluster
metadata:
  name: \${CLUSTER_NAME}
spec:
  infrastructureRef: { apiGroup: infrastructure.cluster.x-k8s.io, kind: DevCluster, name: one }
  controlPlaneRef: { apiGroup: controlplane.cluster.x-k8s.io, kind: KubeadmControlPlane, name: one }
---
apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
kind: DevCluster
metadata:
  name: one
---
apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
kind: DevMachineTemplate
metadata:
  name: one
spec:
  template:
    spec: {}
---
apiVersion: controlplane.cluster.x-k8s.io/v1beta2
kind: KubeadmControlPlane
metadata:
  name: one
spec:
  replicas: \${CONTROL_PLANE_MACHINE_COUNT}
  version: \${KUBERNETES_VERSION}
  machineTemplate:
    spec:
      infrastructureRef: { apiGroup: infrastructure.cluster.x-k8s.io, kind: DevMachineTemplate, name: one }
`;

test("the cluster of the template runs, and the next start does not apply it again", async () => {
  project.write("templates/cluster-template.yaml", cluster);
  project.start("--apply");
  await project.until(/Machine default\/one-\w+: Running\n/);
  expect(project.printed).toMatch(
    /simulated here: Cluster API's core, [^\n]*\n[\s\S]*applying templates\/cluster-template\.yaml\ncreated Cluster default\/dev\n/,
  );
  expect(project.printed).toContain("Cluster default/dev: Provisioned\n");
  project.printed = "";
  project.say("two");
  await project.until(/ready after/);
  expect(project.printed).not.toContain("applying");
});

const broken: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
  ["a project without one", {}, /error dev\/no-sample: there is nothing to apply: the project has no dev\/\*\.yaml/],
  [
    "a variable without a value",
    { "dev/a.yaml": "a: ${REGION}\n" },
    /dev\/a\.yaml:1:4 error envsubst\/missing-variables: [^\n]*REGION/,
  ],
  ["YAML that cannot be read", { "dev/a.yaml": "a: [\n" }, /dev\/a\.yaml:\d+:\d+ error yaml\//],
  ["a document that is no object", { "dev/a.yaml": "---\na: 1\n" }, /dev\/a\.yaml:2:1 error dev\/not-an-object/],
  [
    "a file without an object",
    { "dev/a.yaml": "# later\n" },
    /dev\/a\.yaml error dev\/no-sample: there is nothing to apply/,
  ],
  [
    "a kind that is not served",
    { "dev/a.yaml": "apiVersion: a.b/v1\nkind: Foo\nmetadata:\n  name: a\n" },
    /dev\/a\.yaml:1:1 error dev\/not-applied: \S+ was not applied: /,
  ],
];

test.each(broken)("%s is an error, and dev goes on", async (_, files, shown) => {
  for (const [path, content] of Object.entries(files)) project.write(path, content);
  project.start("--apply");
  await project.until(shown);
  project.printed = "";
  project.say("two");
  await project.until(/ready after/);
  expect(project.printed).not.toContain("dev/no-sample");
});

/** What would set the title of a terminal, and clear it. */
const obeyed = String.raw`\e]0;owned\a\e[2J`;

test.each([
  ["a label", `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels: { a: "${obeyed}" }\n`],
  ["a kind", `apiVersion: v1\nkind: "Foo${obeyed}"\nmetadata: { name: a }\n`],
])("a terminal obeys nothing of %s in a sample", async (_, yaml) => {
  project.write("dev/a.yaml", yaml);
  project.start("--apply");
  await project.until(/error dev\/not-applied[^]*owned/);
  expect(Array.from("\u001B\u0007\u009B").filter((character) => project.printed.includes(character))).toEqual([]);
});

test("a named file that does not exist ends dev before anything is started", async () => {
  expect(await once(project.start("--apply", "none.yaml"), "close")).toEqual([1, null]);
  expect(project.printed).toMatch(/error cli\/no-file: [^\n]*none\.yaml/);
  expect(project.printed).not.toContain("starting ");
});

test("a save of the sample applies what has changed, after it could not be applied and after it was", async () => {
  await using stack = new AsyncDisposableStack();
  const map = (name: string, more: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}, namespace: default }\n${more}`;
  const paused = (spec: string): string =>
    `apiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata: { name: b }\nspec: { ${spec} }`;
  project.write("dev/a.yaml", `${map("a", "data: { a: one }")}\n---\n${paused("bogus: 1")}\n`);
  project.start("--apply");
  await project.until(/error dev\/not-applied: [^\n]*bogus/);
  const client = await project.client(stack);
  const keyOf = (name: string): { namespace: string; name: string } => ({ namespace: "default", name });
  await client.delete(ConfigMap, keyOf("a"));
  project.write("dev/a.yaml", `${map("a", "data: { a: one }")}\n---\n${paused("paused: true")}\n`);
  await project.until(/applying what has changed in dev\/a\.yaml\ncreated Cluster default\/b\n/);
  project.printed = "";
  project.write("dev/b.yaml", map("c", "data: { c: one }"));
  await project.until(/applying what has changed in dev\/b\.yaml\ncreated ConfigMap default\/c\n/);
  project.write("dev/b.yaml", map("c", "data: { c: two }"));
  await project.until(/applied ConfigMap default\/c\n/);
  expect((await client.get(ConfigMap, keyOf("c"))).data).toEqual({ c: "two" });
  expect(await client.find(ConfigMap, keyOf("a"))).toBeUndefined();
});

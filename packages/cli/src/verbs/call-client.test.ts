// `capstan call` of handlers that read a cluster.
import { createClient } from "@capstan/client";
import { ConfigMap } from "@capstan/kube/builtin";
import { startTestEnv } from "@capstan/testenv";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Printed, TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
  at.write({ "package.json": { name: "quota", type: "module", dependencies: { "@capstan/extension-kit": "^0.1.0" } } });
  at.install();
});
afterEach(() => at[Symbol.dispose]());

const call = (...more: string[]): Promise<Printed> => at.capstan(["call", "BeforeClusterDelete", ...more]);

/** A handler that does this with its client. */
function handler(body: string): void {
  at.write({
    "src/extension.ts": `import { ConfigMap } from "@capstan/kube/builtin";
import { defineExtension, proceed, retryAfter } from "@capstan/extension-kit";
export const extension = defineExtension(
  { beforeClusterDelete: async (_, { client }) => { ${body} } },
  { name: "quota", rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }] },
);
`,
  });
}

const read = `const { data } = await (await client()).get(ConfigMap, { namespace: "default", name: "quota" });
  return retryAfter(data.after, "the quota");`;

test("without a cluster it fails, or answers without what it reads, and how to name one is printed", async () => {
  const warning =
    "warning call/needs-client: before-cluster-delete of BeforeClusterDelete reads the cluster, and call has no client\n  help: name a kubeconfig of a cluster: --kubeconfig FILE";
  handler(read);
  const failed = await call();
  expect([failed.code, failed.text]).toEqual([1, expect.stringContaining(warning)]);
  expect(failed.text).toContain("capstan call has no client: name a cluster with --kubeconfig");
  handler("await client().catch(() => undefined); return proceed();");
  const answered = await call();
  expect([answered.code, answered.text]).toEqual([0, expect.stringContaining(warning)]);
});

test("it reads the cluster that is named, and writes nothing there", async () => {
  await using env = await startTestEnv();
  const client = createClient(env.credentials);
  const metadata = { name: "quota", namespace: "default" };
  await client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata, data: { after: "7s" } });
  at.write({ kubeconfig: env.kubeconfig() });
  handler(read);
  const answered = await at.capstan(["call", "BeforeClusterDelete", "--kubeconfig", "kubeconfig"]);
  expect([answered.code, answered.text]).toEqual([0, expect.stringContaining("call again after 7 s: the quota")]);
  const lost = await at.capstan(["call", "BeforeClusterDelete", "--context", "none", "--kubeconfig", "kubeconfig"]);
  expect([lost.code, lost.text]).toEqual([1, expect.stringContaining("error client/")]);
  handler(
    `await (await client()).delete(ConfigMap, { namespace: "default", name: "quota" }).catch(() => undefined); return proceed();`,
  );
  const wrote = await call("--kubeconfig", "kubeconfig");
  expect([wrote.code, wrote.text]).toEqual([
    0,
    expect.stringContaining(
      "warning call/writes: before-cluster-delete of BeforeClusterDelete wanted to write to the cluster (delete), which call does not do",
    ),
  ]);
  expect(await client.get(ConfigMap, metadata)).toMatchObject({ data: { after: "7s" } });
  client.close();
});

test.each([
  { argv: ["--context", "a"], problem: "error cli/usage: --context is for --kubeconfig", code: 2 },
  { argv: ["--kubeconfig", "none"], problem: "error client/", code: 1 },
  {
    argv: ["--kubeconfig", "none", "--url", "https://127.0.0.1:1"],
    problem: "--kubeconfig is for handlers in this process: an extension that runs has a client of its own",
    code: 2,
  },
])("$argv is a mistake", async ({ argv, problem, code }) => {
  handler(read);
  const printed = await call(...argv);
  expect([printed.code, printed.text]).toEqual([code, expect.stringContaining(problem)]);
});

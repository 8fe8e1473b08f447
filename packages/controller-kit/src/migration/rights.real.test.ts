// The migrator with the rights that `--describe` prints, and no others, on kube-apiserver.
import type { PolicyRule } from "@capstan/contract/description";
import { ClusterRole, ClusterRoleBinding, ServiceAccount } from "@capstan/kube/builtin";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createChainBench, type ChainBench } from "../../test/chain-kinds.ts";
import { describeProvider } from "../run/describe-provider.ts";
import { startProvider } from "../testing/start-provider.ts";

const rbac = "rbac.authorization.k8s.io";
let env: TestEnv;

beforeAll(async () => {
  env = await startTestEnv({ backend: "envtest" });
}, 120_000);
afterAll(() => env.stop());

/** A token of a new account that has these rights. */
async function tokenWith({ client }: ChainBench, name: string, rules: readonly PolicyRule[]): Promise<string> {
  const apiVersion = `${rbac}/v1`;
  const subject = { kind: "ServiceAccount", namespace: "default", name };
  await client.create(ServiceAccount, {
    apiVersion: "v1",
    kind: "ServiceAccount",
    metadata: { namespace: "default", name },
  });
  // Rules of a description have the form of those of a role, and are read-only.
  await client.create(ClusterRole, {
    apiVersion,
    kind: "ClusterRole",
    metadata: { name },
    rules: structuredClone(rules) as NonNullable<ClusterRole["rules"]>,
  });
  await client.create(ClusterRoleBinding, {
    apiVersion,
    kind: "ClusterRoleBinding",
    metadata: { name },
    roleRef: { apiGroup: rbac, kind: "ClusterRole", name },
    subjects: [subject],
  });
  const answer = await client.request({
    method: "POST",
    path: `/api/v1/namespaces/default/serviceaccounts/${name}/token`,
    body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} },
  });
  // The fields of an answered TokenRequest.
  return (answer.json() as { status: { token: string } }).status.token;
}

test.each([false, true])("they are enough, with a status subresource: %s", async (status) => {
  await using bench = await createChainBench(env, ["a"], { status });
  const { clusterRules, watchedRules, migrationRules = [] } = describeProvider(bench.provider);
  const token = await tokenWith(bench, `migrator-${status}`, [...clusterRules, ...watchedRules, ...migrationRules]);
  const { server, caData } = env.credentials;
  await bench.define("v3", ["v1", "v2", "v3"]);
  await using _running = startProvider(bench.provider, {
    credentials: { server, ...(caData === undefined ? {} : { caData }), token },
    services: {},
    log: bench.log,
  });
  await expect
    .poll(async () => (await bench.crd()).metadata.annotations ?? {}, { interval: 50, timeout: 20_000 })
    .toHaveProperty(["crd-migration.cluster.x-k8s.io/observed-generation"]);
  expect((await bench.crd()).status?.storedVersions).toEqual(["v3"]);
  expect(bench.logged("error")).toEqual([]);
});

// `capstan doctor --cluster-api`: which installed extensions another release of Cluster API would break.
import { coreCrds } from "@capstan/api/crds";
import { ExtensionConfig } from "@capstan/api/runtime/v1beta2";
import { createClient } from "@capstan/client";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { startTestEnv } from "@capstan/testenv";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
});
afterEach(() => at[Symbol.dispose]());

const v1alpha1 = "hooks.runtime.cluster.x-k8s.io/v1alpha1";

/** What clusterctl records of an installed provider. */
interface Provider extends KubeObject {
  readonly type: string;
  readonly version: string;
}
const Provider: Resource<Provider> = resourceOf<Provider>("clusterctl.cluster.x-k8s.io/v1alpha3", "Provider", {
  plural: "providers",
});
const providerCrd: CustomResourceDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "providers.clusterctl.cluster.x-k8s.io" },
  spec: {
    group: "clusterctl.cluster.x-k8s.io",
    scope: "Namespaced",
    names: { kind: "Provider", plural: "providers" },
    versions: [
      {
        name: "v1alpha3",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
};

/** An ExtensionConfig whose handlers answer these hooks. */
function config(name: string, ...hooks: readonly string[]): ExtensionConfig {
  const handlers = hooks.map((hook) => ({
    name: `${hook.toLowerCase()}.${name}`,
    requestHook: { apiVersion: v1alpha1, hook },
  }));
  return {
    apiVersion: ExtensionConfig.apiVersion,
    kind: ExtensionConfig.kind,
    metadata: { name },
    spec: { clientConfig: { url: "https://example.com" } },
    status: { handlers },
  };
}

test("names what changes with each release, and hooks that it does not know", async () => {
  at.write({
    "configs/one.json": config("late", "BeforeWorkersUpgrade"),
    "configs/more/list.json": {
      apiVersion: "v1",
      kind: "List",
      items: [config("upgrades", "AfterClusterUpgrade", "GeneratePatches"), { ...config("new"), status: {} }],
    },
    "configs/notes.txt": "no YAML: [",
  });
  const doctor = (to: string) => at.capstan(["doctor", "--cluster-api", to, "--from", "configs"]);
  const older = await doctor("1.11");
  expect(older.code).toBe(1);
  expect(older.text.split("\n").slice(0, 5)).toEqual([
    "checking extensions for Cluster API 1.11",
    "✓ upgrades  2 handlers",
    "! new       the handlers of the ExtensionConfig new are not known: its status has none: read it from the cluster: kubectl get extensionconfigs -o yaml",
    `✗ late      the ExtensionConfig late has a handler of ${v1alpha1}/BeforeWorkersUpgrade, which Cluster API 1.11 does not know: upgrade the extension first, or remove its ExtensionConfig`,
    "(! a warning, ✗ an error)",
  ]);
  const { code, text } = await doctor("v1.14.2");
  expect(code).toBe(0);
  expect(text).toContain(
    "the response of AfterClusterUpgrade has changed in Cluster API 1.12, for the ExtensionConfig upgrades: retryAfterSeconds: the required field is new",
  );
  expect(text).toContain(
    "the request of BeforeWorkersUpgrade has changed in Cluster API 1.13, for the ExtensionConfig late: 28 changes",
  );
  expect(text).not.toContain("GeneratePatches");
});

test("the name of an ExtensionConfig moves nothing on the terminal", async () => {
  at.write({ "one.json": config("\u001b[2Jlate\n✓ early", "AfterClusterUpgrade") });
  const { text } = await at.capstan(["doctor", "--cluster-api", "1.11", "--from", "one.json"]);
  expect(text.split("\n")[1]).toBe(String.raw`✓ \u001b[2Jlate\n✓ early  1 handler`);
});

test("a file that is no YAML is an error with its line, and the others are checked", async () => {
  at.write({ "configs/bad.yaml": "a: 1\nb: [\n", "configs/one.json": config("late", "BeforeWorkersUpgrade") });
  const { code, text } = await at.capstan(["doctor", "--cluster-api", "1.11", "--from", "configs"]);
  expect(code).toBe(1);
  expect(text).toMatch(/configs\/bad\.yaml:\d+:\d+ error yaml\//);
  expect(text).toContain("✗ late");
});

test("reads a cluster, and leaves out what its release has already", async () => {
  const env = await startTestEnv({ backend: "embedded", crds: [...coreCrds(), providerCrd] });
  const client = createClient(env.credentials);
  try {
    at.write({});
    const { status, ...object } = config("upgrades", "AfterClusterUpgrade", "BeforeClusterCreate");
    await client.create(ExtensionConfig, object);
    const body = { status };
    await client.patch(
      ExtensionConfig,
      { namespace: "", name: "upgrades" },
      { type: "merge", body, subresource: "status" },
    );
    await client.create(Provider, {
      apiVersion: Provider.apiVersion,
      kind: Provider.kind,
      metadata: { namespace: "default", name: "cluster-api" },
      type: "CoreProvider",
      version: "v1.12.3",
    });
    at.write({ kubeconfig: env.kubeconfig() });
    const { code, text } = await at.capstan([
      "doctor",
      "--cluster-api",
      "1.14",
      "--kubeconfig",
      `${at.root}/kubeconfig`,
    ]);
    expect(code).toBe(0);
    expect(text).toMatch(/^checking extensions for Cluster API 1.14, from 1.12\n! upgrades +2 problems, the first: /);
    expect(text).toContain("the request of AfterClusterUpgrade has changed in Cluster API 1.13");
    expect(text).not.toContain("1.12, for the ExtensionConfig");
  } finally {
    client.close();
    await env.stop();
  }
});

test.each([
  [["doctor", "--cluster-api", "1.9"], "--cluster-api is none of the releases that are known: 1.11, 1.12, 1.13, 1.14"],
  [["doctor", "--from", "configs"], "--from is for --cluster-api"],
  [["doctor", "--context", "one"], "--context is for --cluster-api"],
])("%j is a mistake", async (argv, message) => {
  at.write({});
  const { code, text } = await at.capstan(argv);
  expect([code, text]).toEqual([2, expect.stringContaining(message)]);
});

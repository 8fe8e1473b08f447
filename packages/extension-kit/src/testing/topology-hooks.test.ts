// A simulated core's calls of hooks through the registry: all handlers of a hook, and by name those of a class, with the settings of its patch.
import { hookCatalog } from "@capstan/api/catalog";
import { ExtensionConfig } from "@capstan/api/runtime/v1beta2";
import type { KubeObject } from "@capstan/kube";
import { expect, onTestFinished, test } from "vitest";
import { defineExtension } from "../authoring/define-extension.ts";
import { fail, proceed, retryAfter } from "../authoring/results.ts";
import { createExtensionCaller, createExtensionRegistry } from "../caller/index.ts";
import { startExtension } from "./start-extension.ts";
import { topologyHooks } from "./topology-hooks.ts";

let discovered = 0;

const extension = defineExtension(
  {
    beforeClusterCreate: { name: "create", handle: ({ cluster }) => retryAfter("30s", cluster.metadata.name ?? "") },
    generatePatches: {
      size: ({ items }, { settings: { size } }) =>
        proceed({ items: items.map(({ uid }) => ({ uid, patch: { spec: { size } } })) }),
    },
    discoverVariables: {
      proxies: (_, { settings: { size } }) => {
        discovered += 1;
        const schema = { openAPIV3Schema: { type: "string" } } as const;
        return proceed({ variables: [{ name: size, required: false, schema }] });
      },
    },
    validateTopology: { check: ({ items }) => fail(`${items.length} templates`) },
  },
  { settings: { size: { default: "small" } } },
);

test("hooks of the life of a Cluster, patches and checks go through the registry", async () => {
  const running = await startExtension(extension);
  const registry = createExtensionRegistry();
  const namespaces: string[] = [];
  const caller = createExtensionCaller({
    registry,
    namespaceLabels: (name) => {
      namespaces.push(name);
      return { team: "a" };
    },
  });
  onTestFinished(async () => {
    caller.close();
    await running.stop();
  });
  const config: ExtensionConfig = {
    apiVersion: ExtensionConfig.apiVersion,
    kind: ExtensionConfig.kind,
    metadata: { name: "one" },
    spec: {
      clientConfig: { url: running.url, caBundle: Buffer.from(running.caBundle).toString("base64") },
      namespaceSelector: { matchLabels: { team: "a" } },
    },
  };
  registry.warmUp([{ ...config, status: { handlers: await caller.discover(config) } }]);
  const hooks = topologyHooks(caller);
  const cluster = {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { namespace: "lives", name: "c" },
    spec: {},
  } as const;
  const delay = { retryAfterSeconds: 30, message: "c" };
  expect(await hooks.call(hookCatalog.BeforeClusterCreate, { cluster })).toMatchObject(delay);
  const object: KubeObject = { apiVersion: "a.b/v1", kind: "FooTemplate", metadata: { name: "one" } };
  const holder = { apiVersion: "a.b/v1", kind: "Cluster", namespace: "patched", name: "c", fieldPath: "spec.ref" };
  const templates = { templates: [{ object, holder, variables: {} }], variables: {} };
  const place = { cluster: "1", name: "patch" };
  const patch = { generatePatchesExtension: "size.one", validateTopologyExtension: "check.one" };
  expect(await hooks.patch(patch, templates, place)).toEqual([{ ...object, spec: { size: "small" } }]);
  const large = { ...patch, settings: { size: "large" }, discoverVariablesExtension: "proxies.one" };
  const { settings: _, ...small } = large;
  const ofClass = { ...place, namespace: "classes" };
  for (let times = 0; times < 2; times += 1)
    expect([await hooks.declared(small, ofClass), await hooks.declared(large, ofClass)]).toEqual([
      new Set(["small"]),
      new Set(["large"]),
    ]);
  expect(discovered).toBe(2);
  expect(await hooks.patch(large, templates, place)).toEqual([{ ...object, spec: { size: "large" } }]);
  await expect(hooks.validate(patch, templates, place)).rejects.toThrow("1 templates");
  expect(new Set(namespaces)).toEqual(new Set(["lives", "patched", "classes"]));
});

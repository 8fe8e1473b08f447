// Calls of a project's hooks in dev: not before it is ready, a failure as one line, and the patches of templates.
import { hookCatalog } from "@capstan/api/catalog";
import type { Cluster } from "@capstan/api/core/v1beta2";
import { defineExtension, defineVariables, type Extension, fail, proceed, retryAfter } from "@capstan/extension-kit";
import { startExtension } from "@capstan/extension-kit/testing";
import type { KubeObject } from "@capstan/kube";
import { expect, onTestFinished, test } from "vitest";
import { emptyDescription } from "../../test/gate-project.ts";
import type { MemberDescriptions } from "../project/describe-project.ts";
import { DevHooks } from "./dev-hooks.ts";
import { hookLine } from "./readable-log.ts";

const cluster: Cluster = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  metadata: { name: "one", namespace: "default" },
  spec: {},
};

const extension = defineExtension(
  {
    beforeClusterCreate: () => retryAfter("30s", "no room"),
    beforeClusterDelete: () => {
      throw new Error("broken");
    },
    generatePatches: {
      labels: ({ items }) => proceed({ items: items.map(({ uid }) => ({ uid, patch: { spec: { size: "large" } } })) }),
    },
  },
  { name: "gate" },
);

/** What a program with hooks says. */
const described = (name: string): MemberDescriptions[number] => {
  const hooks = [{ apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1", hook: "BeforeClusterCreate", name: "gate" }];
  return { ...emptyDescription, type: "runtime-extension", name, hooks };
};

interface Served {
  readonly hooks: DevHooks;
  readonly lines: readonly string[];
}

const place = { cluster: "one", name: "patch" };

const ofClass = { ...place, namespace: "default" };

const patient = { patienceMs: 60_000 };

/** The hooks of extensions that are served, and the lines about them. */
async function hooksOf({ patienceMs }: typeof patient, ...served: readonly Extension[]): Promise<Served> {
  const running = await Promise.all(served.map((each) => startExtension(each)));
  const addresses = running.map(({ url, caBundle }) => ({ url, caBundle }));
  const lines: string[] = [];
  const hooks = new DevHooks({ patienceMs, addresses, note: (line) => lines.push(line) });
  onTestFinished(async () => {
    await hooks.close();
    await Promise.all(running.map((each) => each.stop()));
  });
  return { hooks, lines };
}

test("hooks are called when the project has some and is ready", async () => {
  const { hooks } = await hooksOf(patient, extension);
  const call = (): Promise<object> => hooks.call(hookCatalog.BeforeClusterCreate, { cluster });
  const notReady = { retryAfterSeconds: 1, message: "the project is not ready", isOwn: true };
  expect(await call()).toEqual(notReady);
  hooks.describe([emptyDescription]);
  expect(await call()).toEqual({ retryAfterSeconds: 0, message: "" });
  hooks.describe([described("gate")]);
  expect(await call()).toEqual(notReady);
  await hooks.process(0, true);
  expect(await call()).toMatchObject({ retryAfterSeconds: 30, message: "no room" });
});

test("variables that neither the class nor the project declares are one line each, until a process changes", async () => {
  const declaring = defineExtension(
    {
      discoverVariables: { "variables-v1": defineVariables({ proxy: { schema: { type: "string" } } }) },
      generatePatches: { "patches-v1": () => proceed({ items: [] }) },
    },
    { name: "gate" },
  );
  const { hooks, lines } = await hooksOf(patient, declaring);
  hooks.describe([described("gate")]);
  await hooks.process(0, true);
  const external = { generatePatchesExtension: "patches-v1.gate" };
  const patched = (names: readonly string[], handlers = ["variables-v1.gate"]): Promise<readonly KubeObject[]> => {
    const variables = { builtin: { cluster: { name: "one" } }, names: names.join(" ") };
    const patches = handlers.map((discoverVariablesExtension) => ({ discoverVariablesExtension }));
    return hooks.patch(
      external,
      { templates: [], variables, foreign: { names, patches, namespace: "default" } },
      place,
    );
  };
  await patched(["proxy"]);
  await patched(["prox"], []);
  await patched(["prox"], ["variables-v1.gate", "others.another"]);
  expect(lines).toEqual([]);
  await patched(["prox", "proxy"]);
  await patched(["prox"]);
  const line =
    'the Cluster one sets the variable "prox", which neither its class nor an extension declares; did you mean "proxy"?; Cluster API rejects such a Cluster';
  expect(lines).toEqual([line]);
  await hooks.process(0, true);
  await patched(["prox"]);
  expect(lines).toEqual([line, line]);
});

test("the variables of a patch are those that its handler declares with its settings, and not known of another project's", async () => {
  let calls = 0;
  const declaring = defineExtension(
    {
      discoverVariables: {
        "variables-v1": (_, { settings }) => {
          calls += 1;
          const schema = { openAPIV3Schema: { type: "string" } } as const;
          return proceed({ variables: [{ name: settings.name, required: false, schema }] });
        },
      },
    },
    { name: "gate", settings: { name: { default: "proxy" } } },
  );
  const { hooks } = await hooksOf(patient, declaring);
  hooks.describe([described("gate")]);
  await expect(hooks.declared({ discoverVariablesExtension: "variables-v1.gate" }, ofClass)).rejects.toThrow(
    "not ready",
  );
  await hooks.process(0, true);
  const declared = (name: string, settings?: Record<string, string>): Promise<ReadonlySet<string> | undefined> =>
    hooks.declared({ discoverVariablesExtension: name, ...(settings && { settings }) }, ofClass);
  for (let times = 0; times < 2; times += 1) {
    expect(await declared("variables-v1.gate")).toEqual(new Set(["proxy"]));
    expect(await declared("variables-v1.gate", { name: "size" })).toEqual(new Set(["size"]));
  }
  expect(calls).toBe(2);
  expect(await declared("others.another")).toBeUndefined();
});

test("calls have the settings of the program's ExtensionConfig", async () => {
  const regional = defineExtension(
    { beforeClusterCreate: (_, { settings }) => retryAfter("30s", settings.region) },
    { name: "gate", settings: { region: {} } },
  );
  await using running = await startExtension(regional);
  const { url, caBundle } = running;
  const hooks = new DevHooks({
    patienceMs: 60_000,
    addresses: [{ url, caBundle, settings: { region: "north" } }],
    note: () => undefined,
  });
  onTestFinished(() => hooks.close());
  hooks.describe([described("gate")]);
  await hooks.process(0, true);
  expect(await hooks.call(hookCatalog.BeforeClusterCreate, { cluster })).toMatchObject({ message: "north" });
});

test("a hook that fails is one line, however often it is called", async () => {
  const { hooks, lines } = await hooksOf(patient, extension);
  hooks.describe([described("gate")]);
  await hooks.process(0, true);
  const call = (): Promise<object> => hooks.call(hookCatalog.BeforeClusterDelete, { cluster });
  await expect(call()).rejects.toMatchObject({ code: "extension/call-failed" });
  await expect(call()).rejects.toThrow("BeforeClusterDelete");
  expect(lines).toEqual([expect.stringContaining("BeforeClusterDelete")]);
});

test("a handler that fails is one line although others answer or fail meanwhile, until it has answered", async () => {
  let isBroken = true;
  const failing = defineExtension(
    {
      beforeClusterCreate: () => proceed(),
      beforeClusterDelete: () => (isBroken ? fail("no") : proceed()),
      beforeClusterUpgrade: () => fail("never"),
    },
    { name: "gate" },
  );
  const { hooks, lines } = await hooksOf(patient, failing);
  hooks.describe([described("gate")]);
  await hooks.process(0, true);
  const versions = { fromKubernetesVersion: "v1.35.0", toKubernetesVersion: "v1.36.0" };
  const round = async (): Promise<void> => {
    for (const uid of ["a", "b"]) {
      const of = { cluster: { ...cluster, metadata: { ...cluster.metadata, uid } } };
      await hooks.call(hookCatalog.BeforeClusterCreate, of);
      await hooks.call(hookCatalog.BeforeClusterDelete, of).catch(() => undefined);
      await hooks.call(hookCatalog.BeforeClusterUpgrade, { ...of, ...versions }).catch(() => undefined);
    }
  };
  await round();
  await round();
  const [deletion, upgrade] = ["BeforeClusterDelete", "BeforeClusterUpgrade"].map((hook) =>
    expect.stringContaining(`calling ${hook} of`),
  );
  expect(lines).toEqual([deletion, upgrade]);
  isBroken = false;
  await round();
  isBroken = true;
  await round();
  expect(lines).toEqual([deletion, upgrade, deletion]);
  await hooks.process(0, true);
  await round();
  expect(lines).toEqual([deletion, upgrade, deletion, deletion, upgrade]);
});

test("templates are patched by the handler that a class names", async () => {
  const { hooks } = await hooksOf(patient, extension);
  hooks.describe([described("gate")]);
  await hooks.process(0, true);
  const object: KubeObject = { apiVersion: "a.b/v1", kind: "FooTemplate", metadata: { name: "one" } };
  const holder = { apiVersion: "a.b/v1", kind: "Foo", namespace: "default", name: "one", fieldPath: "spec.ref" };
  const request = { templates: [{ object, holder, variables: {} }], variables: { size: "large" } };
  const patched = await hooks.patch({ generatePatchesExtension: "labels.gate" }, request, place);
  expect(patched).toEqual([{ ...object, spec: { size: "large" } }]);
  await expect(hooks.patch({ generatePatchesExtension: "none.gate" }, request, place)).rejects.toThrow(
    "the ClusterClass names the handler none.gate, which the project does not have",
  );
});

test("templates are checked by the handler that a class names", async () => {
  const checking = defineExtension(
    {
      validateTopology: {
        size: ({ items }) =>
          items.some(({ object }) => JSON.stringify(object).includes("large")) ? fail("too large") : proceed(),
      },
    },
    { name: "gate" },
  );
  const { hooks } = await hooksOf(patient, checking);
  hooks.describe([described("gate")]);
  await hooks.process(0, true);
  const validate = (size: string): Promise<void> => {
    const object = { apiVersion: "a.b/v1", kind: "FooTemplate", metadata: { name: "one" }, spec: { size } };
    const holder = { apiVersion: "a.b/v1", kind: "Foo", namespace: "default", name: "one", fieldPath: "spec.ref" };
    const request = { templates: [{ object, holder, variables: {} }], variables: {} };
    return hooks.validate({ validateTopologyExtension: "size.gate" }, request, place);
  };
  await expect(validate("small")).resolves.toBeUndefined();
  await expect(validate("large")).rejects.toThrow("too large");
});

test("templates wait until the project is ready, without an error", async () => {
  const { hooks, lines } = await hooksOf(patient, extension);
  hooks.describe([described("gate")]);
  const request = { templates: [], variables: {} };
  const patch = (): Promise<unknown> => hooks.patch({ generatePatchesExtension: "labels.gate" }, request, place);
  await expect(patch()).rejects.toMatchObject({ code: "client/timeout", message: "the project is not ready" });
  await hooks.process(0, true);
  await expect(patch()).resolves.toEqual([]);
  expect(lines).toEqual([]);
});

test("the hooks of all programs are called, and none before each that has some is ready", async () => {
  const other = defineExtension(
    {
      beforeClusterCreate: () => retryAfter("10s", "no network"),
      generatePatches: {
        labels: ({ items }) =>
          proceed({ items: items.map(({ uid }) => ({ uid, patch: { spec: { size: "small" } } })) }),
      },
    },
    { name: "other" },
  );
  const { hooks } = await hooksOf(patient, extension, other);
  hooks.describe([described("gate"), undefined]);
  await hooks.process(0, true);
  const call = (): Promise<object> => hooks.call(hookCatalog.BeforeClusterCreate, { cluster });
  expect(await call()).toMatchObject({ message: "the project is not ready" });
  hooks.describe([described("gate"), described("other")]);
  expect(await call()).toMatchObject({ message: "the project is not ready" });
  await hooks.process(1, true);
  expect(await call()).toMatchObject({ retryAfterSeconds: 10, message: expect.stringMatching(/no room.*no network/) });
  const object: KubeObject = { apiVersion: "a.b/v1", kind: "FooTemplate", metadata: { name: "one" } };
  const holder = { apiVersion: "a.b/v1", kind: "Foo", namespace: "default", name: "one", fieldPath: "spec.ref" };
  const request = { templates: [{ object, holder, variables: {} }], variables: {} };
  expect(await hooks.patch({ generatePatchesExtension: "labels.other" }, request, place)).toEqual([
    { ...object, spec: { size: "small" } },
  ]);
  hooks.describe([described("gate"), { ...emptyDescription }]);
  await hooks.process(1, false);
  expect(await call()).toMatchObject({ retryAfterSeconds: 30, message: "no room" });
});

test("the line of a call has hook, handler, cluster, answer and time", () => {
  const call = { type: "hook", at: 0, hook: "BeforeClusterUpgrade", handler: "gate", ms: 2.6 } as const;
  expect(hookLine({ ...call, status: "Failure", message: "no" })).toBe(
    "hook BeforeClusterUpgrade (gate): failed: no, 3 ms",
  );
  const of = { namespace: "default", name: "one" };
  expect(hookLine({ ...call, status: "Success", retryAfterSeconds: 60, cluster: of })).toBe(
    "hook BeforeClusterUpgrade (gate) for Cluster default/one: waits, again in 60 s, 3 ms",
  );
  const late = { status: "Success", timedOut: true, retryAfterSeconds: 10, message: "no answer within 1s" } as const;
  expect(hookLine({ ...call, ...late })).toBe(
    "hook BeforeClusterUpgrade (gate): did not answer in time: counts as failed, called again in 10 s, 3 ms",
  );
  expect(hookLine({ ...call, handler: "before-cluster-upgrade", status: "Success" })).toBe(
    "hook BeforeClusterUpgrade: allowed, 3 ms",
  );
  const patches = { hook: "GeneratePatches", patches: { made: 0, templates: 4 }, cluster: of } as const;
  expect(hookLine({ ...call, ...patches, status: "Success" })).toBe(
    "hook GeneratePatches (gate) for Cluster default/one: 0 patches of 4 templates, 3 ms",
  );
});

test("templates are waited for without a second call, and are looked at again", async () => {
  const patches = Promise.withResolvers<void>();
  let calls = 0;
  const slow = defineExtension(
    {
      generatePatches: {
        labels: async ({ items }) => {
          calls += 1;
          await patches.promise;
          return proceed({ items: items.map(({ uid }) => ({ uid, patch: { spec: { size: "late" } } })) });
        },
      },
    },
    { name: "slow" },
  );
  const { hooks, lines } = await hooksOf({ patienceMs: 1 }, slow);
  hooks.describe([described("slow")]);
  await hooks.process(0, true);
  const object: KubeObject = { apiVersion: "a.b/v1", kind: "FooTemplate", metadata: { name: "one" } };
  const patchOf = (name: string): Promise<unknown> => {
    const holder = { apiVersion: "a.b/v1", kind: "Cluster", namespace: "default", name, fieldPath: "spec.ref" };
    const request = { templates: [{ object, holder, variables: {} }], variables: {} };
    return hooks.patch({ generatePatchesExtension: "labels.slow" }, request, { ...place, cluster: name });
  };
  const waiting = { code: "client/timeout", message: "the handler labels.slow has not answered yet" };
  for (const name of ["one", "one", "other"]) await expect(patchOf(name)).rejects.toMatchObject(waiting);
  await expect.poll(() => calls).toBe(2);
  patches.resolve();
  const patched = async (): Promise<unknown> => patchOf("one").catch(() => undefined);
  await expect.poll(patched).toEqual([{ ...object, spec: { size: "late" } }]);
  expect([calls, lines]).toEqual([2, []]);
});

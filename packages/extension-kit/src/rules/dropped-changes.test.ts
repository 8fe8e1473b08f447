// What Cluster API drops of a patch without an error, and the warning of it in the author's log.
import { hookCatalog } from "@capstan/api/catalog";
import { createPinoLogger } from "@capstan/process";
import { expect, test } from "vitest";
import { defineExtension } from "../authoring/define-extension.ts";
import { proceed } from "../authoring/results.ts";
import { callInProcess, requestItems } from "../testing/index.ts";
import { defineVariables } from "../topology/define-variables.ts";
import { patchTemplates } from "../topology/patch-templates.ts";
import type { AnyTemplate } from "../topology/template-rules.ts";
import { droppedChanges, mayDrop, type PatchedItem } from "./dropped-changes.ts";

const template = {
  apiVersion: "example.dev/v1",
  kind: "FooTemplate",
  metadata: { name: "foo", labels: { a: "b" } },
  spec: { size: 1, template: { metadata: { labels: { a: "b" } }, spec: { replicas: 1, disk: 2 } } },
};

/** The template with other fields of its spec, of what is below `template`, and of its own metadata. */
const changed = (more: { spec?: object; below?: object; metadata?: object }): object => ({
  ...template,
  metadata: { ...template.metadata, ...more.metadata },
  spec: { ...template.spec, ...more.spec, template: { ...template.spec.template, ...more.below } },
});

const controlPlane = { kind: "Cluster", fieldPath: "spec.controlPlaneRef" };
const infrastructure = { kind: "Cluster", fieldPath: "spec.infrastructureRef" };
const workers = { kind: "MachineDeployment", fieldPath: "spec.template.spec.infrastructureRef" };
const pool = { kind: "MachinePool", fieldPath: "spec.template.spec.infrastructureRef" };
const owned = "topology.cluster.x-k8s.io/owned";
const deploymentName = "topology.cluster.x-k8s.io/deployment-name";
const poolName = "topology.cluster.x-k8s.io/pool-name";
const named = { a: "b", [owned]: "", [deploymentName]: "", [poolName]: "" };

const pathsOf = (patched: PatchedItem): readonly string[] => droppedChanges(patched).map(({ path }) => path);

test.each([
  ["nothing below spec.template.spec", workers, { below: { spec: { replicas: 2, gpu: 1 } } }, []],
  ["nothing of the labels of a template", workers, { metadata: { labels: { a: "c" } } }, []],
  ["labels of what an object is made of", infrastructure, { metadata: { labels: { a: "c" } } }, ["/metadata/labels/a"]],
  ["other fields of spec", workers, { spec: { size: 2 } }, ["/spec/size"]],
  ["labels that are removed as a whole", workers, { below: { metadata: {} } }, ["/spec/template/metadata/labels"]],
  [
    "labels of Cluster API",
    workers,
    { metadata: { labels: named } },
    [
      "/metadata/labels/topology.cluster.x-k8s.io~1deployment-name",
      "/metadata/labels/topology.cluster.x-k8s.io~1owned",
    ],
  ],
  [
    "labels of Cluster API on objects of a pool",
    pool,
    { below: { metadata: { labels: named } } },
    [
      "/spec/template/metadata/labels/topology.cluster.x-k8s.io~1owned",
      "/spec/template/metadata/labels/topology.cluster.x-k8s.io~1pool-name",
    ],
  ],
  ["labels of the templates of a pool", pool, { metadata: { labels: { a: "c" } } }, ["/metadata/labels/a"]],
  [
    "fields of a control plane that are set already",
    controlPlane,
    { below: { spec: { disk: 3, replicas: 2, version: "v1.34.0", machineTemplate: { taints: [] } } } },
    ["/spec/template/spec/replicas", "/spec/template/spec/version"],
  ],
  ["no such fields of other templates", infrastructure, { below: { spec: { replicas: 2, version: "v1" } } }, []],
] as const)("%s", (_, holder, more, want) => {
  expect(pathsOf({ holder, before: template, after: changed(more) })).toEqual(want);
});

test.each([
  [{ disk: 1 }, ["/spec/template/spec/rollout/after"]],
  [{ disk: 1, rollout: { before: 1 } }, ["/spec/template/spec/rollout/after"]],
] as const)("of a field of which a part is kept, that part: %j", (below, want) => {
  const rollout = { after: "2030-01-01T00:00:00Z", strategy: {} };
  const before = changed({ below: { spec: { disk: 1, rollout } } });
  expect(pathsOf({ holder: controlPlane, before, after: changed({ below: { spec: below } }) })).toEqual(want);
});

test.each(["constructor", "__proto__", "toString"])(
  "of fields beside spec.template.spec also one called %s",
  (name) => {
    const added = JSON.parse(`{"${name}":{}}`) as object;
    const after = Object.defineProperties(
      changed({ below: { spec: { disk: 3 } } }),
      Object.getOwnPropertyDescriptors(added),
    );
    expect(pathsOf({ holder: workers, before: template, after })).toEqual([`/${name}`]);
    expect(pathsOf({ holder: workers, before: after, after: template })).toEqual([`/${name}`]);
  },
);

test("of a template whose spec.template.spec is replaced by a list, all of it", () => {
  const after = changed({ below: { spec: [] } });
  expect(mayDrop({ holder: workers, before: template, after: changed({ below: { spec: { disk: 3 } } }) })).toBe(false);
  expect(mayDrop({ holder: workers, before: template, after: { ...template, spec: { size: 1 } } })).toBe(true);
  expect(pathsOf({ holder: workers, before: template, after })).toEqual([]);
});

test("a field that only an earlier patch of the class has set is not kept", () => {
  const added = changed({ below: { spec: { replicas: 1, disk: 2, rollout: { after: "2030-01-01T00:00:00Z" } } } });
  const item = { holder: controlPlane, before: added, after: changed({ below: { spec: { replicas: 2, disk: 2 } } }) };
  expect(pathsOf({ ...item, origin: template })).toEqual(["/spec/template/spec/replicas"]);
  const without = changed({ below: { spec: { disk: 2 } } });
  expect(pathsOf({ ...item, before: without, origin: template })).toEqual(["/spec/template/spec/replicas"]);
});

test("says of each whether it depends on what the ClusterClass or the Cluster has", () => {
  const after = changed({ below: { spec: { disk: 2, replicas: 2, version: "v1.34.0" } } });
  expect(droppedChanges({ holder: controlPlane, before: template, after })).toEqual([
    { path: "/spec/template/spec/replicas", onlyWhereSet: true },
    { path: "/spec/template/spec/version", onlyWhereSet: false },
  ]);
});

/** The warnings of two calls. */
async function warningsOf(
  extension: ReturnType<typeof defineExtension>,
  use: { readonly kind: string; readonly fieldPath: string } = workers,
): Promise<unknown[]> {
  const lines: unknown[] = [];
  const write = (line: string): void => {
    const { level, msg, paths } = JSON.parse(line) as Record<string, unknown>;
    if (level === "warn") lines.push([msg, paths]);
  };
  const log = await createPinoLogger({ level: "info", write });
  for (const name of ["one", "two"]) {
    const object = { ...template, metadata: { ...template.metadata, name } };
    const request = { items: requestItems([{ object, holder: { ...use, name } }]), variables: [] };
    const { status } = await callInProcess(extension, hookCatalog.GeneratePatches, { request, log });
    expect(status).toBe("Success");
  }
  return lines;
}

const dropped = [["Cluster API drops a part of a patch; this is logged once", ["/spec/size"]]];

test("the author's log has one warning for each path", async () => {
  const patches = patchTemplates(defineVariables({})).onKinds({ kind: "FooTemplate" }, (each) => {
    Object.assign(each.spec ?? {}, { size: 2 });
  });
  expect(await warningsOf(defineExtension({ generatePatches: { patches } }))).toEqual(dropped);
});

test("also for patches that a handler writes itself", async () => {
  const patches = {
    patches: ({ items }: { readonly items: readonly { readonly uid: string }[] }) =>
      proceed({ items: items.map(({ uid }) => ({ uid, patch: { spec: { size: 2 } } })) }),
  };
  expect(await warningsOf(defineExtension({ generatePatches: patches }))).toEqual(dropped);
});

const kept =
  "Cluster API drops a part of a patch where the ClusterClass or the Cluster has these fields; this is logged once";

test("what core keeps only where the class or the Cluster has it has words of its own", async () => {
  const patches = patchTemplates(defineVariables({})).onKinds({ kind: "FooTemplate" }, (each) => {
    Object.assign(each.spec?.template?.spec ?? {}, { replicas: 2, version: "v1.34.0" });
  });
  expect(await warningsOf(defineExtension({ generatePatches: { patches } }), controlPlane)).toEqual([
    ["Cluster API drops a part of a patch; this is logged once", ["/spec/template/spec/version"]],
    [kept, ["/spec/template/spec/replicas"]],
  ]);
});

test("what one function adds and the next one changes is one change", async () => {
  const setting = (taints: readonly object[]) => (each: AnyTemplate) =>
    void Object.assign(each.spec?.template?.spec ?? {}, { machineTemplate: { spec: { taints } } });
  const patches = patchTemplates(defineVariables({}))
    .onKinds({ kind: "FooTemplate" }, setting([]))
    .onKinds({ kind: "FooTemplate" }, setting([{ key: "a" }]), { patch: "merge" });
  expect(await warningsOf(defineExtension({ generatePatches: { patches } }), controlPlane)).toEqual([]);
});

test("of many paths, the next call logs those that the first one has not shown", async () => {
  const many = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`f${index + 10}`, 1]));
  const patches = patchTemplates(defineVariables({})).onKinds({ kind: "FooTemplate" }, (each) => {
    Object.assign(each.spec ?? {}, many);
  });
  const shown = Object.keys(many).map((name) => `/spec/${name}`);
  const message = "Cluster API drops a part of a patch; this is logged once";
  expect(await warningsOf(defineExtension({ generatePatches: { patches } }))).toEqual([
    [message, shown.slice(0, 20)],
    [message, shown.slice(20)],
  ]);
});

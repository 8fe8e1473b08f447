// Patches that a class defines itself: what they select and set, and the messages of core where that fails.
import type { ClusterClass, ClusterClassPatch, JSONPatch, PatchSelector } from "@capstan/api/core/v1beta2";
import { deepClone, type JSONValue } from "@capstan/kube";
import { expect, test } from "vitest";
import { clusterClass } from "../../test/class-objects.ts";
import { isPlayedInline, patchInline, unplayedPatches } from "./inline-patches.ts";
import type { PatchedTemplate } from "./topology-hooks.ts";

const core = "cluster.x-k8s.io/v1beta2";
const [boot, infra, plane] = ["bootstrap", "infrastructure", "controlplane"].map((group) => `${group}.${core}`);

/** A template, and where it is used. */
function template(
  [apiVersion = "", kind]: readonly [apiVersion: string | undefined, kind: string],
  [holder, fieldPath]: readonly [holder: string, fieldPath: string],
  variables: Readonly<Record<string, JSONValue>> = {},
): PatchedTemplate {
  const object = { apiVersion, kind, metadata: { name: "foo" }, spec: { template: { spec: {} } } };
  return { object, holder: { apiVersion: core, kind: holder, namespace: "default", name: "a", fieldPath }, variables };
}

const machineDeployment = (name: string): JSONValue => ({ machineDeployment: { class: name, topologyName: "md" } });
const machinePool = { machinePool: { class: "pool" } };
const ref = "spec.template.spec.infrastructureRef";
const templates = {
  cluster: template([infra, "FooTemplate"], ["Cluster", "spec.infrastructureRef"]),
  plane: template([plane, "FooTemplate"], ["Cluster", "spec.controlPlaneRef"]),
  planeMachines: template([infra, "FooTemplate"], ["FooPlane", "spec.machineTemplate.spec.infrastructureRef"]),
  planeMachinesBefore: template([infra, "FooTemplate"], ["FooPlane", "spec.machineTemplate.infrastructureRef"]),
  config: template([boot, "FooTemplate"], ["MachineDeployment", "spec.template.spec.bootstrap.configRef"], {
    builtin: machineDeployment("worker-a"),
  }),
  workers: template([infra, "FooTemplate"], ["MachineDeployment", ref], { builtin: machineDeployment("worker-b") }),
  pool: template([infra, "FooTemplate"], ["MachinePool", ref], { builtin: machinePool, size: "tiny" }),
};

function classWith(...names: readonly string[]): ClusterClass {
  const changed = deepClone(clusterClass);
  changed.spec.variables = names.map((name) => ({ name, required: false, schema: { openAPIV3Schema: {} } }));
  return changed;
}

function patchOf(selector: PatchSelector, ...jsonPatches: JSONPatch[]): ClusterClassPatch {
  return { name: "one", definitions: [{ selector, jsonPatches }] };
}

/** The names of the templates that a patch changes. */
function changed(selector: Partial<PatchSelector>): readonly string[] {
  const patch = patchOf(
    { apiVersion: infra ?? "", kind: "FooTemplate", matchResources: {}, ...selector },
    { op: "add", path: "/spec/template/spec/a", value: 1 },
  );
  const before = Object.values(templates);
  const after = patchInline(patch, { templates: before, variables: {} });
  return Object.keys(templates).filter(
    (_, index) => JSON.stringify(after[index]) !== JSON.stringify(before[index]?.object),
  );
}

test.each<[Partial<PatchSelector>, readonly string[]]>([
  [{ matchResources: { infrastructureCluster: true } }, ["cluster"]],
  [{ matchResources: { controlPlane: true } }, ["planeMachines", "planeMachinesBefore"]],
  [{ apiVersion: plane ?? "", matchResources: { controlPlane: true } }, ["plane"]],
  [{ kind: "BarTemplate", matchResources: { infrastructureCluster: true } }, []],
  [{ matchResources: { machineDeploymentClass: { names: ["*"] } } }, ["workers"]],
  [{ matchResources: { machineDeploymentClass: { names: ["worker-a"] } } }, []],
  [{ apiVersion: boot ?? "", matchResources: { machineDeploymentClass: { names: ["none", "worker-a"] } } }, ["config"]],
  [{ matchResources: { machineDeploymentClass: { names: ["worker-*"] } } }, ["workers"]],
  [{ matchResources: { machineDeploymentClass: { names: ["*-b"] } } }, ["workers"]],
  [{ matchResources: { machinePoolClass: { names: ["pool"] } } }, ["pool"]],
  [{ matchResources: { machinePoolClass: { names: [] } } }, []],
])("%j selects %j", (selector, wanted) => {
  expect(changed(selector)).toEqual(wanted);
});

const ofPools: PatchSelector = {
  apiVersion: infra ?? "",
  kind: "FooTemplate",
  matchResources: { machinePoolClass: { names: ["*"] } },
};
const variables = {
  size: "large",
  mounts: [{ path: "/a" }],
  builtin: { cluster: { name: "a" } },
};

/** What the patches make of the spec of the pool's template. */
function specOf(...jsonPatches: JSONPatch[]): unknown {
  const given = { templates: [templates.pool], variables };
  const [object] = patchInline(patchOf(ofPools, ...jsonPatches), given);
  return object;
}

const add = (path: string, variable: string): JSONPatch => ({ op: "add", path, valueFrom: { variable } });
const at = "/spec/template/spec/a";

test("values of the patch, of variables and of what is built in are set, one after the other", () => {
  const patches: JSONPatch[] = [
    { op: "add", path: "/spec/template/spec", value: { a: 1, b: 2 } },
    { op: "remove", path: "/spec/template/spec/b" },
    { op: "replace", path: at, valueFrom: { variable: "size" } },
    add("/spec/template/spec/path", "mounts[0].path"),
    add("/spec/template/spec/other", "mounts.0.path"),
    add("/spec/template/spec/name", "builtin.cluster.name"),
    add("/spec/template/spec/class", "builtin.machinePool.class"),
  ];
  expect(specOf(...patches)).toMatchObject({
    spec: { template: { spec: { a: "tiny", path: "/a", other: "/a", name: "a", class: "pool" } } },
  });
  expect(templates.pool.object).toMatchObject({ spec: { template: { spec: {} } } });
});

test("of what one definition changes, the next one sees the spec, labels and annotations alone", () => {
  const definition = (...jsonPatches: JSONPatch[]): NonNullable<ClusterClassPatch["definitions"]>[number] => ({
    selector: ofPools,
    jsonPatches,
  });
  const patch: ClusterClassPatch = {
    name: "one",
    definitions: [
      definition(
        { op: "replace", path: "/metadata/name", value: "other" },
        { op: "add", path: "/status", value: { a: 1 } },
        { op: "add", path: "/metadata/labels", value: { a: "1" } },
      ),
      definition({ op: "add", path: "/metadata/labels/b", value: "2" }),
    ],
  };
  const [object] = patchInline(patch, { templates: [templates.pool], variables });
  expect(object).toEqual({ ...templates.pool.object, metadata: { name: "foo", labels: { a: "1", b: "2" } } });
  const second = {
    ...patch,
    definitions: [...(patch.definitions ?? []), definition({ op: "remove", path: "/status" })],
  };
  expect(() => patchInline(second, { templates: [templates.pool], variables })).toThrow("(RFC6902)");
});

const generate = 'failed to apply patches: failed to generate patches for patch "one": ';
const calculate = `${generate}failed to generate JSON patches for "FooTemplate": failed to calculate value: `;

test.each<[JSONPatch, string]>([
  [{ op: "add", path: at }, `${calculate}neither .value nor .valueFrom are set`],
  [{ op: "add", path: at, value: null }, `${calculate}neither .value nor .valueFrom are set`],
  [{ ...add(at, "size"), value: 1 }, `${calculate}both .value and .valueFrom are set`],
  [
    { op: "add", path: at, valueFrom: {} },
    `${calculate}.valueFrom is set, but neither .valueFrom.variable nor .valueFrom.template are set`,
  ],
  [add(at, "none"), `${calculate}variable "none" does not exist`],
  [
    add(at, "builtin.cluster.none"),
    `${calculate}variable "builtin.cluster.none" does not exist: failed to lookup segment "none"`,
  ],
  [add(at, "mounts[1].path"), `${calculate}variable "mounts[1].path" is invalid: array does not have index 1`],
  [add(at, "size[0]"), `${calculate}variable "size[0]" is invalid: failed to get array "size"`],
  [add(at, "mounts[x]"), `${calculate}variable "mounts[x]" is invalid: failed to parse path segment "mounts[x]"`],
  [
    add(at, "mounts[0abc]"),
    `${calculate}variable "mounts[0abc]" is invalid: failed to parse path segment "mounts[0abc]"`,
  ],
  [
    { op: "replace", path: at, value: 1 },
    'failed to apply patches: failed to apply patches for patch "one": failed to apply patch: error applying json patch (RFC6902): ',
  ],
])("%j fails with the message of core", (patch, message) => {
  expect(() => specOf(patch)).toThrow(message);
});

test("each value that cannot be calculated is named once", () => {
  const given = { templates: [templates.pool, templates.pool], variables };
  const failure = (name: string): string =>
    `failed to generate JSON patches for "FooTemplate": failed to calculate value: variable "${name}" does not exist`;
  const { definitions = [] } = patchOf(ofPools, add(at, "none"));
  const patch = { name: "one", definitions: [...definitions, { selector: ofPools, jsonPatches: [add(at, "other")] }] };
  expect(() => patchInline(patch, given)).toThrow(`${generate}[${failure("none")}, ${failure("other")}]`);
});

test("templates are rendered, and what they decide counts for each template", () => {
  const size: JSONPatch = {
    op: "add",
    path: at,
    valueFrom: { template: "{{ .builtin.machinePool.class }}-{{ .size }}" },
  };
  expect(specOf(size)).toMatchObject({ spec: { template: { spec: { a: "pool-tiny" } } } });
  const given = { templates: [templates.pool], variables };
  const patched = (enabledIf: string): unknown => patchInline({ ...patchOf(ofPools, size), enabledIf }, given)[0];
  expect(patched('{{ eq .size "large" }}')).toEqual(templates.pool.object);
  expect(patched('{{ eq .size "tiny" }}')).toMatchObject({ spec: { template: { spec: { a: "pool-tiny" } } } });
  const failed = 'failed to calculate if patch is enabled for "FooTemplate": failed to calculate value for enabledIf: ';
  expect(() => patched("{{ .size.a }}")).toThrow(`${generate}${failed}failed to render template: "{{ .size.a }}": `);
  const both: JSONPatch = { ...size, valueFrom: { template: "1", variable: "size" } };
  const problem = ".valueFrom is set, but both .valueFrom.variable and .valueFrom.template are set";
  expect(() => specOf(both)).toThrow(`${calculate}${problem}`);
});

test("patches with templates that are not simulated are left out, and are named", () => {
  const value: JSONPatch = { op: "add", path: at, value: 1 };
  const rendered = (template: string): JSONPatch => ({ op: "add", path: at, valueFrom: { template } });
  const patches: ClusterClassPatch[] = [
    patchOf(ofPools, value, rendered("{{ .size }}")),
    { ...patchOf(ofPools, value, rendered('{{ semver "1" }}')), name: "rendered" },
    { ...patchOf(ofPools, value), name: "if", enabledIf: "{{ html .size }}" },
    { name: "external", external: { generatePatchesExtension: "a.b" } },
  ];
  const itsClass = classWith();
  itsClass.spec.patches = patches;
  expect(patches.map(isPlayedInline)).toEqual([true, false, false, false]);
  expect(unplayedPatches(itsClass)).toEqual(["rendered", "if"]);
});

test("a patch whose values show that a template is not simulated is left out as a whole", () => {
  const template = '{{ printf "%x" "a" }}';
  const patch = patchOf(ofPools, { op: "add", path: at, value: 1 }, { op: "add", path: at, valueFrom: { template } });
  const given = { templates: [templates.pool], variables: {} };
  expect(isPlayedInline(patch)).toBe(true);
  expect(patchInline(patch, given)).toEqual([templates.pool.object]);
  expect(patchInline({ ...patchOf(ofPools), enabledIf: template }, given)).toEqual([templates.pool.object]);
});

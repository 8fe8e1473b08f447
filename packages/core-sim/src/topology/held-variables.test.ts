// Defaults of variables are written to the Cluster before its templates are patched, and values that do not fit hold it.
import type { ClusterClassVariable, ClusterVariable } from "@capstan/api/core/v1beta2";
import type { JSONValue } from "@capstan/kube";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TopologyRig } from "../../test/topology-rig.ts";

const net = { type: "object", default: {}, properties: { cidr: { type: "string", default: "10.0.0.0/8" } } } as const;
const variables: ClusterClassVariable[] = [
  { name: "size", required: true, schema: { openAPIV3Schema: { type: "string", enum: ["small", "large"] } } },
  { name: "net", required: false, schema: { openAPIV3Schema: net } },
];
const value = (name: string, given: JSONValue): ClusterVariable => ({ name, value: given });

const rig = new TopologyRig();
beforeAll(() => rig.start());
afterAll(() => rig.stop());
beforeEach(() => rig.begin());
afterEach(() => rig.end());

test("patches get the names of what an extension has to define", async () => {
  const external = { generatePatchesExtension: "p.x", discoverVariablesExtension: "d.x" };
  await rig.create({
    inClass: ({ spec }) => {
      spec.variables = variables;
      spec.patches = [{ name: "p", external }];
    },
  });
  await rig.patch({ spec: { topology: { variables: [value("size", "small"), value("zone", "a")] } } });
  await rig.untilTopology("True");
  expect(rig.hooks.patched.at(-1)?.foreign).toMatchObject({
    names: ["zone"],
    patches: [{ discoverVariablesExtension: "d.x" }],
    namespace: "default",
  });
});

test("a Cluster gets the defaults, and a value that does not fit holds the Cluster until it is corrected", async () => {
  await rig.create({ inClass: ({ spec }) => void (spec.variables = variables) });
  await rig.patch({ spec: { topology: { variables: [value("size", "x")] } } });
  await rig.steps(3);
  expect(await rig.topologyReconciled()).toContain(
    `False ReconcileFailed Cluster.cluster.x-k8s.io "${rig.key.name}" is invalid: spec.topology.variables[size]`,
  );
  expect(rig.hooks.calls).toEqual([]);
  await rig.patch({ spec: { topology: { variables: [value("size", "large")] } } });
  await rig.untilTopology("True");
  const expected = [value("size", "large"), value("net", { cidr: "10.0.0.0/8" })];
  expect((await rig.cluster()).spec.topology?.variables).toEqual(expected);
  // The class alone defines them: they are not for extensions.
  expect(Object.keys(rig.hooks.patched[0]?.variables ?? {})).toEqual(["builtin"]);
  expect(
    rig.sim.writes.filter(({ by, body }) => by === "defaults" && JSON.stringify(body).includes("variables")),
  ).toHaveLength(2);
});

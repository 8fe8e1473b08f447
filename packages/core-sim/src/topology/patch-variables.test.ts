// Which variables patches of a class get, as in core: those that are defined for them.
import type { ClusterClassPatch } from "@capstan/api/core/v1beta2";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TopologyRig } from "../../test/topology-rig.ts";
import type { TemplatesToPatch } from "./topology-hooks.ts";

const rig = new TopologyRig();

beforeAll(() => rig.start());
afterAll(() => rig.stop());
beforeEach(() => rig.begin());
afterEach(() => rig.end());

const names = (sent: TemplatesToPatch | undefined): readonly string[] => Object.keys(sent?.variables ?? {}).toSorted();
const namesOfWorkers = (sent: TemplatesToPatch | undefined): readonly string[] => {
  const workers = sent?.templates.find(({ holder }) => holder.kind === "MachineDeployment");
  return Object.keys(workers?.variables ?? {}).toSorted();
};

/** A Cluster with values of a variable of the class and of another one, for itself and for its workers. */
async function createWith(...patches: ClusterClassPatch[]): Promise<void> {
  const given = [
    { name: "proxy", value: "p" },
    { name: "size", value: "large" },
  ];
  await rig.create({
    inClass: ({ spec }) => void (spec.patches = patches),
    inCluster: ({ spec: { topology } }) => {
      if (topology === undefined) return;
      topology.variables = given;
      const [workers] = topology.workers?.machineDeployments ?? [];
      if (workers !== undefined) workers.variables = { overrides: given };
    },
  });
  await rig.steps(3);
}

const generating = { generatePatchesExtension: "patches.foo", discoverVariablesExtension: "variables.foo" };

test("an extension gets the variables that the handler of its patch declares, and no others of the class", async () => {
  rig.hooks.declaredNames = new Set(["proxy"]);
  await createWith({ name: "one", external: generating });
  expect(names(rig.hooks.patched[0])).toEqual(["builtin", "proxy"]);
  expect(namesOfWorkers(rig.hooks.patched[0])).toEqual(["builtin", "proxy"]);
});

test("a variable that the class and the extension define is for both", async () => {
  rig.hooks.declaredNames = new Set(["proxy", "size"]);
  await createWith({ name: "one", external: generating });
  expect(names(rig.hooks.patched[0])).toEqual(["builtin", "proxy", "size"]);
});

test("a patch without a handler of DiscoverVariables gets what is built in", async () => {
  rig.hooks.declaredNames = new Set(["proxy"]);
  const { generatePatchesExtension } = generating;
  await createWith({ name: "one", external: { generatePatchesExtension } }, { name: "two", external: generating });
  expect(rig.hooks.patched.slice(0, 2).map(names)).toEqual([["builtin"], ["builtin", "proxy"]]);
  expect(namesOfWorkers(rig.hooks.patched[0])).toEqual(["builtin"]);
});

test("where it is not known what a handler declares, it gets all", async () => {
  await createWith({ name: "one", external: generating });
  expect(names(rig.hooks.patched[0])).toEqual(["builtin", "proxy", "size"]);
});

test("a check of all templates has the variables of the last patch", async () => {
  rig.hooks.declaredNames = new Set(["proxy"]);
  const { generatePatchesExtension } = generating;
  await createWith(
    { name: "one", external: { ...generating, validateTopologyExtension: "check.foo" } },
    { name: "two", external: { generatePatchesExtension } },
  );
  expect(names(rig.hooks.validated[0])).toEqual(["builtin"]);
});

test("a patch that makes no patches fails as in core", async () => {
  const { discoverVariablesExtension } = generating;
  const external = { validateTopologyExtension: "check.foo", discoverVariablesExtension };
  await createWith({ name: "check", external });
  expect(await rig.topologyReconciled()).toBe(
    'False ReconcileFailed failed to apply patches: failed to create patch generator for patch "check"',
  );
});

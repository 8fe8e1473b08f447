// The patches of a class are a round: what patches them learns of each by its name, and when all are applied or one has failed.
import { CapstanError, type KubeObject } from "@capstan/kube";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { RecordedHooks, TopologyRig } from "../../test/topology-rig.ts";
import type { PatchOfCluster, TemplatesToPatch } from "./topology-hooks.ts";

const rig = new TopologyRig();
const names: string[] = [];
let failure: Error | undefined;

/** Remembers the patches by their names, and fails the second one. */
class NamedPatches extends RecordedHooks {
  override async patch(_: object, request: TemplatesToPatch, of: PatchOfCluster): Promise<readonly KubeObject[]> {
    names.push(of.name);
    if (of.name === "two" && failure !== undefined) throw failure;
    return request.templates.map(({ object }) => object);
  }

  endPatches(cluster: string): void {
    names.push(`end of ${cluster}`);
  }
}

beforeAll(() => rig.start());
afterAll(() => rig.stop());
beforeEach(() => {
  names.splice(0);
  rig.begin(new NamedPatches());
});
afterEach(async () => {
  failure = undefined;
  await rig.end();
});

async function createWithPatches(): Promise<string> {
  await rig.create({
    inClass: ({ spec }) => {
      const external = { generatePatchesExtension: "patches.foo" };
      spec.patches = [
        { name: "one", external },
        { name: "two", external },
      ];
    },
  });
  return `end of ${(await rig.cluster()).metadata.uid}`;
}

test("a round that waits for an answer begins with the first patch again, and ends with the last one", async () => {
  failure = new CapstanError("client/timeout", "not yet");
  const end = await createWithPatches();
  await rig.steps(2);
  expect(names).toEqual(["one", "two", "one", "two"]);
  failure = undefined;
  await rig.untilTopology("True");
  expect(names.slice(4)).toEqual(["one", "two", end]);
});

test("a patch that fails ends its round", async () => {
  failure = new Error("broken");
  const end = await createWithPatches();
  await rig.steps(1);
  expect(names).toEqual(["one", "two", end]);
});

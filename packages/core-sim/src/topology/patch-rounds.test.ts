// The patches of a class, one after the other in each reconcile: what patches them learns of each by its name, and when earlier answers count no more.
import { Cluster } from "@capstan/api/core/v1beta2";
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

test("one that waits for an answer begins with the first patch again", async () => {
  failure = new CapstanError("client/timeout", "not yet");
  await createWithPatches();
  await rig.steps(2);
  expect(names).toEqual(["one", "two", "one", "two"]);
  failure = undefined;
  await rig.steps(1);
  expect(names.slice(4)).toEqual(["one", "two"]);
});

test("each reconcile patches again, and answers count for ten minutes", async () => {
  const end = await createWithPatches();
  await rig.steps(2);
  expect(names).toEqual(["one", "two", "one", "two"]);
  rig.ahead += 10 * 60_000;
  await rig.steps(2);
  expect(names.slice(4)).toEqual([end, "one", "two", "one", "two"]);
});

test("answers count no more once the Cluster is deleted", async () => {
  const end = await createWithPatches();
  await rig.untilTopology("True");
  await rig.client.delete(Cluster, rig.key);
  await rig.steps(1);
  expect(names.at(-1)).toBe(end);
});

test("answers count no more after a failure", async () => {
  failure = new Error("broken");
  const end = await createWithPatches();
  await rig.steps(1);
  expect(names).toEqual(["one", "two", end]);
});

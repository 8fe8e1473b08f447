// What a frame costs with thousands of objects and changes: only what is seen is laid out.
import { expect, test } from "vitest";
import { liveModel, show } from "../../../test/live-frames.ts";
import { condition, now, objectOf } from "../../../test/tree-objects.ts";
import { ObjectSet } from "../../tree/object-set.ts";
import { objectTrees } from "../../tree/object-tree.ts";
import { ownedObjects } from "../../tree/ownership.ts";

/** 50 Machines with their hosts, each in a state of its own. */
function machines(cluster: number): ReturnType<typeof objectOf>[] {
  const own = { owner: `c${cluster}` };
  return Array.from({ length: 50 }, (_, at) => {
    const name = `c${cluster}-${at}`;
    const conditions = [condition("Ready", at % 3 === 0 ? "False" : "True", "Waiting", "a host is needed")];
    return [
      objectOf("Machine", name, { ...own, status: { phase: `Step${at}`, conditions } }),
      objectOf("FooMachine", `${name}-host`, { owner: name, status: { conditions } }),
    ];
  }).flat();
}

/** Milliseconds of processor time that a function takes. */
function cost(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

test("5,000 objects and 10,000 changes", () => {
  const objects = Array.from({ length: 50 }, (_, cluster) => [
    objectOf("Cluster", `c${cluster}`, { status: { phase: "Provisioned" } }),
    ...machines(cluster),
  ]).flat();
  const model = liveModel(objects);
  const frame = (ms: number): readonly string[] =>
    model.frame({ columns: 120, rows: 40, colors: true }, new Date(now.getTime() + ms));
  frame(0);
  const changes = cost(() => {
    for (let round = 0; round < 2; round += 1) for (const object of objects.slice(0, 5000)) show(model, object);
  });
  // The trees are not made again so soon: this is what each frame costs.
  const frames = cost(() => {
    for (let at = 1; at <= 10; at += 1) frame(at);
  });
  const trees = cost(() => frame(60_000));
  expect(objects.length).toBeGreaterThan(5000);
  // A machine that does nothing else needs 10, 3 and 100 ms.
  expect(changes).toBeLessThan(400);
  expect(frames / 10).toBeLessThan(50);
  expect(trees).toBeLessThan(1500);
});

test("sixteen times as many equal objects cost some sixteen times as much", () => {
  const ofMachines = (count: number): number => {
    const machines = Array.from({ length: count }, (_, at) => objectOf("Machine", `m${at}`, { owner: "c" }));
    const owned = ownedObjects(new ObjectSet({ objects: [objectOf("Cluster", "c"), ...machines] }));
    // A single one may hold a collection of garbage of all that other tests left.
    return Math.min(...Array.from({ length: 4 }, () => cost(() => void objectTrees(owned))));
  };
  ofMachines(1000);
  const [some, many] = [ofMachines(1000), ofMachines(16_000)];
  // With a copy of all for each, it was a hundred times as much and more.
  expect(many).toBeLessThan(64 * Math.max(some, 1));
});

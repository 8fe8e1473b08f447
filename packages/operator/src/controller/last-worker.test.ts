// Whether slow passes get all workers of a controller: not where another namespace may need one.
import { type Resource, resourceOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { type Foo, foo, start } from "../../test/controller-rig.ts";
import { settle } from "../../test/fake-clock.ts";

const ClusterFoo: Resource<Foo> = resourceOf("example.com/v1", "Foo", { scope: "Cluster" });

test.each([
  { where: "of all namespaces", options: {}, slow: 2 },
  { where: "of two namespaces", options: { namespaces: ["ns", "other"] }, slow: 2 },
  { where: "of one namespace", options: { namespaces: ["ns"] }, slow: 3 },
  { where: "of a kind without namespaces", options: { for: ClusterFoo }, slow: 3 },
])("$slow of three workers are for the slow passes $where", async ({ options, slow }) => {
  const objects = Array.from({ length: 6 }, (_, i) => foo(`f${i}`));
  if (options.for !== undefined) for (const { metadata } of objects) delete metadata.namespace;
  const ends: (() => void)[] = [];
  const passes = (): Promise<void> => new Promise((end) => ends.push(end));
  const rig = await start(objects, passes, { ...options, concurrency: 3 });
  expect(rig.runs).toHaveLength(3);
  await rig.clock.advance(6000);
  for (const end of ends) end();
  await settle();
  expect(rig.runs).toHaveLength(3 + slow);
  await rig.stop();
});

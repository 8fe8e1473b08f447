// Late effects of calls: what is doubled, and until when a double counts.
import { expect, test } from "vitest";
import { startFakeCloud } from "../../examples/provider-http/src/fake-cloud/fake-cloud.ts";
import { LateEffects } from "./late-effects.ts";

const owner = { namespace: "n", name: "m" };

test("the server of a machine that exists is doubled, and counts until one of both is removed", async () => {
  await using cloud = await startFakeCloud();
  const { things } = cloud;
  const first = things.create("servers", { tag: "a", owner: { ...owner, name: "deleted" } });
  const server = things.create("servers", { tag: "b", owner });
  const late = new LateEffects(cloud);
  late.double(["m"]);
  expect(late.doubles()).toEqual(["b"]);
  expect([first.id, server.id, "ser-3"].map((id) => late.has(id))).toEqual([false, false, true]);
  late.managerLeads();
  expect(late.report()).toContain("Infinity");
  // Whichever is kept: the double has ended.
  things.remove(server.id);
  expect(late.doubles()).toEqual([]);
  expect(late.report()).toMatch(/: 0\.\d$/);
  // The removal of one double does not end the next one of the same tag.
  late.double(["m"]);
  late.managerLeads();
  expect(late.report()).toMatch(/: 0\.\d, Infinity$/);
});

test("without a server of a machine nothing is doubled", async () => {
  await using cloud = await startFakeCloud();
  cloud.things.create("servers", { tag: "a", owner });
  const late = new LateEffects(cloud);
  late.double(["other"]);
  expect([late.doubles(), cloud.things.record.length]).toEqual([[], 1]);
});

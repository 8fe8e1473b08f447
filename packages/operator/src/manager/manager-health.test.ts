// What the probes of a manager say of reconciles that are stuck.
import { silentLogger } from "@capstan/process";
import { freePort } from "@capstan/testenv/host";
import { expect, test } from "vitest";
import { Foo, foo } from "../../test/controller-rig.ts";
import { FakeApi } from "../../test/fake-api.ts";
import { FakeClock } from "../../test/fake-clock.ts";
import { createManager } from "./manager.ts";

test("a reconcile that is stuck for longer than stuckTimeout fails /healthz, until it ends (Q8)", async () => {
  const port = await freePort();
  const api = new FakeApi();
  api.put(Foo, foo("a"));
  const clock = new FakeClock();
  const healthAddress = `127.0.0.1:${port}`;
  const manager = createManager({ client: api.client, clock, log: silentLogger, healthAddress, stuckTimeout: "2m" });
  const work = Promise.withResolvers<void>();
  let runs = 0;
  const reconcile = (): Promise<void> => (runs++ === 0 ? work.promise : Promise.resolve());
  manager.addController({ name: "foo", for: Foo, timeout: "10s", reconcile });
  const stop = new AbortController();
  const ended = manager.run(stop.signal);
  const health = async (): Promise<number> => (await fetch(`http://${healthAddress}/healthz`)).status;
  await expect.poll(() => health().catch(() => 0)).toBe(200);
  await expect.poll(() => runs).toBe(1);
  await clock.advance(119_000);
  expect(await health()).toBe(200);
  await clock.advance(1000);
  await expect.poll(health).toBe(500);
  work.resolve();
  await expect.poll(health).toBe(200);
  stop.abort();
  await ended;
});

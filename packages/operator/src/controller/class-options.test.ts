// Options of a controller that are an instance of a class.
import type { ObjectKey } from "@capstan/kube";
import { silentLogger } from "@capstan/process";
import { expect, test } from "vitest";
import { Foo, foo } from "../../test/controller-rig.ts";
import { FakeApi } from "../../test/fake-api.ts";
import { FakeClock } from "../../test/fake-clock.ts";
import type { CacheEvent } from "../cache/cache.ts";
import { createManager } from "../manager/manager.ts";
import { limitedBy } from "../settings.ts";
import type { ControllerOptions } from "./controller-options.ts";

class Websites implements ControllerOptions<Foo> {
  readonly for = Foo;
  readonly runs: string[] = [];
  readonly #wanted: string = "b";
  get name(): string {
    return `those of ${this.#wanted}`;
  }
  predicate({ object }: CacheEvent<Foo>): boolean {
    return object.metadata.name === this.#wanted;
  }
  transform(this: void, object: Foo): Foo {
    return object;
  }
  async reconcile({ name }: ObjectKey): Promise<void> {
    this.runs.push(`${name} ${this.#wanted}`);
  }
}

class FewWebsites extends Websites {
  get timeout(): "5s" {
    return "5s";
  }
  override predicate(event: CacheEvent<Foo>): boolean {
    return event.object.metadata.name === "c" || super.predicate(event);
  }
}

test("a controller can be an instance of a class, also of one that extends another", async () => {
  const api = new FakeApi();
  for (const name of ["a", "b", "c"]) api.put(Foo, foo(name));
  const manager = createManager({ client: api.client, clock: new FakeClock(), log: silentLogger });
  const websites = new FewWebsites();
  manager.addController(websites);
  const stop = new AbortController();
  const running = manager.run(stop.signal);
  await expect.poll(() => websites.runs).toEqual(["b b", "c b"]);
  stop.abort();
  await running;
});

test("what the class gives counts as fields, under the limits of the manager", () => {
  const options: ControllerOptions<Foo> = new FewWebsites();
  const { name, timeout, concurrency, transform } = limitedBy(options, { concurrency: 3 });
  expect([name, timeout, concurrency]).toEqual(["those of b", "5s", 3]);
  // All controllers of a kind must have the same function.
  expect(transform).toBe(new FewWebsites().transform);
  expect(limitedBy(options, { timeout: "7s" }).timeout).toBe("7s");
});

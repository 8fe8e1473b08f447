// Which reconciles start in which turn of the event loop, when many controllers have a backlog.
import { expect, test } from "vitest";
import { Foo, foo, type Rig, start } from "../../test/controller-rig.ts";
import { compute } from "../../test/event-loop.ts";

/** How many objects each controller has, what each of its reconciles computes, and how many run at once. */
interface Load {
  readonly objects: number;
  readonly ms: number;
  readonly concurrency?: number;
}

interface Backlogs {
  /** The names of the controllers whose reconciles started, by turn of the event loop. */
  readonly turns: readonly (readonly number[])[];
}

/** Reconciles the backlogs of some controllers, which all begin at the same time, until the last one is empty. */
async function reconcileAll(loads: readonly Load[]): Promise<Backlogs> {
  let leads = false;
  let waiting = loads.reduce((sum, { objects }) => sum + objects, loads.length);
  const turns: number[][] = [[]];
  const begin = ({ objects, ms, concurrency = 10 }: Load, at: number): Promise<Rig> =>
    start(
      Array.from({ length: objects }, (_, i) => foo(`f${i}`)),
      async () => {
        turns.at(-1)?.push(at);
        waiting -= 1;
        compute(ms);
      },
      { concurrency, deps: { mayRun: () => leads } },
    );
  const rigs = await Promise.all(loads.map(begin));
  leads = true;
  // A change wakes each.
  for (const { api } of rigs) api.put(Foo, foo("new"));
  await new Promise<void>((resolve) => {
    const next = (): void => {
      if (waiting === 0) return resolve();
      turns.push([]);
      setImmediate(next);
    };
    next();
  });
  await Promise.all(rigs.map((rig) => rig.stop()));
  return { turns };
}

const most = (turns: Backlogs["turns"]): number => Math.max(...turns.map(({ length }) => length));

test("twenty controllers whose reconciles compute for long have one turn for each, not one for all of them", async () => {
  const { turns } = await reconcileAll(Array.from({ length: 20 }, () => ({ objects: 4, ms: 6 })));
  // What takes the whole slice is alone in its turn.
  expect(most(turns)).toBe(1);
});

test("controllers whose reconciles compute for a moment share the five milliseconds of a turn", async () => {
  const load = { objects: 200, ms: 0.3 };
  const { turns } = await reconcileAll([load, load]);
  expect(most(turns)).toBeLessThanOrEqual(Math.ceil(5 / 0.3) + 1);
  expect(turns.length).toBeGreaterThanOrEqual((400 * 0.3) / 6);
});

test.each([1, 10])("short reconciles, %i at once, share turns", async (concurrency) => {
  const { turns } = await reconcileAll([{ objects: 2000, ms: 0, concurrency }]);
  expect(turns.length).toBeLessThan(1000);
});

test("a controller with a long backlog of long reconciles does not keep the short ones of another one waiting", async () => {
  const { turns } = await reconcileAll([
    { objects: 60, ms: 6 },
    { objects: 30, ms: 0 },
  ]);
  const order = turns.flat();
  const before = order.slice(0, order.lastIndexOf(1)).filter((at) => at === 0);
  expect(before.length).toBeLessThan(10);
});

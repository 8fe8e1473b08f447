// Many keys, many changes and reconciles of every kind: what holds for each key whatever happens.
import type { ObjectKey } from "@capstan/kube";
import { expect, test } from "vitest";
import { Bar, Foo, foo, type Rig, start } from "../../test/controller-rig.ts";
import { refusal } from "../../test/fake-api.ts";
import { settle } from "../../test/fake-clock.ts";
import type { ReconcileContext, ReconcileResult } from "./controller-options.ts";
import { TerminalError } from "./reconcile-errors.ts";

interface Watched {
  /** Keys that were reconciled twice at the same time. */
  readonly twice: string[];
  /** What the last reconcile of each key saw. */
  readonly seen: Map<string, number | undefined>;
  readonly rig: Rig;
}

/** Reconciles that wait, write, fail and requeue at random, while objects change and watches break. At times all is quiet, and `isQuiet` is called. */
async function randomDay(firstSeed: number, isQuiet: (day: Watched) => void = () => undefined): Promise<Watched> {
  let seed = firstSeed;
  const random = (n: number): number => (seed = (seed * 48_271) % 2_147_483_647) % n;
  const [twice, running, seen]: [string[], Set<string>, Watched["seen"]] = [[], new Set(), new Map()];
  const work = async ({ name }: ObjectKey, { cache, client }: ReconcileContext): Promise<ReconcileResult> => {
    const key = { namespace: "ns", name };
    const object = cache.get(Foo, key);
    seen.set(name, object?.spec?.size);
    if (random(2) === 0) await new Promise<void>((resolve) => void rig.clock.after(random(300), resolve));
    if (random(6) === 0) throw random(2) === 0 ? new TerminalError("never") : new Error("again");
    if (random(4) === 0 && object !== undefined)
      await client.patch(Foo, key, { type: "merge", body: { metadata: { labels: { seed: `${seed}` } } } });
    return random(3) === 0 ? { requeueAfter: `${random(50)}ms` } : {};
  };
  const rig = await start(
    [],
    async (key, context) => {
      if (running.has(key.name)) twice.push(key.name);
      running.add(key.name);
      try {
        return await work(key, context);
      } finally {
        running.delete(key.name);
      }
    },
    { concurrency: 4, watches: [{ resource: Bar, map: ({ metadata: { name = "" } }) => [{ namespace: "ns", name }] }] },
  );
  const day = { twice, seen, rig };
  for (let step = 1; step <= 600; step++) {
    const quiet = rig.api.watches < 2;
    const [act, name] = [random(20), `f${random(6)}`];
    if (act === 0) rig.api.endWatches(random(2) === 0 ? refusal(410, "Expired") : new Error("cut"));
    else if (act === 1) rig.api.remove(Foo, { namespace: "ns", name }, { quiet });
    else if (act < 6)
      rig.api.put(Bar, { apiVersion: "example.com/v1", kind: "Bar", metadata: { namespace: "ns", name } }, { quiet });
    else rig.api.put(Foo, foo(name, step), { quiet });
    if (random(3) === 0) await settle();
    if (random(10) === 0) await rig.clock.advance(random(400));
    if (step % 50 !== 0) continue;
    await rig.clock.advance(60_000);
    // The fake server does not repeat what a cut watch has missed: it comes with a list.
    rig.api.endWatches(refusal(410, "Expired"));
    await rig.clock.advance(120_000);
    isQuiet(day);
  }
  await rig.stop();
  return day;
}

test("no key is reconciled twice at the same time, whatever happens meanwhile (Q1)", async () => {
  for (const seed of [3, 17, 99]) expect((await randomDay(seed)).twice).toEqual([]);
});

/** The keys whose last reconcile has not seen their last change. */
function outdated({ seen, rig: { api } }: Watched): readonly string[] {
  const stored = new Map(
    Array.from(api.objects.values())
      .filter(({ kind }) => kind === "Foo")
      .map((object) => [object.metadata.name, (object as Foo).spec?.size]),
  );
  return [...seen].filter(([name, size]) => stored.get(name) !== size).map(([name]) => name);
}

test("the last reconcile of each key has seen its last change (Q3)", async () => {
  for (const seed of [5, 23, 101]) {
    const { seen } = await randomDay(seed, (day) => expect(outdated(day)).toEqual([]));
    expect(seen.size).toBe(6);
  }
});

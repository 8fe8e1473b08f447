// When a fault of a server comes: each fault is tried at each of these times.
import { setTimeout as wait } from "node:timers/promises";
import { keys, Scene, type SceneOptions, workers } from "./fault-scene.ts";

/** What happens to a server. */
export interface Fault {
  readonly scene?: SceneOptions;
  /** Is called once, before watches are hit. */
  readonly inject?: (scene: Scene) => void | Promise<void>;
  /** Hits what is open, and returns how many there were. During the first list it is called until there is one. */
  readonly hit: (scene: Scene) => number | Promise<number>;
  /** What else must hold at last; rejects when it does not. */
  readonly check?: (scene: Scene) => Promise<void>;
}

type Phase = (scene: Scene, fault: Fault) => Promise<void>;

/** The times. */
const phases: Readonly<Record<string, Phase>> = {
  "when nothing happens": async (scene, fault) => {
    scene.start();
    await scene.outdatedAtLast();
    await fault.inject?.(scene);
    await fault.hit(scene);
    await wait(50);
    await scene.change(2);
  },
  "while ten objects change in a second": async (scene, fault) => {
    scene.start();
    await scene.outdatedAtLast();
    for (let i = 0; i < 10; i++) {
      await scene.change(i + 2, keys.slice(i % keys.length, (i % keys.length) + 1));
      if (i === 4) await fault.inject?.(scene);
      if (i === 4) await fault.hit(scene);
      await wait(100);
    }
  },
  "during the first list": async (scene, fault) => {
    await scene.change(2);
    await fault.inject?.(scene);
    scene.start();
    while ((await fault.hit(scene)) === 0) await wait(1);
    await scene.change(3);
  },
  "during reconciles": async (scene, fault) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    scene.gate = promise;
    scene.start();
    // By the fast clock, passes of a busy computer are soon slow, and then leave the last worker to other namespaces.
    while (scene.running.size < workers - 1) await wait(1);
    await fault.inject?.(scene);
    await fault.hit(scene);
    await scene.change(2);
    resolve();
  },
};

/** One test. */
export interface FaultCase {
  readonly name: string;
  readonly fault: Fault;
  readonly when: string;
  readonly phase: Phase;
}

/** Each fault at each time. */
export function casesOf(faults: Readonly<Record<string, Fault>>): readonly FaultCase[] {
  return Object.entries(faults).flatMap(([name, fault]) =>
    Object.entries(phases).map(([when, phase]) => ({ name, fault, when, phase })),
  );
}

/** How a case ended. */
export interface CaseEnd {
  readonly outdated: readonly string[];
  readonly twice: readonly string[];
  readonly ended: string | undefined;
}

/** All is reconciled as it is in the end, none twice at once, and the manager runs on. */
export const rightEnd: CaseEnd = { outdated: [], twice: [], ended: undefined };

/** Runs one case. Rejects when its own check does. */
export async function tryCase({ fault, phase }: Pick<FaultCase, "fault" | "phase">): Promise<CaseEnd> {
  await using scene = await Scene.create(fault.scene);
  await phase(scene, fault);
  const outdated = await scene.outdatedAtLast();
  const { twice, ended } = scene;
  if (outdated.length === 0) await fault.check?.(scene);
  return { outdated, twice: [...twice], ended };
}

const foos = { plural: "foos" };

/** Cuts the watches of Foos. */
export function drop(scene: Scene): number {
  return scene.faults.dropWatches(foos);
}

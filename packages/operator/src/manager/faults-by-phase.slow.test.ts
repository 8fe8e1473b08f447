// Each fault of an API server at each time at which it may come: every object is reconciled as it is stored in the end, and never twice at the same time.
import type { EmbeddedEnv } from "@capstan/testenv";
import { expect, test } from "vitest";
import { casesOf, drop, type Fault } from "../../test/fault-phases.ts";
import { Scene } from "../../test/fault-scene.ts";

const foos = { plural: "foos" };

/** Lets requests fail: watches, lists, and what the controller writes. */
function failing(fault: Parameters<EmbeddedEnv["faults"]["inject"]>[1]): Fault {
  const inject = ({ faults }: Scene): void => {
    for (const match of [{ verb: "watch" }, { verb: "list" }, { subresource: "status" }] as const)
      faults.inject({ ...foos, ...match }, { times: 3, ...fault });
  };
  return { inject, hit: drop };
}

/** What happens to the server. */
const faults: Readonly<Record<string, Fault>> = {
  "watches are cut": { hit: drop },
  "connections are cut": failing({ cut: true }),
  "answers are late": failing({ delayMs: 300 }),
  "too many requests": failing({ reason: "TooManyRequests", retryAfterSeconds: 1 }),
  "internal errors": failing({ reason: "InternalError" }),
  "watches are silent": { hit: (scene) => scene.faults.stallWatches(foos) },
  "watches send garbage": { hit: (scene) => scene.faults.garbleWatches(foos) },
  "history expires": { inject: (scene) => scene.faults.expireHistory(), hit: drop },
  "an older state comes back": { scene: { versions: 60 }, inject: (scene) => scene.restore(), hit: drop },
};

test.concurrent.each(casesOf(faults))(
  "$name, $when: every object is reconciled as it is in the end, and none twice at once",
  async ({ fault, phase }) => {
    await using scene = await Scene.create(fault.scene);
    await phase(scene, fault);
    expect({ outdated: await scene.outdatedAtLast(), twice: scene.twice }).toEqual({ outdated: [], twice: [] });
  },
);

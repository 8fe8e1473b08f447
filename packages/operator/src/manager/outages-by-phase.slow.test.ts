// Faults of a server, of its answers, of rights and of a definition, each at each time at which it may come: what is reconciled, what is listed, and what the log has of it.
import { setTimeout as wait } from "node:timers/promises";
import { type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { CustomResourceDefinition, Lease } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { casesOf, drop, type Fault, rightEnd, tryCase } from "../../test/fault-phases.ts";
import { atLast, crd, Foo, fooAt, keys, type Scene, type SceneOptions } from "../../test/fault-scene.ts";
import { fooCrd } from "../../test/foo-crd.ts";
import type { Front, FrontRequest } from "../../test/front.ts";

const foos = { plural: "foos" };
const byFront: SceneOptions = { by: async ({ credentials }) => credentials };

/** A server that is down for five seconds by the clock, then not ready, and then still filling its cache. */
async function restart({ front }: Scene): Promise<void> {
  await front.stop();
  await wait(250);
  // Writes and reads are rejected alike.
  const came: Record<string, number> = {};
  front.rule = ({ method }) => {
    const before = came[method] ?? 0;
    came[method] = before + 1;
    if (before >= 4) return "pass";
    return before >= 2
      ? { code: 429, reason: "TooManyRequests", retryAfter: 1 }
      : { code: 503, reason: "ServiceUnavailable" };
  };
  await front.start();
}

/** The lists of Foos that were answered. One of a single object compares versions. */
function lists({ answered }: Front): readonly string[] {
  return answered.filter((line) => isList(line) && line.endsWith(" 200"));
}

function isList(line: string): boolean {
  const isWatch = line.includes("watch=true") && !line.includes("sendInitialEvents");
  return /^GET \S*\/foos\?/.test(line) && !isWatch && !line.includes("limit=1&") && !line.includes("limit=1 ");
}

/** F1. The objects of the first list are the last that are listed: the server still knows the version. On a busy computer a list as a watch, and a watch that is soon silent, would end in another list. */
const outage: Fault = {
  scene: { ...byFront, idleMs: 60_000, manager: { watchList: false } },
  inject: (scene) => void restart(scene),
  hit: () => 1,
  check: async ({ front, logged }) => {
    expect(lists(front)).toHaveLength(1);
    expect(logged.filter((line) => line.startsWith("Watch failed"))).not.toEqual([]);
  },
};

const errorsOf = ({ logged }: Scene): readonly string[] => logged.filter((line) => line.startsWith("Reconciler error"));
const lease = { namespace: "default", name: "foo" };

/** Another writer of the Lease. There is none before the first list is complete: the election comes after it. */
async function writeLease({ client }: Scene): Promise<void> {
  const stored = await client.find(Lease, lease);
  if (stored === undefined) return;
  await client.patch(Lease, lease, { type: "merge", body: { metadata: { labels: { other: "writer" } } } });
}

/** F5. The server rejects some writes of the status, of the finalizer and of the Lease as outdated. */
const conflicts: Fault = {
  scene: {
    finalizer: "example.com/foo",
    manager: { leaderElection: { ...lease, leaseDuration: "300s", renewDeadline: "200s" } },
  },
  inject: async (scene) => {
    scene.faults.inject({ ...foos, verb: "update", subresource: "" }, { reason: "Conflict", times: 3 });
    scene.faults.inject({ ...foos, subresource: "status" }, { reason: "Conflict", times: 3 });
    await writeLease(scene);
  },
  hit: () => 1,
  check: async (scene) => {
    expect(errorsOf(scene)).toEqual([]);
    const renewed = async (): Promise<string | undefined> => (await scene.client.get(Lease, lease)).spec?.renewTime;
    const before = await renewed();
    expect(await atLast(async () => (await renewed()) !== before)).toBe(true);
  },
};

/** F7. Some calls of each sort get no answer, or half of one. */
function stalled(how: "no answer" | "half"): Fault {
  const sortOf = ({ method, url }: FrontRequest): "list" | "watch" | "status" | undefined => {
    if (url.includes("/status")) return method === "PATCH" ? "status" : undefined;
    if (!url.includes("/foos?")) return undefined;
    return url.includes("watch=true") ? "watch" : "list";
  };
  return {
    scene: { ...byFront, client: { timeoutMs: 1000 } },
    inject: ({ front }) => {
      const left = { list: 2, watch: 1, status: 4 };
      front.rule = (request) => {
        const sort = sortOf(request);
        if (sort === undefined || left[sort] === 0) return "pass";
        left[sort] -= 1;
        return how;
      };
    },
    hit: (scene) => drop(scene) + 1,
    check: async (scene) => {
      expect(scene.front.answered.filter((line) => line.includes("/status") && line.endsWith(how))).toHaveLength(4);
      const late = (): number => errorsOf(scene).filter((line) => line.includes("within 1 s")).length;
      // A write that was answered by half has been done before its deadline ends.
      expect(await atLast(() => late() >= 4)).toBe(true);
    },
  };
}

const Bar: Resource<KubeObject<"example.com/v1", "Bar">> = resourceOf("example.com/v1", "Bar");
const bar = { apiVersion: "example.com/v1", kind: "Bar", metadata: { namespace: "default", name: "b" } } as const;
const { spec, ...ofFoos } = fooCrd({ properties: {} });
const barNames = { plural: "bars", singular: "bar", kind: "Bar", listKind: "BarList" };
const barCrd = { ...ofFoos, metadata: { name: "bars.example.com" }, spec: { ...spec, names: barNames } };
const isNamed = ({ logged }: Scene): boolean => logged.some((line) => line.includes("may not list and watch bars"));

/** F10. Another kind may not be read, until Foos are reconciled; before the first list is complete, no controller runs, of whatever kind. */
const forbidden: Fault = {
  scene: {
    crds: [barCrd],
    add: (manager) => manager.addController({ name: "bar", for: Bar, reconcile: async () => {} }),
  },
  inject: async ({ faults, client }) => {
    for (const verb of ["list", "watch"] as const) faults.inject({ plural: "bars", verb }, { reason: "Forbidden" });
    faults.dropWatches({ plural: "bars" });
    await client.create(Bar, bar);
  },
  hit: (scene) => {
    if (scene.hasCached(Bar)) return 1;
    if (!isNamed(scene)) return 0;
    scene.faults.clear();
    return 1;
  },
  check: async (scene) => {
    expect(await atLast(() => isNamed(scene))).toBe(true);
    scene.faults.clear();
    expect(await atLast(() => scene.cached(Bar).length === 1)).toBe(true);
  },
};

/** F14. The definition is deleted with all Foos, and created again when that was noticed; one Foo is not. */
const deletion: Fault = {
  inject: async ({ client, faults }) => {
    await client.create(Foo, fooAt({ namespace: "default", name: "deleted" }));
    await wait(100);
    // Watches end without the events of the deletions.
    faults.stallWatches(foos);
    await client.delete(CustomResourceDefinition, { namespace: "", name: crd.metadata.name });
  },
  hit: async ({ client, env, logged }) => {
    const isNoticed = (): boolean => logged.some((line) => line.includes("does not serve"));
    expect(await atLast(isNoticed)).toBe(true);
    await env.applyCrds([crd]);
    for (const key of keys) await client.create(Foo, fooAt(key));
    return 1;
  },
  check: async (scene) => {
    const names = keys.map(({ name }) => name);
    expect(await atLast(() => scene.cached(Foo).join() === names.join())).toBe(true);
  },
};

const faults: Readonly<Record<string, Fault>> = {
  "F1, a server that starts again": outage,
  "F5, conflicts": conflicts,
  "F7, calls without an answer": stalled("no answer"),
  "F7, calls with half an answer": stalled("half"),
  "F10, a kind that may not be read": forbidden,
  "F14, a kind that is deleted": deletion,
};

test.concurrent.each(casesOf(faults))(
  "$name, $when: all is reconciled as it is in the end, and none twice at once",
  async (each) => {
    expect(await tryCase(each)).toEqual(rightEnd);
  },
);

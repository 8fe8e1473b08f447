// Upgrade plans: right ones, and right ones with a few changes, so that each rule decides about some.
import type { Random } from "@capstan/repo";
import type { PlanQuestion } from "./question.ts";

const oddVersions = [
  "",
  "v1",
  "1.33",
  "v1.33.0-rc.1",
  "v1.34.0-alpha.2",
  "banana",
  "v1.33.x",
  "v01.033.1",
  "v2.0.0",
  " v1.33.1 ",
  "v1.33.1+",
  "v1.33-rc",
  "1.33.1.2",
];
const builds = ["", "", "", "", "+fips", "+vendor", "+1", "+2", "+1.x", "+fips.2"];

/** A random plan. */
export function randomPlan(random: Random): PlanQuestion {
  const first = 28 + random.below(3);
  const minors = random.below(6);
  const behind = random.below(4);
  const version = (minor: number): string => `v1.${minor}.${random.below(4)}${random.pick(builds)}`;
  const controlPlane = version(first);
  const target = random.chance(0.1) ? controlPlane : version(first + minors);
  const steps = [
    ...(random.chance(0.1) ? [version(first)] : []),
    ...Array.from({ length: Math.max(0, minors - 1) }, (_, i) => version(first + 1 + i)),
    ...(target === controlPlane ? [] : [target]),
  ];
  const known = [controlPlane, ...steps];
  const workerSteps = random.chance(0.4) ? [] : known.filter(() => random.chance(0.6));
  const workers = random.pick(["", controlPlane, version(first - behind), version(first - behind), target]);
  const plan = {
    to: target,
    controlPlane,
    workers,
    steps: changed(random, steps),
    workerSteps: changed(random, workerSteps),
  };
  return {
    plan: random.chance(0.03)
      ? { ...plan, [random.pick(["to", "controlPlane", "workers"])]: random.pick(oddVersions) }
      : plan,
  };
}

type Change = (random: Random, list: readonly string[], at: number) => readonly string[];

const changes: readonly Change[] = [
  (_random, list, at) => list.toSpliced(at, 1),
  (_random, list, at) => list.toSpliced(at, 0, list[at] ?? ""),
  (_random, list) => list.toReversed(),
  (random, list, at) => list.toSpliced(at, 1, random.pick(oddVersions)),
  (random, list, at) => list.toSpliced(at, 0, `v1.${28 + random.below(8)}.${random.below(4)}${random.pick(builds)}`),
  (random, list, at) => list.toSpliced(at, 1, `${(list[at] ?? "v1.33.0").split("+")[0]}${random.pick(builds)}`),
];

function changed(random: Random, list: readonly string[]): readonly string[] {
  return random.chance(0.5) ? list : random.pick(changes)(random, list, random.below(list.length + 1));
}

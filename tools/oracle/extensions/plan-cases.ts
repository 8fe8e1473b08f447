// Plans of upgrades: those of the kit pass the rules that Cluster API checks, with the steps of workers that it would plan itself, and are those that it makes
// for a ClusterClass with the same versions.
import { upgradePlan } from "@capstan/extension-kit";
import type { Random } from "@capstan/repo";
import { type Case, times } from "./cases.ts";

interface Wanted {
  readonly from: string;
  readonly to: string;
  readonly workers: string;
  readonly versions: readonly string[];
}

/** A plan of the kit, checked by the rules for plans of extensions: workers as they are planned when an answer has no steps of them. */
export function planCase(random: Random): Case {
  const wanted = randomUpgrade(random, ["", "", "-rc.1", "+a", "+b", "+1", "+2"]);
  const { controlPlane } = planOf(wanted) ?? { controlPlane: [] };
  return { operation: "plan", question: { plan: { ...upstreamNames(wanted), controlPlane } }, ours: answerTo(wanted) };
}

/** A plan of the kit, and the one for a ClusterClass with the same versions in order. */
export function planOfVersionsCase(random: Random): Case {
  const wanted = randomUpgrade(random, [""]);
  return { operation: "plan of versions", question: { plan: upstreamNames(wanted) }, ours: answerTo(wanted) };
}

function upstreamNames({ from, to, workers, versions }: Wanted): object {
  return { from, to, fromWorkers: workers, versions };
}

interface Plan {
  readonly controlPlane: readonly string[];
  readonly workers: readonly string[];
}

/** The plan, or that there is none: the messages of both sides differ. */
function answerTo(wanted: Wanted): object {
  const plan = planOf(wanted);
  return plan === undefined ? { error: "rejected" } : { value: plan };
}

function planOf({ from, to, workers, versions }: Wanted): Plan | undefined {
  try {
    const { controlPlaneUpgrades = [], workersUpgrades = [] } = upgradePlan({ from, to, workers, available: versions });
    return {
      controlPlane: controlPlaneUpgrades.map(({ version }) => version),
      workers: workersUpgrades.map(({ version }) => version),
    };
  } catch {
    return undefined;
  }
}

/** Versions in order; most upgrades can be planned, some lack a minor, go back, or end where they begin. */
function randomUpgrade(random: Random, ends: readonly string[]): Wanted {
  const first = 28 + random.below(4);
  const minors = Array.from({ length: 1 + random.below(9) }, (_, index) => first + index);
  const lists = minors.map((minor) => {
    const patches = [...new Set([random.below(3), ...times(random, 2, () => random.below(6))])].toSorted(
      (a, b) => a - b,
    );
    return random.chance(0.97) ? patches.map((patch) => `v1.${minor}.${patch}${random.pick(ends)}`) : [];
  });
  const versions = lists.flat();
  const all = versions.length === 0 ? ["v1.30.0"] : versions;
  const places = [random.below(all.length), random.below(all.length)].toSorted((a, b) => a - b);
  const [from = "", to = ""] = (random.chance(0.95) ? places : places.toReversed()).map((place) => all[place]);
  const minor = Number(from.split(".")[1]);
  const older = all.filter(
    (version) => all.indexOf(version) <= all.indexOf(from) && minor - Number(version.split(".")[1]) <= 3,
  );
  return { from, to, workers: random.chance(0.2) ? "" : random.pick(older), versions: all };
}

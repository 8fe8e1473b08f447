// Random changes of the example's patches, repeated by a seed, and what each chain of them makes: a generation of handlers for each step of each chain.
import type { TemplatePatcher } from "@capstan/extension-kit";
import { Random } from "@capstan/repo";
import { patches } from "../../../examples/extension-topology/src/patches.ts";
import type { variables } from "../../../examples/extension-topology/src/variables.ts";
import { type ChangeKind, changeKinds } from "./kinds.ts";

/** A handler with the variables of the example. */
export type Patcher = TemplatePatcher<typeof variables.declarations>;

/** How many changes, over how many Clusters, of which seed. */
export interface ChangePlan {
  readonly changes: number;
  readonly chains: number;
  readonly seed: number;
}

/** A change of what the handler before it makes. */
export interface PatchChange {
  readonly kinds: readonly ChangeKind[];
  /** The kinds and the templates, in words. */
  readonly name: string;
  readonly add: (before: Patcher) => Patcher;
}

/** A handler of a chain; the first is the example's own. */
export interface ChainStep {
  /** The name of the handler. No two chains share one, so that a call says whose it is. */
  readonly handler: string;
  /** What it changes of the step before it; undefined for the first. */
  readonly change: PatchChange | undefined;
  readonly patcher: Patcher;
}

/** The variables of the environment that have the plan. */
export const planVariables = { changes: "REPLAY_CHANGES", chains: "REPLAY_CHAINS", seed: "REPLAY_SEED" } as const;

/** The plan that the environment has. */
export function planOf(env: Readonly<Record<string, string | undefined>>): ChangePlan {
  const read = (name: string, otherwise: number): number => Number(env[name] ?? otherwise);
  return {
    changes: read(planVariables.changes, 30),
    chains: read(planVariables.chains, 6),
    seed: read(planVariables.seed, 1),
  };
}

/** The chains: each starts with the example's handler, and each further step adds one change to the handler before it. */
export function chainsOf({ changes, chains, seed }: ChangePlan): ChainStep[][] {
  const all = changesOf(changes, seed);
  return Array.from({ length: chains }, (_, chain) => {
    let patcher = exampleHandler();
    const steps: ChainStep[] = [{ handler: nameOf(chain, 0), change: undefined, patcher }];
    for (const change of all.filter((__, index) => index % chains === chain)) {
      patcher = change.add(patcher);
      steps.push({ handler: nameOf(chain, steps.length), change, patcher });
    }
    return steps;
  });
}

function exampleHandler(): Patcher {
  const handler = patches.handlers["patches-v1"];
  if (handler === undefined) throw new Error("the topology example has no handler patches-v1");
  return handler;
}

function nameOf(chain: number, step: number): string {
  return `chain-${chain}-step-${step}`;
}

/** Each kind of change comes before any comes again; some changes are of two kinds. */
function changesOf(count: number, seed: number): PatchChange[] {
  const random = new Random(seed);
  let left: ChangeKind[] = [];
  return Array.from({ length: count }, () => {
    if (left.length === 0) left = [...changeKinds];
    const [kind] = left.splice(random.below(left.length), 1);
    const first = kind ?? random.pick(changeKinds);
    const isAlone = first.needsCluster === true || random.chance(0.75);
    return together(
      isAlone ? [first] : [first, random.pick(changeKinds.filter(({ needsCluster }) => needsCluster !== true))],
      random,
    );
  });
}

function together(kinds: readonly ChangeKind[], random: Random): PatchChange {
  const parts = kinds.map((kind) => {
    const place = random.pick(kind.places);
    const rule = { change: kind.change(random, place), where: place.where(random) };
    return { name: `${kind.name} (${place.kind})`, kind: place.kind, ...rule };
  });
  return {
    kinds,
    name: parts.map(({ name }) => name).join(" and "),
    add: (before) =>
      parts.reduce((patcher, { kind, change, where }) => patcher.onKinds({ kind }, change, { where }), before),
  };
}

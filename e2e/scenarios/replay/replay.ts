// (l) Random changes of the topology example as further handlers, each rolled out by Cluster API's managers: what the guard expects of each object must happen to its Machines.
import { readFileSync } from "node:fs";
import { ExtensionConfig } from "@capstan/api/runtime/v1beta2";
import { Namespace } from "@capstan/kube/builtin";
import { chainsOf, type ChangePlan, planVariables } from "../../replayed-extension/src/changes.ts";
import { releaseFile } from "../../src/bundles.ts";
import { eventually, mustEqual } from "../../src/eventually.ts";
import type { ManagementCluster } from "../../src/management-cluster.ts";
import type { RunStep } from "../../src/scenario.ts";
import { chainKey, createClusters, machinesOf, namespace } from "./chain-cluster.ts";
import { type Compared, compareChange, type Outcome, outcomeOf } from "../../src/replay/compare-verdicts.ts";
import { type GuardVerdict, guardVerdicts } from "./guard.ts";
import { playChain, type PlayedChain, type PlayedChange, settle } from "./play-chain.ts";

/** The most Clusters that are side by side. */
const mostChains = 4;

/** The plan for a number of changes. */
export function planFor(changes: number, seed: number): ChangePlan {
  return { changes, chains: Math.min(changes, mostChains), seed };
}

/** What the extension and the guard read of the plan. */
export function planEnvironment(plan: ChangePlan): Readonly<Record<string, string>> {
  return {
    [planVariables.changes]: String(plan.changes),
    [planVariables.chains]: String(plan.chains),
    [planVariables.seed]: String(plan.seed),
  };
}

/** Runs the scenario; the extension records its calls on the tape. */
export async function replay(
  management: ManagementCluster,
  { plan, tape }: { readonly plan: ChangePlan; readonly tape: string },
  step: RunStep,
): Promise<void> {
  const chains = chainsOf(plan);
  await step("core discovers the extension, and has no other", () => discover(management));
  await step(`create: ${chains.length} Clusters, each of a class of its own`, () =>
    create(
      management,
      chains.map(([first]) => first?.handler ?? ""),
    ),
  );
  const played = await step(`roll out: ${plan.changes} changes of seed ${plan.seed}, one after the other`, async () => {
    const { kubeconfigFile: kubeconfig } = management.local;
    const all = await Promise.all(
      chains.map((steps, chain) => {
        const machinesOf = { kubeconfig, cluster: chainKey(chain) };
        // Its last line may be written just now.
        const guard: PlayedChain["guard"] = (...pair) =>
          eventually({
            what: `verdicts before ${pair[1].handler}`,
            read: () => guardVerdicts(tape, { chains: [pair], env: planEnvironment(plan), machinesOf }),
            until: () => true,
            every: 2000,
          });
        return playChain(management, { chain, steps, guard });
      }),
    );
    return all.flat();
  });
  await step("no machine is replaced later", () => nothingLater(management, played));
  const verdicts = await step("capstan plan compares the recorded calls", () =>
    guardVerdicts(tape, { chains, env: planEnvironment(plan) }),
  );
  await step("each verdict is what happened", async () => compare(played, verdicts));
}

async function discover(management: ManagementCluster): Promise<void> {
  const { client } = management.local;
  // Another extension may hold Clusters, or update their machines in place.
  for (const { metadata } of (await client.list(ExtensionConfig)).items)
    await client.delete(ExtensionConfig, { namespace: "", name: metadata.name ?? "" });
  await management.apply(readFileSync(releaseFile("replayed", management.repository, "extension-config.yaml"), "utf8"));
  await eventually({
    what: "the ExtensionConfig to be discovered",
    read: () => client.get(ExtensionConfig, { namespace: "", name: "replayed" }),
    until: ({ status }) =>
      status?.conditions?.some((each) => each.type === "Discovered" && each.status === "True") ?? false,
  });
}

async function create(management: ManagementCluster, handlers: readonly string[]): Promise<void> {
  const { client } = management.local;
  await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  await createClusters(management, handlers);
  await Promise.all(handlers.map((_, chain) => settle(management, chain)));
}

async function nothingLater(management: ManagementCluster, played: readonly PlayedChange[]): Promise<void> {
  const last = new Map(played.map(({ chain, after }) => [chain, after]));
  for (const [chain, after] of last)
    mustEqual(`Machines of chain-${chain} at the end`, await machinesOf(management, chainKey(chain)), after);
}

function compare(played: readonly PlayedChange[], verdicts: readonly GuardVerdict[]): void {
  const counts: Record<Outcome, number> = { equal: 0, "false no": 0, "false yes": 0 };
  const seen = { yes: 0, no: 0 };
  for (const each of played) {
    console.log(`       ${each.from}: ${each.change.name}`);
    for (const compared of compareChange(each, verdicts)) {
      const outcome = outcomeOf(compared);
      counts[outcome] += 1;
      seen[compared.happened ? "yes" : "no"] += 1;
      console.log(`         ${lineOf(compared, outcome)}`);
    }
  }
  console.log(`       machines replaced ${seen.yes} times, kept ${seen.no} times; ${JSON.stringify(counts)}`);
  mustEqual("verdicts that are wrong", [counts["false no"], counts["false yes"]], [0, 0]);
  mustEqual("whether machines were both replaced and kept", [seen.yes > 0, seen.no > 0], [true, true]);
}

function lineOf({ group, expected, happened, because }: Compared, outcome: Outcome): string {
  const word = (is: boolean): string => (is ? "yes" : "no");
  const more = outcome === "equal" ? "" : `  ${outcome}: ${because.join("; ")}`;
  return `${group.padEnd(28)} expected ${word(expected).padEnd(4)} happened ${word(happened).padEnd(4)}${more}`;
}

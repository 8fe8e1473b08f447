// What a simulated controller gets in a step, for tests that run one alone.
import { ClusterReader } from "../src/cluster-reader.ts";
import type { StepLists } from "../src/step-lists.ts";
import { WorkloadClients } from "../src/workload-clients.ts";
import { type SimContext, Writer } from "../src/writer.ts";

/** The parts that tests have of their own. */
export interface ContextParts {
  readonly workloads?: WorkloadClients;
  readonly listsOf?: ConstructorParameters<typeof ClusterReader>[0]["listsOf"];
  readonly atMost?: number;
}

/** A context that reads and writes through these lists. Default: there are no workload clusters. */
export function stepContext(lists: StepLists, parts: ContextParts = {}): SimContext {
  const { workloads = new WorkloadClients(() => undefined), listsOf = () => lists, atMost = Infinity } = parts;
  return {
    reader: new ClusterReader({ lists, workloads, listsOf, contracts: new Map() }),
    writer: new Writer(lists, "core", []),
    playsTopologies: false,
    now: Date.now,
    wakeAt: () => undefined,
    wakes: 0,
    memos: undefined,
    parallel: 1,
    atMost,
  };
}

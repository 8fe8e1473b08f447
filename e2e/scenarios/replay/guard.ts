// The guard's verdicts: `capstan plan` answers the recorded calls of each handler with the next one of its chain.
import { join } from "node:path";
import { formatKey, type ObjectKey } from "@capstan/kube";
import { root, runCommand } from "@capstan/repo";
import type { ChainStep } from "../../replayed-extension/src/changes.ts";

/** The folder of the extension. */
const replayedFolder = join(root, "e2e/replayed-extension");

/** What the guard says of one template that is patched otherwise. */
export interface GuardVerdict {
  readonly handler: string;
  /** The kind, namespace and name of what uses the template. */
  readonly object: string;
  readonly rolls: boolean;
  readonly because: string;
}

/** What machines are replaced for, and labels of templates that core does not take from a patch. Any other diagnostic is about a call that could not be compared. */
const verdicts: ReadonlySet<string> = new Set(["plan/switch-rolls", "plan/dropped"]);

/** The handlers that were called, and the environment in which the extension has them. */
export interface PlayedChains {
  readonly chains: readonly (readonly ChainStep[])[];
  readonly env: Readonly<Record<string, string>>;
  /** The Cluster whose machines the guard reads. Default: it has the tape alone. */
  readonly machinesOf?: { readonly kubeconfig: string; readonly cluster: ObjectKey };
}

/** Runs the command on a tape. */
export async function guardVerdicts(tape: string, { chains, env, machinesOf }: PlayedChains): Promise<GuardVerdict[]> {
  const cli = [process.execPath, "--conditions=@capstan/source", join(root, "packages/cli/src/main.ts")];
  const which = ["--against", tape, "--switch", ...chains.flatMap(switchesOf), "--format", "json"];
  if (machinesOf !== undefined)
    which.push("--kubeconfig", machinesOf.kubeconfig, "--cluster", formatKey(machinesOf.cluster));
  const { code, output } = await runCommand([...cli, "plan", ...which], {
    cwd: replayedFolder,
    env: { NODE_OPTIONS: "--conditions=@capstan/source", ...env },
  });
  const { rollouts, diagnostics = [] } = documentIn(output);
  const others = diagnostics.filter(({ code: found }) => !verdicts.has(found));
  if (rollouts === undefined || others.length > 0)
    throw new Error(`capstan plan ended with ${code}, and compared not all: ${output.slice(0, 4000)}`);
  return rollouts;
}

/** From each handler of a chain to the next one. */
function switchesOf(steps: readonly ChainStep[]): string[] {
  return steps.slice(1).map(({ handler }, index) => `${steps[index]?.handler}=${handler}`);
}

interface PlanDocument {
  readonly rollouts?: GuardVerdict[];
  readonly diagnostics?: readonly { readonly code: string; readonly message: string }[];
}

/** The document in what a command printed: there may be a warning of Node before it. */
function documentIn(output: string): PlanDocument {
  const document: PlanDocument = JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1));
  return document;
}

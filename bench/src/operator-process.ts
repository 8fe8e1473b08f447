// Operators as processes: ours on the built packages with the variables of its container, and the peer on controller-runtime.
import { join } from "node:path";
import { runCommand } from "@capstan/repo";
import { type LocalProcess, startProcess } from "@capstan/testenv/host";
import { buildPeer } from "@capstan/tool-peers/build";
import { buildProgram } from "./build-program.ts";

/** What starts an operator. */
export interface OperatorCommand {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** What the Deployment of a release sets, and the code cache that its image has. */
export function containerVariables(folder: string): Readonly<Record<string, string>> {
  return {
    NODE_OPTIONS: "--max-old-space-size=716 --max-semi-space-size=2",
    NODE_COMPILE_CACHE: join(folder, "compiled"),
  };
}

/** Without the export condition that reads sources. As an image is made: the code is loaded once before. */
export async function ownOperator(folder: string): Promise<OperatorCommand> {
  const program = await buildProgram("operator", ["@capstan/operator"]);
  const env = containerVariables(folder);
  const { code, output } = await runCommand([process.execPath, program, "--help"], { env });
  if (code !== 0) throw new Error(`${program} --help ended with ${code}:\n${output}`);
  return { command: [process.execPath, program, "--log-level=warn"], env };
}

/** The peer. */
export async function goOperator(): Promise<OperatorCommand> {
  return { command: [await buildPeer("operator")] };
}

/** Starts one beside an API server. Ports that no flag names are free ones. */
export async function startOperator(
  { command, env = {} }: OperatorCommand,
  { folder, kubeconfig }: { readonly folder: string; readonly kubeconfig: string },
  flags: Readonly<Record<string, string>>,
): Promise<LocalProcess> {
  const [file = "", ...args] = command;
  const all = { "metrics-bind-address": "127.0.0.1:0", "health-addr": "127.0.0.1:0", ...flags };
  return await startProcess({
    name: file,
    command: file,
    args: [...args, ...Object.entries(all).map(([name, value]) => `--${name}=${value}`)],
    env: { PATH: process.env["PATH"] ?? "", KUBECONFIG: kubeconfig, ...env },
    log: join(folder, "log"),
  });
}

// Operators and extensions as processes: ours on the built packages with the variables and flags of their containers, and their peers in Go.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { nodeVariables, imageFlags, runCommand } from "@capstan/repo";
import { type LocalProcess, startProcess } from "@capstan/testenv/host";
import { buildPeer } from "@capstan/tool-peers/build";
import { buildProgram } from "./build-program.ts";

/** What starts an operator. */
export interface OperatorCommand {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** What the Deployment and the image of a release set, with a folder for the code cache. */
export function containerVariables(
  folder: string,
  of: "manager" | "extension" = "manager",
): Readonly<Record<string, string>> {
  return { ...nodeVariables(of), NODE_COMPILE_CACHE: join(folder, "compiled") };
}

/** One kind that is read from the cache. */
export async function ownOperator(folder: string): Promise<OperatorCommand> {
  return await ownProgram("operator", "@capstan/operator", folder);
}

/** An extension of `bench/peers`. */
export async function ownExtension(folder: string): Promise<OperatorCommand> {
  return await ownProgram("extension", "@capstan/extension-kit", folder);
}

/** One of `bench/peers`, without the export condition that reads sources. As an image is made: the code is loaded once before. */
export async function ownProgram(name: string, framework: string, folder: string): Promise<OperatorCommand> {
  const program = await buildProgram(name, [framework]);
  const env = containerVariables(folder, framework === "@capstan/extension-kit" ? "extension" : "manager");
  const { code, output } = await runCommand([process.execPath, ...imageFlags(), program, "--help"], { env });
  if (code !== 0) throw new Error(`${program} --help ended with ${code}:\n${output}`);
  return { command: [process.execPath, ...imageFlags(), program, "--log-level=warn"], env };
}

/** One of `bench/peers` that does the same with Node alone. */
export async function bareProgram(
  name: string,
  folder: string,
  of: "manager" | "extension" = "manager",
): Promise<OperatorCommand> {
  const program = await buildProgram(name, ["@capstan/client"]);
  return { command: [process.execPath, ...imageFlags(), program], env: containerVariables(folder, of) };
}

/** The peer of one of them. */
export async function goProgram(name: "clusters" | "operator"): Promise<OperatorCommand> {
  return { command: [await buildPeer(name)] };
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

/** The longest turn of its event loop in milliseconds of processor time; undefined for a program that has none. */
export function readLongestTurn(report: string): number | undefined {
  const file = `${report}.turn`;
  return existsSync(file) ? Number(readFileSync(file, "utf8")) : undefined;
}

/** Waits until an operator has reconciled everything that it expects, once. */
export async function reconciledAll(running: LocalProcess, report: string, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!existsSync(`${report}.all`)) {
    if (running.exit !== undefined || performance.now() > deadline)
      throw new Error(`${running.name} did not reconcile all objects:\n${running.lastLines().join("\n")}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The times that an operator which has ended has measured. Fewer than so many would say nothing: only states that the next write replaced may be missing. */
export function readLatencies(ended: LocalProcess, report: string, least: number): readonly number[] {
  const latencies = JSON.parse(readFileSync(report, "utf8")) as readonly number[];
  if (latencies.length >= least) return latencies;
  const words = ended.lastLines().join("\n");
  throw new Error(`${ended.name} saw ${latencies.length} of at least ${least} writes:\n${words}`);
}

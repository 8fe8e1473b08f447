// What `capstan doctor` finds in the management cluster.
import { join } from "node:path";
import { root, runCommand } from "@capstan/repo";
import { eventually } from "../../src/eventually.ts";
import type { ManagementCluster } from "../../src/management-cluster.ts";

/** The line of `capstan doctor` with this code and sign. It gives a cluster two seconds, which a busy one may need more than once. */
export async function doctorLine({ local }: ManagementCluster, code: string, sign: string): Promise<string> {
  const cli = [process.execPath, "--conditions=@capstan/source", join(root, "packages/cli/src/main.ts")];
  const env = { KUBECONFIG: local.kubeconfigFile, NODE_OPTIONS: "--conditions=@capstan/source" };
  const isWanted = (line: string): boolean => line.includes(` ${code}: `) && line.includes(sign);
  const lines = await eventually({
    what: `${code} of capstan doctor`,
    read: async () =>
      (await runCommand([...cli, "doctor"], { cwd: join(root, "e2e/extension"), env })).output.split("\n"),
    until: (all) => all.some(isWanted),
    every: 1000,
  });
  return lines.find(isWanted) ?? "";
}

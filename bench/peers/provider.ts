// provider-local with its machines in memory, as a process of its own: what is left is the work of the kit. Run without the
// condition @capstan/source, so that it stands on the built packages; flags are those of every provider.
import { readFile } from "node:fs/promises";
import { run } from "@capstan/controller-kit";
import { memoryProcesses } from "../../examples/provider-local/src/processes/memory-processes.ts";
import { provider } from "../../examples/provider-local/src/provider.ts";

await run(provider, {
  services: async ({ variables }) => {
    const kubeconfig = await readFile(variables["KUBECONFIG"] ?? "", "utf8");
    return { processes: memoryProcesses({ state: "serving", host: "127.0.0.1", port: 6443, kubeconfig }) };
  },
});

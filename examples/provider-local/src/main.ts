// Runs the provider: `node src/main.ts`, with the flags that `--help` lists.
import { run } from "@capstan/controller-kit";
import { defaultStateDirectory, detachedProcesses } from "./processes/detached-processes.ts";
import { provider } from "./provider.ts";

await run(provider, {
  services: async ({ variables }) => ({
    processes: detachedProcesses(variables["LOCAL_STATE_DIR"] ?? defaultStateDirectory()),
  }),
});

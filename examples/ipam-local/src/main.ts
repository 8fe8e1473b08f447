// Runs the provider: `node src/main.ts`, with the flags that `--help` lists.
import { run } from "@capstan/controller-kit";
import { provider } from "./provider.ts";

await run(provider, { services: async () => ({}) });

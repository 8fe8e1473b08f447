// Runs the provider.
import { run } from "@capstan/controller-kit";
import { memoryCloud } from "./cloud.ts";
import { provider } from "./provider.ts";

await run(provider, { services: async () => ({ cloud: memoryCloud() }) });

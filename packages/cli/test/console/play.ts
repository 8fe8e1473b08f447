// `pnpm run console:play`: a cluster that lives and its console, to try by hand until Ctrl-C. Machines come and go as a person scales them.
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { startStage } from "./stage.ts";
import { StageMachine } from "./stage-objects.ts";

const abort = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => abort.abort());

await using stage = await startStage();
console.log(`\n  ${stage.console.url}\n\n  Ctrl-C ends it.`);
await stage.createCluster("demo", 3);
await sleep(2000);
await stage.createCluster("staging", 12);

// One machine cannot be provisioned, so that there is something to look for.
await stage.client.patch(
  StageMachine,
  { namespace: "default", name: "staging-control-plane" },
  { type: "merge", body: { metadata: { annotations: { "stage.example.com/broken": "" } } } },
);
stage.console.source.log("two clusters were created");
if (!abort.signal.aborted) await once(abort.signal, "abort");
console.log("stopped; nothing is left running");

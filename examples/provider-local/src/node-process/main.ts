// A machine: registers a Node in its workload cluster and keeps it alive until its config is gone or it is told to end.
// Started detached by processes/detached.ts, with its folder as the argument.
import { setTimeout as sleep } from "node:timers/promises";
import { createClient, parseKubeconfig, type Client } from "@capstan/client";
import { claim } from "../processes/claim.ts";
import { readConfig } from "../processes/detached.ts";
import { heartbeat } from "./heartbeat.ts";
import type { NodeConfig } from "./node-config.ts";
import { registerNode } from "./register-node.ts";

const [folder = ""] = process.argv.slice(2);
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());
process.once("SIGINT", () => stop.abort());
if (await claim(folder)) await live();

/** Beats as long as there is a config. It is read anew each time: the API server may come back with other certificates. */
async function live(): Promise<void> {
  let known: { readonly kubeconfig: string; readonly client: Client } | undefined;
  while (!stop.signal.aborted) {
    const config = await readConfig<NodeConfig>(folder);
    if (config === undefined) return;
    try {
      if (known?.kubeconfig !== config.kubeconfig) {
        known?.client.close();
        known = { kubeconfig: config.kubeconfig, client: createClient(await parseKubeconfig(config.kubeconfig)) };
        await registerNode(known.client, config);
      }
      await heartbeat(known.client, config);
    } catch (error) {
      console.error(`${config.nodeName}: ${String(error)}`);
      known?.client.close();
      known = undefined;
    }
    await pause(known === undefined ? 500 : (config.leaseDurationSeconds * 1000) / 4, config.kubeconfig);
  }
  known?.client.close();
}

/** Waits for the next beat, but not longer than until it is told to end or to go elsewhere; looks every second. */
async function pause(ms: number, kubeconfig: string): Promise<void> {
  for (let left = ms; left > 0 && !stop.signal.aborted; left -= 1000) {
    await sleep(Math.min(left, 1000), undefined, { signal: stop.signal }).catch(() => undefined);
    if ((await readConfig<NodeConfig>(folder))?.kubeconfig !== kubeconfig) return;
  }
}

// A machine: registers a Node in its workload cluster and renews its Lease until its config is deleted or it receives a signal.
// It runs detached, with its folder as the argument.
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

/** Renews the Lease as long as there is a config. The config is read each time, because the API server may get new certificates. */
async function live(): Promise<void> {
  let known: { readonly kubeconfig: string; readonly client: Client } | undefined;
  while (!stop.signal.aborted) {
    const config = await readConfig<NodeConfig>(folder);
    if (config === undefined) return;
    try {
      if (known?.kubeconfig !== config.kubeconfig) {
        known?.client.close();
        const credentials = await parseKubeconfig(config.kubeconfig);
        known = {
          kubeconfig: config.kubeconfig,
          client: createClient(credentials, { foreign: "the workload cluster" }),
        };
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

/** Waits for the next heartbeat, or until the process must end or its config changes; checks every second. */
async function pause(ms: number, kubeconfig: string): Promise<void> {
  for (let left = ms; left > 0 && !stop.signal.aborted; left -= 1000) {
    await sleep(Math.min(left, 1000), undefined, { signal: stop.signal }).catch(() => undefined);
    if ((await readConfig<NodeConfig>(folder))?.kubeconfig !== kubeconfig) return;
  }
}
